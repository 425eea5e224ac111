// What every route of the console is given, and how one is added: by its name in the contract's table, behind the gate that the table says.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecordProof } from '../../app/audit/proof/prove-record.ts';
import type { ReadAudit } from '../../app/audit/read/read-audit.ts';
import type { UnmaskReason } from '../../app/audit/read/show-record.ts';
import type { OperatorBatches } from '../../app/batches/operator-batches.ts';
import type { KeyBudgets } from '../../app/budgets/key-budgets.ts';
import type { Clock } from '../../app/clock.ts';
import type { ReadCompanies } from '../../app/companies/read-companies.ts';
import type { ReadCompanyPage } from '../../app/companies/read-company-page.ts';
import type { DashboardView } from '../../app/dashboard/dashboard.ts';
import type { ManageKeys } from '../../app/keys/manage-keys.ts';
import type { Counters } from '../../app/limits.ts';
import type { OwnPasskeys } from '../../app/operators/passkeys/own-passkeys.ts';
import type { SignInByPasskey } from '../../app/operators/passkeys/sign-in-by-passkey.ts';
import type { FoundSession } from '../../app/operators/ports.ts';
import type { EnrolTotp } from '../../app/operators/second-factor/enrol-totp.ts';
import type { FactorSession, Sessions } from '../../app/operators/sessions.ts';
import type { PersonReport } from '../../app/privacy/person-report.ts';
import type { ManageClearances } from '../../app/screening/clearances/manage-clearances.ts';
import type { Screen } from '../../app/screening/screen.ts';
import type { TrySensitivity } from '../../app/screening/try-sensitivity.ts';
import type { UsageStore } from '../../app/usage/ports.ts';
import type { VerifyCnpj } from '../../app/verify/verify-cnpj.ts';
import type { VerifyCpf } from '../../app/verify/verify-cpf.ts';
import type { WebhookStore } from '../../app/webhooks/ports.ts';
import type { Role } from '../../domain/access/operator.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { Prices } from '../../domain/prices/price-list.ts';
import type { ConsoleLists } from './console-lists.ts';
import type { ConsoleRegistry } from './console-registry.ts';
import type {
  AuditCallers,
  ConsoleAnswer,
  ConsoleBody,
  ConsoleRouteName,
  consoleForms,
  SandboxCompany,
  SandboxPerson,
} from './contract.ts';
import type { ConsolePages } from './pages.ts';
import type { ConsoleSso } from './sso-routes.ts';

export interface ConsoleOptions {
  /** The value is undefined if the console is beside the API. Otherwise only requests with the current pass come in. */
  readonly toPass: (() => string) | undefined;
  /** The names by which it may be opened, besides this machine's own and addresses in digits. */
  readonly hosts: readonly string[];
  readonly version: string;
  readonly hasLiveSources: boolean;
  readonly hasLiveRegistry: () => boolean;
  /** The setting applies to verifications with real sources. */
  readonly isPurposeRequired: boolean;
  readonly baseWithoutScore: number;
  readonly purposes: readonly string[];
  readonly hasOperators: () => Promise<boolean>;
  /** The value is undefined if there is no single sign-on. */
  readonly sso: ConsoleSso | undefined;
  /** `isLocalOn` tells whether operators with a password may sign in. */
  readonly isLocalOn: boolean;
  readonly sessions: Sessions;
  readonly enrolTotp: EnrolTotp;
  readonly passkeys: ConsolePasskeys;
  readonly pages: ConsolePages;
  readonly sandbox: () => { readonly people: readonly SandboxPerson[]; readonly companies: readonly SandboxCompany[] };
  /** Questions to the sandbox by those who are not signed in, by client network. */
  readonly strangers: Counters;
  readonly verifyCpf: VerifyCpf;
  readonly verifyCnpj: VerifyCnpj;
  readonly screen: Screen;
  readonly clearances: ManageClearances;
  readonly trySensitivity: TrySensitivity;
  readonly companies: ReadCompanies;
  readonly readCompanyPage: ReadCompanyPage;
  readonly clock: Clock;
  /** Reads the counts and the states of all processes, with the points that begin at `fromMs` or later. */
  readonly readDashboard: (fromMs: number) => Promise<DashboardView>;
  readonly registry: ConsoleRegistry;
  readonly lists: ConsoleLists;
  /** The audit as this actor reads it; every read is recorded in their name. */
  readonly openAudit: (actor: string) => ConsoleAudit;
  readonly keys: ConsoleKeys;
  readonly batches: ConsoleBatches;
  readonly webhooks: Pick<WebhookStore, 'countTroubles' | 'listEndpoints'>;
  /** Hears why a figure could not be read, which a page only shows as missing. */
  readonly onUnread: (error: unknown) => void;
}

export interface ConsolePasskeys {
  /** Passkeys work at this address; null means that browsers allow the console none. */
  readonly address: string | null;
  readonly signIn: SignInByPasskey;
  readonly own: OwnPasskeys;
}

export interface ConsoleBatches {
  readonly operatorBatches: OperatorBatches;
  readonly limits: { readonly rowsMax: number; readonly bodyBytesMax: number; readonly keptHours: number };
}

/** The gate, for routes that are not of the table: those that take or give a file. */
export interface EnterConsole {
  /** Refuses strangers before the console looks at any other part of the request. */
  refuseStrangers(request: FastifyRequest, isAct: boolean): void;
  /** `isUse` prolongs the session. */
  admit(
    request: FastifyRequest,
    needed: { readonly role: Role | 'anyone'; readonly isAct: boolean; readonly isUse: boolean },
  ): Promise<FoundSession | undefined>;
}

export interface ConsoleKeys {
  /** Every act is recorded in this actor's name. */
  manageAs(actor: string): ManageKeys;
  readonly usage: Pick<
    UsageStore,
    'countRequests' | 'findLastUsedMs' | 'listCalls' | 'listMonths' | 'listVerifications' | 'read'
  >;
  /** `prices` holds the charges of the sources. */
  readonly prices: Prices;
  /** `budgets` holds the spending limit of each key that has one. */
  readonly budgets: KeyBudgets;
  /** Finds the names of keys and operators, by the id that usage is counted under. */
  findNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface ConsoleAudit {
  readonly read: ReadAudit;
  prove(place: { readonly chain: string; readonly sequence: number }): Promise<RecordProof>;
  report(cpf: Cpf): Promise<PersonReport>;
  recordUnmasking(requestId: string, reason: UnmaskReason): Promise<void>;
  /** Operators, and the first keys in their order. */
  callers(): Promise<AuditCallers>;
  findNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface ConsoleCall<Name extends ConsoleRouteName> {
  readonly body: ConsoleBody<Name>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The value is undefined only if the route is for anyone and the visitor is not signed in. */
  readonly signedIn: (typeof consoleForms)[Name]['role'] extends 'factors' ? FactorSession : FoundSession | undefined;
}

/** Adds one route of the contract's table, behind the gate that the table says. */
export type AddConsoleRoute = <Name extends ConsoleRouteName>(
  name: Name,
  handle: (call: ConsoleCall<Name>) => Promise<ConsoleAnswer<Name>>,
) => void;
