// Requests that came before the answer to the one ahead of them on their connection: in order, and bounded over all of them.

import type { Socket } from 'node:net';
import type { Connection, Exchange } from './connection.ts';

export interface WaitingRequests {
  add(exchange: Exchange): void;
  /** The next of this connection, which waits no longer. */
  take(connection: Connection): Exchange | undefined;
  /** Removes and returns the requests that did not begin and now never will. */
  drop(connection: Connection): Exchange[];
}

/** Requests that wait for their turn take some 2 KB each. */
const ofOneMax = 64;
const inAllMax = 10_000;

export function createWaitingRequests(): WaitingRequests {
  let inAll = 0;
  return {
    add: (exchange) => {
      const { connection } = exchange;
      connection.waiting.push(exchange);
      inAll++;
      connection.socket.pause();
      if (connection.waiting.length > ofOneMax && inAll > inAllMax) stopListening(connection);
    },
    take: (connection) => {
      const next = connection.waiting.shift();
      if (next === undefined) return undefined;
      inAll--;
      if (connection.waiting.length === 0 && !connection.isEnding) connection.socket.resume();
      return next;
    },
    drop: ({ waiting }) => {
      inAll -= waiting.length;
      return waiting.splice(0);
    },
  };
}

/**
 * Stops reading from the connection. The server answers the requests that have come, the last with the connection's end; the client sends the rest
 * again elsewhere.
 */
function stopListening(connection: Connection): void {
  connection.isEnding = true;
  const last = connection.waiting.at(-1);
  if (last !== undefined) last.response.shouldKeepAlive = false;
  // Node would make a request and an answer of everything that is left of the packet, and keep them.
  const { parser } = connection.socket as Socket & { parser?: { onIncoming?: () => number } };
  if (parser !== undefined) parser.onIncoming = () => 0;
}
