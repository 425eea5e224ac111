// The things that a key may see, a page at a time, the newest first. Written alike, whatever they are.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ListPage, ListPlace } from '../../app/key-owned/list-page.ts';
import type { KeyRecord } from '../../domain/access/api-key.ts';
import { AppError } from '../../errors.ts';
import { type Operation, toRoute } from '../operation.ts';
import { type Gate, getKey } from '../request/admission.ts';
import { readQuery } from '../request/query.ts';

interface OwnListOptions<Thing, Filter> {
  readonly gate: Gate;
  readonly operation: Operation;
  /** The answer gives this name to the list. */
  readonly name: string;
  /** The ids of the list's items begin with this prefix. A cursor of another list is refused, because it would hide items newer than its place. */
  readonly idPrefix: string;
  /** Further parameters of the query, and what they say. Throws where one is wrong. */
  readonly filters?: { readonly names: readonly string[]; read(query: Readonly<Record<string, string>>): Filter };
  list(key: KeyRecord, limit: number, before: ListPlace | undefined, filter?: Filter): Promise<ListPage<Thing>>;
  toResponse(thing: Thing): object;
}

export const listLimitMax = 100;
export const listLimitDefault = 20;

export function addOwnListRoute<Thing, Filter = never>(
  server: FastifyInstance,
  options: OwnListOptions<Thing, Filter>,
): void {
  const { gate, operation, name, idPrefix, filters, list, toResponse } = options;
  const readPlace = (request: FastifyRequest) => {
    const { cursor, limit, ...others } = readQuery(request, ['cursor', 'limit', ...(filters?.names ?? [])]);
    return { ...readPage({ cursor, limit }, idPrefix), filter: filters?.read(others as Record<string, string>) };
  };
  server.route({
    ...toRoute(gate, operation, readPlace),
    handler: async (request, reply) => {
      const { limit, before, filter } = readPlace(request);
      const { things, next } = await list(getKey(request), limit, before, filter);
      return reply.send({
        [name]: things.map(toResponse),
        next_cursor: next === null ? null : `${next.createdAtMs}.${next.id}`,
      });
    },
  });
}

interface PageQuery {
  readonly cursor: string | undefined;
  readonly limit: string | undefined;
}

function readPage({ cursor, limit = String(listLimitDefault) }: PageQuery, idPrefix: string) {
  const [, createdAtMs, id] = /^(\d{1,15})\.(\w{1,64})$/.exec(cursor ?? '') ?? [];
  const isLimit = /^[1-9]\d{0,2}$/.test(limit) && Number(limit) <= listLimitMax;
  if (!isLimit || (cursor !== undefined && id?.startsWith(idPrefix) !== true)) throw toPageError(listLimitMax);
  const before: ListPlace | undefined = id === undefined ? undefined : { createdAtMs: Number(createdAtMs), id };
  return { limit: Number(limit), before };
}

export function toPageError(limitMax: number): AppError {
  return new AppError('invalid_query', {
    detail: {
      en: `Send as \`cursor\` the \`next_cursor\` of the page before, of the same list; \`limit\` is a whole number from 1 to ${limitMax}.`,
      pt: `Envie em \`cursor\` o \`next_cursor\` da página anterior, da mesma lista; \`limit\` é um número inteiro de 1 a ${limitMax}.`,
    },
  });
}
