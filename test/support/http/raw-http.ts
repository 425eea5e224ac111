// Bytes on a socket, for requests that no HTTP client would send.

import { connect } from 'node:net';

/** For the first answer: generous, since a busy machine may be late. */
const patienceMs = 60_000;

/** Writes the bytes and reads until the server closes or, once a whole answer is there, `quietMs` pass without another byte. */
export function sendRaw(port: number, bytes: string | Buffer, quietMs = 300): Promise<ReturnType<typeof toAnswer>> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (holdsWholeAnswer(text)) socket.setTimeout(quietMs);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => resolve(toAnswer(text)));
  });
}

function holdsWholeAnswer(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, Math.max(0, end)))?.[1] ?? 0);
  return end >= 0 && text.length >= end + 4 + length;
}

function toAnswer(text: string) {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  const body = text.split('\r\n\r\n')[1] ?? '';
  return {
    text,
    status: status === undefined ? null : Number(status),
    body: body.startsWith('{') ? JSON.parse(body) : undefined,
  };
}
