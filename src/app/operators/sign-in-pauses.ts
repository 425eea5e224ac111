// Slows guessing down without keeping anybody out for long: whoever fails again and again waits between two attempts, each time twice as
// long as before, a minute at most. What a stranger types under one name does not make a colleague wait at the same address: the first
// attempt of a name from an address never waits for those of other names. Counts are those of all processes.

import { AppError } from '../../errors.ts';
import type { Counters } from '../limits.ts';
import { toBackoffMs } from '../waiting/backoff.ts';

export interface Attempt {
  readonly name: string;
  /** The client network. */
  readonly network: string;
  /** Of a device that is known for this name: it is counted by itself. */
  readonly deviceId: string | undefined;
}

export interface SignInPauses {
  /** Throws `rate_limited` while the attempt has to wait. */
  refuse(attempt: Attempt): Promise<void>;
  countFailure(attempt: Attempt): Promise<void>;
}

const windowMs = 15 * 60_000;
const pauses = { firstMs: 1_000, maxMs: 60_000 };
/** How many failures go by before the first pause. */
const free = {
  /** Of one name from one address. */
  pair: 5,
  /** The same, from an address with many failures of whatever names. */
  suspect: 1,
  /** Of one name from anywhere; high, because it lets strangers slow down somebody who is new on a device. */
  name: 100,
  device: 10,
} as const;
const suspectFailures = 20;

interface Scope {
  readonly key: string;
  readonly free: number;
}

export function createSignInPauses(failures: Counters): SignInPauses {
  async function toScopes({ name, network, deviceId }: Attempt): Promise<readonly Scope[]> {
    if (deviceId !== undefined) return [{ key: `device:${deviceId}`, free: free.device }];
    const { count } = await failures.peek(toNetworkKey(network));
    return [
      { key: `pair:${network}:${name}`, free: count >= suspectFailures ? free.suspect : free.pair },
      { key: `name:${name}`, free: free.name },
    ];
  }

  return {
    async refuse(attempt) {
      for (const { key } of await toScopes(attempt)) {
        const { count, resetsInMs } = await failures.peek(`sign-in-wait:${key}`);
        if (count > 0) throw toWait(resetsInMs);
      }
    },
    async countFailure(attempt) {
      if (attempt.deviceId === undefined) await failures.hit(toNetworkKey(attempt.network), windowMs);
      for (const scope of await toScopes(attempt)) {
        const { count } = await failures.hit(`sign-in:${scope.key}`, windowMs);
        if (count >= scope.free)
          await failures.hit(`sign-in-wait:${scope.key}`, toBackoffMs(count - scope.free + 1, pauses));
      }
    },
  };
}

function toNetworkKey(network: string): string {
  return `sign-in-network:${network}`;
}

function toWait(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('rate_limited', {
    detail: {
      en: `Too many failed attempts to sign in. Try again in ${seconds} s.`,
      pt: `Muitas tentativas de entrar sem sucesso. Tente de novo em ${seconds} s.`,
    },
    retryAfterSeconds: seconds,
  });
}
