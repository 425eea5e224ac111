// A description that has been checked: secrets resolved, files read, templates and mappings compiled, defaults filled in.

import type { Budget } from '../../domain/budgets/budget.ts';
import type { Plan } from '../../domain/checks/plan.ts';
import type { Company } from '../../domain/company/company.ts';
import type { PersonRecord, SourceRole } from '../../domain/person/evidence.ts';
import type { PriceList, Prices } from '../../domain/prices/price-list.ts';
import type { SignalDeclaration } from '../../domain/risk/signal.ts';
import type { BodyFormat } from '../answer/body/body-format.ts';
import type { AnswerReader } from '../answer/mapping.ts';
import type { PersonField } from '../answer/person-mapping.ts';
import type { DeclaredSignal } from '../answer/signal-mapping.ts';
import type { AnswerThread } from '../answer/thread/answer-thread.ts';
import type { ResolvedAuth } from '../call/credentials/authentication.ts';
import type { TlsOptions } from '../call/http-exchange.ts';
import type { Outcome } from '../call/meaning.ts';
import type { FindProxy } from '../call/proxy.ts';
import type { PlaceholderValues } from '../call/template.ts';
import type { ResilienceSettings } from '../protect/with-resilience.ts';
import type { CheckedLater } from './calls/check-async.ts';
import type { CheckedRequests } from './calls/check-calls.ts';
import type { ClientCertificate } from './credentials/client-certificate.ts';

export interface CheckedParty<Value> extends ResilienceSettings, CheckedRequests {
  readonly name: string;
  readonly title: string;
  readonly origin: string;
  readonly basePath: string;
  readonly connectMs: number;
  readonly responseBytesMax: number;
  /** Tells whether a connection serves more than one call. */
  readonly keepAlive: boolean;
  readonly cacheSeconds: number;
  /** `prices` follows the order of their days. The list is empty if the operator gave no prices. */
  readonly prices: readonly PriceList[];
  /** The value null means that the budget is unlimited. */
  readonly budget: Budget | null;
  /** The text changes if the party would be asked in another way, with another identity, or understood in another way. */
  readonly fingerprint: string;
  readonly tls: TlsOptions;
  readonly findProxy: FindProxy;
  /** The certificate that we show begins and ends at these times. The value is null if we show none. */
  readonly clientCertificate: ClientCertificate | null;
  readonly auth: ResolvedAuth;
  /** Values of the placeholders `secret.NAME`. */
  readonly secrets: PlaceholderValues;
  readonly response: BodyFormat;
  readonly outcomes: readonly Outcome[];
  /** `later` tells how to fetch an answer that the party has later. The value is undefined if the party answers at once. */
  readonly later: CheckedLater | undefined;
  readonly reader: AnswerReader<Value>;
  /** The thread runs the expressions that cannot run here. It closes with the source. */
  readonly thread: AnswerThread;
  /** The keys of the expressions that always run there, such as `mapping.score`. */
  readonly inThread: readonly string[];
  /** `literals` holds codes and words that the description itself names, so showing them reveals no personal data. */
  readonly literals: ReadonlySet<string>;
}

export interface CheckedPersonParty extends CheckedParty<PersonRecord> {
  readonly roles: readonly SourceRole[];
  readonly required: boolean;
  readonly mappedFields: readonly PersonField[];
  readonly signals: readonly DeclaredSignal[];
}

export interface CheckedCompanyParty extends CheckedParty<Company> {
  readonly reliableNotFound: boolean;
}

/** Any of them may be missing: what is not described is not connected. */
export interface CheckedSources {
  readonly people: readonly CheckedPersonParty[];
  readonly companyFallback: CheckedCompanyParty | undefined;
  /** The plan sets the order in which the parties about people are asked. The value is undefined if all are asked at once. */
  readonly plan: Plan | undefined;
  /** `keyBudgets` limits the spending of each key, by the key's id. */
  readonly keyBudgets: ReadonlyMap<string, Budget>;
  /** `warnings` lists permitted settings that may be mistakes. */
  readonly warnings: readonly SourceFault[];
}

export function listParties({ people, companyFallback }: CheckedSources): CheckedParty<object>[] {
  return [...people, ...(companyFallback === undefined ? [] : [companyFallback])];
}

/** Everything that a risk policy can put a ladder on. */
export function listSignals({ people }: CheckedSources): ReadonlyMap<string, SignalDeclaration> {
  return new Map(people.flatMap(({ signals }) => signals.map(({ name, declaration }) => [name, declaration])));
}

/** Lists the prices of the parties that have any. */
export function listPrices(sources: CheckedSources): Prices {
  const priced = listParties(sources).filter(({ prices }) => prices.length > 0);
  return new Map(priced.map(({ name, prices }) => [name, prices]));
}

/** Lists the budgets of the sources that have one. */
export function listBudgets(sources: CheckedSources): ReadonlyMap<string, Budget> {
  return new Map(listParties(sources).flatMap(({ name, budget }) => (budget === null ? [] : [[name, budget]])));
}

/** Something wrong with a description, and where it stands. */
export interface SourceFault {
  readonly file: string;
  readonly line: number;
  /** Such as `bureau_a.request.path`. */
  readonly key: string;
  readonly problem: string;
}
