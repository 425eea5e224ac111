// Keys that every party has, whatever it answers about.

import { Type } from 'typebox';
import { dateFormats } from '../../domain/dates/date-format.ts';
import { asyncSchema } from './calls/async.ts';
import { callsSchema } from './calls/calls.ts';
import { outcomeSchema } from './calls/outcome.ts';
import { requestSchema } from './calls/request.ts';
import { responseSchema } from './calls/response.ts';
import { authSchema } from './credentials/auth.ts';
import { proxySchema } from './credentials/proxy.ts';
import { secretSchema } from './credentials/secret.ts';
import { tlsSchema } from './credentials/tls.ts';
import { xmlSignatureSchema } from './credentials/xml-signature.ts';
import { budgetSchema, priceListSchema } from './price.ts';
import { closed, flag, integer, oneOf, text } from './shapes.ts';

const breakerSchema = closed(
  {
    consecutive_failures: Type.Optional(integer(1, 1000, 'Default: 10.')),
    failure_percent: Type.Optional(integer(1, 100, 'Of the calls in the window. Default: 50.')),
    minimum_calls: Type.Optional(integer(1, 10_000, 'Below it the percentage does not count. Default: 20.')),
    window_ms: Type.Optional(integer(1000, 600_000, 'Default: 10000.')),
    open_ms: Type.Optional(integer(100, 600_000, 'The first pause; it grows while probes fail. Default: 5000.')),
    open_max_ms: Type.Optional(integer(100, 3_600_000, 'The longest pause. Default: 60000.')),
  },
  'When to stop asking a party that fails, and for how long.',
);

export const connectionProperties = {
  profile: Type.Optional(text('A file with these same keys, relative to this one; what stands here overrides it.')),
  title: Type.Optional(text('The name of the party, for people.')),
  base_url: Type.String({ pattern: '^https?://', maxLength: 2048, description: 'The address, without a query.' }),
  allow_http: Type.Optional(flag('Permits http:// to another machine, unencrypted. Default: false.')),
  auth: Type.Optional(authSchema),
  tls: Type.Optional(tlsSchema),
  proxy: Type.Optional(proxySchema),
  secrets: Type.Optional(
    Type.Record(Type.String({ pattern: '^[a-z0-9_]+$' }), secretSchema, {
      additionalProperties: false,
      description: 'Secrets for the placeholders {secret.NAME} of headers, query, json and form.',
    }),
  ),
  calls: Type.Optional(callsSchema),
  request: requestSchema,
  response: Type.Optional(responseSchema),
  xml_signature: Type.Optional(xmlSignatureSchema),
  outcomes: Type.Optional(
    Type.Array(outcomeSchema, { description: 'Which statuses or bodies mean what; the first that matches wins.' }),
  ),
  async: Type.Optional(asyncSchema),
  date_format: Type.Optional(oneOf(dateFormats, 'How the party writes dates. Default: yyyy-mm-dd.')),
  deadline_ms: Type.Optional(integer(50, 30_000, 'For one question, all of it. Default: 1200.')),
  connect_ms: Type.Optional(integer(20, 10_000, 'For the connection, TLS included. Default: 300.')),
  response_bytes_max: Type.Optional(integer(1024, 16_777_216, 'A longer body is refused. Default: 1048576.')),
  concurrency: Type.Optional(integer(1, 4096, 'Calls in flight; more are refused. Default: 256.')),
  keep_alive: Type.Optional(
    flag('Whether connections are used again. Default: true where the mapping reads the number, else false.'),
  ),
  retry_budget_percent: Type.Optional(
    integer(0, 10, 'Share of calls that may be tried once more, only where nothing was sent. Default: 10.'),
  ),
  breaker: Type.Optional(breakerSchema),
  hedge_after_ms: Type.Optional(
    integer(20, 30_000, 'Asks a second time after this wait. A query may be billed twice. Default: off.'),
  ),
  cache_seconds: Type.Optional(integer(0, 86_400, 'Keeps complete answers, encrypted. Default: 0 (off).')),
  price: Type.Optional(
    Type.Array(priceListSchema, {
      minItems: 1,
      description: 'What the party charges for a call, as lists that each hold from a day on. Default: not known.',
    }),
  ),
  budget: Type.Optional(budgetSchema),
};
