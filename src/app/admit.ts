// Decides whether a request may come in: a valid key, its scope, its rate. Knows nothing of HTTP beyond the header's text.

import {
  findKeyMode,
  hasModeOf,
  isUsable,
  type KeyId,
  type KeyRecord,
  type RateLimit,
  type Scope,
} from '../domain/api-key.ts';
import { AppError } from '../errors.ts';
import { andThen, type Eventual } from './eventual.ts';
import type { Clock, CountedWindow, Counters, HashKey, KeyStore } from './ports.ts';

export interface Quota {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetsInSeconds: number;
  /** This request is one too many. */
  readonly exceeded: boolean;
}

export interface Admission {
  readonly key: KeyRecord;
  /** Null for a key without a limit. */
  readonly quota: Quota | null;
  /** The key is good, but this request is not let in. Kept apart from a throw so that the quota can be told as well. */
  readonly refusal: AppError | null;
}

interface Knock {
  readonly authorization: string | undefined;
  readonly address: string;
  readonly scope: Scope;
}

export type Admit = (knock: Knock) => Eventual<Admission>;

/**
 * Counts a call that asks for many things as that many requests, the first of which `Admit` has counted. It is let in when the
 * key had a request left before it, so that one call may go past the limit and the next one waits for it.
 */
export type Charge = (admission: Admission, requests: number) => Eventual<Admission>;

interface AdmitOptions {
  readonly keys: Pick<KeyStore, 'findByHash'>;
  readonly hashKey: HashKey;
  /** Requests by the id of their key. */
  readonly rates: Counters;
  /** Failed authentications by the client's network; apart from the rates, so that no flood of strangers resets a key. */
  readonly failures: Counters;
  readonly clock: Clock;
  /** From here on a further failure is told to wait. A good key is never refused for the failures of others. */
  readonly authFailuresPerMinute: number;
  /** A stored key that contradicts itself, and is refused. */
  readonly onKeyFault: (keyId: KeyId) => void;
}

const minuteMs = 60_000;
const admittedMax = 10_000;

export function createAdmit(options: AdmitOptions): Admit {
  const { keys, hashKey, rates, failures, clock, authFailuresPerMinute } = options;
  /** Hashes of keys that were let in before. Others are hashed every time: a guess must not be told from a revoked key. */
  const admitted = new Map<string, string>();

  function remember(presented: string, hash: string): void {
    if (admitted.size >= admittedMax) admitted.clear();
    admitted.set(presented, hash);
  }

  function authenticate(authorization: string | undefined, address: string): Eventual<KeyRecord> {
    const presented = findBearerToken(authorization);
    if (presented === undefined) {
      return andThen(failures.peek(address), (failed) => {
        throw toRefusal('missing_api_key', failed.count >= authFailuresPerMinute ? failed.resetsInMs : null);
      });
    }
    const hash = admitted.get(presented) ?? (findKeyMode(presented) === undefined ? undefined : hashKey(presented));
    return andThen(hash === undefined ? undefined : keys.findByHash(hash), (key) => {
      if (key !== undefined && hash !== undefined && isGood(key, presented)) {
        remember(presented, hash);
        return key;
      }
      admitted.delete(presented);
      return andThen(failures.hit(address, minuteMs), (failed) => {
        throw toRefusal('invalid_api_key', failed.count > authFailuresPerMinute ? failed.resetsInMs : null);
      });
    });
  }

  function isGood(key: KeyRecord, presented: string): boolean {
    if (hasModeOf(presented, key)) return isUsable(key, clock.nowMs());
    options.onKeyFault(key.id);
    return false;
  }

  function count(key: KeyRecord): Eventual<Quota | null> {
    if (key.rate === null) return null;
    const { rate } = key;
    return andThen(rates.hit(key.id, rate.windowSeconds * 1000), (window) => toQuota(rate, window, 1));
  }

  return ({ authorization, address, scope }) =>
    andThen(authenticate(authorization, address), (key) =>
      andThen(count(key), (quota) => ({ key, quota, refusal: findRefusal(key, quota, scope) })),
    );
}

/** `waitMs` is null while the address may still fail. */
function toRefusal(code: 'missing_api_key' | 'invalid_api_key', waitMs: number | null): AppError {
  if (waitMs === null) {
    const error = code === 'missing_api_key' ? undefined : 'invalid_token';
    return new AppError(code, { headers: { 'www-authenticate': challenge(error) } });
  }
  return new AppError('rate_limited', {
    detail: {
      en: 'Too many failed authentications from this address. Wait for the time in `Retry-After`, or use a valid key.',
      pt: 'Autenticações demais falharam deste endereço. Espere o tempo indicado em `Retry-After`, ou use uma chave válida.',
    },
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

/** `rates` are those of `createAdmit`. */
export function createCharge(rates: Counters): Charge {
  return (admission, requests) => {
    const { key } = admission;
    const { rate } = key;
    if (rate === null || requests <= 1) return admission;
    return andThen(rates.hit(key.id, rate.windowSeconds * 1000, requests - 1), (window) => {
      const quota = toQuota(rate, window, requests);
      return { key, quota, refusal: findExcess(quota) };
    });
  };
}

/** `added` is what this call alone has added to the window. */
function toQuota({ requests, windowSeconds }: RateLimit, window: CountedWindow, added: number): Quota {
  return {
    limit: requests,
    windowSeconds,
    remaining: Math.max(0, requests - window.count),
    resetsInSeconds: Math.ceil(window.resetsInMs / 1000),
    exceeded: window.count - added >= requests,
  };
}

function findExcess(quota: Quota | null): AppError | null {
  if (quota === null || !quota.exceeded) return null;
  return new AppError('rate_limited', { retryAfterSeconds: Math.max(1, quota.resetsInSeconds) });
}

function findRefusal(key: KeyRecord, quota: Quota | null, scope: Scope): AppError | null {
  if (!key.scopes.includes(scope)) {
    const headers = { 'www-authenticate': challenge('insufficient_scope', scope) };
    return new AppError('insufficient_scope', { headers });
  }
  return findExcess(quota);
}

/** RFC 6750: the scheme in any case, then one or more blanks, then the token. */
function findBearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  if (authorization.startsWith('Bearer cfr_')) return authorization.slice(7);
  return /^bearer +(\S.*)$/i.exec(authorization)?.[1];
}

function challenge(error?: string, scope?: Scope): string {
  const parts = ['realm="confere"'];
  if (error !== undefined) parts.push(`error="${error}"`);
  if (scope !== undefined) parts.push(`scope="${scope}"`);
  return `Bearer ${parts.join(', ')}`;
}
