// Batches: a table handed over as a whole, worked off by the service in the background.

import type { CallOptions, MakeCall, VerifyOptions } from './call.ts';
import { ConfereError } from './confere-error.ts';
import type { Batch, BatchResult, CnpjRequest, CpfRequest } from './contract.ts';
import { createIdempotencyKey, readJson, toLimits, toLines } from './exchange.ts';

/** A table as text or bytes, or requests, which are sent as NDJSON. In Node a large file is `await openAsBlob(path)`. */
export type BatchBody = string | Blob | Uint8Array<ArrayBuffer> | Iterable<CpfRequest | CnpjRequest>;

export interface BatchOptions extends VerifyOptions {
  /** Of a table that is text or bytes. */
  readonly format?: 'csv' | 'ndjson';
  /** The id of an endpoint that the operator has made for this key: it is told when the batch is finished. */
  readonly webhook?: string;
}

export interface Batches {
  /** Resolves when all of it has arrived and is on the service's disk. */
  create(table: BatchBody, options?: BatchOptions): Promise<Batch>;
  /** Undefined where there is none of this key, or no more. */
  find(id: string, options?: CallOptions): Promise<Batch | undefined>;
  /** The rows that are done, in order; thousand by thousand, so that a broken connection costs no more than those. */
  results(id: string, options?: CallOptions): AsyncGenerator<BatchResult>;
  /** With its results; what was not yet asked is not asked any more. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

const rowsPerCall = 1_000;

export function createBatches(call: MakeCall): Batches {
  const find = async (id: string, options: CallOptions = {}): Promise<Batch | undefined> => {
    try {
      return await call({ ...toLimits(options), method: 'GET', path: toPath(id) }, readJson<Batch>);
    } catch (error) {
      if (error instanceof ConfereError && error.code === 'batch_not_found') return undefined;
      throw error;
    }
  };
  return {
    create(table, options = {}) {
      const { explain, purpose, webhook, idempotencyKey = createIdempotencyKey() } = options;
      const { body, format } = toBody(table, options.format);
      const query = new URLSearchParams({
        ...(explain === true ? { explain: 'true' } : {}),
        ...(webhook === undefined ? {} : { webhook }),
      }).toString();
      return call(
        {
          ...toLimits(options),
          method: 'POST',
          path: `/v1/batches${query === '' ? '' : `?${query}`}`,
          headers: {
            'content-type': format === 'csv' ? 'text/csv' : 'application/x-ndjson',
            'idempotency-key': idempotencyKey,
            ...(purpose === undefined ? {} : { 'confere-purpose': purpose }),
          },
          body,
        },
        readJson<Batch>,
      );
    },
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
    delete: (id, options = {}) =>
      call({ ...toLimits(options), method: 'DELETE', path: toPath(id) }, async (response) => {
        await response.body?.cancel();
      }),
  };
}

function toPath(id: string): string {
  return `/v1/batches/${encodeURIComponent(id)}`;
}

function toBody(table: BatchBody, format: BatchOptions['format'] = 'csv') {
  const isWritten = typeof table === 'string' || table instanceof Blob || table instanceof Uint8Array;
  if (isWritten) return { body: table, format };
  const lines = Array.from(table, (request) => `${JSON.stringify(request)}\n`);
  return { body: lines.join(''), format: 'ndjson' } as const;
}
