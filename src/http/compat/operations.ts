// The addresses in the place of minha-receita and BrasilAPI, with errors in their words.

import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '../../error-codes.ts';
import { AppError } from '../../errors.ts';
import { exampleCompany } from '../companies/example.ts';
import {
  conditionParameter,
  notModified,
  toExamples,
  toHeaders,
  toPathParameter,
  toReference,
} from '../openapi/parts.ts';
import { type OperationText, operationsOf } from '../operation.ts';
import { type CompatService, toCompatBody } from './errors.ts';
import { toMinhaReceita } from './minha-receita-form.ts';

/** If several codes share one status, the list names the one that callers meet. */
const errors: readonly ErrorCode[] = [
  'invalid_request',
  'missing_api_key',
  'insufficient_scope',
  'company_not_found',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'registry_unavailable',
];
const subject = '90.000.009/0001-95';
const names: Readonly<Record<CompatService, readonly [component: string, schema: string]>> = {
  'minha-receita': ['MinhaReceita', 'MinhaReceitaMessage'],
  'brasil-api': ['BrasilApi', 'BrasilApiError'],
};

function toErrors(service: CompatService) {
  const [component, schema] = names[service];
  return errors.map((code) => {
    const error = new AppError(code);
    const statusName = STATUS_CODES[error.status] ?? '';
    const waits = error.status === 429 || error.status === 503;
    const content = { schema: toReference(schema), example: toCompatBody(service, error, subject) };
    const headers = toHeaders('Request-Id', ...(waits ? (['Retry-After'] as const) : []));
    const response = { description: statusName, headers, content: { 'application/json': content } };
    return { status: error.status, name: `${component}${statusName.replaceAll(/\W/g, '')}`, response };
  });
}

function toErrorReferences(service: CompatService, codes: readonly number[] = []) {
  return Object.fromEntries(
    toErrors(service)
      .filter(({ status }) => !codes.includes(status))
      .map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

/** The operations here refer to these responses. */
export function describeCompatErrors(): Readonly<Record<string, object>> {
  const all = (['minha-receita', 'brasil-api'] as const).flatMap(toErrors);
  return Object.fromEntries(all.map(({ name, response }) => [name, response]));
}

const switchedOn = 'There only where the operator has switched it on, and without a key where the operator says so.';

function describeRecord(service: CompatService, name: string): OperationText {
  return {
    summary: `Read a company as ${name} answers`,
    description: `The record in the form of ${name}: changing the base address is the whole migration. ${switchedOn}`,
    parameters: [
      toPathParameter('cnpj', '14 characters, however they are punctuated.', exampleCompany.cnpj),
      conditionParameter,
    ],
    responses: {
      200: {
        description: 'The company.',
        headers: toHeaders('Request-Id', 'ETag'),
        content: {
          'application/json': {
            schema: toReference('MinhaReceitaCompany'),
            examples: toExamples({ company: toMinhaReceita(exampleCompany) }),
          },
        },
      },
      304: notModified,
      ...toErrorReferences(service),
    },
  };
}

export const compatOperations = operationsOf(
  { tag: 'Compatibility', scope: 'read:company', withoutKey: 'some' },
  {
    readCompanyAsMinhaReceita: {
      route: 'GET /compat/minha-receita/{+cnpj}',
      errors: [],
      describe: () => describeRecord('minha-receita', 'minha-receita'),
    },
    readMonthAsMinhaReceita: {
      route: 'GET /compat/minha-receita/updated',
      errors: [],
      describe: () => ({
        summary: 'Read of which month the data are',
        description: `As minha-receita answers. ${switchedOn}`,
        responses: {
          200: {
            description: 'The month, YYYY-MM.',
            headers: toHeaders('Request-Id', 'ETag'),
            content: {
              'application/json': { schema: toReference('MinhaReceitaMessage'), example: { message: '2026-11' } },
            },
          },
          304: notModified,
          ...toErrorReferences('minha-receita', [400, 404]),
        },
      }),
    },
    readCompanyAsBrasilApi: {
      route: 'GET /compat/brasil-api/cnpj/v1/{+cnpj}',
      errors: [],
      describe: () => describeRecord('brasil-api', 'BrasilAPI'),
    },
  },
);
