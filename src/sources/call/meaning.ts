// What an HTTP answer means: by the description where it says so, else by the status alone.

import { parseRetryAfter } from '../../app/waiting/retry-after.ts';
import type { UnavailableReason } from '../../domain/person/evidence.ts';
import type { Asked } from '../answer/asked.ts';
import type { BodyFormat, BodyTree, ParsedBody } from '../answer/body/body-format.ts';
import type { Expression } from '../answer/expressions/expression.ts';
import type { Failure } from '../reply.ts';
import type { Meaning } from '../schema/calls/outcome.ts';
import type { HttpResponse } from './http-exchange.ts';

export interface Outcome {
  /** Whether the status and the type of the content are this outcome's. */
  readonly matches: (response: Pick<HttpResponse, 'status' | 'mediaType'>) => boolean;
  readonly body: Expression | undefined;
  readonly means: Meaning;
}

interface Judged<Result> {
  readonly response: HttpResponse;
  /** How answers of this call are written. */
  readonly format: BodyFormat;
  readonly outcomes: readonly Outcome[];
  readonly asked: Asked;
  readonly nowMs: number;
  readonly reader: {
    read(body: BodyTree, asked: Asked): Promise<Result>;
    findWrongNumber(body: BodyTree, asked: Asked): Promise<Failure | undefined>;
  };
  /** Sees what came back before it is judged. */
  readonly onBody: (status: number, body: ParsedBody) => void;
}

/** What the reader finds in an answer; else why there is nothing to read. */
export async function judgeResponse<Result>(judged: Judged<Result>): Promise<Result | { kind: 'not_found' } | Failure> {
  const { response, format, outcomes, asked, nowMs, reader, onBody } = judged;
  const body = format.parse(response.body, response.charset);
  onBody(response.status, body);
  const { meaning, isTheirs } = await toMeaning(response, body, outcomes, asked.signal);
  if (meaning === 'answer') return body.kind === 'tree' ? await reader.read(body, asked) : unreadable;
  const findWrongNumber = async () => (body.kind === 'tree' ? await reader.findWrongNumber(body, asked) : undefined);
  return await toRejected({ meaning, isTheirs, response, nowMs, findWrongNumber });
}

const unreadable: Failure = { kind: 'failed', reason: 'invalid_response', sent: true };

interface Understood<Means extends Meaning> {
  readonly meaning: Means;
  /** False for a page in no format of the party: it may be that of a gateway before it. */
  readonly isTheirs: boolean;
}

async function toMeaning(
  response: HttpResponse,
  body: ParsedBody,
  outcomes: readonly Outcome[],
  signal: AbortSignal,
): Promise<Understood<Meaning>> {
  for (const outcome of outcomes) {
    if (!outcome.matches(response)) continue;
    const applies = outcome.body === undefined || (body.kind === 'tree' && (await isTrue(outcome.body, body, signal)));
    if (applies) return { meaning: outcome.means, isTheirs: true };
  }
  return { meaning: toDefaultMeaning(response.status, body), isTheirs: body.kind === 'tree' };
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
  pending: 'pending',
};

interface Rejection extends Understood<Exclude<Meaning, 'answer'>> {
  readonly response: HttpResponse;
  readonly nowMs: number;
  /** Why the number in the answer keeps it from being believed. */
  readonly findWrongNumber: () => Promise<Failure | undefined>;
}

/** What is said by an answer that is none about the person. */
async function toRejected(rejection: Rejection): Promise<{ readonly kind: 'not_found' } | Failure> {
  const { meaning, isTheirs, response, nowMs, findWrongNumber } = rejection;
  if (speaksOfSomebody.has(meaning)) {
    const wrongNumber = await findWrongNumber();
    if (wrongNumber !== undefined) return wrongNumber;
  }
  if (meaning === 'not_found') return { kind: 'not_found' };
  return {
    kind: 'failed',
    reason: reasons[meaning],
    sent: true,
    isTheirs,
    retryAfterMs: parseRetryAfter(response.retryAfter, nowMs),
  };
}

/** A condition that cannot be evaluated on this body does not apply to it. */
async function isTrue(condition: Expression, body: BodyTree, signal: AbortSignal): Promise<boolean> {
  try {
    return (await condition.evaluate(body, signal)) === true;
  } catch {
    return false;
  }
}

/** For statuses of which the description says nothing. A bare 404 is a wrong address or an outage: it is not believed. */
function toDefaultMeaning(status: number, body: ParsedBody): Meaning {
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
