// The console's own routes, typed from end to end: the server answers by this table, and the pages in `console/` call by it. They
// import nothing else of the server but the types in `openapi.json` and the domain's check digits. Not part of the public contract.
//
// A question is always the body of a POST, never a part of the address: addresses are kept in histories and logs.

import { type ShownVerification, unmaskReasons } from '../../app/audit/read/show-record.ts';
import type { DashboardView } from '../../app/dashboard/dashboard.ts';
import type { AddOptions, SignInOptions } from '../../app/operators/passkeys/webauthn.ts';
import type { PersonReport } from '../../app/privacy/person-report.ts';
import type { Role } from '../../domain/access/operator.ts';
import type {
  EstablishmentDocument,
  PartnerDocument,
  RecordDocument,
} from '../../domain/company/forms/record-document.ts';
import type { ScreenedInBoth } from '../answer/bodies/short-screening.ts';
import type { CnpjResponse, CpfResponse } from '../contract.ts';

export type { FurtherSource } from '../contract.ts';

import { type BodyOf, day, oneOf, optional, text, whole } from './body.ts';
import { type BatchAnswers, type BatchFileAnswers, type batchFileForms, batchForms } from './contracts/batch.ts';
import { type ClearanceAnswers, clearanceForms } from './contracts/clearances.ts';
import { type KeyAnswers, keyForms } from './contracts/keys.ts';
import { type ListFileAnswers, type ListsAnswers, type listFileForms, listsForms } from './contracts/lists.ts';
import { type MorningAnswers, morningForms } from './contracts/morning.ts';
import { type RegistryAnswers, registryForms } from './contracts/registry.ts';

/** A record has one of these kinds. */
export const auditKinds = ['cpf', 'cnpj', 'company_record', 'screen', 'act', 'intent'] as const;

const companyQuestion = {
  with: oneOf(['sandbox', 'live']),
  purpose: optional(text(64)),
  cnpj: text(18, 1),
} as const;

/** The fields hold a browser's statement about a passkey, in base64url, and the `pending` value of the request for it. */
const passkeyAnswer = {
  pending: text(1_000, 1),
  credential_id: text(1_400, 1),
  client_data: text(2_000, 1),
} as const;

/**
 * By the name of the route: what it takes, and who may call it. `anyone` needs no session; `factors` is for what operators do about their
 * own second factor, also those who may do nothing else before they have one.
 */
export const consoleForms = {
  'GET state': { role: 'anyone', body: {} },
  'POST sign-in': { role: 'anyone', body: { name: text(64, 1), password: text(256, 1), code: text(16) } },
  'POST sign-out': { role: 'factors', body: {} },
  'POST totp-begin': { role: 'factors', body: {} },
  'POST totp-finish': { role: 'factors', body: { pending: text(1_000, 1), code: text(16, 1) } },
  'POST passkey-sign-in-begin': { role: 'anyone', body: {} },
  'POST passkey-sign-in': {
    role: 'anyone',
    body: {
      ...passkeyAnswer,
      authenticator_data: text(2_000, 1),
      signature: text(2_000, 1),
      user_handle: text(100, 1),
    },
  },
  'POST passkey-add-begin': { role: 'factors', body: {} },
  'POST passkey-add': { role: 'factors', body: { ...passkeyAnswer, name: text(100), attestation: text(8_000, 1) } },
  'POST passkey-remove': { role: 'factors', body: { id: text(64, 1) } },
  'GET passkeys': { role: 'viewer', body: {} },
  'GET sessions': { role: 'viewer', body: {} },
  'POST end-session': { role: 'viewer', body: { id: text(64, 1) } },
  'GET sandbox': { role: 'anyone', body: {} },
  'POST verify-cpf': {
    role: 'anyone',
    body: {
      with: oneOf(['sandbox', 'live']),
      purpose: optional(text(64)),
      cpf: text(14, 1),
      name: optional(text(400)),
      birth_date: optional(text(10)),
    },
  },
  'POST verify-cnpj': {
    role: 'anyone',
    body: {
      with: oneOf(['sandbox', 'live']),
      purpose: optional(text(64)),
      cnpj: text(18, 1),
      company_name: optional(text(400)),
    },
  },
  /** The page of a company, and what of it comes by pages; of real companies for analysts, as verifications are. */
  'POST company': { role: 'anyone', body: { ...companyQuestion } },
  'POST company-partners': { role: 'anyone', body: { ...companyQuestion, from: whole(1_000_000) } },
  'POST company-establishments': { role: 'anyone', body: { ...companyQuestion, after: optional(text(4, 4)) } },
  'POST audit-search': {
    role: 'analyst',
    body: {
      kind: optional(oneOf(auditKinds)),
      /** A null value without a kind selects what was asked, and not what operators did. */
      acts: optional(oneOf(['shown'])),
      key_id: optional(text(64)),
      status: optional(text(32)),
      risk: optional(oneOf(['low', 'medium', 'high'])),
      /** The code of a reason. Only records whose evidence is still kept tell theirs. */
      reason: optional(text(64)),
      /** The rows of this batch. */
      batch_id: optional(text(64)),
      /** `folded` shows the start of a batch in place of its rows. */
      batches: optional(oneOf(['folded'])),
      /** A null value puts the newest first. */
      order: optional(oneOf(['newest', 'oldest'])),
      request_id: optional(text(64)),
      cpf: optional(text(14)),
      from: optional(day),
      to: optional(day),
      /** The `next` of the page before. */
      after: optional(text(100)),
    },
  },
  'GET audit-callers': { role: 'analyst', body: {} },
  'POST audit-show': {
    role: 'analyst',
    body: { request_id: text(64, 1), unmask: optional(oneOf(unmaskReasons)) },
  },
  'POST person-report': { role: 'analyst', body: { cpf: text(14, 1) } },
  ...keyForms,
  ...registryForms,
  ...listsForms,
  ...clearanceForms,
  ...batchForms,
  ...morningForms,
} as const satisfies Record<string, { readonly role: Role | 'anyone' | 'factors'; readonly body: object }>;

interface ConsoleAnswers
  extends KeyAnswers,
    RegistryAnswers,
    ListsAnswers,
    ClearanceAnswers,
    BatchAnswers,
    MorningAnswers {
  'GET state': ConsoleState;
  'POST sign-in': ConsoleState;
  /** `leave_to`: where to sign out at the provider of single sign-on as well. */
  'POST sign-out': ConsoleState & { readonly leave_to: string | null };
  /** `address` is a link that authenticator apps open. */
  'POST totp-begin': { readonly secret: string; readonly address: string; readonly pending: string };
  'POST totp-finish': ConsoleState;
  /** `options` are for the browser. */
  'POST passkey-sign-in-begin': { readonly options: SignInOptions; readonly pending: string };
  'POST passkey-sign-in': ConsoleState;
  'POST passkey-add-begin': { readonly options: AddOptions; readonly pending: string };
  'POST passkey-add': ConsoleState;
  'POST passkey-remove': { readonly removed: boolean };
  /** One's own. */
  'GET passkeys': { readonly passkeys: readonly PasskeyView[]; readonly passkeys_max: number };
  /** An operator who signs in more than `per_operator_max` times ends the oldest of their sessions. */
  'GET sessions': { readonly sessions: readonly SessionView[]; readonly per_operator_max: number };
  'POST end-session': { readonly ended: boolean };
  'GET sandbox': { readonly people: readonly SandboxPerson[]; readonly companies: readonly SandboxCompany[] };
  'POST verify-cpf': CpfResponse & ScreenedInBoth;
  'POST verify-cnpj': CnpjResponse & ScreenedInBoth;
  'POST company': CompanyPageView;
  'POST company-partners': { readonly partners: readonly PartnerDocument[]; readonly total: number };
  'POST company-establishments': {
    readonly establishments: readonly EstablishmentDocument[];
    readonly total: number;
    /** The `after` of the next page. */
    readonly next: string | null;
  };
  'POST audit-search': {
    readonly rows: readonly AuditRowView[];
    readonly next: string | null;
    /** The search stopped at this time, before the page was full, so that it takes no longer. `next` continues it. */
    readonly looked_until: string | null;
  };
  'GET audit-callers': AuditCallers;
  'POST audit-show': { readonly records: readonly AuditRecordView[] };
  /** `page` is HTML, to be handed over. */
  'POST person-report': { readonly report: PersonReport; readonly page: string };
}

/**
 * What `GET dashboard-stream` sends as server-sent events, for every role: first the whole dashboard, then every few seconds what is new.
 * `end` says why nothing more comes.
 */
export interface DashboardEvents {
  readonly dashboard: DashboardView;
  readonly tick: DashboardView;
  readonly end: { readonly why: 'session' | 'stopping' };
}

export type ConsoleRouteName = keyof typeof consoleForms;
export type ConsoleBody<Name extends ConsoleRouteName> = BodyOf<(typeof consoleForms)[Name]['body']>;
export type ConsoleAnswer<Name extends ConsoleRouteName> = ConsoleAnswers[Name];

/** Routes whose body is a file; what is said about it is a form of its own. */
type FileForms = typeof batchFileForms & typeof listFileForms;
export type ConsoleFileRouteName = keyof FileForms;
export type ConsoleFileForm<Name extends ConsoleFileRouteName> = BodyOf<FileForms[Name]>;
export type ConsoleFileAnswer<Name extends ConsoleFileRouteName> = (BatchFileAnswers & ListFileAnswers)[Name];

/** The state tells the page its user and its location. The page requests it first. */
export interface ConsoleState {
  readonly version: string;
  /** `has_new_page` tells whether the service now has another build than the page that asks, which names its own in `Confere-Build`. */
  readonly has_new_page: boolean;
  /** `has_live_sources` tells whether live keys and operators can ask about people. */
  readonly has_live_sources: boolean;
  /** `has_live_registry` tells whether operators can ask a company registry that is in use. */
  readonly has_live_registry: boolean;
  /** `purpose_required` tells whether a verification with real sources must state its purpose. */
  readonly purpose_required: boolean;
  /** A score starts here if bureau B computed none. */
  readonly base_without_score: number;
  /** A verification may state one of these purposes. */
  readonly purposes: readonly string[];
  /** `has_operators` tells whether there is an operator at all. If there is none, the page explains how to create the first. */
  readonly has_operators: boolean;
  /** `label` names the provider; null means that there is none. */
  readonly single_sign_on: { readonly label: string } | null;
  /** `local_sign_in` tells whether name and password work as a rule. If not, they may still work for an operator who has to repair the system. */
  readonly local_sign_in: boolean;
  /** The only address at which the console's passkeys work; null where it has none. */
  readonly passkey_address: string | null;
  readonly operator: SignedInOperator | null;
  /** Somebody who has shown the password and must set up a second factor before anything else. Then `operator` is null. */
  readonly must_enrol: Pick<SignedInOperator, 'name' | 'csrf'> | null;
}

export interface SignedInOperator {
  readonly name: string;
  readonly role: Role;
  readonly session_id: string;
  /** Shown with every act, in the header `Confere-Csrf`. */
  readonly csrf: string;
  /** `by_provider` tells whether the single sign-on provider decides how this operator signs in. */
  readonly by_provider: boolean;
}

export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  readonly added_at: string;
  readonly last_used_at: string | null;
}

export interface SessionView {
  readonly id: string;
  readonly operator: string;
  readonly role: Role;
  readonly begun_at: string;
  readonly last_seen_at: string;
  readonly network: string;
}

export interface SandboxPerson {
  readonly cpf: string;
  readonly label: string;
  readonly label_pt: string;
  readonly name: string | null;
  readonly birth_date: string | null;
}

export interface SandboxCompany {
  readonly cnpj: string;
  readonly label: string;
  readonly label_pt: string;
  readonly company_name: string | null;
}

export interface CompanyPageView {
  readonly record: RecordDocument;
  /** The same company in the files of an earlier month. */
  readonly earlier:
    | { readonly kind: 'found'; readonly record: RecordDocument }
    | { readonly kind: 'not_found'; readonly data_as_of: string }
    | { readonly kind: 'not_kept' | 'unavailable' };
}

/** The callers are all keys and operators that may have asked. */
export interface AuditCallers {
  readonly callers: readonly AuditCaller[];
  /** There are more keys: name one by its id. */
  readonly has_more: boolean;
}

export interface AuditCaller {
  readonly id: string;
  readonly name: string;
  readonly kind: 'key' | 'operator';
}

/** A record of the audit, without anything that says who the person is. */
export interface AuditRowView {
  readonly sequence: number;
  /** A null value below means that the field was purged, or that such a record has none. */
  readonly at: string | null;
  readonly kind: (typeof auditKinds)[number] | null;
  readonly status: string | null;
  /** A person's masked. */
  readonly number: string | null;
  readonly score: number | null;
  readonly risk_level: string | null;
  /** The name of the key, or the operator. */
  readonly who: string | null;
  readonly purpose: string | null;
  readonly request_id: string | null;
  readonly act: string | null;
  readonly target: string | null;
  /** The batch of which the record is a row, or which the act started. `rows` is known of a batch that was started and is still kept. */
  readonly batch: { readonly id: string; readonly rows: number | null } | null;
}

export interface AuditRecordView extends AuditRowView {
  readonly chain: string;
  readonly hash: string;
  readonly policy_version: string | null;
  readonly latency_ms: number | null;
  readonly details: 'kept' | 'purged' | 'none';
  readonly verification: ShownVerification | null;
  readonly replay: { readonly kind: 'same' | 'different' | 'impossible'; readonly reason: string | null };
  readonly proof:
    | { readonly kind: 'signed'; readonly at: string; readonly sequence: number; readonly signer: string }
    | { readonly kind: 'unsigned' }
    | { readonly kind: 'broken'; readonly sequence: number; readonly fault: string };
}
