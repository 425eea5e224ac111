// The routes of company records in the OpenAPI document.

import { type RecordDocument, recordFields } from '../../domain/company/forms/record-document.ts';
import type { ErrorCode } from '../../error-codes.ts';
import {
  bodyErrors,
  keyErrors,
  limitHeaders,
  purposeParameter,
  toAnswer,
  toErrorResponses,
  toExamples,
  toHeaders,
  toJsonBody,
  toPageParameters,
  toParameter,
  toReference,
} from '../openapi/parts.ts';
import { type EstablishmentsResponse, type LookupLine, lookupNumbersMax, type PartnersResponse } from './contract.ts';
import { pageLimitDefault, pageLimitMax } from './request.ts';

// As the sandbox answers, on another day; a test holds that.
const recordExample: RecordDocument = {
  cnpj: '90000003000118',
  root: '90000003',
  head_office: true,
  legal_name: 'TRANSPORTES HORIZONTE S/A',
  trade_name: null,
  status: 'active',
  status_code: '02',
  status_since: '2012-08-20',
  status_reason: null,
  foundation_date: '2012-08-20',
  special_situation: null,
  main_activity: {
    code: '0111301',
    text: 'Cultivo de arroz',
  },
  other_activities: [
    {
      code: '4721102',
      text: 'Padaria e confeitaria com predominância de revenda',
    },
    {
      code: '6201501',
      text: 'Desenvolvimento de programas de computador sob encomenda',
    },
  ],
  address: {
    street_kind: 'RUA',
    street: 'DAS LARANJEIRAS',
    number: '1978',
    complement: null,
    district: 'CENTRO',
    postal_code: '80020002',
    state: 'PR',
    municipality: {
      tom_code: '7535',
      ibge_code: '4106902',
      name: 'CURITIBA',
    },
    city_abroad: null,
    country: null,
  },
  contacts: {
    phone: null,
    second_phone: null,
    fax: null,
    email: null,
  },
  legal_nature: {
    code: '2054',
    text: 'Sociedade Anônima Fechada',
  },
  size: {
    code: '01',
    text: 'MICRO EMPRESA',
  },
  capital: '104500.00',
  responsible_qualification: {
    code: '49',
    text: 'Sócio-Administrador',
  },
  federative_entity: null,
  simples: {
    opted: true,
    opted_on: '2012-08-20',
    excluded_on: null,
  },
  mei: {
    opted: false,
    opted_on: null,
    excluded_on: null,
  },
  tax_regimes: [2023, 2024, 2025].map((year) => ({ year, scp_cnpj: null, form: 'LUCRO REAL', bookkeepings: 1 })),
  partners: [
    {
      kind: 'person',
      name: 'LUZIA WERNECK DE ANDRADE',
      document: '***717883**',
      qualification: {
        code: '49',
        text: 'Sócio-Administrador',
      },
      joined_on: '2010-05-09',
      country: null,
      representative: null,
      age_band: {
        code: '7',
        from_years: 61,
        to_years: 70,
      },
    },
  ],
  partners_total: 1,
  partners_missing: null,
  establishments: {
    total: 2,
    head_office: '90000003000118',
  },
  withheld: ['phones'],
  data_as_of: '2026-11-14',
};

const recordErrors: readonly ErrorCode[] = [...keyErrors, 'registry_unavailable'];

const fieldsParameter = {
  name: 'fields',
  in: 'query',
  description: 'Names of the record, separated by commas; the answer holds only these. An unknown name is refused.',
  schema: { type: 'array', items: { title: 'RecordField', type: 'string', enum: recordFields } },
  style: 'form',
  explode: false,
};

const conditionParameter = toParameter(
  'header',
  'If-None-Match',
  'The `ETag` of an earlier answer; 304 while it still holds.',
);

const notModified = {
  304: { description: 'The answer that you have still holds.', headers: toHeaders('Request-Id', 'ETag') },
};

const partnersExample: PartnersResponse = {
  root: '90000003',
  total: 1,
  partners: recordExample.partners ?? [],
  next_cursor: null,
  data_as_of: '2026-11-14',
};

const establishmentsExample: EstablishmentsResponse = {
  root: '90000003',
  total: 2,
  establishments: [
    {
      cnpj: '90000003000118',
      head_office: true,
      trade_name: null,
      status: 'active',
      foundation_date: '2012-08-20',
      state: 'PR',
      municipality: recordExample.address.municipality,
    },
  ],
  next_cursor: 'OTAwMDAwMDMwMDAx',
  data_as_of: '2026-11-14',
};

const chosen = { cnpj: '90000003000118', legal_name: 'TRANSPORTES HORIZONTE S/A', status: 'active' } as const;
const lineExamples: readonly LookupLine[] = [
  { index: 0, cnpj: chosen.cnpj, status: 'found', reason: null, company: chosen, data_as_of: '2026-11-14' },
  { index: 1, cnpj: null, status: 'invalid', reason: 'invalid_check_digits', company: null, data_as_of: null },
  { index: 2, cnpj: '90000009000195', status: 'not_found', reason: null, company: null, data_as_of: '2026-11-14' },
];

const rootParameter = {
  name: 'root',
  in: 'path',
  required: true,
  description: 'The first eight characters of the CNPJ, or `00.000.000`.',
  schema: { type: 'string' },
  example: '90000003',
};

export const companyPaths = {
  '/v1/companies/{cnpj}': {
    get: {
      tags: ['Companies'],
      operationId: 'readCompany',
      summary: 'Read the whole record of a company',
      description:
        'Every public fact about an establishment and its company, out of the registry of the Receita Federal. ' +
        'Facts that point at a person are left out unless the operator shows them: `withheld` names what is.',
      parameters: [
        {
          name: 'cnpj',
          in: 'path',
          required: true,
          description: '14 characters, or `00.000.000/0000-00` with the slash written as `%2F`.',
          schema: { type: 'string' },
          example: '90000003000118',
        },
        fieldsParameter,
        conditionParameter,
        purposeParameter,
      ],
      responses: {
        200: {
          description: 'The record.',
          headers: toHeaders(...limitHeaders, 'ETag'),
          content: {
            'application/json': {
              schema: { anyOf: [toReference('CompanyRecord'), toReference('CompanyRecordFields')] },
              examples: toExamples({ record: recordExample, fields: chosen }),
            },
          },
        },
        ...notModified,
        ...toErrorResponses([...recordErrors, 'company_not_found']),
      },
    },
  },
  '/v1/companies/{root}/establishments': {
    get: {
      tags: ['Companies'],
      operationId: 'listEstablishments',
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
        purposeParameter,
      ],
      responses: {
        200: toAnswer('A page.', 'CompanyEstablishments', { page: establishmentsExample }, 'ETag'),
        ...notModified,
        ...toErrorResponses([...recordErrors, 'company_not_found']),
      },
    },
  },
  '/v1/companies/{root}/partners': {
    get: {
      tags: ['Companies'],
      operationId: 'listPartners',
      summary: 'List the partners of a company',
      description:
        'By day of entry, a page at a time. For companies with over 100 partners, of which a record shows the first 100.',
      parameters: [
        rootParameter,
        ...toPageParameters({ limit: 'Partners on a page.', limitMax: pageLimitMax, limitDefault: pageLimitDefault }),
        conditionParameter,
        purposeParameter,
      ],
      responses: {
        200: toAnswer('A page.', 'CompanyPartners', { page: partnersExample }, 'ETag'),
        ...notModified,
        ...toErrorResponses([...recordErrors, 'company_not_found']),
      },
    },
  },
  '/v1/companies/lookup': {
    post: {
      tags: ['Companies'],
      operationId: 'lookUpCompanies',
      summary: 'Read the records of many companies',
      description:
        `Up to ${lookupNumbersMax} numbers; the answer has one line of JSON for each, in their order, and is sent while it is read. ` +
        'Every number counts as one request of the key; a call is let in while the key has at least one left.',
      parameters: [fieldsParameter, purposeParameter],
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
        ...toErrorResponses([...recordErrors, ...bodyErrors]),
      },
    },
  },
};
