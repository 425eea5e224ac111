// Checks one description beyond its shape and makes it ready for use. Every fault is reported, none is thrown.

import type { SourceName } from '../../domain/person/evidence.ts';
import { type CompanyField, createCompanyMapping } from '../answer/company-mapping.ts';
import type { Expression } from '../answer/expression.ts';
import { createPersonMapping, type PersonField } from '../answer/person-mapping.ts';
import type { Outcome } from '../call/http-call.ts';
import { compileRequest, type RequestProblem } from '../call/request.ts';
import { checkOutcome, checkSilence, compileMapping, findLiterals } from './check-answers.ts';
import type { CheckContext } from './check-context.ts';
import { checkAddress, checkAuth, checkTls, resolveSecret } from './check-credentials.ts';
import type { CheckedCompanyParty, CheckedParty, CheckedPersonParty } from './checked-party.ts';
import type { CompanyPartyDescription, PersonPartyDescription } from './description.ts';
import { toFingerprint } from './fingerprint.ts';

type Description = PersonPartyDescription | CompanyPartyDescription;
type Connection = Omit<CheckedParty<never>, 'reader' | 'inThread'>;

export async function checkPersonParty(
  name: SourceName,
  description: PersonPartyDescription,
  context: CheckContext,
): Promise<CheckedPersonParty> {
  const expressions = await compileMapping<PersonField>(description.mapping, context);
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
  const connection = await checkConnection(name, description, ['cpf', 'birth_date', 'name'], context);
  await checkSilence(expressions, context);
  return {
    ...connection,
    name,
    mappedFields,
    required: description.required ?? false,
    inThread: listInThread(expressions, connection.outcomes),
    reader: createPersonMapping(expressions, {
      codes: description.codes,
      dateFormat: description.date_format ?? 'yyyy-mm-dd',
    }),
  };
}

export async function checkCompanyParty(
  name: string,
  description: CompanyPartyDescription,
  context: CheckContext,
): Promise<CheckedCompanyParty> {
  if (description.request.needs_birth_date === true) {
    context.fault(['request', 'needs_birth_date'], 'a company has no birth date');
  }
  const expressions = await compileMapping<CompanyField>(description.mapping, context);
  const connection = await checkConnection(name, description, ['cnpj'], context);
  await checkSilence(expressions, context);
  return {
    ...connection,
    reliableNotFound: description.reliable_not_found ?? false,
    inThread: listInThread(expressions, connection.outcomes),
    reader: createCompanyMapping(expressions, {
      codes: description.codes,
      dateFormat: description.date_format ?? 'yyyy-mm-dd',
    }),
  };
}

async function checkConnection(
  name: string,
  description: Description,
  subjectNames: readonly string[],
  context: CheckContext,
): Promise<Connection> {
  const base = checkAddress(description.base_url, description, ['base_url'], context);
  if (base.search !== '') context.fault(['base_url'], 'it has no query; parameters go under request.query');
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
  const credentials = {
    tls: checkTls(description.tls ?? {}, context),
    auth: checkAuth(description, base, deadlineMs, context),
    secrets: Object.fromEntries(
      Object.entries(description.secrets ?? {}).map(([key, reference]) => [
        `secret.${key}`,
        resolveSecret(reference, ['secrets', key], context),
      ]),
    ),
  };
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
    // A connection on which answers got out of step gives one person the answer about another. Where the answer does not say whom it
    // is about, nobody would notice.
    keepAlive: description.keep_alive ?? isNumberMapped(description),
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
    ...credentials,
    fingerprint: toFingerprint(description, credentials),
    request,
    outcomes: await Promise.all(
      (description.outcomes ?? []).map((outcome, index) => checkOutcome(outcome, index, context)),
    ),
    literals: findLiterals(description),
    thread: context.thread,
  };
}

/** The keys of the expressions that run in the party's thread. */
function listInThread(
  expressions: Readonly<Partial<Record<string, Expression>>>,
  outcomes: readonly Outcome[],
): string[] {
  const all = [
    ...Object.entries(expressions).map(([field, expression]) => [`mapping.${field}`, expression] as const),
    ...outcomes.map(({ body }, index) => [`outcomes.${index}.body`, body] as const),
  ];
  return all.filter(([, expression]) => expression?.runs === 'thread').map(([key]) => key);
}

function isNumberMapped({ mapping }: Description): boolean {
  return 'cnpj' in mapping || 'cpf' in mapping;
}
