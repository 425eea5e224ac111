// Checks one description beyond its shape and makes it ready for use. Every fault is reported, none is thrown.

import type { AtLimit, Budget } from '../../domain/budgets/budget.ts';
import { readBudget } from '../../domain/budgets/read-budget.ts';
import { contractSourceNames, contractSources, isContractSource } from '../../domain/person/contract-sources.ts';
import type { SourceName, SourceRole } from '../../domain/person/evidence.ts';
import { readPriceLists } from '../../domain/prices/read-price-lists.ts';
import { type CompanyField, createCompanyMapping } from '../answer/company-mapping.ts';
import { orderKeyName } from '../answer/later-id.ts';
import type { Expressions } from '../answer/mapping.ts';
import { createPersonMapping, type PersonField } from '../answer/person-mapping.ts';
import type { CompanyPartyDescription, PartyDescription, PersonPartyDescription } from '../schema/party.ts';
import { checkAsync } from './calls/check-async.ts';
import { checkFit, checkRequests, listRequests } from './calls/check-calls.ts';
import { checkResponse } from './calls/check-response.ts';
import { checkXmlSignatures } from './calls/check-xml-signature.ts';
import { checkOutcomes, checkSilence, compileExpressions, findLiterals } from './check-answers.ts';
import type { CheckContext } from './check-context.ts';
import { checkSignals } from './check-signals.ts';
import type { CheckedCompanyParty, CheckedParty, CheckedPersonParty } from './checked-party.ts';
import { checkAuth } from './credentials/check-auth.ts';
import { checkAddress, resolveSecret } from './credentials/check-credentials.ts';
import { checkProxy } from './credentials/check-proxy.ts';
import { checkTls } from './credentials/check-tls.ts';
import { toFingerprint } from './fingerprint.ts';

export async function checkPersonParty(
  name: SourceName,
  description: PersonPartyDescription,
  context: CheckContext,
): Promise<CheckedPersonParty> {
  const expressions: Expressions<PersonField> = await compileExpressions(description.mapping, ['mapping'], context);
  const mappedFields = Object.keys(description.mapping) as PersonField[];
  const roles = checkRoles(name, description, context);
  const signals = await checkSignals(description.signals, context);
  if (signals.length === 0 && !mappedFields.some((field) => field !== 'found' && field !== 'cpf')) {
    context.fault(['mapping'], 'it maps nothing about the person');
  }
  if (description.codes?.registration !== undefined && description.mapping.registration === undefined) {
    context.fault(['codes', 'registration'], 'mapping.registration is missing, so these codes are never used');
  }
  const connection = await checkConnection(name, description, ['cpf', 'birth_date', 'name'], context);
  await checkSilence(expressions, context);
  return {
    ...connection,
    roles,
    mappedFields,
    signals,
    required: description.required ?? false,
    reader: createPersonMapping(expressions, {
      codes: description.codes,
      dateFormat: description.date_format ?? 'yyyy-mm-dd',
      signals,
    }),
  };
}

/** Each role lists the fields that the mapping must have. A party could never fulfil its role without them. */
const roleFields: readonly {
  readonly role: SourceRole;
  readonly fields: readonly PersonField[];
  readonly problem: string;
}[] = [
  {
    role: 'fraud',
    fields: ['fraud_alert'],
    problem: 'fraud_alert is missing: without it this party never gives a verdict',
  },
  {
    role: 'debts',
    fields: ['pending_debts'],
    problem: 'pending_debts is missing: without it this party tells no debts',
  },
  { role: 'score', fields: ['score'], problem: 'score is missing: without it this party computes none' },
  {
    role: 'identity',
    fields: ['name', 'birth_date', 'registration'],
    problem:
      'name, birth_date and registration are missing: without one of them this party tells nothing of who the person is',
  },
];

function checkRoles(
  name: SourceName,
  { roles, mapping, signals }: PersonPartyDescription,
  context: CheckContext,
): readonly SourceRole[] {
  const implied: readonly SourceRole[] | undefined = isContractSource(name) ? contractSources[name].roles : undefined;
  if (roles === undefined && implied === undefined) {
    const imply = `only ${contractSourceNames.join(', ')} imply theirs`;
    context.fault(['roles'], `say what it is asked for, such as roles: [identity]; ${imply}`);
    return [];
  }
  const given = roles ?? implied ?? [];
  if (given.length === 0 && signals === undefined) {
    context.fault(['roles'], 'must not be empty, unless the party has signals');
  }
  if (new Set(given).size < given.length) context.fault(['roles'], 'a role stands there twice');
  const isOther =
    implied !== undefined && (implied.length !== given.length || implied.some((role) => !given.includes(role)));
  if (isOther)
    context.fault(['roles'], `${name} is always asked for ${implied.join(', ')}; give this party another name`);
  for (const { role, fields, problem } of roleFields) {
    // A bureau of the contract may leave a field of its own out: its place in the answer then says so.
    const isNeeded = given.includes(role) && (implied === undefined || role === 'fraud');
    if (isNeeded && fields.every((field) => mapping[field] === undefined)) context.fault(['mapping'], problem);
  }
  return implied ?? given;
}

export async function checkCompanyParty(
  name: string,
  description: CompanyPartyDescription,
  context: CheckContext,
): Promise<CheckedCompanyParty> {
  for (const { request, path } of listRequests(description)) {
    if (request.needs_birth_date === true) {
      context.fault([...path, 'request', 'needs_birth_date'], 'a company has no birth date');
    }
  }
  const expressions: Expressions<CompanyField> = await compileExpressions(description.mapping, ['mapping'], context);
  const connection = await checkConnection(name, description, ['cnpj'], context);
  await checkSilence(expressions, context);
  return {
    ...connection,
    reliableNotFound: description.reliable_not_found ?? false,
    reader: createCompanyMapping(expressions, {
      codes: description.codes,
      dateFormat: description.date_format ?? 'yyyy-mm-dd',
    }),
  };
}

async function checkConnection(
  name: string,
  description: PartyDescription,
  subjectNames: readonly string[],
  context: CheckContext,
): Promise<Omit<CheckedParty<never>, 'reader'>> {
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
  const { certificates, verify, sign } = await checkXmlSignatures(description, context);
  const response = checkResponse(description.response, { path: ['response'], verify }, context);
  const tokenNames = listTokenNames(description).map((each) => `token.${each}`);
  const slots = { subjectNames, secretNames, tokenNames, accept: response.accept, signXml: sign, verifyXml: verify };
  const ordering = description.async === undefined ? [] : [orderKeyName];
  const asking = { ...slots, subjectNames: [...subjectNames, ...ordering] };
  const outcomes = await checkOutcomes(description.outcomes, ['outcomes'], context);
  const requests = await checkRequests(description, asking, context);
  const { options: tls, clientCertificate } = checkTls(description.tls ?? {}, context);
  const credentials = {
    tls,
    auth: await checkAuth(description, base, deadlineMs, context),
    secrets: Object.fromEntries(
      Object.entries(description.secrets ?? {}).map(([key, reference]) => [
        `secret.${key}`,
        resolveSecret(reference, ['secrets', key], context),
      ]),
    ),
  };
  const later = await checkAsync(description, { ...slots, response, number: subjectNames[0] ?? '' }, context);
  checkFit({ requests, later, ...credentials }, context);
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
    keepAlive: description.keep_alive ?? ('cnpj' in description.mapping || 'cpf' in description.mapping),
    retryBudgetPercent: description.retry_budget_percent ?? 10,
    cacheSeconds: description.cache_seconds ?? 0,
    budget: checkBudget(description, context),
    prices: readPriceLists(description.price ?? [], (path, problem) => context.fault(['price', ...path], problem)),
    breaker: {
      consecutiveFailures: breaker.consecutive_failures ?? 10,
      failurePercent: breaker.failure_percent ?? 50,
      minimumCalls: breaker.minimum_calls ?? 20,
      windowMs: breaker.window_ms ?? 10_000,
      openMs,
      openMaxMs,
    },
    ...credentials,
    findProxy: checkProxy(description.proxy, context.environmentProxy, context),
    clientCertificate,
    fingerprint: toFingerprint(description, { ...credentials, certificates }),
    ...requests,
    response,
    outcomes,
    later,
    literals: findLiterals(description),
    thread: context.thread,
    inThread: context.inThread,
  };
}

/** Names of the values that a token brings for requests. */
function listTokenNames({ auth }: PartyDescription): string[] {
  return auth !== undefined && 'values' in auth ? Object.keys(auth.values ?? {}) : [];
}

/** A budget cannot skip a required source, because no result is possible without that source. */
function checkBudget(description: PartyDescription, context: CheckContext): Budget | null {
  const { budget, price } = description;
  if (budget === undefined) return null;
  const isRequired = 'required' in description && description.required === true;
  if (isRequired && budget.at_limit === 'skip')
    context.fault(['budget', 'at_limit'], 'this party is required: without its answer there is no result, so refuse');
  const atLimit: AtLimit = isRequired ? 'refuse' : 'skip';
  const fault = (path: readonly string[], problem: string) => context.fault(['budget', ...path], problem);
  return readBudget(budget, { hasPrices: price !== undefined, atLimit, fault });
}
