// What is known of one open connection and of the requests on it. Nothing here decides anything.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { AppError } from '../../errors.ts';

/** One request and its answer. */
export interface Exchange {
  readonly connection: Connection;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** Undefined until the framework has taken the request. */
  request: FastifyRequest | undefined;
  /** It was refused before its turn came: it is answered with this, and never runs. */
  refusal: AppError | undefined;
  /** Its line is in the log; there is one for each. */
  isRecorded: boolean;
  /** Its body may take longer than that of others; whoever takes it judges for how long. */
  isUpload: boolean;
  /** The client network that it counts for, where it came through a trusted proxy. */
  proxiedFor: string | undefined;
}

/** For bytes that never became a request: what is answered, and what is known of them. */
export interface BytesRefusal {
  readonly failure: AppError;
  readonly method: string;
  readonly acceptLanguage: string | undefined;
}

export interface Connection {
  readonly socket: Socket;
  /** The peer's address, kept from the start: a socket that was reset no longer tells it. */
  readonly peer: string;
  /** Whom it counts for; undefined for a trusted proxy, whose connections carry many clients. */
  readonly network: string | undefined;
  /** The request that is being worked on. */
  current: Exchange | undefined;
  /** The latest request; the rest of it may still be coming when its answer is out. */
  last: Exchange | undefined;
  /** How many requests have come, whatever became of them. */
  received: number;
  /** Requests that came before the answer to the current one, in order. */
  readonly waiting: Exchange[];
  /** Nothing that still arrives is looked at. */
  isEnding: boolean;
  /** What to say after the answers that are due, for bytes that are no request. */
  refusal: BytesRefusal | undefined;
  /** When it last became idle it had received so many bytes; more since then are a request on its way. */
  bytesWhenIdle: number;
}

/** Nothing has come yet. */
export function createConnection(socket: Socket, { peer, network }: Pick<Connection, 'peer' | 'network'>): Connection {
  return {
    socket,
    peer,
    network,
    current: undefined,
    last: undefined,
    received: 0,
    waiting: [],
    isEnding: false,
    refusal: undefined,
    bytesWhenIdle: 0,
  };
}

const connectionOf = Symbol('connection');
const exchangeOf = Symbol('exchange');

export function rememberConnection(connection: Connection): void {
  (connection.socket as Socket & { [connectionOf]?: Connection })[connectionOf] = connection;
}

export function findConnection(socket: object): Connection | undefined {
  return (socket as { [connectionOf]?: Connection })[connectionOf];
}

export function rememberExchange(exchange: Exchange): void {
  (exchange.incoming as { [exchangeOf]?: Exchange })[exchangeOf] = exchange;
  (exchange.response as { [exchangeOf]?: Exchange })[exchangeOf] = exchange;
}

export function findExchange(message: object): Exchange | undefined {
  return (message as { [exchangeOf]?: Exchange })[exchangeOf];
}
