// OAuth2 client credentials: one token for all calls, fetched once for all who wait, renewed before it ends.

import { toObserver } from '../../app/observer.ts';
import type { Clock } from '../../app/ports.ts';
import { parseRetryAfter } from '../../app/retry-after.ts';
import type { UnavailableReason } from '../../domain/person/evidence.ts';
import { parseBody } from '../answer/response-body.ts';
import { untilAborted } from '../protect/deadline.ts';
import type { Failure } from '../reply.ts';
import type { HttpExchange } from './http-exchange.ts';
import type { OutgoingRequest } from './request.ts';

export interface TokenOptions {
  readonly path: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly credentialsIn: 'basic' | 'body';
  readonly body: 'form' | 'json' | 'none';
  readonly scope: string | undefined;
  readonly tokenField: string;
  readonly expiresInField: string;
  /** For fetching a token; a waiter's own signal may give up earlier. */
  readonly deadlineMs: number;
}

export interface TokenKeeper {
  get(signal: AbortSignal): Promise<Token | Failure>;
  /** The party refused this token. Nothing happens where a newer one is already there. */
  forget(token: Token): void;
}

export interface Token {
  readonly kind: 'token';
  readonly value: string;
}

interface KeptToken {
  readonly token: Token;
  readonly staleAtMs: number;
}

/** A token is no longer used in the last minute of its life: clocks differ and calls take time. */
const marginMs = 60_000;
/** For a party that does not say how long its token lives. */
const lifeSecondsDefault = 300;
const tokenLengthMax = 8192;
const givenUp: Failure = { kind: 'failed', reason: 'timeout', sent: false };

export type TokenOutcome = 'renewed' | 'failed';

interface TokenTools {
  readonly exchange: HttpExchange;
  readonly clock: Clock;
  /** Told of every fetch. */
  readonly onToken?: ((outcome: TokenOutcome) => void) | undefined;
}

export function createTokenKeeper(options: TokenOptions, { exchange, clock, ...rest }: TokenTools): TokenKeeper {
  const onToken = toObserver(rest.onToken);
  const request = toTokenRequest(options);
  let kept: KeptToken | undefined;
  let fetching: Promise<Token | Failure> | undefined;

  const fetchToken = async (): Promise<Token | Failure> => {
    const answer = await exchange.send(request, AbortSignal.timeout(options.deadlineMs));
    if (answer.kind === 'failed') return answer;
    if (answer.status !== 200 && answer.status !== 201) {
      return {
        ...refused(reasonOfStatus(answer.status)),
        retryAfterMs: parseRetryAfter(answer.retryAfter, clock.nowMs()),
      };
    }
    const body = parseBody(answer.body, answer.charset);
    const read = body.kind === 'json' ? readToken(body.sent, options) : undefined;
    if (read === undefined) return refused('authentication_failed');
    const lifeMs = read.lifeSeconds * 1000;
    // A token that lives under two minutes would have no life left after the margin; half of it has to do.
    kept = { token: read.token, staleAtMs: clock.monotonicMs() + Math.max(lifeMs - marginMs, lifeMs / 2) };
    return read.token;
  };

  return {
    async get(signal) {
      if (kept !== undefined && clock.monotonicMs() < kept.staleAtMs) return kept.token;
      fetching ??= fetchToken().then((fetched) => {
        fetching = undefined;
        onToken(fetched.kind === 'token' ? 'renewed' : 'failed');
        return fetched;
      });
      // The fetch goes on for the others when one waiter's time is over.
      return await untilAborted(fetching, signal, givenUp);
    },
    forget(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}

function toTokenRequest(options: TokenOptions): OutgoingRequest {
  const inBody = options.credentialsIn === 'body';
  const fields = {
    grant_type: 'client_credentials',
    ...(options.scope === undefined ? {} : { scope: options.scope }),
    ...(inBody ? { client_id: options.clientId, client_secret: options.clientSecret } : {}),
  };
  const headers: Record<string, string> = { accept: 'application/json' };
  if (!inBody) headers['authorization'] = toBasic(options.clientId, options.clientSecret);
  if (options.body === 'form') headers['content-type'] = 'application/x-www-form-urlencoded';
  if (options.body === 'json') headers['content-type'] = 'application/json';
  const body = {
    form: () => new URLSearchParams(fields).toString(),
    json: () => JSON.stringify(fields),
    none: () => null,
  }[options.body]();
  return { method: 'POST', path: options.path, headers, body };
}

export function toBasic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

function readToken(body: unknown, options: TokenOptions): { token: Token; lifeSeconds: number } | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(body));
  const value = fields.get(options.tokenField);
  if (typeof value !== 'string' || value.length > tokenLengthMax || !/^[\x21-\x7e]+$/.test(value)) return undefined;
  // Some parties write the number as text.
  const lifeSeconds = Number(fields.get(options.expiresInField) ?? lifeSecondsDefault);
  if (!Number.isFinite(lifeSeconds) || lifeSeconds <= 0) return undefined;
  return { token: { kind: 'token', value }, lifeSeconds };
}

function reasonOfStatus(status: number): UnavailableReason {
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'upstream_error' : 'authentication_failed';
}

function refused(reason: UnavailableReason): Failure {
  return { kind: 'failed', reason, sent: true };
}
