// A party over a real socket, well-behaved or hostile, for tests of the sources. It records what it was sent.

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { createServer as createNetServer, type Socket } from 'node:net';
import { type Listening, listen } from '../free-port.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface PartyServer extends Listening {
  readonly requests: readonly ReceivedRequest[];
}

export type PartyHandler = (request: ReceivedRequest, response: ServerResponse) => void;

/** An HTTP server, or an HTTPS one where TLS options are given. */
export async function startParty(handler: PartyHandler, tls?: ServerOptions): Promise<PartyServer> {
  const requests: ReceivedRequest[] = [];
  const listener: RequestListener = (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      requests.push(request);
      handler(request, response);
    });
  };
  const server = tls === undefined ? createServer(listener) : createHttpsServer(tls, listener);
  const party = await listen(server, tls === undefined ? 'http' : 'https');
  return { ...party, requests };
}

/** A server that speaks raw bytes: what it answers need not be HTTP. `respond` is called with what arrived so far. */
export async function startRawParty(respond: (socket: Socket, received: string) => void): Promise<PartyServer> {
  const server = createNetServer((socket) => {
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      respond(socket, received);
    });
  });
  return { ...(await listen(server)), requests: [] };
}

/** Answers JSON with the given status. */
export function json(status: number, body: unknown): PartyHandler {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}
