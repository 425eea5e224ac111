// The shape of the `sources` section of confere.yaml: one schema from which types, checks, `sources schema` and docs come.
// It only says what may be written; reading files, resolving secrets and finding faults is `read-sources.ts`.

import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { companyStatuses } from '../../domain/company/company.ts';
import { dateFormats } from '../../domain/dates/date-format.ts';
import { registrationStatuses } from '../../domain/person/evidence.ts';

function closed<Properties extends TProperties>(properties: Properties, description?: string): TObject<Properties> {
  return Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });
}

function oneOf<const Values extends readonly string[]>(values: Values, description: string) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: values, description });
}

function milliseconds(minimum: number, maximum: number, description: string) {
  return Type.Integer({ minimum, maximum, description });
}

const text = (description: string) => Type.String({ minLength: 1, maxLength: 4096, description });
const expression = (description: string) =>
  Type.String({ minLength: 1, maxLength: 8192, description: `JSONata: ${description}` });
const templates = (description: string) =>
  Type.Record(Type.String(), Type.String({ maxLength: 4096 }), { description });

const secretFromEnv = closed({ env: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }) });
const secretFromFile = closed({ file: Type.String({ minLength: 1 }) });
/** A secret never stands in the file itself: only the name of the variable or the path of the file that holds it. */
export const secretSchema = Type.Union([secretFromEnv, secretFromFile], {
  description: 'A secret by reference: {env: NAME} or {file: PATH}.',
});

const authSchemas = {
  none: closed({ kind: Type.Literal('none') }, 'No authentication, or only mutual TLS.'),
  header: closed(
    {
      kind: Type.Literal('header'),
      name: Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", description: 'The name of the header.' }),
      value: secretSchema,
    },
    'A fixed secret in a header of its own.',
  ),
  basic: closed({ kind: Type.Literal('basic'), username: secretSchema, password: secretSchema }, 'HTTP Basic.'),
  bearer: closed({ kind: Type.Literal('bearer'), token: secretSchema }, 'A fixed bearer token.'),
  oauth2_client_credentials: closed(
    {
      kind: Type.Literal('oauth2_client_credentials'),
      token_url: Type.String({
        pattern: '^(/|https?://)',
        description: 'Where tokens are fetched: a path under base_url, or a whole address.',
      }),
      client_id: secretSchema,
      client_secret: secretSchema,
      credentials_in: Type.Optional(
        oneOf(['basic', 'body'], 'Whether id and secret go in HTTP Basic or in the body. Default: basic.'),
      ),
      body: Type.Optional(
        oneOf(['form', 'json', 'none'], 'How the token request is written; none sends no body at all. Default: form.'),
      ),
      scope: Type.Optional(text('The scope to ask for.')),
      token_field: Type.Optional(text('The field of the answer that holds the token. Default: access_token.')),
      expires_in_field: Type.Optional(text('The field with its life in seconds. Default: expires_in.')),
    },
    'A token that is fetched, kept until a minute before its end, and renewed once on a 401.',
  ),
} as const;

const tlsSchema = closed(
  {
    ca_file: Type.Optional(text('Certificates (PEM) of the authority to trust instead of the public ones.')),
    cert_file: Type.Optional(text('Our certificate (PEM) for mutual TLS.')),
    key_file: Type.Optional(text('The key (PEM) of our certificate.')),
    key_passphrase: Type.Optional(secretSchema),
  },
  'An authority of your own and mutual TLS. Verification of the party cannot be switched off.',
);

const requestSchema = closed(
  {
    method: Type.Optional(oneOf(['GET', 'POST', 'PUT'], 'Default: GET, or POST where there is a body.')),
    path: Type.String({ pattern: '^/', maxLength: 4096, description: 'Path under base_url, with placeholders.' }),
    headers: Type.Optional(templates('Headers with placeholders.')),
    query: Type.Optional(templates('Query parameters with placeholders; encoded for you.')),
    json: Type.Optional(Type.Unknown({ description: 'A JSON body; its strings may hold placeholders.' })),
    form: Type.Optional(templates('A form body with placeholders; encoded for you.')),
    needs_birth_date: Type.Optional(
      Type.Boolean({ description: 'The party cannot be asked without a birth date. Default: false.' }),
    ),
  },
  'What is sent. An entry whose placeholder has no value (a name that was not supplied) is left out.',
);

/** What an HTTP answer can mean. Everything but the first two leaves the source `unavailable`, with that reason. */
export const meanings = [
  'answer',
  'not_found',
  'needs_birth_date',
  'minor',
  'our_fault',
  'temporarily_unavailable',
  'rate_limited',
  'credit_exhausted',
  'authentication_failed',
] as const;
export type Meaning = (typeof meanings)[number];

/** Redirects are refused before anything is judged, so no outcome can speak of them. */
const statusSchema = Type.Union([
  Type.Integer({ minimum: 200, maximum: 299 }),
  Type.Integer({ minimum: 400, maximum: 599 }),
  Type.Unsafe<'2xx' | '4xx' | '5xx'>({ type: 'string', enum: ['2xx', '4xx', '5xx'] }),
]);

const outcomeSchema = closed({
  status: Type.Optional(
    Type.Union([statusSchema, Type.Array(statusSchema, { minItems: 1 })], {
      description: 'A status such as 404, a class such as 5xx, or a list of them. Redirects are always refused.',
    }),
  ),
  content_type: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9.+-]+/[a-z0-9.+-]+$',
      description: 'The type of the content, such as application/json, without parameters.',
    }),
  ),
  body: Type.Optional(expression('true where this outcome applies to the body.')),
  means: oneOf(meanings, 'What such an answer means.'),
});

const breakerSchema = closed(
  {
    consecutive_failures: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default: 10.' })),
    failure_percent: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Of the calls in the window. Default: 50.' }),
    ),
    minimum_calls: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: 'Below it the percentage does not count. Default: 20.',
      }),
    ),
    window_ms: Type.Optional(milliseconds(1000, 600_000, 'Default: 10000.')),
    open_ms: Type.Optional(milliseconds(100, 600_000, 'The first pause; it grows while probes fail. Default: 5000.')),
    open_max_ms: Type.Optional(milliseconds(100, 3_600_000, 'The longest pause. Default: 60000.')),
  },
  'When to stop asking a party that fails, and for how long.',
);

const codeMap = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Record(Type.String(), oneOf(values, 'Our word for it.'), { description });

/** Keys that every party has, whatever it answers about. */
const connectionProperties = {
  profile: Type.Optional(text('A file with these same keys, relative to this one; what stands here overrides it.')),
  title: Type.Optional(text('The name of the party, for people.')),
  base_url: Type.String({ pattern: '^https?://', maxLength: 2048, description: 'The address, without a query.' }),
  allow_http: Type.Optional(
    Type.Boolean({ description: 'Permits http:// to another machine, unencrypted. Default: false.' }),
  ),
  auth: Type.Optional(
    Type.Union(
      [
        authSchemas.none,
        authSchemas.header,
        authSchemas.basic,
        authSchemas.bearer,
        authSchemas.oauth2_client_credentials,
      ],
      { description: 'How to authenticate. Default: {kind: none}.' },
    ),
  ),
  tls: Type.Optional(tlsSchema),
  secrets: Type.Optional(
    Type.Record(Type.String({ pattern: '^[a-z0-9_]+$' }), secretSchema, {
      additionalProperties: false,
      description: 'Secrets for the placeholders {secret.NAME} of headers, query, json and form.',
    }),
  ),
  request: requestSchema,
  outcomes: Type.Optional(
    Type.Array(outcomeSchema, { description: 'Which statuses or bodies mean what; the first that matches wins.' }),
  ),
  date_format: Type.Optional(oneOf(dateFormats, 'How the party writes dates. Default: yyyy-mm-dd.')),
  deadline_ms: Type.Optional(milliseconds(50, 30_000, 'For one call, all of it. Default: 1200.')),
  connect_ms: Type.Optional(milliseconds(20, 10_000, 'For the connection, TLS included. Default: 300.')),
  response_bytes_max: Type.Optional(
    Type.Integer({ minimum: 1024, maximum: 16_777_216, description: 'A longer body is refused. Default: 1048576.' }),
  ),
  concurrency: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 4096, description: 'Calls in flight; more are refused. Default: 256.' }),
  ),
  keep_alive: Type.Optional(
    Type.Boolean({
      description: 'Whether connections are used again. Default: true where the mapping reads the number, else false.',
    }),
  ),
  retry_budget_percent: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10,
      description: 'Share of calls that may be tried once more, only where nothing was sent. Default: 10.',
    }),
  ),
  breaker: Type.Optional(breakerSchema),
  hedge_after_ms: Type.Optional(
    milliseconds(20, 30_000, 'Asks a second time after this wait. A query may be billed twice. Default: off.'),
  ),
  cache_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 86_400, description: 'Keeps complete answers, encrypted. Default: 0 (off).' }),
  ),
};

const personMappingProperties = {
  found: Type.Optional(expression('false where the party does not know the person. Default: true.')),
  cpf: Type.Optional(expression('the CPF in the answer, checked against the one that was asked.')),
  name: Type.Optional(expression('civil name.')),
  social_name: Type.Optional(expression('social name.')),
  birth_date: Type.Optional(expression('birth date, written as date_format says.')),
  registration: Type.Optional(expression('registration status, translated by codes.registration.')),
  pending_debts: Type.Optional(expression('true or false; nothing where it was not computed.')),
  score: Type.Optional(expression('integer 0 to 1000; nothing where it was not computed.')),
  fraud_alert: Type.Optional(expression('true or false; nothing where there is no verdict.')),
};

const companyMappingProperties = {
  found: Type.Optional(expression('false where the party does not know the company. Default: true.')),
  cnpj: Type.Optional(expression('the CNPJ in the answer, checked against the one that was asked.')),
  legal_name: expression('legal name.'),
  trade_name: Type.Optional(expression('trade name.')),
  status: expression('status, translated by codes.status.'),
  foundation_date: Type.Optional(expression('date of foundation, written as date_format says.')),
  mei: Type.Optional(expression('true where the company opted for MEI; nothing where the party does not tell.')),
  mei_excluded_on: Type.Optional(expression('the first day on which it is no longer an MEI.')),
  head_office: expression('true for the head office, false for a branch.'),
  special_situation: Type.Optional(
    expression('true in bankruptcy, judicial recovery and the like; nothing where the party does not tell.'),
  ),
};

export const personPartySchema = closed({
  ...connectionProperties,
  mapping: closed(personMappingProperties, 'From the body of the answer to our evidence.'),
  codes: Type.Optional(
    closed({
      registration: Type.Optional(
        codeMap(registrationStatuses, "From the party's codes or words to ours; any other code is unknown."),
      ),
    }),
  ),
  required: Type.Optional(
    Type.Boolean({
      description: 'Without its answer there is no result (503) instead of a partial one. Default: false.',
    }),
  ),
});
export type PersonPartyDescription = Static<typeof personPartySchema>;

export const companyPartySchema = closed({
  ...connectionProperties,
  mapping: closed(companyMappingProperties, 'From the body of the answer to a company.'),
  codes: Type.Optional(
    closed({
      status: Type.Optional(codeMap(companyStatuses, "From the party's codes or words to ours; any other is unknown.")),
    }),
  ),
  reliable_not_found: Type.Optional(
    Type.Boolean({ description: 'Its "not found" may be believed: an outage never looks like one. Default: false.' }),
  ),
});
export type CompanyPartyDescription = Static<typeof companyPartySchema>;

/** The section as an editor sees it. */
export const sourcesSchema = closed(
  {
    bureau_a: Type.Optional(personPartySchema),
    bureau_b: Type.Optional(personPartySchema),
    fraud_registry: Type.Optional(personPartySchema),
    company_fallback: Type.Optional(companyPartySchema),
  },
  'The outside parties.',
);

export type SecretReference = Static<typeof secretSchema>;
export type RequestDescription = Static<typeof requestSchema>;
export type OutcomeDescription = Static<typeof outcomeSchema>;
export type TlsDescription = Static<typeof tlsSchema>;
export type PersonMapping = Static<typeof personPartySchema>['mapping'];
export type CompanyMapping = Static<typeof companyPartySchema>['mapping'];
