// The public contract as schemas: validation, types, serialization and the OpenAPI document all come from here.
// Fields and their order are the contract's. Change them only together with it.

import { keyModes } from '../domain/access/api-key.ts';
import { scopes } from '../domain/access/scopes.ts';
import { companyNameMatches, companyStatuses } from '../domain/company/company.ts';
import { companyReasons, companyReasonWords } from '../domain/company/reason-words.ts';
import { checkedCodes, notCheckedCodes, notCheckedReasons } from '../domain/coverage/coverage.ts';
import { checkedWords, notCheckedReasonWords, notCheckedWords } from '../domain/coverage/coverage-words.ts';
import { birthDateMatches, nameMatches } from '../domain/person/compare-person.ts';
import {
  keptAnswerUsed,
  notAskedReasons,
  registrationStatuses,
  unavailableReasons,
} from '../domain/person/evidence.ts';
import { personStatuses } from '../domain/person/person.ts';
import { personReasons, personReasonWords } from '../domain/person/reason-words.ts';
import type { PersonReason } from '../domain/person/reasons.ts';
import { riskAdvice } from '../domain/risk/act-words.ts';
import type { SignalValues } from '../domain/risk/signal.ts';
import { consoleErrors, type ErrorCode, errorKinds, fieldFaults } from '../error-codes.ts';
import { oneOf, oneOfOrNull, type Static, type TSchema, Type } from './schema.ts';

const closed = { additionalProperties: false } as const;

/** A type list, not `anyOf`: the serializer would otherwise try every branch at run time. */
function orNull<Value>(type: 'string' | 'boolean' | 'integer' | 'number', description: string, more: object = {}) {
  return Type.Unsafe<Value | null>({ type: [type, 'null'], description, ...more });
}

/** `format` names the rule of the domain that the validator applies; `pattern` tells other tools as much as it can. */
function input(format: InputFormat, description: string, more: object = {}) {
  return Type.Unsafe<string>({ type: 'string', format, description, ...more });
}

export function optionalInput(format: InputFormat, description: string, more: object = {}) {
  return Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], format, description, ...more }));
}

export type InputFormat =
  | 'cpf'
  | 'cnpj'
  | 'person-name'
  | 'company-name'
  | 'birth-date'
  | 'reference'
  | 'country'
  | 'document-type'
  | 'document-number';

/** The limits apply to the trimmed name; blanks around it do not count. */
export const nameForm = { minLength: 2, maxLength: 200 } as const;
export const cpfForm = {
  minLength: 11,
  maxLength: 14,
  pattern: '^([0-9]{11}|[0-9]{3}\\.[0-9]{3}\\.[0-9]{3}-[0-9]{2})$',
} as const;
export const cnpjForm = {
  minLength: 14,
  maxLength: 18,
  pattern: '^([0-9A-Za-z]{12}[0-9]{2}|[0-9A-Za-z]{2}\\.[0-9A-Za-z]{3}\\.[0-9A-Za-z]{3}/[0-9A-Za-z]{4}-[0-9]{2})$',
} as const;
export const dateForm = { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' } as const;

export const cpfRequestSchema = Type.Object(
  {
    cpf: input('cpf', 'The CPF: 11 digits, or `000.000.000-00`. Check digits must close.', cpfForm),
    name: optionalInput('person-name', 'Full name, compared with the registered one. 2 to 200 characters.', nameForm),
    birth_date: optionalInput('birth-date', 'Date of birth as YYYY-MM-DD, compared with the registered one.', dateForm),
  },
  { ...closed, description: 'Unknown fields are refused, so that a misspelt one is never silently ignored.' },
);

export const cnpjRequestSchema = Type.Object(
  {
    cnpj: input('cnpj', 'The CNPJ: 14 characters, or `00.000.000/0000-00`; letters since July 2026.', cnpjForm),
    company_name: optionalInput('company-name', 'Company name, compared with legal and trade name.', nameForm),
  },
  { ...closed, description: 'Unknown fields are refused, so that a misspelt one is never silently ignored.' },
);

const requestId = Type.String({
  description: 'Identifier of the request; also in the `Request-Id` header.',
  pattern: '^req_[0-9a-f]{32}$',
});
const riskLevel = oneOf(
  'RiskLevel',
  ['low', 'medium', 'high'],
  `${Object.entries(riskAdvice)
    .map(([level, { en }]) => `${level}: ${en}`)
    .join(' · ')}.`,
);
const policyVersion = Type.String({ description: 'Version of the risk policy that decided.' });

const bureauStatuses = [...registrationStatuses, 'not_reported', 'not_found', 'unavailable'] as const;
export type BureauStatus = (typeof bureauStatuses)[number];

const keptAnswer = Type.Object(
  {
    age_seconds: Type.Integer({ description: 'Since the party gave it.', minimum: 0 }),
    purpose: Type.String({ description: 'The purpose for which it was bought.' }),
  },
  {
    ...closed,
    title: 'KeptAnswer',
    description: 'Only where nobody was called: of the answer from before that was used.',
  },
);
const sourceExplanationFields = {
  outcome: oneOf(
    'SourceOutcome',
    ['answered', 'not_found', 'unavailable', 'not_asked'],
    'The result of asking this source; `not_asked` where the plan of checks left it out.',
  ),
  reason: oneOfOrNull(
    'UnavailableReason',
    [...unavailableReasons, ...notAskedReasons, keptAnswerUsed],
    'Why it is unavailable, or was not asked. `kept_answer_used`: it answered before, and that answer is fresh enough.',
  ),
  latency_ms: Type.Number({ description: 'Time until its answer.' }),
  cached: Type.Boolean({ description: 'Whether the answer came out of the cache, or is a kept one.' }),
  kept_answer: Type.Optional(keptAnswer),
  deadline_ms: Type.Optional(
    Type.Integer({
      description: 'What a plan of checks gave it of the time of the request; only where there is one.',
    }),
  ),
  signals: Type.Optional(
    Type.Unsafe<SignalValues>({
      type: 'object',
      title: 'SignalValues',
      additionalProperties: { type: ['boolean', 'integer', 'string'] },
      description:
        'What it told of the signals that the operator has declared for it; there only where there are such.',
    }),
  ),
};
const sourceExplanation = Type.Object(sourceExplanationFields, { ...closed, title: 'SourceExplanation' });
/** A source without a place of its own in the answer says here what its roles are about. */
const furtherSource = Type.Object(
  {
    ...sourceExplanationFields,
    status: Type.Optional(oneOf('BureauStatus', bureauStatuses, 'Standing of the person, of a source of identity.')),
    pending_debts: Type.Optional(orNull<boolean>('boolean', 'Of a source of debts; null when not reported.')),
    score: Type.Optional(
      orNull<number>('integer', 'Of a source of scores; null when it computed none.', { minimum: 0, maximum: 1000 }),
    ),
    fraud_alert: Type.Optional(orNull<boolean>('boolean', 'Of a source of fraud; null when not answered.')),
  },
  { ...closed, title: 'FurtherSourceExplanation' },
);
export type FurtherSource = Static<typeof furtherSource>;

/** The one catalogue, as it is shown in the document. */
function describeCodes(words: Readonly<Record<string, { readonly en: string }>>): string {
  return ['A stable code.', '', ...Object.entries(words).map(([code, { en }]) => `- \`${code}\`: ${en}`)].join('\n');
}

const coverageFields = {
  source: Type.Optional(Type.String({ description: 'Of what a source tells: its name.' })),
  list: Type.Optional(Type.String({ description: 'Of what a list tells: its short name.' })),
  as_of: Type.Optional(Type.String({ description: 'The day of the data, YYYY-MM-DD.', format: 'date' })),
  screened: Type.Optional(Type.Integer({ description: 'Of partners: how many were looked up.', minimum: 0 })),
  total: Type.Optional(Type.Integer({ description: 'Of partners: how many the company has.', minimum: 0 })),
};
const checkedItem = Type.Object(
  {
    code: oneOf('CheckedCode', checkedCodes, describeCodes(checkedWords)),
    ...coverageFields,
    kept_answer: Type.Optional(keptAnswer),
  },
  { ...closed, title: 'CheckedItem' },
);
const notCheckedItem = Type.Object(
  {
    code: oneOf('NotCheckedCode', notCheckedCodes, describeCodes(notCheckedWords)),
    reason: oneOf('NotCheckedReason', notCheckedReasons, describeCodes(notCheckedReasonWords)),
    ...coverageFields,
    signal: Type.Optional(Type.String({ description: 'The signal that nobody told.' })),
    row: Type.Optional(Type.String({ description: 'The row of the list, as `confere lists show` takes it.' })),
    clearance: Type.Optional(
      Type.String({ description: 'By which somebody judged the hit false: `GET /v1/screen/clearances/{id}`.' }),
    ),
    cleared_at: Type.Optional(Type.String({ description: 'Since when that counts, in UTC.', format: 'date-time' })),
  },
  { ...closed, title: 'NotCheckedItem' },
);
/** These fields state the data that an answer rests on. They stand last in every explanation. */
export const coverageSchemas = {
  checked: Type.Array(checkedItem),
  not_checked: Type.Array(notCheckedItem),
};

/** No closed list: a code may name a source that the operator has added. */
const personReason = Type.Unsafe<PersonReason>({
  title: 'PersonReason',
  type: 'string',
  pattern: '^[a-z][a-z0-9_]*$',
  examples: [...personReasons],
  description: [
    describeCodes(personReasonWords),
    '',
    'With sources beside these three: `NAME_unavailable`, `NAME_no_verdict` and `NAME_no_score` say the same of the source NAME. `NAME_not_asked`: the plan of checks left it out.',
    'With ladders for signals: `signal_NAME` says that the signal NAME counts against the person, `no_signal_NAME` that nobody told it.',
  ].join('\n'),
});

const cpfExplanationSchema = Type.Object(
  {
    policy_version: policyVersion,
    reasons: Type.Array(personReason),
    score_factors: Type.Array(
      Type.Object(
        {
          code: personReason,
          penalty: Type.Integer({ description: 'Points taken off.' }),
          cap: orNull<number>('integer', 'The score goes no higher than this.'),
        },
        { ...closed, title: 'ScoreFactor' },
      ),
    ),
    name_similarity: orNull<number>('number', 'Similarity of the names, 0 to 1.', { minimum: 0, maximum: 1 }),
    birth_date_match: oneOf('BirthDateMatch', birthDateMatches, 'Result of comparing the birth date.'),
    sources: Type.Object(
      { bureau_a: sourceExplanation, bureau_b: sourceExplanation, fraud_registry: sourceExplanation },
      {
        additionalProperties: furtherSource,
        title: 'SourceExplanations',
        description: 'Every source by its name: these three, and those that the operator has added.',
      },
    ),
    verified_needs: Type.Optional(
      Type.Unsafe<string[][]>({
        type: 'array',
        items: { type: 'array', items: { type: 'string' } },
        description:
          'Only where the plan of checks declares it: `verified` needs an answer of one source of each list.',
      }),
    ),
    ...coverageSchemas,
  },
  { ...closed, title: 'CpfExplanation', description: 'Only with `?explain=true`.' },
);

export const cpfResponseSchema = Type.Object(
  {
    request_id: requestId,
    status: oneOf('VerificationStatus', personStatuses, 'Outcome of the verification of identity; risk is separate.'),
    cpf: Type.String({ description: 'The CPF that was checked: 11 digits.', minLength: 11, maxLength: 11 }),
    name: orNull<string>('string', 'The civil name as registered; null when no source gave one.'),
    name_match: oneOf('NameMatch', nameMatches, 'Result of comparing the supplied name with the registered one.'),
    score: Type.Integer({ minimum: 0, maximum: 1000, description: 'Score from 0 to 1000.' }),
    risk_level: riskLevel,
    bureau_a: Type.Object(
      {
        status: oneOf('BureauStatus', bureauStatuses, 'Standing of the person at the first bureau.'),
        pending_debts: orNull<boolean>('boolean', 'Whether pending debts exist; null when not reported.'),
      },
      { ...closed, title: 'BureauAResult' },
    ),
    bureau_b: Type.Object(
      {
        status: oneOf('BureauStatus', bureauStatuses, 'Standing of the person at the second bureau.'),
        score: orNull<number>('integer', 'Score of the second bureau; null when it computed none.', {
          minimum: 0,
          maximum: 1000,
        }),
      },
      { ...closed, title: 'BureauBResult' },
    ),
    fraud_registry: Type.Object(
      { fraud_alert: orNull<boolean>('boolean', 'Whether a fraud alert exists; null when not answered.') },
      { ...closed, title: 'FraudRegistryResult' },
    ),
    processed_at: Type.String({ description: 'Processing time in UTC, YYYY-MM-DDTHH:MM:SSZ.', format: 'date-time' }),
    explanation: Type.Optional(cpfExplanationSchema),
  },
  closed,
);

const cnpjExplanationSchema = Type.Object(
  {
    policy_version: policyVersion,
    reasons: Type.Array(oneOf('CompanyReason', companyReasons, describeCodes(companyReasonWords))),
    company_name_match: oneOf('CompanyNameMatch', companyNameMatches, 'Result of comparing the company name.'),
    data_as_of: Type.String({ description: 'Date of the registry in use, YYYY-MM-DD.', format: 'date' }),
    ...coverageSchemas,
  },
  { ...closed, title: 'CnpjExplanation', description: 'Only with `?explain=true`.' },
);

export const cnpjResponseSchema = Type.Object(
  {
    request_id: requestId,
    status: oneOf(
      'VerificationStatus',
      ['verified', 'not_verified', 'not_found', 'inconclusive'],
      'Outcome of the verification.',
    ),
    cnpj: Type.String({
      description: 'The CNPJ that was checked: 14 characters, upper case, no mask.',
      minLength: 14,
      maxLength: 14,
    }),
    company_name: orNull<string>('string', 'Legal name; null when not found.'),
    company_status: oneOfOrNull('CompanyStatus', companyStatuses, 'Registration status; null when not found.'),
    foundation_date: orNull<string>('string', 'YYYY-MM-DD; null when not found or not registered.', { format: 'date' }),
    mei: orNull<boolean>('boolean', 'Whether the company is a micro-entrepreneur today; null when not found.'),
    matriz: orNull<boolean>('boolean', 'Whether the establishment is the head office; null when not found.'),
    risk_level: riskLevel,
    explanation: Type.Optional(cnpjExplanationSchema),
  },
  closed,
);

const pendingResponseSchema = Type.Object(
  {
    request_id: requestId,
    status: Type.Unsafe<'pending'>({
      type: 'string',
      const: 'pending',
      description: 'A source has taken the question and has no answer yet.',
    }),
  },
  { ...closed, description: 'Where the answer is not complete yet: read it later by its `request_id`.' },
);
export type PendingResponse = Static<typeof pendingResponseSchema>;

const apiErrors = Object.keys(errorKinds).filter((code) => !consoleErrors.includes(code as ErrorCode));

export const problemSchema = Type.Object(
  {
    type: Type.String({ description: 'Leads to the code on the page of the errors, at the service that answered.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What to do about it.' }),
    code: oneOf('ErrorCode', apiErrors, 'A stable code.'),
    request_id: requestId,
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            pointer: Type.String({ description: 'JSON pointer to the field.' }),
            code: oneOf('FieldFaultCode', Object.keys(fieldFaults), 'A stable code.'),
            detail: Type.String(),
          },
          { ...closed, title: 'FieldFault' },
        ),
      ),
    ),
  },
  { ...closed, description: 'RFC 9457. Nothing of the request is repeated in it.' },
);

export const keySchema = Type.Object(
  {
    id: Type.String({ description: 'As operators know it.' }),
    name: Type.String({ description: 'What or whom it is for.' }),
    mode: oneOf('KeyMode', keyModes, '`test` answers from the sandbox.'),
    scopes: Type.Array(oneOf('KeyScope', scopes, 'What the key may do.')),
    expires_at: orNull<string>('string', 'When it ends; null: not by itself.', { format: 'date-time' }),
  },
  { ...closed, description: 'The API key that was sent; never its secret.' },
);

export type KeyResponse = Static<typeof keySchema>;
export type CpfResponse = Static<typeof cpfResponseSchema>;
export type CnpjResponse = Static<typeof cnpjResponseSchema>;
export type Problem = Static<typeof problemSchema>;
/** An object whose fields are texts of these forms. */
export interface RequestSchema {
  readonly required?: readonly string[] | undefined;
  readonly properties: object;
}

export const componentSchemas: Readonly<Record<string, TSchema>> = {
  CpfRequest: cpfRequestSchema,
  CpfResponse: cpfResponseSchema,
  PendingResponse: pendingResponseSchema,
  CnpjRequest: cnpjRequestSchema,
  CnpjResponse: cnpjResponseSchema,
  Key: keySchema,
  Problem: problemSchema,
};

export const bodyBytesMax = 16 * 1024;
