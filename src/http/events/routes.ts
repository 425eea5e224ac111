// GET /v1/events: what the owner of a key was told, or would have been, once more.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EventQuery } from '../../app/events/ports.ts';
import type { ReadEvents } from '../../app/events/read-events.ts';
import { AppError } from '../../errors.ts';
import { toRoute } from '../operation.ts';
import { type Gate, getKey } from '../request/admission.ts';
import { readQuery } from '../request/query.ts';
import type { EventsResponse } from './contract.ts';
import { eventOperations, eventsLimitDefault, eventsLimitMax } from './operations.ts';

interface EventRoutesOptions {
  readonly gate: Gate;
  readonly readEvents: ReadEvents;
}

export function addEventRoutes(server: FastifyInstance, { gate, readEvents }: EventRoutesOptions): void {
  server.route({
    ...toRoute(gate, eventOperations.listEvents, readPage),
    handler: async (request, reply) => {
      const { limit, ...query } = readPage(request);
      const { events, next } = await readEvents(getKey(request).id, query, limit);
      const response: EventsResponse = { events, next_cursor: next === null ? null : String(next) };
      return reply.send(response);
    },
  });
}

function readPage(request: FastifyRequest): EventQuery & { readonly limit: number } {
  const query = readQuery(request, ['since', 'after', 'limit']);
  const { since, after = '0', limit = String(eventsLimitDefault) } = query;
  const sinceMs = since === undefined ? 0 : parseTime(since);
  const isLimit = /^[1-9]\d{0,3}$/.test(limit) && Number(limit) <= eventsLimitMax;
  if (sinceMs !== undefined && isLimit && /^\d{1,12}$/.test(after)) {
    return { after: Number(after), sinceMs, limit: Number(limit) };
  }
  throw new AppError('invalid_query', {
    detail: {
      en: `\`since\` is a time such as \`2026-11-15T12:00:00Z\`; \`after\` is the \`cursor\` of an event; \`limit\` is a whole number from 1 to ${eventsLimitMax}.`,
      pt: `\`since\` é um momento como \`2026-11-15T12:00:00Z\`; \`after\` é o \`cursor\` de um evento; \`limit\` é um número inteiro de 1 a ${eventsLimitMax}.`,
    },
  });
}

const timeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Parses a time, which must state its zone, as no local time is assumed. A `+` that was not encoded arrives as a space. */
function parseTime(text: string): number | undefined {
  const written = text.replace(/ (?=\d{2}:\d{2}$)/, '+');
  const timeMs = timeForm.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(timeMs) ? undefined : timeMs;
}
