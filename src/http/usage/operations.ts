// The usage of a key in the OpenAPI document.

import { describeAnswer, toParameter } from '../openapi/parts.ts';
import { operationsOf } from '../operation.ts';
import type { UsageResponse } from './contract.ts';

const month: UsageResponse = {
  month: '2026-11',
  requests: 1_204,
  verifications: [
    { operation: 'cpf', outcome: 'not_verified', count: 200 },
    { operation: 'cpf', outcome: 'verified', count: 1_000 },
  ],
  approved: 1_000,
  calls: [
    { source: 'bureau_a', outcome: 'answered', purpose: 'credit', count: 1_190, reais: '784.2100' },
    { source: 'bureau_a', outcome: 'timeout', purpose: 'credit', count: 10, reais: '0.0000' },
  ],
  purposes: [{ purpose: 'credit', reais: '784.2100', reais_per_verification: '0.6535', reais_per_approved: '0.7842' }],
  reais: '784.2100',
  calls_without_price: 0,
  reais_per_verification: '0.6535',
  reais_per_approved: '0.7842',
};

export const usageOperations = operationsOf(
  { tag: 'Usage', scope: 'read:usage' },
  {
    readUsage: {
      route: 'GET /v1/usage',
      describe: () => ({
        summary: 'Read what your key was used for, and what that cost',
        description:
          'Requests, verifications and calls to sources of this key in a month, with reais where the operator gave prices. ' +
          'Computed anew each time, so the reais of a running month may still change with its volume. Counts are some seconds old at most.',
        parameters: [
          toParameter('query', 'month', 'Such as `2026-11`, of America/Sao_Paulo; this month if it is not there.', {
            type: 'string',
            pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
          }),
        ],
        responses: { 200: describeAnswer('The month.', 'Usage', { month }) },
      }),
    },
  },
);
