// What is written down of each verification and of each act of an operator: plain facts, as the use cases know them.
// Hashing and sealing is the work of record.ts, chaining that of chain.ts.

import type { KeyId } from '../../domain/access/api-key.ts';
import type { Company, CompanyDecision } from '../../domain/company/company.ts';
import type { LiveLookupFailure } from '../../domain/coverage/company-coverage.ts';
import type { ScreenedPartners } from '../../domain/coverage/list-coverage.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { PersonEvidence, PersonQuery, SourceName, VerifiedNeeds } from '../../domain/person/evidence.ts';
import type { PersonDecision } from '../../domain/person/person.ts';
import type { CallOutcome } from '../../domain/prices/call-outcome.ts';
import type { ScreeningRung } from '../../domain/risk/screening-reasons.ts';
import type { BriefScreening } from '../../domain/screening/brief.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import type { RecordedHit, ScreeningStatus, UsedEdition } from '../../domain/screening/screening.ts';
import type { SeenHit } from '../../domain/screening/seen-hit.ts';

interface Asked {
  readonly atMs: number;
  readonly requestId: string;
  readonly keyId: KeyId;
  /** One of the configured purposes; null when neither the request nor the key named one. */
  readonly purpose: string | null;
  readonly latencyMs: number;
  /** The batch of which this is a row. The field is absent for a request of its own. */
  readonly batchId?: string;
}

interface Decided {
  readonly policyVersion: string;
  /** `policyHash` covers the whole policy, because two policies may carry one version. */
  readonly policyHash: string;
}

/** The party that is asked about companies which the registry does not hold. */
export const companyParty = 'company_fallback';

/** The subject is the person or company that a party is called about. */
export type AskedSubject =
  | { readonly kind: 'cpf'; readonly number: Cpf }
  | { readonly kind: 'cnpj'; readonly number: Cnpj };

/**
 * The intent is written before a party is called. A `cpf` or `cnpj` entry with the same request id completes it. An intent that names no party also
 * completes it, because no party was called. An open intent says that these parties may have been called and may send a bill.
 */
export interface IntentEntry extends Omit<Asked, 'latencyMs'> {
  readonly kind: 'intent';
  readonly about: AskedSubject;
  /** Names of sources, or `companyParty`. */
  readonly parties: readonly SourceName[];
}

/** This record states the calls that a party received and their cost. */
export interface RecordedCost {
  readonly source: string;
  readonly outcome: CallOutcome;
  readonly count: number;
  /** By the list of the day, before any volume; with all decimals. */
  readonly reais: string;
}

interface Paid {
  /** `costs` covers calls that have a price. The field is absent if no call has one. */
  readonly costs?: readonly RecordedCost[];
}

/** A CPF verification with a live key. Without a decision it is one that ended in `sources_unavailable`: bureaus were asked all the same. */
export interface PersonEntry extends Asked, Decided, Paid {
  readonly kind: 'cpf';
  readonly query: PersonQuery;
  readonly evidence: PersonEvidence;
  /** The plan declared this requirement for `verified`. Without it, the contract's own rule decided. */
  readonly verifiedNeeds?: VerifiedNeeds;
  readonly decision: PersonDecision | null;
  /** The field exists only if the operator screens in verifications. */
  readonly screening?: VerifiedScreening;
}

export interface CompanyEntry extends Asked, Decided, Paid {
  readonly kind: 'cnpj';
  readonly query: { readonly cnpj: Cnpj; readonly companyName: string | null };
  /** Tells whether the party for companies was asked. If so, an intent came before, and this entry completes it. */
  readonly isFallbackAsked: boolean;
  /** The failure states why that party gave no answer. The field is absent if the party was not needed, if it answered, and in older records. */
  readonly liveLookupFailure?: LiveLookupFailure;
  /** The decision used this company record. The value is null if the company does not exist there. */
  readonly company: Company | null;
  /** America/Sao_Paulo, as the decision took it. */
  readonly today: string;
  readonly dataAsOf: string;
  readonly decision: CompanyDecision;
  /** The field exists only if the operator screens in verifications. */
  readonly screening?: VerifiedScreening;
}

/** A read of a company's full record that showed people. */
export interface CompanyRecordEntry extends Asked {
  readonly kind: 'company_record';
  readonly cnpj: Cnpj;
}

/** A screening with a live key: who was looked for, in which editions of which lists, and what was found. */
export interface ScreenEntry extends Asked {
  readonly kind: 'screen';
  readonly query: Screened;
  /**
   * `partners` lists the company's partners that were screened with it, as the registry names them. The value is null if the caller did not request
   * partners.
   */
  readonly partners: readonly Screened[] | null;
  /** `partnersFound` counts the known partners. The field is absent if the caller did not request them, and in older records. */
  readonly partnersFound?: ScreenedPartners;
  /** Tells whether everything in the request could be checked. A list that is too old, or missing partners, leave a doubt. */
  readonly isWhole: boolean;
  /** Lists in which only a name, or only a number, would tell; older records do not say it. */
  readonly needName?: readonly string[];
  readonly needNumber?: readonly string[];
  /** The field exists only if a name uses an alphabet that no comparison reads. */
  readonly hasUnreadName?: boolean;
  /** Tells whether the hits include every row in force. */
  readonly hasAllHits?: boolean;
  /** America/Sao_Paulo, as the states of the hits take it. */
  readonly today: string;
  readonly editions: readonly UsedEdition[];
  readonly hits: readonly RecordedHit[];
  /** `seen` holds the content of the rows in the order of the hits, because the edition may be gone later. Older records omit it. */
  readonly seen?: readonly SeenHit[];
  /** `hitsTotal` counts the hits that no person had cleared, including those that the answer omitted. Older records omit it. */
  readonly hitsTotal?: number;
  readonly status: ScreeningStatus;
}

/** This part records what the lists said of a verification's subject: as in a single screening, its weight, and the content of the answer. */
export interface VerifiedScreening extends Omit<OwnFacts<ScreenEntry>, 'partners' | 'partnersFound'> {
  /** The same one by what else is known of them; not there where the question says all of it. */
  readonly others?: readonly Screened[];
  /** On which the decision was made, the worst first. */
  readonly rungs: readonly ScreeningRung[];
  readonly brief: BriefScreening;
}

export const operatorActs = [
  'key_created',
  'key_updated',
  'key_rotated',
  'key_revoked',
  'registry_import_started',
  'registry_update_started',
  'registry_rollback_started',
  'registry_job_stopped',
  'registry_released',
  'registry_imported',
  'registry_published',
  'registry_pulled',
  'registry_rolled_back',
  'registry_exported',
  'list_update_started',
  'list_import_started',
  'list_rollback_started',
  'list_job_stopped',
  'list_imported',
  'list_import_tried',
  'list_rolled_back',
  'list_published',
  'list_pulled',
  'list_forgotten',
  'list_given_up',
  'clearance_made',
  'clearance_confirmed',
  'clearance_revoked',
  'clearance_lapsed',
  'freeze_noted',
  'webhook_added',
  'webhook_changed',
  'webhook_rotated',
  'webhook_removed',
  'webhook_resent',
  'companies_verified',
  'table_screened',
  'table_screening_ended',
  'source_tried',
  'checks_tried',
  'batch_started',
  'batch_read',
  'batch_deleted',
  'people_watched',
  'watch_deleted',
  'verification_read',
  'screening_read',
  'audit_read',
  'audit_unmasked',
  'audit_exported',
  'audit_purged',
  'audit_loss_accepted',
  'privacy_report',
  'privacy_erasure',
  'secret_rotated',
  'secret_retired',
  'store_server_accepted',
  'store_imported',
  'store_left',
  'store_exported',
  'store_stayed',
  'backup_made',
  'backup_restored',
  'operator_created',
  'operator_changed',
  'operator_disabled',
  'operator_enabled',
  'passkey_added',
  'passkey_removed',
  'passkey_used',
  'signed_in',
  'sign_in_failed',
  'session_ended',
] as const;
export type OperatorAct = (typeof operatorActs)[number];

/** The audit records an act before it takes place. A failed act therefore has a record, and no act can lack one. */
export interface ActEntry {
  readonly kind: 'act';
  readonly atMs: number;
  /** `actor` names the user of the operating system, the signed-in operator, or the key by its id. */
  readonly actor: string;
  readonly act: OperatorAct;
  /**
   * Of what: a key's id, a snapshot's id, a request's id. Never anything of a person, but where it is about one, first what the audit calls them:
   * an erasure takes such an act away.
   */
  readonly target: string | null;
}

/** These facts belong to one kind of entry, besides the caller and the policy. */
export type OwnFacts<Entry> = Omit<Entry, 'kind' | keyof Asked | keyof Decided>;

export type AuditEntry = IntentEntry | PersonEntry | CompanyEntry | CompanyRecordEntry | ScreenEntry | ActEntry;
