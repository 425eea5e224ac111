// Asks a running service about one row: one bounded HTTP call, and what its answer means for the row and for the run. It follows no
// redirect, so that the key goes nowhere else.

import { Pool } from 'undici';
import type { Question } from '../app/bulk/question.ts';
import type { AnswerBody, Ask, AskResult } from '../app/bulk/run/outcome.ts';
import type { Clock } from '../app/clock.ts';
import { parseRetryAfter } from '../app/retry-after.ts';

interface ServiceClientOptions {
  readonly url: URL;
  readonly apiKey: string;
  readonly purpose: string | undefined;
  readonly concurrency: number;
  readonly clock: Clock;
}

export interface ServiceClient {
  readonly ask: Ask;
  close(): Promise<void>;
}

/** Longer than any deadline of the service itself. */
const deadlineMs = 60_000;
const bodyBytesMax = 256 * 1024;

export function openServiceClient({ url, apiKey, purpose, concurrency, clock }: ServiceClientOptions): ServiceClient {
  const pool = new Pool(url.origin, { connections: concurrency, pipelining: 1, connect: { timeout: 10_000 } });
  const base = url.pathname.replace(/\/+$/, '');
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    ...(purpose === undefined ? {} : { 'confere-purpose': purpose }),
  };

  async function ask(question: Question, idempotencyKey: string): Promise<AskResult> {
    try {
      const response = await pool.request({
        method: 'POST',
        path: `${base}/v1/verify/${question.kind}?explain=true`,
        headers: { ...headers, 'idempotency-key': idempotencyKey },
        body: JSON.stringify(toBody(question)),
        signal: AbortSignal.timeout(deadlineMs),
      });
      const body = findJson(await readBounded(response.body));
      if (response.statusCode === 200) {
        const isReplayed = response.headers['idempotent-replayed'] === 'true';
        return isAnswer(body) ? { kind: 'answered', body, isReplayed } : notOurs(url);
      }
      const retryAfter = response.headers['retry-after'];
      const afterMs = parseRetryAfter(typeof retryAfter === 'string' ? retryAfter : undefined, clock.nowMs());
      return toRefusal(response.statusCode, body, afterMs, url);
    } catch (error) {
      return { kind: 'gone', reason: `${url.origin} does not answer (${toReason(error)}).` };
    }
  }

  return { ask, close: () => pool.destroy() };
}

function toBody(question: Question): object {
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

function notOurs({ origin }: URL): AskResult {
  return { kind: 'stop', sentence: `What answers at ${origin} is not Confere. Check --url.` };
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

function toRefusal(status: number, body: AnswerBody | undefined, afterMs: number | undefined, url: URL): AskResult {
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

function toReason(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return `nothing within ${deadlineMs / 1000} s`;
  return code ?? message;
}
