// /v1/screen/clearances: what somebody has judged of hits. They belong to all keys of a mode, not to the one that made them.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  Clearance,
  ClearanceOrder,
  Clearer,
  ManageClearances,
} from '../../../app/screening/clearances/manage-clearances.ts';
import type { KeyRecord } from '../../../domain/access/api-key.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import type { FieldFaultCode } from '../../../error-codes.ts';
import type { RouteParts } from '../../feature.ts';
import { addOwnListRoute } from '../../key-owned/list.ts';
import { addKeyOwnedRoutes, getId } from '../../key-owned/routes.ts';
import { toRoute } from '../../operation.ts';
import { getCaller, getKey } from '../../request/admission.ts';
import { getJsonBody } from '../../request/json-body.ts';
import { createValidate } from '../../request/validate.ts';
import { Type } from '../../schema.ts';
import { screenRequestSchema } from '../contract.ts';
import { readPartners, readQuestion } from '../question.ts';
import { isReason } from './contract.ts';
import { readJudgement, readStep } from './judgement-fields.ts';
import { clearanceFilters } from './list-filter.ts';
import { clearanceOperations as operations } from './operations.ts';
import { toClearanceResponse } from './response.ts';

interface ClearanceRoutesOptions extends Pick<RouteParts, 'gate' | 'clock'> {
  readonly clearances: ManageClearances;
}

const noFields = Type.Object({}, { additionalProperties: false });

export function addClearanceRoutes(server: FastifyInstance, { gate, clearances, clock }: ClearanceRoutesOptions): void {
  const validate = createValidate(screenRequestSchema, {
    row: findTextFault,
    reason: (value) => findTextFault(value) ?? (isReason(value as string) ? undefined : 'invalid_reason'),
    despite_number: (value) => (typeof (value ?? false) === 'boolean' ? undefined : 'invalid_type'),
    // They belong together, and are read together.
    kind: findOptionalTextFault,
    until: findOptionalTextFault,
    frozen_at: findOptionalTextFault,
  });
  const validateStep = createValidate(noFields, { step: findTextFault, at: findOptionalTextFault });
  const toResponse = (clearance: Clearance) => toClearanceResponse(clearance, clock.nowMs());

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
      ...readJudgement(body, clock.nowMs()),
    };
  }

  server.route({
    ...toRoute(gate, operations.createClearance, readPartners),
    handler: async (request, reply) => {
      const { clearance, isRepeated } = await clearances.make(
        readOrder(request),
        getCaller(request),
        toClearer(getKey(request)),
      );
      return reply
        .code(isRepeated ? 200 : 201)
        .header('location', `/v1/screen/clearances/${clearance.id}`)
        .send(toResponse(clearance));
    },
  });

  server.route({
    ...toRoute(gate, operations.confirmClearance),
    handler: async (request, reply) =>
      reply.send(toResponse(await clearances.confirm(getId(request), toClearer(getKey(request))))),
  });

  server.route({
    ...toRoute(gate, operations.noteFreezeStep),
    handler: async (request, reply) => {
      const body = getJsonBody(request);
      validateStep(body, toBrazilDay(clock.nowMs()));
      const { step, atMs } = readStep(body, clock.nowMs());
      const by = toClearer(getKey(request));
      return reply.send(toResponse(await clearances.noteStep(getId(request), step, atMs, by)));
    },
  });

  addOwnListRoute(server, {
    gate,
    operation: operations.listClearances,
    name: 'clearances',
    idPrefix: 'clr_',
    filters: clearanceFilters,
    list: ({ mode }, ...page) => clearances.list(mode, ...page),
    toResponse,
  });

  addKeyOwnedRoutes(server, {
    gate,
    operations: { read: operations.getClearance, delete: operations.revokeClearance },
    read: async (id, { mode }) => toResponse(await clearances.get(id, mode)),
    delete: (id, key) => clearances.revoke(id, toClearer(key)),
  });
}

function findTextFault(value: unknown): FieldFaultCode | undefined {
  if (value === undefined) return 'required';
  return typeof value === 'string' ? undefined : 'invalid_type';
}

/** Checks an optional text. An absent value counts as null. */
function findOptionalTextFault(value: unknown): FieldFaultCode | undefined {
  return value === undefined || value === null ? undefined : findTextFault(value);
}

function toClearer({ id, mode, scopes }: KeyRecord): Clearer {
  return { actor: id, mode, isSenior: scopes.includes('approve:clearances') };
}
