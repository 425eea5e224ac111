// Decides whether a request may come in: a valid key, its scope, its networks, its limits. Knows nothing of HTTP beyond the
// header's text.

import { findKeyMode, hasModeOf, isUsable, type KeyId, type KeyRecord } from '../../domain/access/api-key.ts';
import { createNetworkList, type NetworkList } from '../../domain/access/network.ts';
import type { Scope } from '../../domain/access/scopes.ts';
import { AppError } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import { andThen, type Eventual } from '../eventual.ts';
import type { Counters, InWork } from '../limits.ts';
import type { HashKey } from './hash-key.ts';
import type { CountedRequest, CountRequest } from './key-limits.ts';
import type { KeyStore } from './ports.ts';

/** `refusal`: the key is good, but this request is not let in. Kept apart from a throw so that the quota can be told as well. */
export interface Admission extends CountedRequest {
  readonly key: KeyRecord;
  /** To be called once the request is done with, where the key bounds how many are in work; else null. */
  readonly leave: (() => void) | null;
}

interface Knock {
  readonly authorization: string | undefined;
  /** The client's network, in the form of `toClientNetwork`. */
  readonly address: string;
  /** The key needs this scope; if there are several, one is enough. The value is null if every key may make the call. */
  readonly scope: Scope | readonly Scope[] | null;
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
  readonly countRequest: CountRequest;
  /** Requests by the id of their key. */
  readonly inWork: InWork;
  /** Failed authentications by the client's network; apart from the rates, so that no flood of strangers resets a key. */
  readonly failures: Counters;
  readonly clock: Clock;
  /** A client network with this many failures is told to wait after the next one. A valid key is never refused for the failures of others. */
  readonly authFailuresPerMinute: number;
  /** A stored key that contradicts itself, and is refused. */
  readonly onKeyFault: (keyId: KeyId) => void;
}

interface FoundKey {
  readonly key: KeyRecord;
  readonly hash: string;
}

const minuteMs = 60_000;
const admittedMax = 10_000;

export function createAdmit(options: AdmitOptions): Admit {
  const { keys, hashKey, countRequest, inWork, failures, clock, authFailuresPerMinute } = options;
  const isAllowedFrom = createNetworkCheck();
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
        throw toKeyRefusal('missing_api_key', failed.count >= authFailuresPerMinute ? failed.resetsInMs : null);
      });
    }
    return andThen(findKey(presented), (found) => {
      if (found !== undefined && isGood(found.key, presented)) {
        if (!admitted.has(presented)) remember(presented, found.hash);
        return found.key;
      }
      admitted.delete(presented);
      return andThen(failures.hit(address, minuteMs), (failed) => {
        throw toKeyRefusal('invalid_api_key', failed.count > authFailuresPerMinute ? failed.resetsInMs : null);
      });
    });
  }

  function findKey(presented: string): Eventual<FoundKey | undefined> {
    const known = admitted.get(presented);
    if (known !== undefined) return andThen(keys.findByHash(known), (key) => key && { key, hash: known });
    return findKeyMode(presented) === undefined ? undefined : findUnder(hashKey(presented));
  }

  /** Under all of them, also once it was found: how long it takes must not tell which one it was. */
  function findUnder([hash, ...others]: readonly string[]): Eventual<FoundKey | undefined> {
    if (hash === undefined) return undefined;
    return andThen(keys.findByHash(hash), (key) =>
      andThen(findUnder(others), (other) => (key === undefined ? other : { key, hash })),
    );
  }

  function isGood(key: KeyRecord, presented: string): boolean {
    if (hasModeOf(presented, key)) return isUsable(key, clock.nowMs());
    options.onKeyFault(key.id);
    return false;
  }

  function enter(key: KeyRecord, counted: CountedRequest): Eventual<Admission> {
    const { concurrency } = key;
    if (concurrency === null) return { key, ...counted, leave: null };
    return andThen(inWork.enter(key.id, concurrency), (hasEntered) =>
      hasEntered
        ? { key, ...counted, leave: () => inWork.leave(key.id) }
        : { key, ...counted, refusal: toConcurrencyRefusal(concurrency), leave: null },
    );
  }

  /** Counters across a network are asked about both at once: a request that is refused by its rate gives its place back. */
  async function enterMeanwhile(key: KeyRecord, counting: Promise<CountedRequest>): Promise<Admission> {
    const entering = enter(key, { quota: null, refusal: null });
    const [{ quota, refusal }, entered] = await Promise.all([counting, entering]);
    if (refusal === null) return { ...entered, quota };
    entered.leave?.();
    return { key, quota, refusal, leave: null };
  }

  return ({ authorization, address, scope }) =>
    andThen(authenticate(authorization, address), (key) => {
      const counting = countRequest(key, { events: 1, added: 1 });
      const isAllowed = key.networks === null || isAllowedFrom(key, key.networks, address);
      const barred = findScopeRefusal(key, scope) ?? (isAllowed ? null : toNetworkRefusal());
      if (counting instanceof Promise && barred === null) return enterMeanwhile(key, counting);
      return andThen(counting, ({ quota, refusal: excess }) => {
        const refusal = barred ?? excess;
        return refusal === null ? enter(key, { quota, refusal }) : { key, quota, refusal, leave: null };
      });
    });
}

/** `waitMs` is null while the address may still fail. */
function toKeyRefusal(code: 'missing_api_key' | 'invalid_api_key', waitMs: number | null): AppError {
  if (waitMs === null) {
    const error = code === 'missing_api_key' ? undefined : 'invalid_token';
    return new AppError(code, { headers: { 'www-authenticate': challenge(error) } });
  }
  return new AppError('rate_limited', {
    detail: {
      en: 'Too many failed authentications from this address. Wait for the time in `Retry-After`, or use a valid key.',
      pt: 'Houve muitas tentativas com chaves inválidas a partir deste endereço. Espere o tempo indicado em `Retry-After`, ou use uma chave válida.',
    },
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

export function createCharge(countRequest: CountRequest): Charge {
  return (admission, requests) => {
    if (requests <= 1) return admission;
    const counted = countRequest(admission.key, { events: requests - 1, added: requests });
    return andThen(counted, ({ quota, refusal }) => ({ ...admission, quota, refusal }));
  };
}

function findScopeRefusal(key: KeyRecord, scope: Scope | readonly Scope[] | null): AppError | null {
  if (scope === null) return null;
  if (typeof scope === 'string') return key.scopes.includes(scope) ? null : toScopeRefusal([scope]);
  return scope.some((one) => key.scopes.includes(one)) ? null : toScopeRefusal(scope);
}

/** For what only the body, or the thing itself, tells a key to need. */
export function refuseScope(scopes: readonly Scope[], needed: Scope): void {
  if (!scopes.includes(needed)) throw toScopeRefusal([needed]);
}

function toScopeRefusal(scopes: readonly Scope[]): AppError {
  const names = scopes.map((scope) => `\`${scope}\``).join(', ');
  return new AppError('insufficient_scope', {
    detail:
      scopes.length === 1
        ? {
            en: `The key lacks the scope ${names}. Use a key that holds it, or ask the operator of this service for one.`,
            pt: `Falta à chave o escopo ${names}. Use uma chave que o tenha, ou peça uma a quem administra este serviço.`,
          }
        : {
            en: `The key lacks a scope; one of these is enough: ${names}. Ask the operator of this service for such a key.`,
            pt: `Falta um escopo à chave; basta um destes: ${names}. Peça uma chave assim a quem administra este serviço.`,
          },
    headers: { 'www-authenticate': challenge('insufficient_scope', scopes.join(' ')) },
  });
}

/** Reading a list of networks takes longer than looking into one, and a record that was read before is the same object. */
function createNetworkCheck(): (key: KeyRecord, networks: readonly string[], address: string) => boolean {
  const lists = new WeakMap<KeyRecord, NetworkList>();
  return (key, networks, address) => {
    let list = lists.get(key);
    if (list === undefined) {
      list = createNetworkList(networks);
      lists.set(key, list);
    }
    // A client with IPv6 is known by its /64, and no list names less than one.
    return list.includes(address.endsWith('/64') ? address.slice(0, -'/64'.length) : address);
  };
}

function toNetworkRefusal(): AppError {
  return new AppError('network_not_allowed');
}

function toConcurrencyRefusal(concurrency: number): AppError {
  return new AppError('rate_limited', {
    retryAfterSeconds: 1,
    detail: {
      en: `This key may have ${concurrency} requests in work at one time. Wait for one of them to be answered.`,
      pt: `Esta chave pode ter ${concurrency.toLocaleString('pt-BR')} requisições em andamento ao mesmo tempo. Espere a resposta de uma delas.`,
    },
  });
}

/** RFC 6750: the scheme in any case, then one or more blanks, then the token. */
function findBearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  if (authorization.startsWith('Bearer cfr_')) return authorization.slice(7);
  return /^bearer +(\S.*)$/i.exec(authorization)?.[1];
}

function challenge(error?: string, scope?: string): string {
  const parts = ['realm="confere"'];
  if (error !== undefined) parts.push(`error="${error}"`);
  if (scope !== undefined) parts.push(`scope="${scope}"`);
  return `Bearer ${parts.join(', ')}`;
}
