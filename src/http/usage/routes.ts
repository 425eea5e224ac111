// GET /v1/usage: what the key was used for in a month, and what that cost.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countAll, countApproved, countOutcomes } from '../../app/usage/call-costs.ts';
import type { KeyUsage, ReadKeyUsage } from '../../app/usage/read-key-usage.ts';
import { showCallCost, showPurpose, showSummary } from '../../app/usage/show-costs.ts';
import { isMonth } from '../../domain/dates/calendar.ts';
import { AppError } from '../../errors.ts';
import { toRoute } from '../operation.ts';
import { type Gate, getKey } from '../request/admission.ts';
import { readQuery } from '../request/query.ts';
import type { UsageResponse } from './contract.ts';
import { usageOperations } from './operations.ts';

interface UsageRoutesOptions {
  readonly gate: Gate;
  readonly readKeyUsage: ReadKeyUsage;
}

export function addUsageRoutes(server: FastifyInstance, { gate, readKeyUsage }: UsageRoutesOptions): void {
  server.route({
    ...toRoute(gate, usageOperations.readUsage, readMonth),
    handler: async (request, reply) =>
      reply.send(toUsageResponse(await readKeyUsage(getKey(request).id, readMonth(request)))),
  });
}

function readMonth(request: FastifyRequest): string | undefined {
  const { month } = readQuery(request, ['month']);
  if (month === undefined || isMonth(month)) return month;
  throw new AppError('invalid_query', {
    detail: {
      en: '`month` is a year and a month such as `2026-11`.',
      pt: '`month` é um ano e um mês, como `2026-11`.',
    },
  });
}

const withoutPrices = { reais: null, reais_per_verification: null, reais_per_approved: null };

function toUsageResponse({ month, requests, verifications, calls, costs, purposes }: KeyUsage): UsageResponse {
  return {
    month,
    requests,
    verifications: countOutcomes(verifications).map(({ operation, outcome, count }) => ({ operation, outcome, count })),
    approved: countApproved(verifications),
    calls: calls.map(showCallCost),
    purposes: purposes.map(showPurpose),
    ...(costs === null ? { ...withoutPrices, calls_without_price: countAll(calls) } : showSummary(costs)),
  };
}
