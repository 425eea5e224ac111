// POST /v1/batches and what a caller does with a batch afterwards. The body is taken as it comes; results are sent as fast as the
// client takes them.

import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StoredBatch } from '../../app/batches/ports.ts';
import type { ReadBatches, RowRange } from '../../app/batches/read-batches.ts';
import type { ReceiveBatch } from '../../app/batches/receive-batch.ts';
import type { KeyRecord } from '../../domain/api-key.ts';
import { AppError } from '../../errors.ts';
import { findIdempotencyKey } from '../answer/idempotency.ts';
import { createGateHook, type Gate } from '../request/admission.ts';
import { readQuery } from '../request/query.ts';
import { csvTypes, ndjsonTypes, takeUpload, withDiscardedRest } from '../request/upload.ts';
import type { BatchResponse } from './contract.ts';

interface BatchRoutesOptions {
  readonly gate: Gate;
  readonly receiveBatch: ReceiveBatch;
  readonly batches: ReadBatches;
}

const listPattern = '/v1/batches';
const batchPattern = '/v1/batches/:id';
const resultsPattern = '/v1/batches/:id/results';
const scope = 'verify:batch';
const rowMax = 2 ** 31;

export function addBatchRoutes(server: FastifyInstance, { gate, receiveBatch, batches }: BatchRoutesOptions): void {
  const toGate = (pattern: string, checkQuery: (request: FastifyRequest) => void) =>
    createGateHook({ gate, scope, pattern, checkQuery, hasBody: false });

  server.route({
    method: 'POST',
    url: listPattern,
    onRequest: createGateHook({
      gate,
      scope,
      pattern: listPattern,
      checkQuery: readOrder,
      hasBody: true,
      mediaTypes: [...csvTypes, ...ndjsonTypes],
    }),
    handler: async (request, reply) => {
      const { body, mediaType } = takeUpload(request);
      const format = csvTypes.includes(mediaType) ? 'csv' : 'ndjson';
      const order = { ...readOrder(request), key: getKey(request), purpose: request.purpose, format, body } as const;
      const { batch, isRepeated } = await withDiscardedRest(request, reply, () =>
        receiveBatch({ ...order, idempotencyKey: findIdempotencyKey(request) }),
      );
      request.outcome = isRepeated ? 'repeated' : 'received';
      if (isRepeated) reply.header('idempotent-replayed', 'true');
      return reply.code(202).header('location', `${listPattern}/${batch.id}`).send(toResponse(batch));
    },
  });

  server.route({
    method: 'GET',
    url: batchPattern,
    onRequest: toGate(batchPattern, (request) => readQuery(request, [])),
    handler: async (request, reply) => reply.send(toResponse(await batches.get(getId(request), getKey(request).id))),
  });

  server.route({
    method: 'DELETE',
    url: batchPattern,
    onRequest: toGate(batchPattern, (request) => readQuery(request, [])),
    handler: async (request, reply) => {
      await batches.delete(getId(request), getKey(request).id);
      return reply.code(204).send();
    },
  });

  server.route({
    method: 'GET',
    url: resultsPattern,
    onRequest: toGate(resultsPattern, readRange),
    handler: async (request, reply) => {
      const batch = await batches.get(getId(request), getKey(request).id);
      const lines = toLines(batches.results(batch, readRange(request)));
      return reply
        .header('content-type', 'application/x-ndjson; charset=utf-8')
        .send(Readable.from(lines, { objectMode: false }));
    },
  });
}

async function* toLines(results: AsyncGenerator<readonly object[]>): AsyncGenerator<string> {
  for await (const some of results) {
    yield some.map((result) => `${JSON.stringify(result)}\n`).join('');
    await nextTurn();
  }
}

function readOrder(request: FastifyRequest): { readonly explain: boolean; readonly webhookId: string | null } {
  const { explain = 'false', webhook } = readQuery(request, ['explain', 'webhook']);
  if (explain !== 'true' && explain !== 'false') throw new AppError('invalid_query');
  return { explain: explain === 'true', webhookId: webhook ?? null };
}

/** `from` and `to` are rows, counted from 1, both included. */
function readRange(request: FastifyRequest): RowRange {
  const { from = '1', to = String(rowMax) } = readQuery(request, ['from', 'to']);
  const range = { from: Number(from), to: Number(to) };
  const isRow = (text: string) => /^[1-9]\d{0,9}$/.test(text);
  if (isRow(from) && isRow(to) && range.from <= range.to) return range;
  throw new AppError('invalid_query', {
    detail: {
      en: '`from` and `to` are row numbers, counted from 1, and `from` is not after `to`.',
      pt: '`from` e `to` são números de linha, contados a partir de 1, e `from` não vem depois de `to`.',
    },
  });
}

function getKey({ admission }: FastifyRequest): KeyRecord {
  if (admission === null) throw new Error('The route has no admission hook');
  return admission.key;
}

function getId(request: FastifyRequest): string {
  return (request.params as { readonly id: string }).id;
}

function toResponse(batch: StoredBatch): BatchResponse {
  const toTime = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());
  return {
    id: batch.id,
    status: batch.state as BatchResponse['status'],
    reason: batch.reason,
    rows: batch.rows,
    counts: batch.counts,
    created_at: new Date(batch.createdAtMs).toISOString(),
    finished_at: toTime(batch.finishedAtMs),
    expires_at: toTime(batch.expiresAtMs),
  };
}
