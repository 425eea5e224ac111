// POST /v1/watches and what a caller does with a watch afterwards: a short list as JSON, a long one as CSV or NDJSON, taken as it comes.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TableError } from '../../app/bulk/table.ts';
import type { ListedCompany, ManageWatches } from '../../app/watches/manage-watches.ts';
import type { StoredWatch } from '../../app/watches/ports.ts';
import { readCompanyList } from '../../app/watches/read-list.ts';
import { parseCnpj } from '../../domain/numbers/cnpj.ts';
import { AppError } from '../../errors.ts';
import { addOwnListRoute } from '../key-owned/list.ts';
import { addKeyOwnedRoutes, getId } from '../key-owned/routes.ts';
import { createGateHook, type Gate, getKey } from '../request/admission.ts';
import { findIdempotencyKey } from '../request/idempotency.ts';
import { getJsonBody } from '../request/json-body.ts';
import { readQuery } from '../request/query.ts';
import { csvTypes, ndjsonTypes, takeUpload, withDiscardedRest } from '../request/upload.ts';
import type { WatchChangesResponse, WatchCreatedResponse, WatchResponse } from './contract.ts';

interface WatchRoutesOptions {
  readonly gate: Gate;
  readonly watches: ManageWatches;
}

const listPattern = '/v1/watches';
const watchPattern = '/v1/watches/:id';
const changesPattern = '/v1/watches/:id/changes';
const scope = 'watch:company';
/** Some 60,000 numbers; longer lists come as CSV or NDJSON. */
const jsonBytesMax = 1024 * 1024;
export const changesLimitMax = 1_000;
export const changesLimitDefault = 100;

export function addWatchRoutes(server: FastifyInstance, { gate, watches }: WatchRoutesOptions): void {
  server.route({
    method: 'POST',
    url: listPattern,
    bodyLimit: jsonBytesMax,
    onRequest: createGateHook({
      gate,
      scope,
      pattern: listPattern,
      checkQuery: readWebhook,
      hasBody: true,
      mediaTypes: ['application/json', ...csvTypes, ...ndjsonTypes],
    }),
    handler: async (request, reply) => {
      const made = await withDiscardedRest(request, reply, () =>
        watches.create({
          key: getKey(request),
          webhookId: readWebhook(request),
          idempotencyKey: findIdempotencyKey(request),
          companies: readList(request),
        }),
      );
      if (made.isRepeated) reply.header('idempotent-replayed', 'true');
      const response: WatchCreatedResponse = {
        ...toResponse(made.watch),
        refused_count: made.refusedCount,
        refused: [...made.refused],
      };
      return reply.code(201).header('location', `${listPattern}/${response.id}`).send(response);
    },
  });

  addOwnListRoute(server, {
    gate,
    scope,
    pattern: listPattern,
    name: 'watches',
    list: ({ id }, ...page) => watches.list(id, ...page),
    toResponse: toResponse,
  });

  addKeyOwnedRoutes(server, {
    gate,
    scope,
    pattern: watchPattern,
    read: async (id, key) => toResponse(await watches.get(id, key.id)),
    delete: (id, key) => watches.delete(id, key.id),
  });

  server.route({
    method: 'GET',
    url: changesPattern,
    onRequest: createGateHook({ gate, scope, pattern: changesPattern, checkQuery: readPage, hasBody: false }),
    handler: async (request, reply) => {
      const { after, limit } = readPage(request);
      const { changes, next } = await watches.listChanges(getId(request), getKey(request).id, after, limit);
      const response: WatchChangesResponse = {
        changes: [...changes],
        next_cursor: next === null ? null : String(next),
      };
      return reply.send(response);
    },
  });
}

function readList(request: FastifyRequest): AsyncIterable<readonly ListedCompany[]> {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json') return readJsonList(getJsonBody(request));
  return readTable(takeUpload(request).body, csvTypes.includes(type) ? 'csv' : 'ndjson');
}

async function* readJsonList(body: Record<string, unknown>): AsyncGenerator<readonly ListedCompany[]> {
  const { cnpjs, ...unknown } = body;
  if (!Array.isArray(cnpjs) || Object.keys(unknown).length > 0) throw new AppError('invalid_watch');
  yield cnpjs.map((text: unknown, index): ListedCompany => {
    const parsed = typeof text === 'string' ? parseCnpj(text) : ({ kind: 'invalid', fault: 'invalid_type' } as const);
    return parsed.kind === 'valid' ? { line: index + 1, cnpj: parsed.value } : { line: index + 1, fault: parsed.fault };
  });
}

async function* readTable(
  body: AsyncIterable<Uint8Array>,
  format: 'csv' | 'ndjson',
): AsyncGenerator<readonly ListedCompany[]> {
  try {
    yield* readCompanyList(body, format);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const { detail } = error;
    throw new AppError('invalid_watch', { ...(detail && { detail }), internal: 'the table cannot be read' });
  }
}

function readWebhook(request: FastifyRequest): string | null {
  return readQuery(request, ['webhook']).webhook ?? null;
}

function readPage(request: FastifyRequest): { readonly after: number; readonly limit: number } {
  const { cursor = '0', limit = String(changesLimitDefault) } = readQuery(request, ['cursor', 'limit']);
  const page = { after: Number(cursor), limit: Number(limit) };
  if (/^\d{1,12}$/.test(cursor) && /^[1-9]\d{0,3}$/.test(limit) && page.limit <= changesLimitMax) return page;
  throw new AppError('invalid_query', {
    detail: {
      en: `Send as \`cursor\` the \`next_cursor\` of the page before; \`limit\` is a whole number from 1 to ${changesLimitMax}.`,
      pt: `Envie em \`cursor\` o \`next_cursor\` da página anterior; \`limit\` é um número inteiro de 1 a ${changesLimitMax}.`,
    },
  });
}

function toResponse(watch: StoredWatch): WatchResponse {
  return {
    id: watch.id,
    companies: watch.companies,
    changes: watch.lastChange,
    missed_comparisons: watch.missed,
    created_at: new Date(watch.createdAtMs).toISOString(),
    compared_at: watch.comparedAtMs === null ? null : new Date(watch.comparedAtMs).toISOString(),
  };
}
