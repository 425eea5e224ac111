// POST /v1/watches and what a caller does with a watch afterwards.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenTable } from '../../app/bulk/open-table.ts';
import { refuseScope } from '../../app/keys/admit.ts';
import type { ManageWatches } from '../../app/watches/manage-watches.ts';
import type { StoredWatch } from '../../app/watches/ports.ts';
import { isHit, type Told, type WatchedItem } from '../../app/watches/told-changes.ts';
import type { KeyRecord } from '../../domain/access/api-key.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { chooseLanguage, type Language } from '../answer/language.ts';
import type { RouteParts } from '../feature.ts';
import { addOwnListRoute, toPageError } from '../key-owned/list.ts';
import { addKeyOwnedRoutes, getId } from '../key-owned/routes.ts';
import { behindGate, getKey } from '../request/admission.ts';
import { findIdempotencyKey } from '../request/idempotency.ts';
import { readQuery } from '../request/query.ts';
import { csvTypes, ndjsonTypes, withDiscardedRest } from '../request/upload.ts';
import type { WatchChangesResponse, WatchCreatedResponse, WatchItem, WatchResponse } from './contract.ts';
import { readOrderedList, readWatchQuery, watchScopes } from './read-order.ts';

interface WatchRoutesOptions extends Pick<RouteParts, 'gate' | 'clock'> {
  readonly watches: ManageWatches;
  readonly openTable: OpenTable;
}

const listPattern = '/v1/watches';
const watchPattern = '/v1/watches/:id';
const changesPattern = '/v1/watches/:id/changes';
/** One is enough to come in; a watch then asks for that of its kind. */
const scope = Object.values(watchScopes);
/** Some 60,000 numbers, or 10,000 people; longer lists come as CSV or NDJSON. */
const jsonBytesMax = 1024 * 1024;
export const changesLimitMax = 1_000;
export const changesLimitDefault = 100;

export function addWatchRoutes(server: FastifyInstance, { gate, watches, openTable, clock }: WatchRoutesOptions): void {
  const getWatch = async (id: string, key: KeyRecord) => {
    const watch = await watches.get(id, key.id);
    refuseScope(key.scopes, watchScopes[watch.kind]);
    return watch;
  };

  server.route({
    method: 'POST',
    bodyLimit: jsonBytesMax,
    ...behindGate({
      gate,
      scope,
      pattern: listPattern,
      checkQuery: readWatchQuery,
      hasBody: true,
      mediaTypes: ['application/json', ...csvTypes, ...ndjsonTypes],
    }),
    handler: async (request, reply) => {
      const query = readWatchQuery(request);
      const made = await withDiscardedRest(request, reply, async () =>
        watches.create({
          key: getKey(request),
          webhookId: query.webhookId,
          idempotencyKey: findIdempotencyKey(request),
          list: readOrderedList(request, query, { today: toBrazilDay(clock.nowMs()), openTable }),
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
    idPrefix: 'wat_',
    list: ({ id }, ...page) => watches.list(id, ...page),
    toResponse,
  });

  addKeyOwnedRoutes(server, {
    gate,
    scope,
    pattern: watchPattern,
    read: async (id, key) => toResponse(await getWatch(id, key)),
    delete: async (id, key) => {
      await getWatch(id, key);
      await watches.delete(id, key.id);
    },
  });

  server.route({
    method: 'GET',
    ...behindGate({ gate, scope, pattern: changesPattern, checkQuery: readPage }),
    handler: async (request, reply) => {
      const { after, limit } = readPage(request);
      const { id } = await getWatch(getId(request), getKey(request));
      const { changes, next } = await watches.listChanges(id, getKey(request).id, after, limit);
      const language = chooseLanguage(request.headers['accept-language']);
      const response: WatchChangesResponse = {
        changes: changes.map((change) => toItem(change, language)),
        next_cursor: next === null ? null : String(next),
      };
      return reply.send(response);
    },
  });
}

function toItem(change: Told<WatchedItem>, language: Language): WatchItem {
  return isHit(change)
    ? { ...change, request_id: change.request_id ?? null, sentence: change.sentence[language] }
    : change;
}

function readPage(request: FastifyRequest): { readonly after: number; readonly limit: number } {
  const { cursor = '0', limit = String(changesLimitDefault) } = readQuery(request, ['cursor', 'limit']);
  const page = { after: Number(cursor), limit: Number(limit) };
  if (/^\d{1,12}$/.test(cursor) && /^[1-9]\d{0,3}$/.test(limit) && page.limit <= changesLimitMax) return page;
  throw toPageError(changesLimitMax);
}

function toResponse(watch: StoredWatch): WatchResponse {
  const { id, kind, members, untilMs } = watch;
  return {
    id,
    kind,
    companies: kind === 'company' ? members : 0,
    people: kind === 'person' ? members : 0,
    lists: watch.lists !== null,
    purpose: watch.purpose,
    legal_basis: watch.legalBasis,
    until: untilMs === null ? null : new Date(untilMs).toISOString(),
    changes: watch.lastChange,
    missed_comparisons: watch.missed,
    created_at: new Date(watch.createdAtMs).toISOString(),
    compared_at: watch.comparedAtMs === null ? null : new Date(watch.comparedAtMs).toISOString(),
  };
}
