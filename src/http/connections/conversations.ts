// What is said on each connection: one request at a time, in order, the next when the answer to the one before is out. So
// whatever was refused does not run, whatever ran is answered, and nobody makes us hold more than one answer for them.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../app/clock.ts';
import { AppError } from '../../errors.ts';
import { createPerTickLimiter } from '../per-tick-limiter.ts';
import { type ParserError, toClientError, toConnectRefusal } from './client-error.ts';
import {
  type BytesRefusal,
  type Connection,
  type Exchange,
  findConnection,
  findExchange,
  rememberExchange,
} from './connection.ts';
import { createRefusals } from './refusals.ts';
import type { Slots } from './slots.ts';
import { createWaitingRequests } from './waiting-requests.ts';

interface ConversationsOptions {
  readonly slots: Slots;
  readonly clock: Clock;
  /** A request waits at most this long to begin. */
  readonly waitMsMax: number;
  /** The framework's. */
  readonly handle: RequestListener;
  /** Requests that are answered ahead of all others. */
  readonly isUrgent: (url: string) => boolean;
  /** Answers a request that is refused before it ran, and says so in the log. */
  readonly refuse: (exchange: Exchange, failure: AppError) => void;
  /** The same for bytes that never became a request. */
  readonly refuseBytes: (connection: Connection, refusal: BytesRefusal) => void;
  /** Answered, or gone. */
  readonly onDone: (exchange: Exchange) => void;
  /** The client has gone before the answer to `exchange`; without one, in the middle of a request's head. */
  readonly onGone: (exchange: Exchange | undefined) => void;
}

export interface Conversations {
  onRequest(incoming: IncomingMessage, response: ServerResponse): void;
  onClientError(error: ParserError, socket: Socket): void;
  onConnect(incoming: IncomingMessage, socket: Socket): void;
  onClose(connection: Connection): void;
  /** Ends the connection, but goes on reading for a moment: closing on unread bytes would take the answer from the client. */
  end(connection: Connection): void;
}

/** Two or three milliseconds of work on the machine that was measured; fewer cost throughput, more cost newcomers. */
const begunPerTick = 16;

export function createConversations(options: ConversationsOptions): Conversations {
  const { slots, handle, isUrgent, refuse, onDone, onGone } = options;
  const waiting = createWaitingRequests();
  const refusals = createRefusals({ ...options, end });

  const run = (exchange: Exchange): void => {
    // The client may have left, or the time run out, while the request waited for its turn.
    if (exchange.response.writableEnded || !exchange.connection.socket.writable) return;
    handle(exchange.incoming, exchange.response);
  };
  const shed = (exchange: Exchange): void => {
    // Nothing of it was looked at yet, and reading the rest of it would be work for nothing.
    if (exchange.response.writableEnded || !exchange.connection.socket.writable) return;
    refuse(exchange, new AppError('overloaded', { retryAfterSeconds: 1, internal: 'waited too long for its turn' }));
  };
  // A queue that only grows would make every answer late, and late answers are answers to clients that have gone.
  const late = { giveUp: shed, waitMsMax: options.waitMsMax, clock: options.clock };
  const runInTurn = createPerTickLimiter({ run, perTick: begunPerTick, late });

  function begin(exchange: Exchange): void {
    exchange.connection.current = exchange;
    exchange.response.on('close', onAnswered);
    if (exchange.refusal !== undefined) refuse(exchange, exchange.refusal);
    else if (isUrgent(exchange.incoming.url ?? '')) run(exchange);
    else runInTurn(exchange);
  }

  function onAnswered(this: ServerResponse): void {
    const exchange = findExchange(this);
    if (exchange === undefined || exchange.connection.current !== exchange) return;
    const { connection } = exchange;
    connection.current = undefined;
    // An idle connection keeps nothing of what was said on it.
    if (connection.last === exchange && exchange.incoming.complete) connection.last = undefined;
    onDone(exchange);
    const next = connection.waiting.length === 0 ? undefined : waiting.take(connection);
    if (next !== undefined) begin(next);
    else if (connection.refusal !== undefined) refusals.say(connection);
    else if (connection.isEnding) end(connection);
    else slots.markIdle(connection);
  }

  function end(connection: Connection): void {
    connection.isEnding = true;
    waiting.drop(connection);
    slots.markLeaving(connection);
    const { socket } = connection;
    if (socket.writable) socket.end();
    socket.resume();
  }

  return {
    onRequest: (incoming, response) => {
      const connection = findConnection(incoming.socket);
      if (connection === undefined || connection.isEnding) {
        incoming.resume();
        return;
      }
      const exchange: Exchange = {
        connection,
        incoming,
        response,
        request: undefined,
        refusal: undefined,
        isRecorded: false,
        isUpload: false,
        leaveNetwork: undefined,
      };
      rememberExchange(exchange);
      connection.last = exchange;
      connection.received++;
      if (connection.current === undefined) {
        slots.markBusy(connection);
        begin(exchange);
        return;
      }
      waiting.add(exchange);
    },
    onClientError: (error, socket) => {
      const connection = findConnection(socket);
      const found = toClientError(error);
      if (connection === undefined || found === 'left' || found === 'broken' || !socket.writable) {
        const isInHead = connection !== undefined && connection.last?.incoming.complete !== false;
        if (found !== 'broken' && isInHead && !connection.isEnding) onGone(undefined);
        socket.destroy();
      } else if (found === 'after_end') connection.isEnding = true;
      else if (found.failure.code === 'request_timeout') refusals.refuseLate(connection, found);
      else refusals.refuseConnection(connection, found);
    },
    onConnect: (incoming, socket) => {
      const connection = findConnection(socket);
      if (connection === undefined) socket.destroy();
      else refusals.refuseConnection(connection, toConnectRefusal(incoming));
    },
    onClose: (connection) => {
      connection.isEnding = true;
      const { current } = connection;
      connection.current = undefined;
      if (current !== undefined) onDone(current);
      // One line, however many requests it had sent: those that waited never began.
      const [waited] = waiting.drop(connection);
      const unanswered = current === undefined || current.isRecorded ? waited : current;
      if (unanswered !== undefined) onGone(unanswered);
    },
    end,
  };
}
