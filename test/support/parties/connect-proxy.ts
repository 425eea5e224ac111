// A proxy as companies have it: it opens tunnels, asks who wants one, and sees no more than a real one does.

import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type Listening, listen } from '../free-port.ts';

interface ConnectProxy extends Listening {
  /** The first line of each request, and its credentials. */
  readonly asked: { readonly line: string; readonly authorization: string | undefined }[];
  /** What went through towards the party, as the proxy saw it. */
  seen(): string;
}

type Answer = (socket: Socket, request: IncomingMessage) => void;

/** Leads every tunnel to where it is wanted, unless it answers otherwise. */
export async function startConnectProxy(answer?: Answer): Promise<ConnectProxy> {
  const asked: { line: string; authorization: string | undefined }[] = [];
  let seen = '';
  const server = createServer((request, response) => {
    asked.push({ line: `${request.method} ${request.url}`, authorization: undefined });
    response.writeHead(405).end();
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push({ line: `${request.method} ${request.url}`, authorization: request.headers['proxy-authorization'] });
    socket.on('error', () => {});
    if (answer !== undefined) return answer(socket, request);
    const { hostname, port } = new URL(`http://${request.url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.on('data', (chunk) => {
        seen += chunk.toString('latin1');
      });
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
  });
  return { ...(await listen(server)), asked, seen: () => seen };
}
