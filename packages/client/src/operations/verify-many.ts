// Many verifications as an async iterator: a few at a time, rows in the order of the inputs.

import type { CallOptions, VerifyOptions } from '../call/call.ts';
import { ConfereError } from '../call/confere-error.ts';
import type { CnpjRequest, CnpjResponse, CpfRequest, CpfResponse } from '../contract.ts';
import { runInOrder } from './in-order.ts';

export interface ManyOptions<Input> extends CallOptions {
  /** Calls at one time; 8 unless told otherwise. */
  readonly concurrency?: number;
  /** `deadlineMs` limits each call, including its waits. The default of 10 minutes lets a rate limit slow the run without ending it. */
  readonly deadlineMs?: number;
  readonly explain?: boolean;
  readonly purpose?: string;
  /** The same key for the same input in a run that is begun again asks no source twice within 24 hours. */
  idempotencyKey?(input: Input, index: number): string;
}

export type AnswerTo<Input> = Input extends CpfRequest ? CpfResponse : CnpjResponse;

export type Row<Input> =
  | { readonly kind: 'answered'; readonly index: number; readonly input: Input; readonly answer: AnswerTo<Input> }
  | { readonly kind: 'failed'; readonly index: number; readonly input: Input; readonly error: ConfereError };

type Verify = <Input extends CpfRequest | CnpjRequest>(
  input: Input,
  options: VerifyOptions,
) => Promise<AnswerTo<Input>>;

/** Every further call would end like this one. */
const endings: ReadonlySet<string> = new Set([
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'network_not_allowed',
  'invalid_purpose',
  'sources_not_configured',
  'aborted',
]);

export function createVerifyMany(verify: Verify) {
  return async function* verifyMany<Input extends CpfRequest | CnpjRequest>(
    inputs: Iterable<Input> | AsyncIterable<Input>,
    options: ManyOptions<Input> = {},
  ): AsyncGenerator<Row<Input>> {
    const { concurrency = 8, deadlineMs = 600_000, explain, purpose, signal } = options;
    if (!(concurrency >= 1)) throw new TypeError('`concurrency` must be at least 1');
    // Whoever leaves the loop leaves no calls behind.
    const leaving = new AbortController();
    const leave = () => leaving.abort(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted === true) leave();
    const work = async (input: Input, index: number): Promise<Row<Input>> => {
      const idempotencyKey = options.idempotencyKey?.(input, index);
      try {
        const answer = await verify(input, { signal: leaving.signal, deadlineMs, explain, purpose, idempotencyKey });
        return { kind: 'answered', index, input, answer };
      } catch (error) {
        if (!(error instanceof ConfereError) || endings.has(error.code)) throw error;
        return { kind: 'failed', index, input, error };
      }
    };
    try {
      yield* runInOrder({ inputs, concurrency, work });
    } finally {
      signal?.removeEventListener('abort', leave);
      leaving.abort();
    }
  };
}
