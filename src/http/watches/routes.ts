// POST /v1/watches and what a caller does with a watch afterwards.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenTable } from '../../app/bulk/open-table.ts';
import { refuseScope } from '../../app/keys/admit.ts';
import type { ManageWatches } from '../../app/watches/manage-watches.ts';
import type { StoredWatch } from '../../app/watches/ports.ts';
import { isHit, type Told, type WatchedItem } from '../../app/watches/told-changes.ts';
import type { KeyRecord } from '../../domain/access/api-key.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { maskIdentityNumber } from '../../domain/screening/identity-document.ts';
import { chooseLanguage, type Language } from '../answer/language.ts';
import type { RouteParts } from '../feature.ts';
import { addOwnListRoute, toPageError } from '../key-owned/list.ts';
import { addKeyOwnedRoutes, getId } from '../key-owned/routes.ts';
import { toRoute } from '../operation.ts';
import { getKey } from '../request/admission.ts';
import { findIdempotencyKey } from '../request/idempotency.ts';
import { readQuery } from '../request/query.ts';
import { withDiscardedRest } from '../request/upload.ts';
import type { WatchChangesResponse, WatchCreatedResponse, WatchItem, WatchResponse } from './contract.ts';
import { changesLimitDefault, changesLimitMax, watchOperations as operations } from './operations.ts';
import { readOrderedList, readWatchQuery, watchScopes } from './read-order.ts';

interface WatchRoutesOptions extends Pick<RouteParts, 'gate' | 'clock'> {
  readonly watches: ManageWatches;
  readonly openTable: OpenTable;
}

/** A JSON body holds some 60,000 numbers, or 10,000 people; longer lists come as CSV or NDJSON. */
const jsonBytesMax = 1024 * 1024;

export function addWatchRoutes(server: FastifyInstance, { gate, watches, openTable, clock }: WatchRoutesOptions): void {
  const getWatch = async (id: string, key: KeyRecord) => {
    const watch = await watches.get(id, key.id);
    refuseScope(key.scopes, watchScopes[watch.kind]);
    return watch;
  };

  server.route({
    bodyLimit: jsonBytesMax,
    ...toRoute(gate, operations.createWatch, readWatchQuery),
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
        ...toWatchResponse(made.watch),
        refused_count: made.refusedCount,
        refused: [...made.refused],
      };
      return reply.code(201).header('location', `/v1/watches/${response.id}`).send(response);
    },
  });

  addOwnListRoute(server, {
    gate,
    operation: operations.listWatches,
    name: 'watches',
    idPrefix: 'wat_',
    list: ({ id }, limit, before) => watches.list(id, limit, before),
    toResponse: toWatchResponse,
  });

  addKeyOwnedRoutes(server, {
    gate,
    operations: { read: operations.readWatch, delete: operations.deleteWatch },
    read: async (id, key) => toWatchResponse(await getWatch(id, key)),
    delete: async (id, key) => {
      await getWatch(id, key);
      await watches.delete(id, key.id);
    },
  });

  server.route({
    ...toRoute(gate, operations.listWatchChanges, readPage),
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
  if (!isHit(change)) return change;
  const { identityDocument, request_id = null, sentence, ...hit } = change;
  const document = identityDocument
    ? { ...identityDocument, number: maskIdentityNumber(identityDocument.number) }
    : null;
  return { ...hit, document, request_id, sentence: sentence[language] };
}

function readPage(request: FastifyRequest): { readonly after: number; readonly limit: number } {
  const { cursor = '0', limit = String(changesLimitDefault) } = readQuery(request, ['cursor', 'limit']);
  const page = { after: Number(cursor), limit: Number(limit) };
  if (/^\d{1,12}$/.test(cursor) && /^[1-9]\d{0,3}$/.test(limit) && page.limit <= changesLimitMax) return page;
  throw toPageError(changesLimitMax);
}

function toWatchResponse(watch: StoredWatch): WatchResponse {
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
