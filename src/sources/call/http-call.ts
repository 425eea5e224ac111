// One call to a described party: authorize, send, and decide by status and body what the answer means.
// It makes one attempt; deadlines, retries and breakers are laid around it by `with-resilience.ts`.

import type { Clock } from '../../app/ports.ts';
import { parseRetryAfter } from '../../app/retry-after.ts';
import type { UnavailableReason } from '../../domain/evidence.ts';
import type { Expression } from '../answer/expression.ts';
import { type ParsedBody, parseBody } from '../answer/response-body.ts';
import type { Meaning } from '../describe/description.ts';
import type { Failure } from '../reply.ts';
import type { Authentication } from './authentication.ts';
import type { HttpExchange, HttpResponse } from './http-exchange.ts';
import type { RequestBuilder } from './request.ts';
import type { PlaceholderValues } from './template.ts';

export interface Outcome {
  /** Whether the status is one of this outcome's. */
  readonly matches: (status: number) => boolean;
  readonly body: Expression | undefined;
  readonly means: Meaning;
}

export type CallResult = { readonly kind: 'answer'; readonly body: unknown } | { readonly kind: 'not_found' } | Failure;

interface CallOptions {
  readonly exchange: HttpExchange;
  readonly authentication: Authentication;
  readonly request: RequestBuilder;
  readonly outcomes: readonly Outcome[];
  /** Path of the base address, put before every path. */
  readonly basePath: string;
  readonly clock: Clock;
  /** Sees what came back before it is judged; for `sources try`. */
  readonly onResponse?: ((status: number, body: ParsedBody) => void) | undefined;
}

export type HttpCall = (values: PlaceholderValues, signal: AbortSignal) => Promise<CallResult>;

export function createHttpCall(options: CallOptions): HttpCall {
  const { exchange, authentication, outcomes, onResponse } = options;

  const attempt = async (values: PlaceholderValues, signal: AbortSignal, mayRenew: boolean): Promise<CallResult> => {
    const credentials = await authentication.authorize(signal);
    if (credentials.kind === 'failed') return credentials;
    const request = options.request.build(values);
    const response = await exchange.send(
      { ...request, path: options.basePath + request.path, headers: { ...request.headers, ...credentials.headers } },
      signal,
    );
    if (response.kind === 'failed') return response;
    if (response.status === 401 && mayRenew && credentials.renew !== undefined) {
      credentials.renew();
      return attempt(values, signal, false);
    }
    return judge(response);
  };

  const judge = async (response: HttpResponse): Promise<CallResult> => {
    const body = parseBody(response.body, response.charset);
    onResponse?.(response.status, body);
    const meaning = (await findMeaning(response.status, body, outcomes)) ?? toDefaultMeaning(response.status);
    if (meaning === 'not_found') return { kind: 'not_found' };
    if (meaning !== 'answer') {
      return {
        ...failure(reasons[meaning]),
        retryAfterMs: parseRetryAfter(response.retryAfter, options.clock.nowMs()),
      };
    }
    return body.kind === 'json' ? { kind: 'answer', body: body.value } : failure('invalid_response');
  };

  return (values, signal) => attempt(values, signal, true);
}

const reasons: Readonly<Record<Exclude<Meaning, 'answer' | 'not_found'>, UnavailableReason>> = {
  needs_birth_date: 'birth_date_required',
  minor: 'minor',
  our_fault: 'request_refused',
  credit_exhausted: 'credit_exhausted',
  temporarily_unavailable: 'upstream_error',
  rate_limited: 'rate_limited',
  authentication_failed: 'authentication_failed',
};

async function findMeaning(
  status: number,
  body: ParsedBody,
  outcomes: readonly Outcome[],
): Promise<Meaning | undefined> {
  for (const outcome of outcomes) {
    if (!outcome.matches(status)) continue;
    if (outcome.body === undefined) return outcome.means;
    if (body.kind === 'json' && (await isTrue(outcome.body, body.value))) return outcome.means;
  }
  return undefined;
}

/** A condition that cannot be evaluated on this body does not apply to it. */
async function isTrue(condition: Expression, body: unknown): Promise<boolean> {
  try {
    return (await condition(body)) === true;
  } catch {
    return false;
  }
}

/** For statuses of which the description says nothing. A bare 404 is a wrong address or an outage: it is not believed. */
function toDefaultMeaning(status: number): Meaning {
  if (status === 200) return 'answer';
  if (status === 401 || status === 403) return 'authentication_failed';
  if (status === 402) return 'credit_exhausted';
  if (status === 429) return 'rate_limited';
  return status === 408 || status >= 500 || status < 300 ? 'temporarily_unavailable' : 'our_fault';
}

function failure(reason: UnavailableReason): Failure {
  return { kind: 'failed', reason, sent: true };
}
