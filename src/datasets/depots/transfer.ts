// What every transfer of bytes needs: an end when it hangs, what to say of a fault, and a pause before the next attempt.

import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { toBackoffMs } from '../../app/waiting/backoff.ts';
import { codeOf } from '../../errors.ts';

/** Fewer bytes than this within the stall time count as none: a drip is a stall, too. */
export const stallBytesMin = 4096;

/** Aborts when next to nothing was heard for a while: to the HTTP client a connection that brings nothing more looks alive. */
export function createStallGuard(outer: AbortSignal, stallMs: number) {
  const controller = new AbortController();
  let [stalled, heard] = [false, 0];
  const timer = setTimeout(() => {
    stalled = true;
    controller.abort();
  }, stallMs);
  return {
    signal: AbortSignal.any([outer, controller.signal]),
    beat(bytes: number): void {
      heard += bytes;
      if (heard < stallBytesMin) return;
      heard = 0;
      timer.refresh();
    },
    stalled: (): boolean => stalled,
    stop: (): void => clearTimeout(timer),
  };
}

const pauseBaseMs = 1000;
const pauseMaxMs = 60_000;
const retryAfterMaxMs = 600_000;

/** Grows from one second to a minute, spread over its upper half; a pause that the server asks for is kept, within reason. */
export function pauseMs(failures: number, retryAfterMs: number | undefined, random: () => number): number {
  const grown = toBackoffMs(failures, { firstMs: pauseBaseMs, maxMs: pauseMaxMs });
  const spread = grown / 2 + (grown / 2) * random();
  return retryAfterMs === undefined ? spread : Math.max(spread, Math.min(retryAfterMs, retryAfterMaxMs));
}

const diskFaults = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR'];

/** A full or failing disk does not get better by asking the server again. */
export function isDiskFault(error: unknown): boolean {
  const connecting = error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  return diskFaults.includes(codeOf(error)) && !connecting;
}

export function mayPassLater(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

export function toLostConnection(error: unknown): string {
  const code = codeOf(error);
  return `the connection was lost${code === '' ? '' : ` (${code})`}`;
}

/** All of a body; undefined where it is longer. */
export async function readBody(
  body: AsyncIterable<Buffer>,
  bytesMax: number,
  beat: (bytes: number) => void = () => {},
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    beat(chunk.length);
    bytes += chunk.length;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns each header once: the first value of a header that came several times. */
export function toSingle(headers: Dispatcher.ResponseData['headers']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}

/** The user and the password of an address as a header; none where it has none. */
export function toCredentials({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Drops an answer with its connection, because a body may hold gigabytes that the caller does not need. */
export function discard(body: Readable): void {
  body.on('error', () => {}).destroy();
}
