// Checks one description beyond its shape and makes it ready for use. Every fault is reported, none is thrown.

import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { SourceName } from '../domain/evidence.ts';
import type { ResolvedAuth } from './authentication.ts';
import type { CheckedCompanySource, CheckedParty, CheckedPersonSource } from './checked-source.ts';
import { type CompanyField, createCompanyMapping } from './company-mapping.ts';
import type {
  CompanySourceDescription,
  OutcomeDescription,
  PersonSourceDescription,
  SecretReference,
  TlsDescription,
} from './description.ts';
import { compileExpression, type Expression } from './expression.ts';
import type { Outcome } from './http-call.ts';
import type { TlsOptions } from './http-exchange.ts';
import type { Expressions } from './mapping.ts';
import { createPersonMapping, type PersonField } from './person-mapping.ts';
import { compileRequest, type RequestProblem } from './request.ts';
import type { KeyPath } from './schema-faults.ts';

export interface CheckContext {
  /** The value of an environment variable. */
  readonly findVariable: (name: string) => string | undefined;
  /** Where secrets are not at hand (an editor, a build), their references are not followed. */
  readonly followSecrets: boolean;
  readonly fault: (path: KeyPath, problem: string) => void;
}

type Description = PersonSourceDescription | CompanySourceDescription;
type Connection = Omit<CheckedParty<never>, 'map'>;

export async function checkPersonSource(
  name: SourceName,
  description: PersonSourceDescription,
  context: CheckContext,
): Promise<CheckedPersonSource> {
  const expressions = compileMapping<PersonField>(description.mapping, context);
  const mappedFields = Object.keys(description.mapping) as PersonField[];
  if (name === 'fraud_registry' && description.mapping.fraud_alert === undefined) {
    context.fault(['mapping'], 'fraud_alert is missing: without it this party never gives a verdict');
  }
  if (!mappedFields.some((field) => field !== 'found' && field !== 'cpf')) {
    context.fault(['mapping'], 'it maps nothing about the person');
  }
  if (description.codes?.registration !== undefined && description.mapping.registration === undefined) {
    context.fault(['codes', 'registration'], 'mapping.registration is missing, so these codes are never used');
  }
  const connection = checkConnection(name, description, ['cpf', 'birth_date', 'name'], context);
  await checkSilence(expressions, connection.outcomes, context);
  return {
    ...connection,
    name,
    mappedFields,
    required: description.required ?? false,
    map: createPersonMapping(expressions, {
      codes: description.codes,
      dateFormat: description.date_format ?? 'yyyy-mm-dd',
    }),
  };
}

export async function checkCompanySource(
  name: string,
  description: CompanySourceDescription,
  context: CheckContext,
): Promise<CheckedCompanySource> {
  if (description.request.needs_birth_date === true) {
    context.fault(['request', 'needs_birth_date'], 'a company has no birth date');
  }
  const expressions = compileMapping<CompanyField>(description.mapping, context);
  const connection = checkConnection(name, description, ['cnpj'], context);
  await checkSilence(expressions, connection.outcomes, context);
  return {
    ...connection,
    reliableNotFound: description.reliable_not_found ?? false,
    map: createCompanyMapping(expressions, {
      codes: description.codes,
      dateFormat: description.date_format ?? 'yyyy-mm-dd',
    }),
  };
}

function checkConnection(
  name: string,
  description: Description,
  subjectNames: readonly string[],
  context: CheckContext,
): Connection {
  const base = checkAddress(description.base_url, description, ['base_url'], context);
  const deadlineMs = description.deadline_ms ?? 1200;
  const connectMs = description.connect_ms ?? Math.min(300, deadlineMs);
  const hedgeAfterMs = description.hedge_after_ms ?? null;
  const breaker = description.breaker ?? {};
  const openMs = breaker.open_ms ?? 5000;
  const openMaxMs = breaker.open_max_ms ?? Math.max(60_000, openMs);
  if (connectMs > deadlineMs) context.fault(['connect_ms'], 'it is longer than deadline_ms');
  if (hedgeAfterMs !== null && hedgeAfterMs >= deadlineMs) {
    context.fault(['hedge_after_ms'], 'it is not shorter than deadline_ms, so nothing would ever be hedged');
  }
  if (openMaxMs < openMs) context.fault(['breaker', 'open_max_ms'], 'it is shorter than open_ms');

  const secretNames = Object.keys(description.secrets ?? {});
  const problems: RequestProblem[] = [];
  const request = compileRequest(description.request, { subjectNames, secretNames }, problems);
  for (const { path, problem } of problems) context.fault(['request', ...path], problem);
  return {
    name,
    title: description.title ?? name,
    origin: base.origin,
    basePath: base.path,
    deadlineMs,
    connectMs,
    hedgeAfterMs,
    responseBytesMax: description.response_bytes_max ?? 1_048_576,
    concurrency: description.concurrency ?? 256,
    retryBudgetPercent: description.retry_budget_percent ?? 10,
    cacheSeconds: description.cache_seconds ?? 0,
    breaker: {
      consecutiveFailures: breaker.consecutive_failures ?? 10,
      failurePercent: breaker.failure_percent ?? 50,
      minimumCalls: breaker.minimum_calls ?? 20,
      windowMs: breaker.window_ms ?? 10_000,
      openMs,
      openMaxMs,
    },
    tls: checkTls(description.tls ?? {}, context),
    auth: checkAuth(description, base, deadlineMs, context),
    secrets: Object.fromEntries(
      Object.entries(description.secrets ?? {}).map(([key, reference]) => [
        `secret.${key}`,
        resolveSecret(reference, ['secrets', key], context),
      ]),
    ),
    request,
    outcomes: (description.outcomes ?? []).map((outcome, index) => checkOutcome(outcome, index, context)),
    literals: findLiterals(description),
  };
}

interface Address {
  readonly origin: string;
  readonly path: string;
}

function checkAddress(address: string, description: Description, path: KeyPath, context: CheckContext): Address {
  const url = URL.parse(address);
  if (url === null) {
    context.fault(path, 'this is no address');
    return { origin: 'https://invalid.example', path: '' };
  }
  if (url.username !== '' || url.password !== '')
    context.fault(path, 'credentials belong under auth, not in an address');
  if (url.search !== '' || url.hash !== '') context.fault(path, 'an address has no query or fragment here');
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'http:' && !isLocal && description.allow_http !== true) {
    context.fault(path, 'http:// would send people’s numbers unencrypted: use https://, or set allow_http: true');
  }
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') };
}

function checkTls(tls: TlsDescription, context: CheckContext): TlsOptions {
  const read = (key: 'ca_file' | 'cert_file' | 'key_file'): string | undefined => {
    const file = tls[key];
    if (file === undefined || !context.followSecrets) return undefined;
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      context.fault(['tls', key], `the file cannot be read (${toCode(error)})`);
      return undefined;
    }
  };
  if ((tls.cert_file === undefined) !== (tls.key_file === undefined)) {
    context.fault(['tls'], 'cert_file and key_file belong together');
  }
  const ca = read('ca_file');
  const cert = read('cert_file');
  const key = read('key_file');
  const passphrase =
    tls.key_passphrase === undefined
      ? undefined
      : resolveSecret(tls.key_passphrase, ['tls', 'key_passphrase'], context);
  const options: TlsOptions = {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
  try {
    createSecureContext(options);
  } catch (error) {
    context.fault(['tls'], `the certificates or the key cannot be used (${toCode(error)})`);
  }
  return options;
}

function checkAuth(description: Description, base: Address, deadlineMs: number, context: CheckContext): ResolvedAuth {
  const auth = description.auth ?? { kind: 'none' };
  const secret = (reference: SecretReference, key: string) => resolveSecret(reference, ['auth', key], context);
  const ownHeader = Object.keys(description.request.headers ?? {}).find((name) => {
    const used = auth.kind === 'none' ? '' : auth.kind === 'header' ? auth.name : 'authorization';
    return name.toLowerCase() === used.toLowerCase();
  });
  if (ownHeader !== undefined) context.fault(['request', 'headers', ownHeader], 'this header is set by auth already');
  switch (auth.kind) {
    case 'none':
      return auth;
    case 'header':
      return { kind: 'header', name: auth.name, value: secret(auth.value, 'value') };
    case 'basic':
      return {
        kind: 'basic',
        username: secret(auth.username, 'username'),
        password: secret(auth.password, 'password'),
      };
    case 'bearer':
      return { kind: 'bearer', token: secret(auth.token, 'token') };
    case 'oauth2_client_credentials': {
      const isPath = auth.token_url.startsWith('/');
      const path = ['auth', 'token_url'];
      const address = isPath ? base.origin + base.path + auth.token_url : auth.token_url;
      const token = checkAddress(address, description, path, context);
      if (auth.body === 'none' && auth.credentials_in === 'body') {
        context.fault(['auth', 'credentials_in'], 'there is no body to hold them: body is none');
      }
      return {
        kind: 'oauth2_client_credentials',
        origin: token.origin,
        token: {
          path: token.path === '' ? '/' : token.path,
          clientId: secret(auth.client_id, 'client_id'),
          clientSecret: secret(auth.client_secret, 'client_secret'),
          credentialsIn: auth.credentials_in ?? 'basic',
          body: auth.body ?? 'form',
          scope: auth.scope,
          tokenField: auth.token_field ?? 'access_token',
          expiresInField: auth.expires_in_field ?? 'expires_in',
          deadlineMs,
        },
      };
    }
  }
}

/** The secret itself never becomes part of a fault. */
function resolveSecret(reference: SecretReference, path: KeyPath, context: CheckContext): string {
  if (!context.followSecrets) return '';
  const secret =
    'env' in reference ? context.findVariable(reference.env) : readSecretFile(reference.file, path, context);
  if (secret === undefined) {
    if ('env' in reference) context.fault(path, `the environment variable ${reference.env} is not set`);
    return '';
  }
  if (secret === '') context.fault(path, 'the secret is empty');
  if (/[^\x20-\x7e\u00a0-\uffff]/.test(secret))
    context.fault(path, 'the secret holds a control character or line break');
  return secret;
}

function readSecretFile(file: string, path: KeyPath, context: CheckContext): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    context.fault(path, `the file of the secret cannot be read (${toCode(error)})`);
    return undefined;
  }
}

/** Fields of which a wrong "no" or zero does harm. */
const verdicts = ['found', 'pending_debts', 'score', 'fraud_alert'] as const;

/**
 * Silence must stay silence. In JSONata a missing field compared with anything is false, and counts as 0: without this
 * check an empty answer would read as "no alert", "no debts" or "not found".
 */
async function checkSilence(
  expressions: Readonly<Partial<Record<string, Expression>>>,
  outcomes: readonly Outcome[],
  context: CheckContext,
): Promise<void> {
  for (const field of verdicts) {
    const verdict = await evaluateOnNothing(expressions[field]);
    if (verdict === undefined || verdict === null) continue;
    context.fault(['mapping', field], 'it gives a verdict on an empty answer; write "$exists(x) ? … : null" around it');
  }
  for (const [index, outcome] of outcomes.entries()) {
    // With a 404 the status itself has spoken.
    if (outcome.means !== 'not_found' || !outcome.matches(200)) continue;
    if ((await evaluateOnNothing(outcome.body)) !== true) continue;
    context.fault(
      ['outcomes', String(index), 'body'],
      'an empty answer would mean not found; name what the party says',
    );
  }
}

async function evaluateOnNothing(expression: Expression | undefined): Promise<unknown> {
  try {
    return await expression?.({});
  } catch {
    return undefined;
  }
}

function checkOutcome(outcome: OutcomeDescription, index: number, context: CheckContext): Outcome {
  const path = ['outcomes', String(index)];
  if (outcome.status === undefined && outcome.body === undefined) {
    context.fault(path, 'it needs a status or a body, or it would match every answer');
  }
  const statuses = outcome.status === undefined ? [] : [outcome.status].flat();
  return {
    matches: (status) => statuses.length === 0 || statuses.some((each) => isStatus(each, status)),
    body: outcome.body === undefined ? undefined : compile(outcome.body, [...path, 'body'], context),
    means: outcome.means,
  };
}

function isStatus(expected: number | string, status: number): boolean {
  return typeof expected === 'number' ? expected === status : Number(expected[0]) === Math.floor(status / 100);
}

function compileMapping<Field extends string>(
  mapping: Readonly<Partial<Record<Field, string>>>,
  context: CheckContext,
): Expressions<Field> {
  const entries = Object.entries<string | undefined>(mapping).flatMap(([field, text]) =>
    text === undefined ? [] : [[field, compile(text, ['mapping', field], context)]],
  );
  return Object.fromEntries(entries) as Expressions<Field>;
}

function compile(text: string, path: KeyPath, context: CheckContext): Expression {
  const compiled = compileExpression(text);
  if (compiled.kind === 'valid') return compiled.evaluate;
  context.fault(path, compiled.problem);
  return async () => undefined;
}

/** The codes, words and numbers that the description itself names. */
function findLiterals(description: Description): ReadonlySet<string> {
  const expressions = [
    ...Object.values(description.mapping),
    ...(description.outcomes ?? []).map(({ body }) => body ?? ''),
  ];
  const named = expressions.flatMap((text) => [...text.matchAll(/"([^"]*)"|'([^']*)'|\b(\d+)\b/g)]);
  const codes = Object.values(description.codes ?? {}).flatMap((map) => Object.keys(map));
  return new Set([...codes, ...named.map((match) => match[1] ?? match[2] ?? match[3] ?? '')]);
}

function toCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
}
