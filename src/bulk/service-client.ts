// Asks a running service about one row: one bounded HTTP call, and what its answer means for the row and for the run. It follows no
// redirect, so that the key goes nowhere else. Where a source answers later, the row waits at the address of its answer.

import { type Dispatcher, Pool } from 'undici';
import type { Question } from '../app/bulk/question.ts';
import type { Asks } from '../app/bulk/run/added-columns.ts';
import type { AnswerBody, AskResult } from '../app/bulk/run/outcome.ts';
import type { Clock } from '../app/clock.ts';
import { toBackoffMs } from '../app/waiting/backoff.ts';
import { parseRetryAfter } from '../app/waiting/retry-after.ts';
import { chooseAsk } from './ask-and-screen.ts';

interface ServiceClientOptions {
  readonly asks: Asks;
  readonly url: URL;
  readonly apiKey: string;
  readonly purpose: string | undefined;
  readonly concurrency: number;
  readonly clock: Clock;
  /** Ends early where the run is stopped. */
  readonly sleep: (ms: number) => Promise<void>;
  /** A row may wait this long for an answer that comes later. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** Longer than any deadline of the service itself. */
const deadlineMs = 60_000;
const bodyBytesMax = 256 * 1024;

const pollPause = { firstMs: 1000, maxMs: 15_000 };

export function openServiceClient(options: ServiceClientOptions) {
  const { url, apiKey, purpose, concurrency, clock } = options;
  const pool = new Pool(url.origin, { connections: concurrency, pipelining: 1, connect: { timeout: 10_000 } });
  const base = url.pathname.replace(/(?<!\/)\/+$/, '');
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    ...(purpose === undefined ? {} : { 'confere-purpose': purpose }),
  };

  /** A service that answered once in this run is waited for; at another address nobody will ever answer. */
  let wasReached = false;

  async function post(route: string, question: Question, idempotencyKey: string): Promise<AskResult> {
    try {
      const {
        status,
        headers: given,
        body,
      } = await call({
        method: 'POST',
        path: `${base}${route}`,
        headers: { ...headers, 'idempotency-key': idempotencyKey },
        body: JSON.stringify(toRequestBody(question)),
      });
      const isReplayed = given['idempotent-replayed'] === 'true';
      if (status === 200) return isAnswer(body) ? { kind: 'answered', body, isReplayed } : notOurs(url);
      if (status === 202)
        return isAnswer(body) ? await waitForAnswer(String(body['request_id']), isReplayed) : notOurs(url);
      const scope = status === 403 ? /scope="([^"]+)"/.exec(String(given['www-authenticate']))?.[1] : undefined;
      if (scope !== undefined)
        return { kind: 'stop', sentence: `${url.origin} refuses the key: this needs one with the scope ${scope}.` };
      return toRefusedResult(status, body, toAfterMs(given), url);
    } catch (error) {
      if (!wasReached && neverConnects(error)) {
        const sentence = `${url.origin} was never reached (${toReason(error)}). Check --url, and that the service runs.`;
        return { kind: 'stop', sentence };
      }
      return { kind: 'gone', reason: `${url.origin} does not answer (${toReason(error)}).` };
    }
  }

  async function call(request: Omit<Dispatcher.RequestOptions, 'signal'>) {
    const response = await pool.request({ ...request, signal: AbortSignal.timeout(deadlineMs) });
    wasReached = true;
    const body = findJson(await readBounded(response.body));
    return { status: response.statusCode, headers: response.headers, body };
  }

  function toAfterMs({ 'retry-after': text }: Dispatcher.ResponseData['headers']): number | undefined {
    return parseRetryAfter(typeof text === 'string' ? text : undefined, clock.nowMs());
  }

  /** A poll that fails is followed by another; only the patience ends them, or a service that will not tell. */
  async function waitForAnswer(id: string, isReplayed: boolean): Promise<AskResult> {
    const path = `${base}/v1/verifications/${encodeURIComponent(id)}`;
    const endsAtMs = clock.monotonicMs() + options.patienceMs;
    let askedMs = 0;
    for (let polls = 1; ; polls++) {
      const leftMs = Math.max(0, endsAtMs - clock.monotonicMs());
      await options.sleep(Math.min(Math.max(toBackoffMs(polls, pollPause), askedMs), leftMs));
      if (options.signal.aborted) return { kind: 'gone', reason: 'The run was stopped.' };
      const poll = await call({ method: 'GET', path, headers }).catch(() => undefined);
      if (poll?.status === 200 && isAnswer(poll.body)) return { kind: 'answered', body: poll.body, isReplayed };
      // The key is no longer one: no further row would be answered either.
      if (poll?.status === 401) return toRefusedResult(poll.status, poll.body, undefined, url);
      if ((poll && isFinal(poll.status)) || clock.monotonicMs() >= endsAtMs) return toPending(id);
      askedMs = (poll && toAfterMs(poll.headers)) ?? 0;
    }
  }

  const ask = chooseAsk(options.asks, {
    verify: (question, key) => post(`/v1/verify/${question.kind}?explain=true`, question, key),
    screen: (question, key) => post('/v1/screen?explain=true', question, key),
  });
  return { ask, close: () => pool.destroy() };
}

function toRequestBody(question: Question): object {
  if (question.kind === 'cpf') return { cpf: question.cpf, name: question.name, birth_date: question.birthDate };
  return { cnpj: question.cnpj, company_name: question.companyName };
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw new Error('answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function findJson(text: string): AnswerBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as AnswerBody) : undefined;
  } catch {
    return undefined;
  }
}

function isAnswer(body: AnswerBody | undefined): body is AnswerBody {
  return typeof body?.['request_id'] === 'string' && typeof body['status'] === 'string';
}

/** A refusal that another poll would get as well. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function notOurs({ origin }: URL): AskResult {
  return { kind: 'stop', sentence: `What answers at ${origin} is not Confere. Check --url.` };
}

function toPending(id: string): AskResult {
  const detail = `A source answers later. With the same key and the scope read:verification, read GET /v1/verifications/${id}.`;
  return { kind: 'refused', code: 'verification_pending', detail };
}

/** Codes that concern the row alone, and will be the same another time. */
const refusals: ReadonlySet<string> = new Set([
  'idempotency_outcome_unknown',
  'idempotency_key_reused',
  'payload_too_large',
]);
/** Codes after which the same call may succeed, with nothing wrong with the row. */
const waits: Readonly<Record<string, { readonly isBusy: boolean; readonly counts: boolean }>> = {
  rate_limited: { isBusy: true, counts: false },
  quota_exceeded: { isBusy: true, counts: false },
  budget_exhausted: { isBusy: true, counts: false },
  overloaded: { isBusy: true, counts: false },
  registry_unavailable: { isBusy: false, counts: false },
  audit_unavailable: { isBusy: false, counts: false },
  idempotency_in_progress: { isBusy: false, counts: false },
  sources_unavailable: { isBusy: false, counts: true },
  internal_error: { isBusy: false, counts: true },
};

function toRefusedResult(
  status: number,
  body: AnswerBody | undefined,
  afterMs: number | undefined,
  url: URL,
): AskResult {
  const { code, detail, errors } = (body ?? {}) as Problem;
  if (code === undefined || detail === undefined) {
    const isPassing = status === 408 || status === 429 || status >= 500;
    return isPassing ? { kind: 'gone', reason: `${url.origin} answers with status ${status}.` } : notOurs(url);
  }
  const known = waits[code];
  if (known !== undefined) return { kind: 'wait', code, detail, afterMs, ...known };
  if (code === 'invalid_request') return { kind: 'refused', code: errors?.[0]?.code ?? code, detail };
  if (refusals.has(code)) return { kind: 'refused', code, detail };
  if (code === 'request_timeout') return { kind: 'gone', reason: `${url.origin} did not receive the whole request.` };
  return { kind: 'stop', sentence: `${url.origin} refuses (${code}): ${detail}` };
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly code?: string }[];
}

/** Tells whether no service listens there, the name or the route does not exist, or the certificate names another host. */
function neverConnects(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|UNABLE_TO/.test(
    code,
  );
}

function toReason(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return `nothing within ${deadlineMs / 1000} s`;
  return code ?? message;
}
