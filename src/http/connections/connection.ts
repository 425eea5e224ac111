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
  /** The value is undefined until the framework has taken the request. */
  request: FastifyRequest | undefined;
  /** It was refused before its turn came: it is answered with this, and never runs. */
  refusal: AppError | undefined;
  /** The log has a line for this request; each request gets one. */
  isRecorded: boolean;
  /** The body may take longer than others; the handler that takes it judges for how long. */
  isUpload: boolean;
  /** Where it came through a trusted proxy, it counts for its client network until this is called. */
  leaveNetwork: (() => void) | undefined;
}

/** The refusal holds the answer to bytes that never became a request, and the known facts about them. */
export interface BytesRefusal {
  readonly failure: AppError;
  readonly method: string;
  readonly acceptLanguage: string | undefined;
}

export interface Connection {
  readonly socket: Socket;
  /** The peer's address, kept from the start: a socket that was reset no longer tells it. */
  readonly peer: string;
  /** The connection counts for this network; undefined marks a trusted proxy, whose connections carry many clients. */
  readonly network: string | undefined;
  /** The request that is being worked on. */
  current: Exchange | undefined;
  /** The latest request; the rest of it may still be coming when its answer is out. */
  last: Exchange | undefined;
  /** `received` counts the requests that have come, regardless of their outcome. */
  received: number;
  /** Requests that came before the answer to the current one, in order. */
  readonly waiting: Exchange[];
  /** The server ignores everything that still arrives. */
  isEnding: boolean;
  /** The server sends this refusal after the answers that are due, for bytes that are no request. */
  refusal: BytesRefusal | undefined;
  /** The connection had received this many bytes when it last became idle; more bytes since then are a request on its way. */
  bytesWhenIdle: number;
}

/** Creates a connection on which nothing has arrived yet. */
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
