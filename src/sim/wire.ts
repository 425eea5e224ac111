// The few things that both sides of the simulator do with node:http: listen, stop, read a small body, send one.

import { type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WireFormat } from './formats/wire-format.ts';

const bodyCharactersMax = 65_536;
const postMsMax = 5_000;

export async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

export async function stop(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export async function readRequestText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > bodyCharactersMax) throw new Error('The request is longer than any that the simulator takes.');
  }
  return text;
}

export function sendInFormat(
  response: ServerResponse,
  status: number,
  format: WireFormat,
  body: string | Buffer,
): void {
  response.writeHead(status, toHeaders(format, body)).end(body, format.encoding);
}

export function toHeaders({ type, encoding }: WireFormat, body: string | Buffer): Record<string, string | number> {
  return { 'content-type': type, 'content-length': Buffer.byteLength(body, encoding) };
}

/** Gives back the status. */
export async function post(url: string, headers: Readonly<Record<string, string>>, body: unknown): Promise<number> {
  const text = JSON.stringify(body);
  return await new Promise((resolve, reject) => {
    const sending = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
      timeout: postMsMax,
    });
    sending.on('timeout', () => sending.destroy(new Error('Nobody answers the callback.')));
    sending.on('error', reject);
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sending.end(text);
  });
}
