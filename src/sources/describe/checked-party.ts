// A description that has been checked: secrets resolved, files read, templates and mappings compiled, defaults filled in.

import type { Company } from '../../domain/company/company.ts';
import type { PersonRecord, SourceName } from '../../domain/person/evidence.ts';
import type { ExpressionThread } from '../answer/expression-thread.ts';
import type { AnswerReader } from '../answer/mapping.ts';
import type { PersonField } from '../answer/person-mapping.ts';
import type { ResolvedAuth } from '../call/authentication.ts';
import type { Outcome } from '../call/http-call.ts';
import type { TlsOptions } from '../call/http-exchange.ts';
import type { RequestBuilder } from '../call/request.ts';
import type { PlaceholderValues } from '../call/template.ts';
import type { ResilienceSettings } from '../protect/with-resilience.ts';

export interface CheckedParty<Value> extends ResilienceSettings {
  readonly name: string;
  readonly title: string;
  readonly origin: string;
  readonly basePath: string;
  readonly connectMs: number;
  readonly responseBytesMax: number;
  /** Whether a connection serves more than one call. */
  readonly keepAlive: boolean;
  readonly cacheSeconds: number;
  /** Another text where the party would be asked otherwise, as somebody else, or be understood otherwise. */
  readonly fingerprint: string;
  readonly tls: TlsOptions;
  readonly auth: ResolvedAuth;
  /** Values of the placeholders `secret.NAME`. */
  readonly secrets: PlaceholderValues;
  readonly request: RequestBuilder;
  readonly outcomes: readonly Outcome[];
  readonly reader: AnswerReader<Value>;
  /** Where its expressions run that cannot run here; closed with the source. */
  readonly thread: ExpressionThread;
  /** The keys of the expressions that always run there, such as `mapping.score`. */
  readonly inThread: readonly string[];
  /** Codes and words that the description itself names: to show them reveals nobody. */
  readonly literals: ReadonlySet<string>;
}

export interface CheckedPersonParty extends CheckedParty<PersonRecord> {
  readonly name: SourceName;
  readonly required: boolean;
  readonly mappedFields: readonly PersonField[];
}

export interface CheckedCompanyParty extends CheckedParty<Company> {
  readonly reliableNotFound: boolean;
}

/** Any of them may be missing: what is not described is not connected. */
export interface CheckedSources {
  readonly people: Readonly<Partial<Record<SourceName, CheckedPersonParty>>>;
  readonly companyFallback: CheckedCompanyParty | undefined;
  /** What is allowed and may be a mistake. */
  readonly warnings: readonly SourceFault[];
}

/** Something wrong with a description, and where it stands. */
export interface SourceFault {
  readonly file: string;
  readonly line: number;
  /** Such as `bureau_a.request.path`. */
  readonly key: string;
  readonly problem: string;
}
