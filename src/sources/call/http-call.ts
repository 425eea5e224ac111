// One call to a described party: authorize, send, decide by status and body what the answer means, and read it.
// It makes one attempt; deadlines, retries and breakers are laid around it by `with-resilience.ts`.

import type { Clock } from '../../app/ports.ts';
import { parseRetryAfter } from '../../app/retry-after.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { UnavailableReason } from '../../domain/person/evidence.ts';
import type { Expression } from '../answer/expression.ts';
import type { AnswerReader, Asked } from '../answer/mapping.ts';
import { type JsonBody, type ParsedBody, parseBody } from '../answer/response-body.ts';
import type { Meaning } from '../describe/description.ts';
import type { Ask, Failure, Reply, Subject } from '../reply.ts';
import type { Authentication } from './authentication.ts';
import type { HttpExchange, HttpResponse } from './http-exchange.ts';
import type { RequestBuilder } from './request.ts';

export interface Outcome {
  /** Whether the status and the type of the content are this outcome's. */
  readonly matches: (response: Pick<HttpResponse, 'status' | 'mediaType'>) => boolean;
  readonly body: Expression | undefined;
  readonly means: Meaning;
}

interface CallOptions<Value> {
  readonly exchange: HttpExchange;
  readonly authentication: Authentication;
  readonly request: RequestBuilder;
  readonly outcomes: readonly Outcome[];
  readonly reader: AnswerReader<Value>;
  /** Path of the base address, put before every path. */
  readonly basePath: string;
  /** Values of the placeholders `secret.NAME`. */
  readonly secrets: Subject['values'];
  readonly clock: Clock;
  /** What is sent beside everything else, so that a trace goes on at the party. */
  readonly toTraceHeaders?: (() => Readonly<Record<string, string>>) | undefined;
  /** Sees what came back before it is judged; for `sources try`. */
  readonly onResponse?: ((status: number, body: ParsedBody) => void) | undefined;
}

export function createHttpCall<Value>(options: CallOptions<Value>): Ask<Subject, Value> {
  const { exchange, authentication, outcomes, reader, clock, onResponse, toTraceHeaders } = options;

  const send = async (subject: Subject, signal: AbortSignal, mayRenew: boolean): Promise<HttpResponse | Failure> => {
    const credentials = await authentication.authorize(signal);
    if (credentials.kind === 'failed') return credentials;
    const request = options.request.build({ ...subject.values, ...options.secrets });
    const response = await exchange.send(
      {
        ...request,
        path: options.basePath + request.path,
        headers: { ...request.headers, ...credentials.headers, ...toTraceHeaders?.() },
      },
      signal,
      subject.onSent,
    );
    if (response.kind === 'failed' || response.status !== 401 || !mayRenew || !credentials.renew) return response;
    credentials.renew();
    return send(subject, signal, false);
  };

  const judge = async (response: HttpResponse, asked: Asked): Promise<Reply<Value>> => {
    const body = parseBody(response.body, response.charset);
    onResponse?.(response.status, body);
    const meaning = (await findMeaning(response, body, outcomes, asked.signal)) ?? toDefaultMeaning(response.status);
    if (meaning === 'answer')
      return body.kind === 'json' ? await reader.read(body, asked) : failure('invalid_response');
    if (speaksOfSomebody.has(meaning) && body.kind === 'json') {
      const wrongNumber = await reader.findWrongNumber(body, asked);
      if (wrongNumber !== undefined) return wrongNumber;
    }
    if (meaning === 'not_found') return { kind: 'not_found' };
    return { ...failure(reasons[meaning]), retryAfterMs: parseRetryAfter(response.retryAfter, clock.nowMs()) };
  };

  return async (subject, signal) => {
    const response = await send(subject, signal, true);
    if (response.kind === 'failed') return response;
    return judge(response, { number: subject.number, today: toBrazilDay(clock.nowMs()), signal });
  };
}

/** Whatever they say about a person, it must be the person who was asked about. */
const speaksOfSomebody: ReadonlySet<Meaning> = new Set(['not_found', 'minor', 'needs_birth_date']);

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
  response: HttpResponse,
  body: ParsedBody,
  outcomes: readonly Outcome[],
  signal: AbortSignal,
): Promise<Meaning | undefined> {
  for (const outcome of outcomes) {
    if (!outcome.matches(response)) continue;
    if (outcome.body === undefined) return outcome.means;
    if (body.kind === 'json' && (await isTrue(outcome.body, body, signal))) return outcome.means;
  }
  return undefined;
}

/** A condition that cannot be evaluated on this body does not apply to it. */
async function isTrue(condition: Expression, body: JsonBody, signal: AbortSignal): Promise<boolean> {
  try {
    return (await condition.evaluate(body, signal)) === true;
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
