// One exchange with a server that keeps objects: bounded in bytes, and ended when it hangs. Knows nothing of signatures.

import { Pool } from 'undici';
import type { Clock } from '../../app/clock.ts';
import { parseRetryAfter } from '../../app/waiting/retry-after.ts';
import { DepotFault } from './depot.ts';
import { createStallGuard, mayPassLater, readBody, toLostConnection, toSingle } from './transfer.ts';

export interface ObjectRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Encoded, with the slash at its beginning. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The limit applies to the body of the answer. */
  readonly bytesMax: number;
  readonly signal: AbortSignal;
}

export interface ObjectAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

export interface ObjectServer {
  send(request: ObjectRequest): Promise<ObjectAnswer>;
  /** Returns the fault for an unexpected status. */
  toFault(answer: ObjectAnswer, name: string): DepotFault;
  close(): Promise<void>;
}

export interface ObjectServerOptions {
  readonly origin: string;
  readonly connections: number;
  readonly stallMs: number;
  readonly clock: Clock;
}

export function createObjectServer({ origin, connections, stallMs, clock }: ObjectServerOptions): ObjectServer {
  // The guard watches for stalls, byte by byte; the timeouts of the pool would only add a second opinion.
  const pool = new Pool(origin, { connections, headersTimeout: 0, bodyTimeout: 0 });
  return {
    async send({ bytesMax, signal, headers, body, ...request }) {
      // While a body is sent nothing is heard, so that this long must be enough for a whole piece.
      const waitMs = body === undefined ? stallMs : stallMs * 4;
      const stall = createStallGuard(signal, waitMs);
      try {
        const answer = await pool.request({
          ...request,
          headers: { 'accept-encoding': 'identity', ...headers },
          body: body === undefined ? null : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
          signal: stall.signal,
        });
        const whole = await readBody(answer.body, bytesMax, stall.beat);
        if (whole === undefined) throw new DepotFault('it sends more bytes than it should', { mayPass: false });
        return { status: answer.statusCode, headers: toSingle(answer.headers), body: whole };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof DepotFault) throw error;
        const reason = stall.stalled() ? `nothing came for ${waitMs / 1000} s` : toLostConnection(error);
        throw new DepotFault(reason, { mayPass: true });
      } finally {
        stall.stop();
      }
    },
    toFault({ status, headers }, name) {
      return new DepotFault(`it answered ${status} for ${name}${hintOf(status)}`, {
        mayPass: mayPassLater(status),
        retryAfterMs: parseRetryAfter(headers['retry-after'], clock.nowMs()),
      });
    },
    close: () => pool.destroy(),
  };
}

function hintOf(status: number): string {
  if (status >= 300 && status < 400) return ', a redirect: give the address that it leads to';
  if (status === 401 || status === 403) return ': check the credentials and what they permit';
  return '';
}
