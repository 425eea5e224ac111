// The things that a key may see, a page at a time, the newest first. Written alike, whatever they are.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ListPage, ListPlace } from '../../app/key-owned/list-page.ts';
import type { KeyRecord } from '../../domain/access/api-key.ts';
import type { Scope } from '../../domain/access/scopes.ts';
import { AppError } from '../../errors.ts';
import { behindGate, type Gate, getKey } from '../request/admission.ts';
import { readQuery } from '../request/query.ts';

interface OwnListOptions<Thing> {
  readonly gate: Gate;
  /** Of several, one is enough. */
  readonly scope: Scope | readonly Scope[];
  readonly pattern: string;
  /** What the list is called in the answer. */
  readonly name: string;
  /** What the ids of its things begin with: a cursor of another list is refused, where it would hide what is newer than its place. */
  readonly idPrefix: string;
  list(key: KeyRecord, limit: number, before?: ListPlace): Promise<ListPage<Thing>>;
  toResponse(thing: Thing): object;
}

export const listLimitMax = 100;
export const listLimitDefault = 20;

export function addOwnListRoute<Thing>(server: FastifyInstance, options: OwnListOptions<Thing>): void {
  const { gate, scope, pattern, name, idPrefix, list, toResponse } = options;
  const readPlace = (request: FastifyRequest) => readPage(request, idPrefix);
  server.route({
    method: 'GET',
    ...behindGate({ gate, scope, pattern, checkQuery: readPlace }),
    handler: async (request, reply) => {
      const { limit, before } = readPlace(request);
      const { things, next } = await list(getKey(request), limit, before);
      return reply.send({
        [name]: things.map(toResponse),
        next_cursor: next === null ? null : `${next.createdAtMs}.${next.id}`,
      });
    },
  });
}

function readPage(request: FastifyRequest, idPrefix: string): { readonly limit: number; readonly before?: ListPlace } {
  const { cursor, limit = String(listLimitDefault) } = readQuery(request, ['cursor', 'limit']);
  const [, createdAtMs, id] = /^(\d{1,15})\.(\w{1,64})$/.exec(cursor ?? '') ?? [];
  const isLimit = /^[1-9]\d{0,2}$/.test(limit) && Number(limit) <= listLimitMax;
  if (!isLimit || (cursor !== undefined && id?.startsWith(idPrefix) !== true)) throw toPageError(listLimitMax);
  return { limit: Number(limit), ...(id !== undefined && { before: { createdAtMs: Number(createdAtMs), id } }) };
}

export function toPageError(limitMax: number): AppError {
  return new AppError('invalid_query', {
    detail: {
      en: `Send as \`cursor\` the \`next_cursor\` of the page before, of the same list; \`limit\` is a whole number from 1 to ${limitMax}.`,
      pt: `Envie em \`cursor\` o \`next_cursor\` da página anterior, da mesma lista; \`limit\` é um número inteiro de 1 a ${limitMax}.`,
    },
  });
}
