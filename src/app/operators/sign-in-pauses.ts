// Slows guessing down without keeping anybody out for long: whoever fails again and again waits between two attempts, each time twice as
// long as before, a minute at most. A network with many failures waits as a whole, whatever the names: a stranger could else try without end
// by drawing a new name each time. A device that is known waits for its own failures alone. Counts are those of all processes.

import { AppError, type Bilingual } from '../../errors.ts';
import type { Counters } from '../limits.ts';
import { toBackoffMs } from '../waiting/backoff.ts';

export interface Attempt {
  readonly name: string;
  /** The client network. */
  readonly network: string;
  /** A device that is known for this name has this id and is counted separately. */
  readonly deviceId: string | undefined;
}

export interface SignInPauses {
  /** Throws `rate_limited` while the attempt has to wait. */
  refuse(attempt: Attempt): Promise<void>;
  countFailure(attempt: Attempt): Promise<void>;
}

const windowMs = 15 * 60_000;
const pauses = { firstMs: 1_000, maxMs: 60_000 };
/** The first pause begins after this many failures. */
const free = {
  /** The limit applies to one name from one address. */
  pair: 5,
  /** The limit applies to a suspect network, regardless of the names. */
  network: 1,
  /** The limit applies to one name from anywhere. It is high, because it lets strangers slow down an operator who is new on a device. */
  name: 100,
  device: 10,
} as const;
/** A network is suspect after this many failures. */
const suspectFailures = 20;

interface Scope {
  readonly key: string;
  readonly free: number;
  readonly toDetail: (seconds: number) => Bilingual;
}

/** `onFlood` hears of each failure from a network that is suspect. */
export function createSignInPauses(failures: Counters, onFlood: () => void = () => {}): SignInPauses {
  function toScopes({ name, network, deviceId }: Attempt): readonly Scope[] {
    if (deviceId !== undefined) return [{ key: `device:${deviceId}`, free: free.device, toDetail }];
    return [
      { key: `network:${network}`, free: free.network, toDetail: toNetworkDetail },
      { key: `pair:${network}:${name}`, free: free.pair, toDetail },
      { key: `name:${name}`, free: free.name, toDetail },
    ];
  }

  /** Returns the scopes in which a failure counts. */
  async function toCounted(attempt: Attempt): Promise<readonly Scope[]> {
    const [first, ...others] = toScopes(attempt);
    if (first === undefined || attempt.deviceId !== undefined) return toScopes(attempt);
    const { count } = await failures.hit(`sign-in-network:${attempt.network}`, windowMs);
    if (count < suspectFailures) return others;
    onFlood();
    return [first, ...others];
  }

  return {
    async refuse(attempt) {
      for (const { key, toDetail } of toScopes(attempt)) {
        const { count, resetsInMs } = await failures.peek(`sign-in-wait:${key}`);
        if (count > 0) throw toWait(resetsInMs, toDetail);
      }
    },
    async countFailure(attempt) {
      for (const scope of await toCounted(attempt)) {
        const { count } = await failures.hit(`sign-in:${scope.key}`, windowMs);
        if (count >= scope.free)
          await failures.hit(`sign-in-wait:${scope.key}`, toBackoffMs(count - scope.free + 1, pauses));
      }
    },
  };
}

function toWait(waitMs: number, toDetail: Scope['toDetail']): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('rate_limited', { detail: toDetail(seconds), retryAfterSeconds: seconds });
}

const toDetail = (seconds: number): Bilingual => ({
  en: `Too many failed attempts to sign in. Try again in ${seconds} s.`,
  pt: `Muitas tentativas de entrar sem sucesso. Tente de novo em ${seconds} s.`,
});
const toNetworkDetail = (seconds: number): Bilingual => ({
  en: `Too many failed attempts to sign in come from your network. Try again in ${seconds} s, on a device that has signed in before, or from another network.`,
  pt: `Há muitas tentativas de entrar sem sucesso a partir da sua rede. Tente de novo em ${seconds} s, em um dispositivo que já entrou antes ou a partir de outra rede.`,
});
