// A closed loop of plain sockets: each connection sends its next request when it has its answer. It parses as little as
// possible, so that the server, not the generator, is what is measured.

import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  /** The bytes of request number n. */
  readonly toRequest: (index: number) => Buffer;
  /** Whether it waits for answers without sleeping: waking a sleeping client is dear on virtual machines, and the server pays for it. */
  readonly polls?: boolean;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly notOk: number;
  /** Milliseconds, ascending. */
  readonly latencies: Float64Array;
}

export async function runLoad({ polls = true, ...options }: LoadOptions): Promise<LoadResult> {
  const { port, connections, durationMs, toRequest } = options;
  let sent = 0;
  let notOk = 0;
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + durationMs;

  const runOne = () =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0;
      let missing = 0;
      const send = (socket: Socket) => {
        sentAt = performance.now();
        if (sentAt >= endsAt) {
          socket.end();
          resolve();
          return;
        }
        socket.write(toRequest(sent++));
      };
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => send(socket));
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        if (missing === 0) {
          if (chunk[9] !== 50) notOk++;
          const head = chunk.indexOf('\r\n\r\n');
          const at = chunk.indexOf('content-length: ');
          if (head < 0 || at < 0) throw new Error('An answer whose head came in pieces');
          const length = Number(chunk.toString('latin1', at + 16, chunk.indexOf('\r', at)));
          missing = head + 4 + length - chunk.length;
        } else missing -= chunk.length;
        if (missing === 0) {
          latencies.push(performance.now() - sentAt);
          send(socket);
        }
      });
    });

  let polling = polls;
  const poll = () => void (polling && setImmediate(poll));
  poll();
  await Promise.all(Array.from({ length: connections }, runOne));
  polling = false;
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    notOk,
    latencies: Float64Array.from(latencies).sort(),
  };
}

export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function toPost(path: string, key: string, body: string): Buffer {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

export function toGet(path: string, key: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\n\r\n`);
}
