// The routes of company records in the OpenAPI document.

import { toEstablishmentSummary } from '../../domain/company/company-record.ts';
import { recordFields, toEstablishmentDocument } from '../../domain/company/forms/record-document.ts';
import type { ErrorCode } from '../../error-codes.ts';
import {
  bodyErrors,
  conditionParameter,
  describeAnswer,
  keyErrors,
  limitHeaders,
  notModified,
  toExamples,
  toHeaders,
  toJsonBody,
  toPageParameters,
  toPathParameter,
  toReference,
} from '../openapi/parts.ts';
import { operationsOf } from '../operation.ts';
import { jsonAlone } from '../request/admission.ts';
import { type EstablishmentsResponse, type LookupLine, lookupNumbersMax, type PartnersResponse } from './contract.ts';
import { exampleCompany, exampleRecord } from './example.ts';
import { pageLimitDefault, pageLimitMax } from './request.ts';

const recordErrors: readonly ErrorCode[] = [...keyErrors, 'registry_unavailable'];

const fieldsParameter = {
  name: 'fields',
  in: 'query',
  description: 'Names of the record, separated by commas; the answer holds only these. An unknown name is refused.',
  schema: { type: 'array', items: { title: 'RecordField', type: 'string', enum: recordFields } },
  style: 'form',
  explode: false,
};

const partnersExample: PartnersResponse = {
  root: exampleRecord.root,
  total: 1,
  partners: exampleRecord.partners ?? [],
  next_cursor: null,
  data_as_of: '2026-11-14',
};

const establishmentsExample: EstablishmentsResponse = {
  root: exampleRecord.root,
  total: 2,
  establishments: [toEstablishmentDocument(toEstablishmentSummary(exampleCompany))],
  next_cursor: 'OTAwMDAwMDMwMDAx',
  data_as_of: '2026-11-14',
};

const { cnpj, legal_name, status } = exampleRecord;
const chosen = { cnpj, legal_name, status };
const lineExamples: readonly LookupLine[] = [
  { index: 0, cnpj, status: 'found', reason: null, company: chosen, data_as_of: '2026-11-14' },
  { index: 1, cnpj: null, status: 'invalid', reason: 'invalid_check_digits', company: null, data_as_of: null },
  { index: 2, cnpj: '90000009000195', status: 'not_found', reason: null, company: null, data_as_of: '2026-11-14' },
];

const rootParameter = toPathParameter(
  'root',
  'The first eight characters of the CNPJ, or `00.000.000`.',
  exampleRecord.root,
);

export const companyOperations = operationsOf(
  { tag: 'Companies', scope: 'read:company' },
  {
    readCompany: {
      route: 'GET /v1/companies/{cnpj}',
      errors: [...recordErrors, 'company_not_found'],
      describe: () => ({
        summary: 'Read the whole record of a company',
        description:
          'Every public fact about an establishment and its company, out of the registry of the Receita Federal. ' +
          'Facts that point at a person are left out unless the operator shows them: `withheld` names what is.',
        parameters: [
          toPathParameter(
            'cnpj',
            '14 characters, or `00.000.000/0000-00` with the slash written as `%2F`.',
            exampleRecord.cnpj,
          ),
          fieldsParameter,
          conditionParameter,
        ],
        responses: {
          200: describeAnswer(
            'The record.',
            ['CompanyRecord', 'CompanyRecordFields'],
            { record: exampleRecord, fields: chosen },
            'ETag',
          ),
          304: notModified,
        },
      }),
    },
    listEstablishments: {
      route: 'GET /v1/companies/{root}/establishments',
      errors: [...recordErrors, 'company_not_found'],
      describe: () => ({
        summary: 'List head office and branches of a company',
        description: 'In the order of their branch numbers, a page at a time.',
        parameters: [
          rootParameter,
          ...toPageParameters({
            limit: 'Establishments on a page.',
            limitMax: pageLimitMax,
            limitDefault: pageLimitDefault,
          }),
          conditionParameter,
        ],
        responses: {
          200: describeAnswer('A page.', 'CompanyEstablishments', { page: establishmentsExample }, 'ETag'),
          304: notModified,
        },
      }),
    },
    listPartners: {
      route: 'GET /v1/companies/{root}/partners',
      errors: [...recordErrors, 'company_not_found'],
      describe: () => ({
        summary: 'List the partners of a company',
        description:
          'By day of entry, a page at a time. For companies with over 100 partners, of which a record shows the first 100.',
        parameters: [
          rootParameter,
          ...toPageParameters({ limit: 'Partners on a page.', limitMax: pageLimitMax, limitDefault: pageLimitDefault }),
          conditionParameter,
        ],
        responses: {
          200: describeAnswer('A page.', 'CompanyPartners', { page: partnersExample }, 'ETag'),
          304: notModified,
        },
      }),
    },
    lookUpCompanies: {
      route: 'POST /v1/companies/lookup',
      mediaTypes: jsonAlone,
      errors: [...recordErrors, ...bodyErrors],
      describe: () => ({
        summary: 'Read the records of many companies',
        description:
          `Up to ${lookupNumbersMax} numbers; the answer has one line of JSON for each, in their order, and is sent while it is read. ` +
          'Every number counts as one request of the key; a call is let in while the key has at least one left.',
        parameters: [fieldsParameter],
        requestBody: toJsonBody('CompanyLookupRequest', {
          cnpjs: ['90.000.003/0001-18', '90000003000119', '90000009000195'],
        }),
        responses: {
          200: {
            description: 'As many lines as numbers; fewer mean that the connection broke.',
            headers: toHeaders(...limitHeaders),
            content: {
              'application/x-ndjson': {
                schema: toReference('CompanyLookupLine'),
                examples: toExamples({ found: lineExamples[0], invalid: lineExamples[1], not_found: lineExamples[2] }),
              },
            },
          },
        },
      }),
    },
  },
);
