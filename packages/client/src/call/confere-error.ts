// The one error that this package throws for a call. Decide by `code`; nothing of the request is in it.

import type { ErrorCode, FieldFault, Problem } from '../contract.ts';

/** A `TransportCode` says why a call has no answer. The errors of the service have codes of their own. */
export type TransportCode =
  /** No connection, or it broke. With the same `Idempotency-Key` the call can be made again. */
  | 'connection_failed'
  /** `deadlineMs` passed. */
  | 'deadline_exceeded'
  /** Your `signal` said stop; its reason is the `cause`. */
  | 'aborted'
  /** Something answered that is not Confere: a proxy, a redirect, a page. */
  | 'unexpected_answer'
  /** A source answers later: nothing is decided yet. `findVerification` reads the answer by `requestId`; never ask anew for it. */
  | 'verification_pending';

/** A service that is newer than this package may say what the list does not hold. */
export type ConfereErrorCode = ErrorCode | TransportCode | (string & {});

interface ErrorFacts {
  readonly code: ConfereErrorCode;
  readonly message: string;
  /** The same message for a client that speaks Portuguese, where the service did not write it. */
  readonly portuguese?: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly retryAfterMs?: number;
  readonly faults?: readonly FieldFault[];
  readonly cause?: unknown;
}

/** Returns what the call gives; an error of this package speaks the language of the client. */
export async function inLanguage<Result>(language: 'en' | 'pt-BR', made: Promise<Result>): Promise<Result> {
  try {
    return await made;
  } catch (error) {
    const said = language === 'pt-BR' && error instanceof ConfereError ? translations.get(error) : undefined;
    if (said !== undefined) say(error as ConfereError, said);
    throw error;
  }
}

/** A stack repeats the message, and is what a log shows. */
function say(error: ConfereError, message: string): void {
  const { stack } = error;
  if (stack !== undefined) error.stack = stack.replace(error.message, () => message);
  error.message = message;
}

const translations = new WeakMap<ConfereError, string>();

export class ConfereError extends Error {
  override readonly name = 'ConfereError';
  readonly code: ConfereErrorCode;
  /** HTTP status; undefined where nothing answered. */
  readonly status: number | undefined;
  /** Quote `requestId` when you report the error to the operator of the service. */
  readonly requestId: string | undefined;
  /** The service asks the caller to wait this long. */
  readonly retryAfterMs: number | undefined;
  /** Every fault of an `invalid_request`; otherwise empty. */
  readonly faults: readonly FieldFault[];

  constructor({ code, message, portuguese, status, requestId, retryAfterMs, faults = [], cause }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    if (portuguese !== undefined) translations.set(this, portuguese);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
    this.faults = faults;
  }

  /** Tells whether the same call, unchanged, can succeed later. */
  get retryable(): boolean {
    return isRetryable(this);
  }
}

/** These errors pass by themselves, regardless of their status. */
const passing: ReadonlySet<string> = new Set([
  'connection_failed',
  'deadline_exceeded',
  'idempotency_in_progress',
  'registry_busy',
  'lists_busy',
]);
const retryableStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
/** Waiting does not change these errors, although their statuses are retryable: somebody has to act first. */
const standing: ReadonlySet<string> = new Set(['sources_not_configured', 'too_many_watches', 'too_many_webhooks']);

export function isRetryable({ code, status }: Pick<ConfereError, 'code' | 'status'>): boolean {
  if (passing.has(code)) return true;
  return status !== undefined && retryableStatuses.has(status) && !standing.has(code);
}

/** The error of an answer that is not a success. */
export async function toAnsweredError(response: Response, retryAfterMs: number | undefined): Promise<ConfereError> {
  const status = response.status;
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  const problem = await readProblem(response);
  if (problem === undefined) {
    const what =
      response.type === 'opaqueredirect' || (status >= 300 && status < 400) ? 'a redirect' : `status ${status}`;
    const message = `The answer (${what}) is not one of Confere. Check the url, and what stands between.`;
    const whatInPortuguese = what === 'a redirect' ? 'um redirecionamento' : what;
    const portuguese = `A resposta (${whatInPortuguese}) não é do Confere. Verifique a url e o que há no caminho.`;
    return new ConfereError({ code: 'unexpected_answer', message, portuguese, status, ...wait });
  }
  const { code, detail, request_id, errors = [] } = problem;
  const where = errors.length === 0 ? '' : ` [${errors.map((fault) => `${fault.pointer} ${fault.code}`).join(', ')}]`;
  const message = `${code}: ${detail}${where} (${request_id})`;
  return new ConfereError({ code, message, status, requestId: request_id, faults: errors, ...wait });
}

async function readProblem(response: Response): Promise<Problem | undefined> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) {
    // Read by nobody, it would hold the connection.
    await response.body?.cancel();
    return undefined;
  }
  const body = parseJson(await response.text()) as Partial<Problem> | null | undefined;
  return typeof body?.code === 'string' ? (body as Problem) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
