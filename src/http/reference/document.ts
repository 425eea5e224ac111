// The OpenAPI 3.1 document, made from the contract's schemas and the registry of errors. `openapi.json` is its committed copy.

import type { ErrorCode } from '../../error-codes.ts';
import { batchSchemas } from '../batches/contract.ts';
import { batchPaths } from '../batches/openapi.ts';
import { companySchemas } from '../companies/contract.ts';
import { companyPaths } from '../companies/openapi.ts';
import { compatSchemas } from '../compat/contract.ts';
import { compatPaths, compatResponses } from '../compat/openapi.ts';
import { type CnpjResponse, type CpfResponse, componentSchemas, type PendingResponse } from '../contract.ts';
import { eventSchemas } from '../events/contract.ts';
import { eventPaths, eventWebhooks } from '../events/openapi.ts';
import {
  bodyErrors,
  cnpjExample,
  exampleId,
  keyErrors,
  limitHeaders,
  plainKeyErrors,
  purposeParameter,
  toAnswer,
  toErrorResponses,
  toExamples,
  toHeaders,
  toIdempotencyParameter,
  toParameter,
  toReference,
} from '../openapi/parts.ts';
import { nameSchemas } from '../openapi/schemas.ts';
import { shareErrors } from '../openapi/shared-errors.ts';
import { unreadinessCodes } from '../routes/operations.ts';
import { clearanceSchemas } from '../screening/clearances/contract.ts';
import { clearancePaths } from '../screening/clearances/openapi.ts';
import { screeningSchemas } from '../screening/contract.ts';
import { screeningPaths } from '../screening/openapi.ts';
import { screenedAnswerSchemas } from '../screening/short.ts';
import { usageSchemas } from '../usage/contract.ts';
import { usagePaths } from '../usage/openapi.ts';
import { watchSchemas } from '../watches/contract.ts';
import { watchPaths } from '../watches/openapi.ts';
import { webhookSchemas } from '../webhooks/contract.ts';
import { webhookPaths } from '../webhooks/openapi.ts';

// The examples are the sandbox's own answers, so that trying one in the reference shows what the page says; a test holds that.
const cpfExample: CpfResponse = {
  request_id: exampleId,
  status: 'verified',
  cpf: '40442820135',
  name: 'ANA BEATRIZ CARVALHO',
  name_match: 'exact',
  score: 812,
  risk_level: 'low',
  bureau_a: { status: 'regular', pending_debts: false },
  bureau_b: { status: 'regular', score: 812 },
  fraud_registry: { fraud_alert: false },
  processed_at: '2026-11-15T12:00:00Z',
};

const answered = { outcome: 'answered', reason: null, latency_ms: 21.4, cached: false } as const;

const cpfExplainedExample: CpfResponse = {
  ...cpfExample,
  status: 'inconclusive',
  name_match: 'not_provided',
  score: 499,
  risk_level: 'high',
  fraud_registry: { fraud_alert: null },
  explanation: {
    policy_version: 'confere-1',
    reasons: ['fraud_registry_unavailable'],
    score_factors: [{ code: 'fraud_registry_unavailable', penalty: 0, cap: 499 }],
    name_similarity: null,
    birth_date_match: 'not_provided',
    sources: {
      bureau_a: answered,
      bureau_b: answered,
      fraud_registry: { outcome: 'unavailable', reason: 'timeout', latency_ms: 1200, cached: false },
    },
  },
};

const cnpjExplainedExample: CnpjResponse = {
  ...cnpjExample,
  explanation: {
    policy_version: 'confere-1',
    reasons: ['all_checks_passed'],
    company_name_match: 'not_provided',
    data_as_of: '2026-11-14',
  },
};

/** What both verifications can answer with. */
const verificationErrors: readonly ErrorCode[] = [
  ...keyErrors,
  ...bodyErrors,
  'idempotency_in_progress',
  'idempotency_outcome_unknown',
  'idempotency_key_reused',
  'budget_exhausted',
];

export function createOpenApiDocument() {
  const { paths, webhooks, components, ...rest } = describe();
  const named = nameSchemas({ paths, webhooks }, components.schemas);
  const { paths: shared, responses, examples } = shareErrors(named.paths.paths);
  return {
    ...rest,
    paths: shared,
    webhooks: named.paths.webhooks,
    components: { ...components, responses: { ...responses, ...compatResponses }, examples, schemas: named.schemas },
  };
}

function describe() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Confere',
      version: '1',
      summary: 'Verificação de identidade para o Brasil: CPF e CNPJ.',
      description:
        'Identity verification for Brazil: one JSON request, one JSON answer. Negative answers (`not_found`, ' +
        '`not_verified`) are results with status 200; an error status means that the request was not processed. ' +
        'Test keys (`cfr_test_…`) answer from the sandbox; [its numbers](/docs/sandbox) show every outcome. ' +
        'Every error is in [the list of errors](/docs/errors); with `Accept-Language: pt-BR` (or `pt`) its title and detail are in Portuguese.',
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:8080', description: 'A service that was started without settings' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Verification', description: 'The two operations.' },
      {
        name: 'Screening',
        description:
          'Lists of sanctions and of exposed people; the scopes `screen` and `manage:clearances` are given by name.',
      },
      {
        name: 'Companies',
        description: 'Every public fact about a company; the scope `read:company` is given by name.',
      },
      { name: 'Batches', description: 'Many verifications at once; the scope `verify:batch` is given by name.' },
      {
        name: 'Watches',
        description:
          'Companies and people whose changes and hits the service reports; the scopes `watch:company` and `watch:person` are given by name.',
      },
      {
        name: 'Webhooks',
        description: 'Endpoints for the events of a key; the scope `manage:webhooks` is given by name.',
      },
      {
        name: 'Events',
        description: 'Events of the batches and watches of a key, and their deliveries.',
      },
      { name: 'Usage', description: 'What a key was used for; the scope `read:usage` is given by name.' },
      {
        name: 'Compatibility',
        description: 'The forms of minha-receita and BrasilAPI; the scope `read:company` is given by name.',
      },
      { name: 'Operations', description: 'For those who run the service; no key needed.' },
    ],
    paths: {
      '/v1/verify/cpf': {
        post: toOperation({
          id: 'verifyCpf',
          summary: 'Verify a person by CPF',
          description:
            'Asks two credit bureaus and a fraud registry in parallel and answers with one score and one risk level.',
          schema: 'Cpf',
          request: { cpf: '40442820135', name: 'Ana Beatriz Carvalho', birth_date: '1990-07-21' },
          answers: { verified: cpfExample, explained: cpfExplainedExample },
          errors: [...verificationErrors, 'sources_unavailable', 'sources_not_configured'],
          mayPend: true,
        }),
      },
      '/v1/verify/cnpj': {
        post: toOperation({
          id: 'verifyCnpj',
          summary: 'Verify a company by CNPJ',
          description: 'Answers registration facts out of the public registry of the Receita Federal.',
          schema: 'Cnpj',
          request: { cnpj: '34238864000168', company_name: 'Planalto Central Tecnologia' },
          answers: { verified: cnpjExample, explained: cnpjExplainedExample },
          errors: [...verificationErrors, 'registry_unavailable'],
        }),
      },
      '/v1/key': {
        get: {
          tags: ['Verification'],
          operationId: 'readKey',
          summary: 'Read what your key may do',
          description: 'Mode, scopes and end of the API key that was sent. Every key may ask; it counts as a request.',
          responses: {
            200: toAnswer('The key.', 'Key', {
              key: {
                id: 'key_1a2b3c4d5e6f708192',
                name: 'shop',
                mode: 'live',
                scopes: ['verify:cpf', 'verify:cnpj'],
                expires_at: null,
              },
            }),
            ...toErrorResponses(plainKeyErrors),
          },
        },
      },
      '/v1/verifications/{request_id}': {
        get: {
          tags: ['Verification'],
          operationId: 'readVerification',
          summary: 'Read an earlier answer again',
          description:
            'The answer to a verification with a live key, without `explanation`, while what it was made of is kept. Only the key that asked for it may, ' +
            'with the scope `read:verification`, which is given by name. No source is asked; the reading is recorded.',
          parameters: [
            {
              name: 'request_id',
              in: 'path',
              required: true,
              description: '`request_id` of the answer.',
              schema: { type: 'string' },
              example: exampleId,
            },
            purposeParameter,
          ],
          responses: {
            200: {
              description: 'The answer as it was given.',
              headers: toHeaders(...limitHeaders),
              content: {
                'application/json': {
                  schema: { anyOf: [toReference('CpfResponse'), toReference('CnpjResponse')] },
                  examples: toExamples({ person: cpfExample, company: cnpjExample }),
                },
              },
            },
            202: toAnswer(
              'A source that answers later has not answered yet.',
              'PendingResponse',
              { pending: pendingExample },
              ...(['Location', 'Retry-After'] as const),
            ),
            ...toErrorResponses([...plainKeyErrors, 'audit_unavailable', 'verification_not_found']),
          },
        },
      },
      ...screeningPaths,
      ...clearancePaths,
      ...companyPaths,
      ...batchPaths,
      ...watchPaths,
      ...eventPaths,
      ...webhookPaths,
      ...usagePaths,
      ...compatPaths,
      '/livez': { get: toProbe('isAlive', 'Whether the process runs', 'alive', ['internal_error']) },
      '/readyz': {
        get: toProbe('isReady', 'Whether requests can be served', 'ready', unreadinessCodes),
      },
    },
    webhooks: eventWebhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: '`cfr_live_…` or `cfr_test_…`, made by `confere keys create`.',
        },
      },
      headers: {
        RequestId: {
          description: 'The identifier of this request; `request_id` in the body.',
          schema: { type: 'string' },
        },
        ContentLanguage: {
          description: 'The language of `title` and `detail`, chosen by `Accept-Language`; `code` is the same in both.',
          schema: { type: 'string', enum: ['en', 'pt-BR'], title: 'ProblemLanguage' },
        },
        RateLimitPolicy: {
          description: 'The limit of the key, such as `"default";q=600;w=60`.',
          schema: { type: 'string' },
        },
        RateLimit: { description: 'What is left, such as `"default";r=599;t=60`.', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
        ETag: {
          description: 'Changes with the registry in use; send it as `If-None-Match` to be told 304 until then.',
          schema: { type: 'string' },
        },
        Location: { description: 'Where the answer can be read.', schema: { type: 'string' } },
        PreferenceApplied: {
          description: 'Which of the words of `Prefer` was followed.',
          schema: { type: 'string', const: 'respond-async' },
        },
        IdempotentReplayed: {
          description: 'Only on an answer that was given before; `request_id` in its body is that of the first call.',
          schema: { type: 'string', const: 'true' },
        },
      },
      schemas: JSON.parse(
        JSON.stringify({
          ...componentSchemas,
          ...screenedAnswerSchemas,
          ...screeningSchemas,
          ...clearanceSchemas,
          ...companySchemas,
          ...batchSchemas,
          ...watchSchemas,
          ...eventSchemas,
          ...webhookSchemas,
          ...usageSchemas,
          ...compatSchemas,
        }),
      ) as Record<string, object>,
    },
  };
}

interface OperationText {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: 'Cpf' | 'Cnpj';
  readonly request: object;
  readonly answers: Readonly<Record<string, object>>;
  readonly errors: readonly ErrorCode[];
  /** Whether a source may answer later. */
  readonly mayPend?: true;
}

const pendingExample: PendingResponse = { request_id: exampleId, status: 'pending' };

const preferParameter = toParameter(
  'header',
  'Prefer',
  'With `respond-async` (RFC 7240), a source that answers later makes the answer 202 instead of `inconclusive`: ' +
    'the service waits for it, and tells of it by the event `verification.completed`.',
);

function toOperation({ id, summary, description, schema, request, answers, errors, mayPend }: OperationText) {
  return {
    tags: ['Verification'],
    operationId: id,
    summary,
    description,
    parameters: [
      toParameter(
        'query',
        'explain',
        'Adds the field `explanation`: reasons, score factors and the result of each source.',
        { type: 'boolean', default: false },
      ),
      toIdempotencyParameter(
        'The same call with the same key replays the first answer, for 24 hours unless the operator says otherwise; no source is asked twice. ' +
          'Printable ASCII, unique to the call, such as a UUID, and new for every new call: [how to repeat safely](/docs/idempotency).',
      ),
      purposeParameter,
      ...(mayPend ? [preferParameter] : []),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: toReference(`${schema}Request`), example: request },
      },
    },
    responses: {
      200: toAnswer('The result, positive or negative.', `${schema}Response`, answers, 'Idempotent-Replayed'),
      ...(mayPend && {
        202: toAnswer(
          'A source answers later; only with `Prefer: respond-async`, or where the plan of the service says `async: wait` of it.',
          'PendingResponse',
          { pending: pendingExample },
          ...(['Location', 'Preference-Applied', 'Retry-After', 'Idempotent-Replayed'] as const),
        ),
      }),
      ...toErrorResponses(errors),
    },
  };
}

/** Even who needs no key can send something that is no request. */
const probeErrors: readonly ErrorCode[] = [
  'malformed_http',
  'method_not_allowed',
  'request_timeout',
  'headers_too_large',
];

function toProbe(id: string, summary: string, status: string, errors: readonly ErrorCode[]) {
  const schema = {
    title: status === 'alive' ? 'Liveness' : 'Readiness',
    type: 'object',
    properties: { status: { type: 'string', const: status, description: 'Says yes; a no is a problem document.' } },
    required: ['status'],
  };
  return {
    tags: ['Operations'],
    operationId: id,
    summary,
    description: 'For whoever watches the service; no key is needed and nothing outside of it is looked at.',
    security: [],
    responses: {
      200: {
        description: 'Yes.',
        headers: toHeaders('Request-Id'),
        content: { 'application/json': { schema, example: { status } } },
      },
      ...toErrorResponses([...new Set([...probeErrors, ...errors])]),
    },
  };
}
