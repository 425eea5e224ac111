// One connection of bytes that does only what it is told: it stays open when the server ends its side, and reads only when asked.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawClient {
  readonly socket: Socket;
  /** The port by which the server knows it. */
  readonly port: number;
  /** All that was received so far. */
  text(): string;
  /** The status of every answer so far, in order. */
  statuses(): number[];
  hasEnded(): boolean;
}

export async function openRaw(
  port: number,
  bytes = '',
  { from = '127.0.0.1', isReading = true } = {},
): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true, noDelay: true });
  let text = '';
  let ended = false;
  socket.on('error', () => {});
  for (const end of ['end', 'close'])
    socket.on(end, () => {
      ended = true;
    });
  if (isReading) socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  if (bytes !== '') socket.write(bytes);
  return {
    socket,
    port: socket.localPort ?? 0,
    text: () => text,
    statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1])),
    hasEnded: () => ended,
  };
}

export const probe = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n';

/** A verification as it goes over the wire. */
export function toCpfRequest(key: string, cpf = '40442820135', more: readonly string[] = []): string {
  const body = `{"cpf":"${cpf}"}`;
  const head = [
    'POST /v1/verify/cpf HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...more,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
