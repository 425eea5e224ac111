// /v1/screen/clearances: hits that somebody has judged false. They belong to all keys of a mode, not to the one that made them.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ClearanceOrder, Clearer, ManageClearances } from '../../../app/screening/clearances/manage-clearances.ts';
import type { KeyRecord } from '../../../domain/access/api-key.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import type { FieldFaultCode } from '../../../error-codes.ts';
import type { RouteParts } from '../../feature.ts';
import { addOwnListRoute } from '../../key-owned/list.ts';
import { addKeyOwnedRoutes, getId } from '../../key-owned/routes.ts';
import { behindGate, getCaller, getKey } from '../../request/admission.ts';
import { getJsonBody } from '../../request/json-body.ts';
import { createValidate } from '../../request/validate.ts';
import { screenRequestSchema } from '../contract.ts';
import { readPartners, readQuestion } from '../question.ts';
import { isReason } from './contract.ts';
import { toClearanceResponse } from './response.ts';

interface ClearanceRoutesOptions extends Pick<RouteParts, 'gate' | 'clock'> {
  readonly clearances: ManageClearances;
}

const listPattern = '/v1/screen/clearances';
const clearancePattern = '/v1/screen/clearances/:id';
const confirmPattern = '/v1/screen/clearances/:id/confirm';
const scope = 'manage:clearances';

export function addClearanceRoutes(server: FastifyInstance, { gate, clearances, clock }: ClearanceRoutesOptions): void {
  const validate = createValidate(screenRequestSchema, {
    row: findTextFault,
    reason: (value) => findTextFault(value) ?? (isReason(value as string) ? undefined : 'invalid_reason'),
    despite_number: (value) => (typeof (value ?? false) === 'boolean' ? undefined : 'invalid_type'),
  });

  function readOrder(request: FastifyRequest): ClearanceOrder {
    const body = getJsonBody(request);
    const known = validate(body, toBrazilDay(clock.nowMs()));
    const { screened: customer, withPartners } = readQuestion(known, readPartners(request));
    const { row, reason, despite_number: isDespiteNumber } = body;
    return {
      customer,
      withPartners,
      row: row as string,
      reason: (reason as string).trim(),
      isDespiteNumber: isDespiteNumber === true,
    };
  }

  server.route({
    method: 'POST',
    ...behindGate({ gate, scope, pattern: listPattern, checkQuery: readPartners, hasBody: true }),
    handler: async (request, reply) => {
      const { clearance, isRepeated } = await clearances.make(readOrder(request), getCaller(request));
      return reply
        .code(isRepeated ? 200 : 201)
        .header('location', `${listPattern}/${clearance.id}`)
        .send(toClearanceResponse(clearance));
    },
  });

  server.route({
    method: 'POST',
    ...behindGate({ gate, scope, pattern: confirmPattern }),
    handler: async (request, reply) =>
      reply.send(toClearanceResponse(await clearances.confirm(getId(request), toClearer(getKey(request))))),
  });

  addOwnListRoute(server, {
    gate,
    scope,
    pattern: listPattern,
    name: 'clearances',
    idPrefix: 'clr_',
    list: ({ mode }, ...page) => clearances.list(mode, ...page),
    toResponse: toClearanceResponse,
  });

  addKeyOwnedRoutes(server, {
    gate,
    scope,
    pattern: clearancePattern,
    read: async (id, { mode }) => toClearanceResponse(await clearances.get(id, mode)),
    delete: (id, key) => clearances.revoke(id, toClearer(key)),
  });
}

function findTextFault(value: unknown): FieldFaultCode | undefined {
  if (value === undefined) return 'required';
  return typeof value === 'string' ? undefined : 'invalid_type';
}

function toClearer({ id, mode }: KeyRecord): Clearer {
  return { actor: id, mode };
}
