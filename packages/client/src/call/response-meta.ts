// What an answer says besides its content: the id of the request, what is left of the limits, how many tries it took. It belongs to the
// object that a call gave, and is found by it, so that answers stay what the contract says.

export interface RateLimit {
  /** Requests in a window, and its length. */
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetsInSeconds: number;
}

export interface ResponseMeta {
  readonly status: number;
  /**
   * Quote `requestId` when you report a problem to the operator of the service. The value is undefined if something other than the service
   * answered.
   */
  readonly requestId: string | undefined;
  /** The value is undefined if the key has no limit. */
  readonly rateLimit: RateLimit | undefined;
  /** The service had the answer already, by its `Idempotency-Key`: no source was asked. */
  readonly isReplayed: boolean;
  /** `tries` counts the tries, starting from 1. */
  readonly tries: number;
}

const kept = new WeakMap<object, ResponseMeta>();

/** The meta of an answer or a `ConfereError` that this package gave; undefined where there was no response. */
export function responseOf(given: unknown): ResponseMeta | undefined {
  return typeof given === 'object' && given !== null ? kept.get(given) : undefined;
}

export function keepMeta(given: unknown, meta: ResponseMeta): void {
  if (typeof given === 'object' && given !== null) kept.set(given, meta);
}

export function readMeta({ status, headers }: Response, tries: number): ResponseMeta {
  return {
    status,
    requestId: headers.get('request-id') ?? undefined,
    rateLimit: readRateLimit(headers.get('ratelimit-policy'), headers.get('ratelimit')),
    isReplayed: headers.get('idempotent-replayed') === 'true',
    tries,
  };
}

/** `"default";q=600;w=60` and `"default";r=599;t=60`. */
function readRateLimit(policy: string | null, state: string | null): RateLimit | undefined {
  const find = (text: string | null, name: string) => Number(new RegExp(`;${name}=(\\d+)`).exec(text ?? '')?.[1]);
  const rateLimit = {
    limit: find(policy, 'q'),
    windowSeconds: find(policy, 'w'),
    remaining: find(state, 'r'),
    resetsInSeconds: find(state, 't'),
  };
  return Object.values(rateLimit).some(Number.isNaN) ? undefined : rateLimit;
}
