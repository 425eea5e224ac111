// What an HTTP answer means: by the description where it says so, else by the status alone.

import type { Clock } from '../../app/clock.ts';
import { parseRetryAfter } from '../../app/waiting/retry-after.ts';
import type { UnavailableReason } from '../../domain/person/evidence.ts';
import type { Asked } from '../answer/asked.ts';
import type { AnswerBody, BodyFormat, ParsedBody, Unreadable } from '../answer/body/body-format.ts';
import { tryToEvaluate } from '../answer/expressions/evaluate.ts';
import type { Expression } from '../answer/expressions/expression.ts';
import { readBody } from '../answer/read-body.ts';
import type { AnswerThread } from '../answer/thread/answer-thread.ts';
import type { Failure } from '../reply.ts';
import type { Meaning } from '../schema/calls/outcome.ts';
import type { HttpResponse } from './http-exchange.ts';

export interface Outcome {
  /** Numbers from 1 to 5 are whole classes of them; empty where each is this outcome's. */
  readonly statuses: readonly number[];
  /** The value is undefined if every content type has this outcome. */
  readonly mediaType: string | undefined;
  readonly body: Expression | undefined;
  readonly means: Meaning;
}

/** `Understanding` states how to read the answers of a call. */
export interface Understanding<Result> {
  /** `response` is the format of the answers. */
  readonly response: BodyFormat;
  readonly outcomes: readonly Outcome[];
  readonly reader: {
    readonly expressions: readonly Expression[];
    read(body: AnswerBody, asked: Asked): Promise<Result>;
    findWrongNumber(body: AnswerBody, asked: Asked): Promise<Failure | undefined>;
  };
}

interface Surroundings {
  readonly asked: Asked;
  readonly clock: Clock;
  readonly thread: AnswerThread;
  /** Sees what came back before it is judged. The answer is then read here, because only a person waits for it. */
  readonly onBody: ((status: number, body: ParsedBody) => void) | undefined;
}

/** Returns the reader's findings in an answer, or the reason why there is nothing to read. */
export async function judgeResponse<Result>(
  response: HttpResponse,
  { response: format, outcomes, reader }: Understanding<Result>,
  { asked, clock, thread, onBody }: Surroundings,
): Promise<Result | { kind: 'not_found' } | Failure> {
  const { signal } = asked;
  const candidates = outcomes.filter((outcome) => isCandidate(outcome, response));
  const conditions = candidates.flatMap(({ body }) => body ?? []);
  const expressions = [...conditions, ...reader.expressions];
  const body =
    onBody === undefined
      ? await readBody(response, { format, thread, expressions, signal })
      : format.parse(response.body, response.charset);
  if (body === undefined) return unread;
  if (!('found' in body)) onBody?.(response.status, body);
  const outcome = candidates.length === 0 ? undefined : await findOutcome(candidates, body, signal);
  const meaning = outcome?.means ?? toDefaultMeaning(response.status, body);
  if (meaning === 'answer') return body.kind === 'tree' ? reader.read(body, asked) : unreadable;
  if (speaksOfSomebody.has(meaning) && body.kind === 'tree') {
    const wrongNumber = await reader.findWrongNumber(body, asked);
    if (wrongNumber !== undefined) return wrongNumber;
  }
  if (meaning === 'not_found') return { kind: 'not_found' };
  // A page in no format of the party may be that of a gateway before it.
  const isTheirs = outcome !== undefined || body.kind === 'tree';
  const retryAfterMs = parseRetryAfter(response.retryAfter, clock.nowMs());
  return { kind: 'failed', reason: reasons[meaning], sent: true, isTheirs, retryAfterMs };
}

const unreadable: Failure = { kind: 'failed', reason: 'invalid_response', sent: true };
/** The time was over while its answer waited to be read, or was being read. */
const unread: Failure = { kind: 'failed', reason: 'timeout', sent: true, hasAnswered: true };

/** Tells whether nothing but its body could keep the answer from having this outcome. */
function isCandidate({ statuses, mediaType: expected }: Outcome, { status, mediaType }: HttpResponse): boolean {
  if (expected !== undefined && expected !== mediaType) return false;
  return statuses.length === 0 || statuses.includes(status) || statuses.includes(Math.floor(status / 100));
}

/** The first that applies. One whose condition cannot be evaluated on this body does not. */
async function findOutcome(
  candidates: readonly Outcome[],
  body: AnswerBody | Unreadable,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  for (const outcome of candidates) {
    if (outcome.body === undefined) return outcome;
    if (body.kind !== 'tree') continue;
    const value = tryToEvaluate(outcome.body, body, signal);
    if ((value instanceof Promise ? await value : value) === true) return outcome;
  }
  return undefined;
}

/** An answer with one of these meanings must concern the person in question, regardless of its content. */
const speaksOfSomebody: ReadonlySet<Meaning> = new Set(['not_found', 'minor', 'needs_birth_date']);

/** Each meaning of an answer gives the reason why the source is unavailable. */
export const reasons: Readonly<Record<Exclude<Meaning, 'answer' | 'not_found'>, UnavailableReason>> = {
  needs_birth_date: 'birth_date_required',
  minor: 'minor',
  our_fault: 'request_refused',
  credit_exhausted: 'credit_exhausted',
  temporarily_unavailable: 'upstream_error',
  rate_limited: 'rate_limited',
  authentication_failed: 'authentication_failed',
  pending: 'pending',
};

/** Returns the meaning of a status that the description omits. A bare 404 is a wrong address or an outage, so it is not trusted. */
function toDefaultMeaning(status: number, body: AnswerBody | Unreadable): Meaning {
  // SOAP sends its faults with 500, and servers send them with 200. Other statuses say more than the fault does.
  if (body.kind === 'tree' && body.fault !== undefined && (status === 200 || status === 500)) {
    return body.fault === 'ours' ? 'our_fault' : 'temporarily_unavailable';
  }
  if (status === 200) return 'answer';
  if (status === 401 || status === 403) return 'authentication_failed';
  if (status === 402) return 'credit_exhausted';
  if (status === 429) return 'rate_limited';
  return status === 408 || status >= 500 || status < 300 ? 'temporarily_unavailable' : 'our_fault';
}
