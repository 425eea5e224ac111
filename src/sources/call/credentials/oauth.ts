// Tokens of OAuth2: one for all calls, fetched once for all who wait, renewed before it ends.

import type { Clock } from '../../../app/clock.ts';
import { toObserver } from '../../../app/observer.ts';
import { parseRetryAfter } from '../../../app/waiting/retry-after.ts';
import type { UnavailableReason } from '../../../domain/person/evidence.ts';
import type { BodyTree } from '../../answer/body/body-format.ts';
import { parseJson } from '../../answer/body/json-body.ts';
import { tryToEvaluate } from '../../answer/expressions/evaluate.ts';
import type { Expression } from '../../answer/expressions/expression.ts';
import { untilAborted } from '../../protect/deadline.ts';
import type { Failure } from '../../reply.ts';
import type { HttpExchange } from '../http-exchange.ts';
import { toMoment } from '../moment-forms.ts';
import type { OutgoingRequest, RequestBuilder } from '../request.ts';
import type { PlaceholderValues } from '../template.ts';
import { type AssertionOptions, createAssertionSigner } from './assertion.ts';
import { readLifeMs } from './token-life.ts';

/** The options contain the resolved secrets. Confere never prints or logs them. */
export interface TokenOptions {
  readonly path: string;
  /** Headers and body; its path is not used. */
  readonly request: RequestBuilder;
  /** The request was made of this value, which differs for a different request. */
  readonly written: unknown;
  /** Values of the placeholders `client_id` and `client_secret`. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Tells whether the values also go in HTTP Basic. */
  readonly isBasic: boolean;
  readonly assertion: AssertionOptions | undefined;
  readonly tokenField: string;
  readonly expiresInField: string;
  /** Further values of the answer, by name. */
  readonly values: Readonly<Record<string, Expression>>;
  /** The fetch of a token has this deadline. A waiter's own signal may end its wait earlier. */
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
  /** By the names of their placeholders, such as `token.jwt_token`. */
  readonly values: Readonly<Record<string, string>>;
}

/** A token is no longer used in the last minute of its life: clocks differ and calls take time. */
const marginMs = 60_000;
const tokenLengthMax = 8192;
const givenUp: Failure = { kind: 'failed', reason: 'timeout', sent: false };

export type TokenOutcome = 'renewed' | 'failed';

interface TokenTools {
  readonly exchange: HttpExchange;
  readonly clock: Clock;
  /** Values of the placeholders `secret.NAME`. */
  readonly secrets: PlaceholderValues;
  /** The source calls this for every fetch. */
  readonly onToken?: ((outcome: TokenOutcome) => void) | undefined;
}

export function createTokenKeeper(options: TokenOptions, tools: TokenTools): TokenKeeper {
  const { exchange, clock, secrets } = tools;
  const onToken = toObserver(tools.onToken);
  const sign = options.assertion && createAssertionSigner(options.assertion, clock);
  let kept: { readonly token: Token; readonly staleAtMs: number } | undefined;
  let fetching: Promise<Token | Failure> | undefined;

  const fetchToken = async (): Promise<Token | Failure> => {
    const signal = AbortSignal.timeout(options.deadlineMs);
    const assertion = sign === undefined ? {} : { assertion: await sign() };
    const request = toTokenRequest(options, {
      ...{ ...options.credentials, ...secrets, ...assertion },
      now: toMoment(clock.nowMs()),
    });
    const answer = await exchange.send(request, signal);
    if (answer.kind === 'failed') return answer;
    if (answer.status !== 200 && answer.status !== 201) {
      return {
        ...refused(reasonOfStatus(answer.status)),
        retryAfterMs: parseRetryAfter(answer.retryAfter, clock.nowMs()),
      };
    }
    const body = parseJson(answer.body, answer.charset);
    if (body.kind === 'unreadable') return refused('authentication_failed');
    const token = await readToken(body, options, signal);
    const lifeMs = readLifeMs(findField(body, options.expiresInField), clock.nowMs());
    if (token === undefined || lifeMs === undefined) return refused('authentication_failed');
    // A token that lives under two minutes would have no life left after the margin; half of it has to do.
    kept = { token, staleAtMs: clock.monotonicMs() + Math.max(lifeMs - marginMs, lifeMs / 2) };
    return token;
  };

  const fetchOnce = async (): Promise<Token | Failure> => {
    try {
      const fetched = await fetchToken();
      onToken(fetched.kind === 'token' ? 'renewed' : 'failed');
      return fetched;
    } finally {
      fetching = undefined;
    }
  };

  return {
    async get(signal) {
      if (kept !== undefined && clock.monotonicMs() < kept.staleAtMs) return kept.token;
      fetching ??= fetchOnce();
      // The fetch goes on for the others when one waiter's time is over.
      return await untilAborted(fetching, signal, givenUp);
    },
    forget(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}

function toTokenRequest(
  { path, request, credentials, isBasic }: TokenOptions,
  values: PlaceholderValues,
): OutgoingRequest {
  const built = request.build(values);
  const { client_id = '', client_secret = '' } = credentials;
  const basic = isBasic ? { authorization: toBasic(client_id, client_secret) } : {};
  return { ...built, path, headers: { ...built.headers, ...basic } };
}

export function toBasic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/** The token and the values beside it; undefined where one of them is missing or could not stand in a request. */
async function readToken(body: BodyTree, options: TokenOptions, signal: AbortSignal): Promise<Token | undefined> {
  const value = findField(body, options.tokenField);
  if (!isPrintable(value)) return undefined;
  const values: Record<string, string> = {};
  for (const [name, expression] of Object.entries(options.values)) {
    const further = await tryToEvaluate(expression, body, signal);
    if (!isPrintable(further)) return undefined;
    values[`token.${name}`] = further;
  }
  return { kind: 'token', value, values };
}

function findField({ sent }: BodyTree, name: string): unknown {
  return typeof sent === 'object' && sent !== null ? new Map(Object.entries(sent)).get(name) : undefined;
}

function isPrintable(value: unknown): value is string {
  return typeof value === 'string' && value.length <= tokenLengthMax && /^[\x21-\x7e]+$/.test(value);
}

function reasonOfStatus(status: number): UnavailableReason {
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'upstream_error' : 'authentication_failed';
}

function refused(reason: UnavailableReason): Failure {
  return { kind: 'failed', reason, sent: true };
}
