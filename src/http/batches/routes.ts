// POST /v1/batches and what a caller does with a batch afterwards. The body is taken as it comes; results are sent as fast as the
// client takes them.

import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toResultLine } from '../../app/batches/batch-row.ts';
import type { BatchPlan, PlanBatch } from '../../app/batches/plan-batch.ts';
import { type AtBudget, atBudgets, type StoredBatch } from '../../app/batches/ports.ts';
import type { ReadBatches, RowRange } from '../../app/batches/read-batches.ts';
import type { ReceiveBatch } from '../../app/batches/receive-batch.ts';
import type { RepeatBatch } from '../../app/batches/repeat-batch.ts';
import type { Forecast } from '../../app/budgets/forecast.ts';
import type { TableFacts } from '../../app/bulk/table-facts.ts';
import { refuseScope } from '../../app/keys/admit.ts';
import type { KeyRecord } from '../../domain/access/api-key.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { AppError } from '../../errors.ts';
import { chooseLanguage } from '../answer/language.ts';
import { addOwnListRoute } from '../key-owned/list.ts';
import { addKeyOwnedRoutes, getId } from '../key-owned/routes.ts';
import { toRoute } from '../operation.ts';
import { type Gate, getKey } from '../request/admission.ts';
import { findIdempotencyKey } from '../request/idempotency.ts';
import { readFlag, readQuery } from '../request/query.ts';
import { csvTypes, takeUpload, withDiscardedRest } from '../request/upload.ts';
import { placeRange, readRangeHeader, takeBytes } from './byte-range.ts';
import type { BatchPlanResponse, BatchResponse, ReceivedBatchResponse } from './contract.ts';
import { batchOperations as operations } from './operations.ts';

interface BatchRoutesOptions {
  readonly gate: Gate;
  readonly receiveBatch: ReceiveBatch;
  readonly planBatch: PlanBatch;
  readonly repeatBatch: RepeatBatch;
  readonly batches: ReadBatches;
  /** Records what this key does with a batch, before it happens. */
  readonly recordAct: (key: KeyRecord, act: 'batch_started' | 'batch_deleted', id: string) => Promise<void>;
}

const rowMax = 2 ** 31;
const resultsType = 'application/x-ndjson; charset=utf-8';

export function addBatchRoutes(server: FastifyInstance, options: BatchRoutesOptions): void {
  const { gate, receiveBatch, planBatch, repeatBatch, batches, recordAct } = options;
  server.route({
    ...toRoute(gate, operations.createBatch, checkOrder),
    handler: async (request, reply) => {
      const { body, mediaType } = takeUpload(request);
      const format = csvTypes.includes(mediaType) ? 'csv' : 'ndjson';
      const { isScreened, isDryRun, ...said } = readOrder(request);
      if (isDryRun) {
        const plan = await withDiscardedRest(request, reply, () => planBatch({ key: getKey(request), format, body }));
        request.outcome = 'planned';
        return reply.code(200).send(toPlanResponse(plan));
      }
      const screenLanguage = isScreened ? chooseLanguage(request.headers['accept-language']) : null;
      const key = getKey(request);
      const order = { ...said, screenLanguage, key, purpose: request.purpose, format, body } as const;
      const { batch, isRepeated, facts, forecast } = await withDiscardedRest(request, reply, () =>
        receiveBatch({
          ...order,
          idempotencyKey: findIdempotencyKey(request),
          beforeStart: (id) => recordAct(key, 'batch_started', id),
        }),
      );
      request.outcome = isRepeated ? 'repeated' : 'received';
      if (isRepeated) reply.header('idempotent-replayed', 'true');
      const received: ReceivedBatchResponse = {
        ...toBatchResponse(batch),
        ...toTableResponse(facts),
        ...toSpendingResponse(forecast),
      };
      return reply.code(202).header('location', `/v1/batches/${batch.id}`).send(received);
    },
  });

  addOwnListRoute(server, {
    gate,
    operation: operations.listBatches,
    name: 'batches',
    idPrefix: 'bat_',
    list: ({ id }, limit, before) => batches.list(id, limit, before),
    toResponse: toBatchResponse,
  });

  addKeyOwnedRoutes(server, {
    gate,
    operations: { read: operations.readBatch, delete: operations.deleteBatch },
    read: async (id, key) => toBatchResponse(await batches.get(id, key.id)),
    async delete(id, key) {
      await batches.get(id, key.id);
      await recordAct(key, 'batch_deleted', id);
      await batches.delete(id, key.id);
    },
  });

  server.route({
    ...toRoute(gate, operations.repeatBatch),
    handler: async (request, reply) => {
      const key = getKey(request);
      const started = await repeatBatch(await batches.get(getId(request), key.id), (id) =>
        recordAct(key, 'batch_started', id),
      );
      return reply.code(202).header('location', `/v1/batches/${started.id}`).send(toBatchResponse(started));
    },
  });

  server.route({
    ...toRoute(gate, operations.readBatchResults, readRange),
    handler: async (request, reply) => {
      const batch = await batches.get(getId(request), getKey(request).id);
      const rows = readRange(request);
      const isFinal = batch.finishedAtMs !== null && rows.isWhole;
      const range = isFinal ? readRangeHeader(request.headers, toEntityTag(batch)) : undefined;
      if (range !== undefined) return sendPart(reply, batch, range);
      reply.header('content-type', resultsType).header('accept-ranges', isFinal ? 'bytes' : 'none');
      if (isFinal) reply.header('etag', toEntityTag(batch));
      return reply.send(Readable.from(toLines(batches.results(batch, rows)), { objectMode: false }));
    },
  });

  /** Sends a part of results that never change again, so that an interrupted download continues where it stopped. */
  async function sendPart(reply: FastifyReply, batch: StoredBatch, range: string): Promise<FastifyReply> {
    const { bytes, findRow } = await batches.measure(batch);
    const place = placeRange(range, bytes);
    if (place === undefined) {
      throw new AppError('range_not_satisfiable', { headers: { 'content-range': `bytes */${bytes}` } });
    }
    const { first, last } = place;
    const { row, startsAt } = findRow(first);
    const lines = toLines(batches.results(batch, { from: row, to: batch.rows }));
    const part = takeBytes(lines, first - startsAt, last - first + 1);
    return reply
      .code(206)
      .headers({
        'content-type': resultsType,
        'accept-ranges': 'bytes',
        etag: toEntityTag(batch),
        'content-range': `bytes ${first}-${last}/${bytes}`,
        'content-length': last - first + 1,
      })
      .send(Readable.from(part, { objectMode: false }));
  }
}

/** Returns a tag that stays the same while the results exist and no person in them is erased. */
function toEntityTag({ id, erasures }: StoredBatch): string {
  return erasures === 0 ? `"${id}"` : `"${id}-${erasures}"`;
}

async function* toLines(results: AsyncGenerator<readonly object[]>): AsyncGenerator<string> {
  for await (const some of results) {
    yield some.map(toResultLine).join('');
    await nextTurn();
  }
}

function readOrder(request: FastifyRequest) {
  const names = ['explain', 'screen', 'webhook', 'dry_run', 'at_budget'] as const;
  const { explain, screen, webhook, dry_run, at_budget } = readQuery(request, names);
  return {
    explain: readFlag('explain', explain),
    isScreened: readFlag('screen', screen),
    webhookId: webhook ?? null,
    isDryRun: readFlag('dry_run', dry_run),
    atBudget: readAtBudget(at_budget),
  };
}

function readAtBudget(written = 'wait'): AtBudget {
  const found = atBudgets.find((name) => name === written);
  if (found !== undefined) return found;
  throw new AppError('invalid_query', {
    detail: {
      en: `\`at_budget\` is one of ${atBudgets.join(', ')}.`,
      pt: `\`at_budget\` é um destes: ${atBudgets.join(', ')}.`,
    },
  });
}

/** Screening is an operation of its own: who may send batches may not look people up in lists by that alone. */
function checkOrder(request: FastifyRequest): void {
  if (readOrder(request).isScreened) refuseScope(getKey(request).scopes, 'screen');
}

/** `from` and `to` are rows, counted from 1, both included. */
function readRange(request: FastifyRequest): RowRange & { readonly isWhole: boolean } {
  const query = readQuery(request, ['from', 'to']);
  const { from = '1', to = String(rowMax) } = query;
  const range = { from: Number(from), to: Number(to), isWhole: Object.keys(query).length === 0 };
  const isRow = (text: string) => /^[1-9]\d{0,9}$/.test(text);
  if (isRow(from) && isRow(to) && range.from <= range.to) return range;
  throw new AppError('invalid_query', {
    detail: {
      en: '`from` and `to` are row numbers, counted from 1, and `from` is not after `to`.',
      pt: '`from` e `to` são números de linha, contados a partir de 1, e `from` não vem depois de `to`.',
    },
  });
}

export function toBatchResponse(batch: StoredBatch): BatchResponse {
  const toTime = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());
  return {
    id: batch.id,
    status: batch.state as BatchResponse['status'],
    reason: batch.reason,
    at_budget: batch.atBudget,
    rows: batch.rows,
    counts: batch.counts,
    created_at: new Date(batch.createdAtMs).toISOString(),
    finished_at: toTime(batch.finishedAtMs),
    expires_at: toTime(batch.expiresAtMs),
  };
}

function toTableResponse({ looks, unused, notCompared }: TableFacts) {
  const columns = looks.map(({ masked, ...look }) => ({ ...look, masked: [...masked] }));
  return { columns, unused: [...unused], not_compared: [...notCompared] };
}

export function toSpendingResponse({ costMax, breaks }: Forecast) {
  return { reais_max: costMax === null ? null : formatMoney(costMax), budgets: [...breaks] };
}

function toPlanResponse({ facts, estimate, forecast }: BatchPlan): BatchPlanResponse {
  const { rows, people, companies, repeated, bad, faults, mended, sourceCalls } = estimate;
  return {
    ...{ rows, people, companies, repeated, invalid: bad, faults, mended },
    calls_max: sourceCalls,
    ...toTableResponse(facts),
    ...toSpendingResponse(forecast),
  };
}
