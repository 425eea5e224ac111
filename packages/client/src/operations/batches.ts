// Batches: a table handed over as a whole, worked off by the service in the background.

import type { CallOptions, MakeCall, VerifyOptions } from '../call/call.ts';
import {
  createIdempotencyKey,
  findOrUndefined,
  readJson,
  readNothing,
  type TableFormat,
  toFlag,
  toLimits,
  toLines,
  toQuery,
  toTable,
  type WrittenTable,
} from '../call/exchange.ts';
import type { Batch, BatchPlan, BatchResult, CnpjRequest, CpfRequest, ReceivedBatch } from '../contract.ts';

/** A table as text or bytes, or requests, which are sent as NDJSON. In Node a large file is `await openAsBlob(path)`. */
export type BatchBody = WrittenTable | Iterable<CpfRequest | CnpjRequest>;

export interface BatchOptions extends VerifyOptions {
  /** `format` names the format of a table that is text or bytes. */
  readonly format?: TableFormat;
  /** Looks every row up in the lists as well: each answer has the field `screening`. The key needs the scope `screen`. */
  readonly screen?: boolean;
  /** `atBudget` says what the batch does once a budget of the operator is used up. By default it waits. */
  readonly atBudget?: Batch['at_budget'];
  /** The id of an endpoint that the operator has made for this key: it is told when the batch is finished. */
  readonly webhook?: string;
}

export interface Batches {
  /** Resolves when all of it has arrived and is on the service's disk. `not_compared` says what no answer can compare. */
  create(table: BatchBody, options?: BatchOptions): Promise<ReceivedBatch>;
  /** Returns the questions that the batch would ask and how the service reads its columns. The service asks no source and keeps nothing. */
  plan(table: BatchBody, options?: BatchOptions): Promise<BatchPlan>;
  /** Returns undefined if this key has no such batch, or no longer has it. */
  find(id: string, options?: CallOptions): Promise<Batch | undefined>;
  /** The rows that are done, in order; thousand by thousand, so that a broken connection costs no more than those. */
  results(id: string, options?: CallOptions): AsyncGenerator<BatchResult>;
  /** A new batch of the incomplete rows of one that has ended; the same one each time. */
  repeat(id: string, options?: CallOptions): Promise<Batch>;
  /** Deletes the batch with its results. The service asks no further questions for it. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

const rowsPerCall = 1_000;

export function createBatches(call: MakeCall): Batches {
  const find = (id: string, options: CallOptions = {}): Promise<Batch | undefined> =>
    findOrUndefined(
      call({ ...toLimits(options), method: 'GET', path: toPath(id) }, readJson<Batch>),
      'batch_not_found',
    );
  const send = <Answer>(table: BatchBody, options: BatchOptions, isPlan: boolean): Promise<Answer> => {
    const { explain, screen, purpose, atBudget, webhook, idempotencyKey = createIdempotencyKey() } = options;
    const query = toQuery({
      explain: toFlag(explain),
      screen: toFlag(screen),
      at_budget: atBudget,
      webhook,
      dry_run: toFlag(isPlan),
    });
    const { body, contentType } = toTable(table, options.format, (request) => request);
    return call(
      {
        ...toLimits(options),
        method: 'POST',
        path: `/v1/batches${query}`,
        headers: {
          'content-type': contentType,
          'idempotency-key': idempotencyKey,
          ...(purpose === undefined ? {} : { 'confere-purpose': purpose }),
        },
        body,
      },
      readJson<Answer>,
    );
  };
  return {
    create: (table, options = {}) => send<ReceivedBatch>(table, options, false),
    plan: (table, options = {}) => send<BatchPlan>(table, options, true),
    find,
    async *results(id, options = {}) {
      const batch = await find(id, options);
      for (let from = 1; from <= (batch?.rows ?? 0); from += rowsPerCall) {
        const path = `${toPath(id)}/results?from=${from}&to=${from + rowsPerCall - 1}`;
        yield* await call({ ...toLimits(options), method: 'GET', path }, async (response) =>
          toLines<BatchResult>(await response.text()),
        );
      }
    },
    repeat: (id, options = {}) =>
      call({ ...toLimits(options), method: 'POST', path: `${toPath(id)}/repeat` }, readJson<Batch>),
    delete: (id, options = {}) => call({ ...toLimits(options), method: 'DELETE', path: toPath(id) }, readNothing),
  };
}

function toPath(id: string): string {
  return `/v1/batches/${encodeURIComponent(id)}`;
}
