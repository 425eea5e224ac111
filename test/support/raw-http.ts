// Bytes on a socket, for requests that no HTTP client would send.

import { connect } from 'node:net';

export interface RawAnswer {
  readonly text: string;
  readonly status: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  readonly body: any;
}

/** Writes the pieces one after the other and reads until the server closes or `quietMs` pass without a byte. */
export function sendRaw(port: number, bytes: string | Buffer, quietMs = 300): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setTimeout(quietMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => resolve(toAnswer(text)));
  });
}

function toAnswer(text: string): RawAnswer {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  const body = text.split('\r\n\r\n')[1] ?? '';
  return {
    text,
    status: status === undefined ? null : Number(status),
    body: body.startsWith('{') ? JSON.parse(body) : undefined,
  };
}
