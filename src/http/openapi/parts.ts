// The pieces that every operation of the OpenAPI document is put together from: errors with an example each, headers, references.

import { type ErrorCode, errorKinds } from '../../error-codes.ts';
import { AppError } from '../../errors.ts';
import { toProblem } from '../answer/problem.ts';
import type { CnpjResponse } from '../contract.ts';

export const exampleId = 'req_019a8e5c7b3d7c60a1f2e4d5c6b7a8f9';

export const cnpjExample: CnpjResponse = {
  request_id: exampleId,
  status: 'verified',
  cnpj: '34238864000168',
  company_name: 'PLANALTO CENTRAL TECNOLOGIA LTDA',
  company_status: 'active',
  foundation_date: '2012-08-20',
  mei: false,
  matriz: true,
  risk_level: 'low',
};

/** Every operation that needs a key can answer with these errors. */
export const keyErrors: readonly ErrorCode[] = [
  'invalid_query',
  'invalid_purpose',
  'invalid_request',
  'malformed_http',
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'network_not_allowed',
  'method_not_allowed',
  'rate_limited',
  'quota_exceeded',
  'headers_too_large',
  'internal_error',
  'audit_unavailable',
  'overloaded',
];

/** For operations without fields of their own, which leave no audit record before the answer. */
export const plainKeyErrors: readonly ErrorCode[] = keyErrors.filter(
  (code) => code !== 'invalid_request' && code !== 'audit_unavailable',
);

/** Every answer to a request with a key carries these headers. */
export const limitHeaders = ['Request-Id', 'RateLimit-Policy', 'RateLimit'] as const;

/** A parameter that may be left out; a text unless told otherwise. */
export function toParameter(
  place: 'query' | 'header',
  name: string,
  description: string,
  schema: object = { type: 'string' },
) {
  return { name, in: place, description, schema };
}

/** A switch that is off where it is not sent. */
export function toFlagParameter(name: string, description: string) {
  return toParameter('query', name, description, { type: 'boolean', default: false });
}

/** A part of the address. */
export function toPathParameter(name: string, description: string, example: string) {
  return { name, in: 'path', required: true, description, schema: { type: 'string' }, example };
}

export function toIdempotencyParameter(description: string) {
  const schema = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' };
  return toParameter('header', 'Idempotency-Key', description, schema);
}

interface Page {
  readonly cursor?: string;
  readonly limit: string;
  readonly limitMax: number;
  readonly limitDefault: number;
}

export function toPageParameters({ cursor, limit, limitMax, limitDefault }: Page): object[] {
  return [
    toParameter('query', 'cursor', cursor ?? 'The `next_cursor` of the page before.'),
    toParameter('query', 'limit', limit, { type: 'integer', minimum: 1, maximum: limitMax, default: limitDefault }),
  ];
}

/** Every operation that repeats its first answer can answer with these errors. */
export const repeatErrors: readonly ErrorCode[] = [
  'idempotency_in_progress',
  'idempotency_outcome_unknown',
  'idempotency_key_reused',
];

/** Every operation that accepts a file can answer with these errors. */
export const uploadErrors: readonly ErrorCode[] = [
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_in_progress',
  'idempotency_key_reused',
];

/** Every operation that has a body can answer with these errors. */
export const bodyErrors: readonly ErrorCode[] = [
  'invalid_json',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
];

export function toErrorResponses(codes: readonly ErrorCode[]): Record<string, unknown> {
  const statuses = [...new Set(codes.map((code) => errorKinds[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => errorKinds[code].status === status);
      const examples = Object.fromEntries(here.map((code) => [code, toProblem(toExampleError(code), exampleId)]));
      const waits = status === 429 || status === 503 || status === 409;
      return [
        status,
        {
          description: here.map((code) => `\`${code}\`: ${errorKinds[code].title}`).join('\n\n'),
          headers: toHeaders('Request-Id', 'Content-Language', ...(waits ? (['Retry-After'] as const) : [])),
          content: {
            'application/problem+json': { schema: toReference('Problem'), examples: toExamples(examples) },
          },
        },
      ];
    }),
  );
}

function toExampleError(code: ErrorCode): AppError {
  if (code !== 'invalid_request') return new AppError(code);
  return new AppError(code, {
    faults: [
      { pointer: '/cpf', code: 'invalid_check_digits' },
      { pointer: '/birthdate', code: 'unknown_field' },
    ],
  });
}

const headerComponents = {
  'Request-Id': 'RequestId',
  'RateLimit-Policy': 'RateLimitPolicy',
  RateLimit: 'RateLimit',
  'Retry-After': 'RetryAfter',
  'Idempotent-Replayed': 'IdempotentReplayed',
  Location: 'Location',
  'Preference-Applied': 'PreferenceApplied',
  ETag: 'ETag',
  'Content-Language': 'ContentLanguage',
} as const;

type HeaderName = keyof typeof headerComponents;

export function toHeaders(...names: HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${headerComponents[name]}` }]));
}

export function toExamples(values: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
}

export function toReference(schema: string) {
  return { $ref: `#/components/schemas/${schema}` };
}

export function toJsonBody(schema: string, example: unknown) {
  return { required: true, content: { 'application/json': { schema: toReference(schema), example } } };
}

/** An answer to a key: JSON of a schema, or of one of several, with the headers that every answer to a key has, and more. */
export function describeAnswer(
  description: string,
  schema: string | readonly string[],
  examples: Readonly<Record<string, unknown>>,
  ...more: HeaderName[]
) {
  const form = typeof schema === 'string' ? toReference(schema) : { anyOf: schema.map(toReference) };
  return {
    description,
    headers: toHeaders(...limitHeaders, ...more),
    content: { 'application/json': { schema: form, examples: toExamples(examples) } },
  };
}

/** For answers out of the registry, which hold until it changes. */
export const conditionParameter = toParameter(
  'header',
  'If-None-Match',
  'The `ETag` of an earlier answer; 304 while it still holds.',
);
export const notModified = {
  description: 'The answer that you have still holds.',
  headers: toHeaders('Request-Id', 'ETag'),
};

export const purposeParameter = toParameter(
  'header',
  'Confere-Purpose',
  'Why the person or company is asked about: one of the purposes that the operator has configured. ' +
    'It is recorded in the audit and shown to the person who asks who consulted them.',
  { type: 'string', minLength: 1, maxLength: 64, pattern: '^[a-z][a-z0-9_]*$' },
);
