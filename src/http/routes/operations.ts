// The two verifications and what stands beside them: the key, an earlier answer, the probes.

import type { ErrorCode } from '../../error-codes.ts';
import type { CnpjResponse, CpfResponse, PendingResponse } from '../contract.ts';
import {
  bodyErrors,
  cnpjExample,
  describeAnswer,
  exampleId,
  keyErrors,
  plainKeyErrors,
  repeatErrors,
  toFlagParameter,
  toHeaders,
  toIdempotencyParameter,
  toJsonBody,
  toParameter,
  toPathParameter,
} from '../openapi/parts.ts';
import { type OperationText, operationsOf } from '../operation.ts';
import { jsonAlone } from '../request/admission.ts';
import { capabilities, unreadinessCodes } from './readiness.ts';

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
    checked: [
      { code: 'identity', source: 'bureau_a' },
      { code: 'debts', source: 'bureau_a' },
      { code: 'identity', source: 'bureau_b' },
      { code: 'score', source: 'bureau_b' },
      { code: 'registration' },
    ],
    not_checked: [
      { code: 'name', reason: 'not_provided' },
      { code: 'birth_date', reason: 'not_provided' },
      { code: 'fraud', reason: 'timeout', source: 'fraud_registry' },
      { code: 'sanctions_lists', reason: 'not_screened' },
    ],
  },
};

const cnpjExplainedExample: CnpjResponse = {
  ...cnpjExample,
  explanation: {
    policy_version: 'confere-1',
    reasons: ['all_checks_passed'],
    company_name_match: 'not_provided',
    data_as_of: '2026-11-14',
    checked: [
      { code: 'company_registry', as_of: '2026-11-14' },
      { code: 'company_status' },
      { code: 'special_situation' },
      { code: 'foundation_date' },
    ],
    not_checked: [
      { code: 'company_name', reason: 'not_provided' },
      { code: 'sanctions_lists', reason: 'not_screened' },
      { code: 'partners', reason: 'not_screened' },
    ],
  },
};

/** Both verifications can answer with these errors. */
const verificationErrors: readonly ErrorCode[] = [...keyErrors, ...bodyErrors, ...repeatErrors, 'budget_exhausted'];

const pendingExample: PendingResponse = { request_id: exampleId, status: 'pending' };

const preferParameter = toParameter(
  'header',
  'Prefer',
  'With `respond-async` (RFC 7240), a source that answers later makes the answer 202 instead of `inconclusive`: ' +
    'the service waits for it, and tells of it by the event `verification.completed`.',
);

/** Even who needs no key can send something that is no request. */
const probeErrors: readonly ErrorCode[] = [
  'malformed_http',
  'method_not_allowed',
  'request_timeout',
  'headers_too_large',
];

export const verificationOperations = operationsOf(
  { tag: 'Verification', scope: null },
  {
    verifyCpf: {
      route: 'POST /v1/verify/cpf',
      scope: 'verify:cpf',
      mediaTypes: jsonAlone,
      errors: [...verificationErrors, 'sources_unavailable', 'sources_not_configured'],
      describe: () =>
        describeVerification({
          summary: 'Verify a person by CPF',
          description:
            'Asks two credit bureaus and a fraud registry in parallel and answers with one score and one risk level.',
          schema: 'Cpf',
          request: { cpf: '40442820135', name: 'Ana Beatriz Carvalho', birth_date: '1990-07-21' },
          answers: { verified: cpfExample, explained: cpfExplainedExample },
          mayPend: true,
        }),
    },
    verifyCnpj: {
      route: 'POST /v1/verify/cnpj',
      scope: 'verify:cnpj',
      mediaTypes: jsonAlone,
      errors: [...verificationErrors, 'registry_unavailable'],
      describe: () =>
        describeVerification({
          summary: 'Verify a company by CNPJ',
          description: 'Answers registration facts out of the public registry of the Receita Federal.',
          schema: 'Cnpj',
          request: { cnpj: '34238864000168', company_name: 'Planalto Central Tecnologia' },
          answers: { verified: cnpjExample, explained: cnpjExplainedExample },
        }),
    },
    readKey: {
      route: 'GET /v1/key',
      describe: () => ({
        summary: 'Read what your key may do',
        description: 'Mode, scopes and end of the API key that was sent. Every key may ask; it counts as a request.',
        responses: {
          200: describeAnswer('The key.', 'Key', {
            key: {
              id: 'key_1a2b3c4d5e6f708192',
              name: 'shop',
              mode: 'live',
              scopes: ['verify:cpf', 'verify:cnpj'],
              expires_at: null,
            },
          }),
        },
      }),
    },
    readVerification: {
      route: 'GET /v1/verifications/{request_id}',
      scope: 'read:verification',
      errors: [...plainKeyErrors, 'audit_unavailable', 'verification_not_found'],
      describe: () => ({
        summary: 'Read an earlier answer again',
        description:
          'The answer to a verification with a live key, without `explanation`, while what it was made of is kept. Only the key that asked for it may, ' +
          'with the scope `read:verification`, which is given by name. No source is asked; the reading is recorded.',
        parameters: [toPathParameter('request_id', '`request_id` of the answer.', exampleId)],
        responses: {
          200: describeAnswer('The answer as it was given.', ['CpfResponse', 'CnpjResponse'], {
            person: cpfExample,
            company: cnpjExample,
          }),
          202: describeAnswer(
            'A source that answers later has not answered yet.',
            'PendingResponse',
            { pending: pendingExample },
            ...(['Location', 'Retry-After'] as const),
          ),
        },
      }),
    },
  },
);

export const probeOperations = operationsOf(
  { tag: 'Operations', scope: null, withoutKey: 'all' },
  {
    isAlive: {
      route: 'GET /livez',
      errors: [...probeErrors, 'internal_error'],
      describe: () => describeProbe('Whether the process runs', 'Liveness', 'alive'),
    },
    isReady: {
      route: 'GET /readyz',
      errors: [...probeErrors, ...unreadinessCodes, 'invalid_query'],
      describe: () => ({
        ...describeProbe('Whether requests can be served', 'Readiness', 'ready'),
        parameters: [
          toParameter(
            'query',
            'for',
            'Whether live requests of this kind can be served: `cpf` and `screen` need the audit, `cnpj` and `company` the registry. ' +
              'For balancers that send each kind of request to the nodes that can answer it.',
            { type: 'string', enum: capabilities, title: 'Capability' },
          ),
        ],
      }),
    },
  },
);

interface VerificationText {
  readonly summary: string;
  readonly description: string;
  readonly schema: 'Cpf' | 'Cnpj';
  readonly request: object;
  readonly answers: Readonly<Record<string, object>>;
  /** `mayPend` marks an operation in which a source may answer later. */
  readonly mayPend?: true;
}

function describeVerification(text: VerificationText): OperationText {
  const { summary, description, schema, request, answers, mayPend } = text;
  return {
    summary,
    description,
    parameters: [
      toFlagParameter('explain', 'Adds the field `explanation`: reasons, score factors and the result of each source.'),
      toIdempotencyParameter(
        'The same call with the same key replays the first answer, for 24 hours unless the operator says otherwise; no source is asked twice. ' +
          'Printable ASCII, unique to the call, such as a UUID, and new for every new call: [how to repeat safely](/docs/idempotency).',
      ),
      ...(mayPend ? [preferParameter] : []),
    ],
    requestBody: toJsonBody(`${schema}Request`, request),
    responses: {
      200: describeAnswer('The result, positive or negative.', `${schema}Response`, answers, 'Idempotent-Replayed'),
      ...(mayPend && {
        202: describeAnswer(
          'A source answers later; only with `Prefer: respond-async`, or where the plan of the service says `async: wait` of it.',
          'PendingResponse',
          { pending: pendingExample },
          ...(['Location', 'Preference-Applied', 'Retry-After', 'Idempotent-Replayed'] as const),
        ),
      }),
    },
  };
}

function describeProbe(summary: string, title: string, status: string): OperationText {
  const schema = {
    title,
    type: 'object',
    properties: { status: { type: 'string', const: status, description: 'Says yes; a no is a problem document.' } },
    required: ['status'],
  };
  return {
    summary,
    description: 'For whoever watches the service; no key is needed and nothing outside of it is looked at.',
    responses: {
      200: {
        description: 'Yes.',
        headers: toHeaders('Request-Id'),
        content: { 'application/json': { schema, example: { status } } },
      },
    },
  };
}
