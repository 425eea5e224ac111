// Puts together what watches over connections: who may have one, what is said on it, and when it ends.

import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../app/clock.ts';
import { toObserver } from '../../app/observer.ts';
import type { AppError } from '../../errors.ts';
import { chooseLanguage } from '../answer/language.ts';
import { endWithProblem, writeProblem } from '../answer/problem.ts';
import type { ClientNetworks } from './client-network.ts';
import {
  type BytesRefusal,
  type Connection,
  createConnection,
  type Exchange,
  rememberConnection,
} from './connection.ts';
import { createConversations } from './conversations.ts';
import { createNetworkCounts } from './network-counts.ts';
import type { Recorder } from './request-record.ts';
import { createSlots, type DroppedConnections } from './slots.ts';
import { createLook, lookEveryMs } from './slow-clients.ts';

interface ConnectionsOptions {
  readonly http: ServerOptions & { readonly keepAliveTimeout: number };
  readonly clock: Clock;
  /** A request waits at most this long to begin before the server refuses it with `overloaded`. */
  readonly waitMsMax: number;
  readonly connectionsMax: number;
  readonly clientMax: number;
  readonly clients: ClientNetworks;
  readonly recorder: Recorder;
  readonly isUrgent: (url: string) => boolean;
  /** The callback runs at most once in ten seconds. */
  readonly onDropped: (dropped: DroppedConnections) => void;
}

export interface Connections {
  /** A server whose requests go to `handle`; several share the slots. */
  createHttpServer(handle: RequestListener): Server;
  /** Returns false if the client network behind a trusted proxy already has as many requests running as it may have connections. */
  countProxied(exchange: Exchange, network: string): boolean;
  count(): number;
}

const looksPerReport = 20;

export function createConnections(options: ConnectionsOptions): Connections {
  const { clients, recorder, clientMax } = options;
  const onDropped = toObserver(options.onDropped);
  const slots = createSlots(options);
  const proxied = createNetworkCounts();

  function refuse(exchange: Exchange, failure: AppError): void {
    const requestId = recorder.refused(exchange, failure);
    endWithProblem(exchange.response, failure, requestId);
    exchange.incoming.resume();
  }

  function refuseBytes({ socket }: Connection, { failure, method, acceptLanguage }: BytesRefusal): void {
    const requestId = recorder.refused(undefined, failure, method);
    writeProblem(socket, failure, requestId, chooseLanguage(acceptLanguage));
  }

  function open(socket: Socket, onClose: (connection: Connection) => void): Connection | undefined {
    const peer = socket.remoteAddress ?? '';
    const network = clients.isProxy(peer) ? undefined : clients.find(peer, undefined);
    const connection = createConnection(socket, { peer, network });
    // A reset that nobody listens for would end the process; Node takes its own listener away in some of its states.
    socket.on('error', ignore);
    if (!slots.take(connection)) {
      socket.destroy();
      return undefined;
    }
    rememberConnection(connection);
    socket.on('close', () => {
      slots.release(connection);
      onClose(connection);
    });
    return connection;
  }

  const look = createLook();
  let looks = 0;
  function lookAround(): void {
    look(slots.all());
    if (++looks % looksPerReport === 1) report();
  }
  function report(): void {
    const dropped = slots.countDropped();
    if (dropped.noRoom + dropped.clientShare + dropped.gaveWay > 0) onDropped(dropped);
  }

  return {
    createHttpServer: (handle) => {
      const http = createServer(options.http);
      const conversations = createConversations({
        slots,
        clock: options.clock,
        waitMsMax: options.waitMsMax,
        handle,
        isUrgent: options.isUrgent,
        refuse,
        refuseBytes,
        onGone: recorder.gone,
        onDone: ({ leaveNetwork }) => leaveNetwork?.(),
      });
      http.on('connection', (socket) => {
        const connection = open(socket, conversations.onClose);
        // Node ends a connection by this after an answer that says so.
        if (connection !== undefined) socket.destroySoon = () => conversations.end(connection);
      });
      http.on('request', conversations.onRequest);
      // Node would answer an unknown expectation by itself, with an empty body.
      http.on('checkExpectation', conversations.onRequest);
      http.on('clientError', (error, socket) => conversations.onClientError(error, socket as Socket));
      http.on('connect', (incoming, socket) => conversations.onConnect(incoming, socket as Socket));
      const timer = setInterval(lookAround, lookEveryMs).unref();
      http.once('close', () => {
        clearInterval(timer);
        report();
      });
      return http;
    },
    countProxied: (exchange, network) => {
      if (proxied.of(network) >= clientMax) return false;
      proxied.add(network);
      exchange.leaveNetwork = () => proxied.remove(network);
      return true;
    },
    count: () => slots.count(),
  };
}

function ignore(): void {}
