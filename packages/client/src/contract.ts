// The contract as types. Made from openapi.json by npm run generate: do not edit.
// openapi.json: b702d40bf876842cbc5e3f889d8b04d3af799335f359e6bef653df5264818458
// these types: ce4889397964964b85e9eaedc346d005a25d8fa5be044faf46defeae5b646c7c

/** Where the establishment is. */
export interface Address {
  /** For addresses outside Brazil. */
  city_abroad: string | null;
  /** Floor, room and the like. */
  complement: string | null;
  /** Null for most addresses in Brazil. */
  country: CodedText | null;
  /** Bairro. */
  district: string | null;
  /** Município. */
  municipality: Municipality | null;
  /** As written: also S/N. */
  number: string | null;
  /** CEP, eight digits. */
  postal_code: string | null;
  /** Two letters; `EX` abroad. */
  state: string | null;
  /** Left out, with number, complement and postal code, where the company is one person. */
  street: string | null;
  /** Such as RUA or AVENIDA. */
  street_kind: string | null;
}

/** Age band. */
export interface AgeBand {
  /** 1 to 9, as published. */
  code: string;
  /**
   * Lower end.
   * @min 0
   */
  from_years: number;
  /** Upper end; null for the last band. */
  to_years: number | null;
}

/** A batch of verifications. */
export interface Batch {
  /** Where a budget is used up: it waits for the next period, goes on without the source, or ends there. */
  at_budget: BatchAtBudget;
  /** Rows that are done. */
  counts: BatchCounts;
  /**
   * When it began to arrive.
   * @format date-time
   */
  created_at: string;
  /**
   * When it is deleted with its results; null while it runs.
   * @format date-time
   */
  expires_at: string | null;
  /**
   * Null while it runs.
   * @format date-time
   */
  finished_at: string | null;
  /** `bat_…` */
  id: string;
  /** Why it ended before its last row; rows that were answered stay. */
  reason: BatchEnd | null;
  /**
   * How many there are.
   * @min 0
   */
  rows: number;
  /** `failed`: it ended before its last row, for `reason`. */
  status: BatchStatus;
}

/** Where a budget is used up: it waits for the next period, goes on without the source, or ends there. */
export type BatchAtBudget = "wait" | "skip" | "stop";

/** A budget that may not pay for all rows. */
export interface BatchBudget {
  /**
   * The row that it may no longer pay, at the earliest.
   * @min 0
   */
  line: number;
  /** How long it is for. */
  period: BudgetPeriod;
  /** Whose budget it is; null: that of the key. */
  source: string | null;
  /** What it counts. */
  unit: BudgetUnit;
}

/** A column of the table. */
export interface BatchColumn {
  /** The values of the first three rows, masked. */
  masked: string[];
  /** Its heading; `column_1` and so on in a table without a header. */
  name: string;
  /**
   * Counted from 1.
   * @min 0
   */
  position: number;
  /** What the service reads it as; null: it does not use the column. */
  role: BatchColumnRole | null;
}

export type BatchColumnRole =
  | "cpf"
  | "cnpj"
  | "document"
  | "name"
  | "company_name"
  | "birth_date";

/** Rows that are done. */
export interface BatchCounts {
  /**
   * Rows with an answer, positive or negative.
   * @min 0
   */
  answered: number;
  /**
   * Rows without an answer, for the reason in their line.
   * @min 0
   */
  failed: number;
  /**
   * Rows that could not be read; nobody was asked.
   * @min 0
   */
  invalid: number;
  /**
   * Rows that were interrupted while sources were asked; nobody is asked again.
   * @min 0
   */
  outcome_unknown: number;
}

export type BatchEnd =
  | "key_revoked"
  | "key_expired"
  | "too_old"
  | "budget_exhausted";

/** The batch, and how many of its rows came to what. */
export interface BatchFinishedData {
  /** `bat_…` */
  batch_id: string;
  /** Rows that are done. */
  counts: BatchCounts;
  /** Why it ended before its last row; rows that were answered stay. */
  reason: BatchEnd | null;
  /**
   * How many there are.
   * @min 0
   */
  rows: number;
  /** `failed`: it ended before its last row, for `reason`. */
  status: BatchOutcome;
}

/** A batch is worked off, or ended before its last row for `reason`. */
export interface BatchFinishedEvent {
  /** The batch, and how many of its rows came to what. */
  data: BatchFinishedData;
  /** Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened. */
  sample?: true;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** What happened. */
  type: "batch.finished";
}

/** A page of batches. */
export interface BatchList {
  /** The newest first. */
  batches: Batch[];
  /** Send it as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
}

export type BatchNotCompared = "name" | "birth_date" | "company_name";

/** `failed`: it ended before its last row, for `reason`. */
export type BatchOutcome = "completed" | "failed";

/** What a batch would ask. Nothing of it is kept, and no source was asked. */
export interface BatchPlan {
  /** Those of earlier rows first. What the batch does there, `at_budget` says. */
  budgets: BatchBudget[];
  /** Calls to each source, at most: an answer that the service already has costs none. */
  calls_max: Record<string, number>;
  /** At most sixty, those that are used first. */
  columns: BatchColumn[];
  /**
   * Different CNPJs.
   * @min 0
   */
  companies: number;
  /** What is wrong with them, and how often. */
  faults: Record<string, number>;
  /**
   * Rows that the service cannot read.
   * @min 0
   */
  invalid: number;
  /**
   * Rows whose number the service puts right.
   * @min 0
   */
  mended: number;
  /** What no answer can compare, because no column holds it. Without `name`, an answer says only that a number exists. */
  not_compared: BatchNotCompared[];
  /**
   * Different CPFs.
   * @min 0
   */
  people: number;
  /**
   * What the calls to sources cost, at most; null where none has a price, and for a test key.
   * @pattern ^[0-9]+\.[0-9]{4}$
   */
  reais_max: string | null;
  /**
   * Rows that ask what an earlier row asks: they get its answer, without another call.
   * @min 0
   */
  repeated: number;
  /**
   * How many there are.
   * @min 0
   */
  rows: number;
  /** Give such a column a heading that the service knows, and send the table again. */
  unused: BatchUnusedColumn[];
}

/** One line of the results. */
export interface BatchResult {
  /** As the single verification answers. */
  answer: CpfResponse | CnpjResponse | null;
  /** What was asked about. */
  kind: BatchRowKind | null;
  /** Where it stands in the body, counted from 1. */
  line: number | null;
  /** How the number was put right: zeros that a spreadsheet had dropped, or another form. */
  mended: BatchRowMend | null;
  /** Why there is no answer: what is wrong with the row, or the code of an error. */
  reason: string | null;
  /**
   * Counted from 1, without the header.
   * @min 1
   */
  row: number;
  /** Of a row without an answer, where the lists were asked: what they say, in short. */
  screening?: ShortScreening;
  /** The result of the row. */
  status: BatchRowStatus;
}

export type BatchRowKind = "cpf" | "cnpj";

export type BatchRowMend = "leading_zeros" | "number_form";

/** The result of the row. */
export type BatchRowStatus =
  | "answered"
  | "invalid"
  | "failed"
  | "outcome_unknown";

/** `failed`: it ended before its last row, for `reason`. */
export type BatchStatus = "running" | "completed" | "failed";

/** A column that the service does not use, and could. */
export interface BatchUnusedColumn {
  /** Its heading. */
  name: string;
  /** What it seems to hold. */
  role: BatchUnusedRole;
}

/** What it seems to hold. */
export type BatchUnusedRole = "name" | "birth_date";

/** Result of comparing the birth date. */
export type BirthDateMatch =
  | "exact"
  | "mismatch"
  | "not_provided"
  | "not_available";

/** An error as BrasilAPI words it. */
export interface BrasilApiError {
  message: string;
  name: string;
  type: string;
}

/** At 100 the budget is used up. */
export type BudgetPercent = 80 | 100;

/** How long it is for. */
export type BudgetPeriod = "day" | "month";

/** Which budget, and how much of it. */
export interface BudgetReachedData {
  /** Calls, or reais with four decimals. */
  limit: string;
  /** At 100 the budget is used up. */
  percent: BudgetPercent;
  /** In America/Sao_Paulo. */
  period: BudgetPeriod;
  /** The day or the month, such as `2026-12`. */
  period_name: string;
  /** What is counted. */
  unit: BudgetUnit;
}

/** The key has used so much of what its operator lets it spend on calls to sources. Told once in a period. */
export interface BudgetReachedEvent {
  /** Which budget, and how much of it. */
  data: BudgetReachedData;
  /** Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened. */
  sample?: true;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** What happened. */
  type: "budget.reached";
}

/** What it counts. */
export type BudgetUnit = "calls" | "reais";

export interface BureauAResult {
  /** Whether pending debts exist; null when not reported. */
  pending_debts: boolean | null;
  /** Standing of the person at the first bureau. */
  status: BureauStatus;
}

export interface BureauBResult {
  /**
   * Score of the second bureau; null when it computed none.
   * @min 0
   * @max 1000
   */
  score: number | null;
  /** Standing of the person at the second bureau. */
  status: BureauStatus;
}

/** Standing of the person at the first bureau. */
export type BureauStatus =
  | "regular"
  | "pending_regularization"
  | "unknown"
  | "suspended"
  | "cancelled"
  | "annulled"
  | "deceased"
  | "not_reported"
  | "not_found"
  | "unavailable";

/** The result of the call. */
export type CallOutcome =
  | "answered"
  | "not_found"
  | "minor"
  | "timeout"
  | "error";

export type Capability = "cpf" | "cnpj" | "company" | "screen";

/**
 * A stable code.
 *
 * - `name`: the name
 * - `birth_date`: the date of birth
 * - `identity`: the register of the person
 * - `debts`: debts
 * - `score`: the score of a bureau
 * - `fraud`: fraud alerts
 * - `registration`: the CPF’s status at the Receita
 * - `company_registry`: the registry of companies
 * - `company_name`: the company’s name
 * - `company_status`: the company’s status
 * - `special_situation`: special situation (bankruptcy, recovery)
 * - `foundation_date`: the date of foundation
 * - `list`: a list
 * - `partners`: the partners against the lists
 */
export type CheckedCode =
  | "name"
  | "birth_date"
  | "identity"
  | "debts"
  | "score"
  | "fraud"
  | "registration"
  | "company_registry"
  | "company_name"
  | "company_status"
  | "special_situation"
  | "foundation_date"
  | "list"
  | "partners";

export interface CheckedItem {
  /**
   * The day of the data, YYYY-MM-DD.
   * @format date
   */
  as_of?: string;
  /**
   * A stable code.
   *
   * - `name`: the name
   * - `birth_date`: the date of birth
   * - `identity`: the register of the person
   * - `debts`: debts
   * - `score`: the score of a bureau
   * - `fraud`: fraud alerts
   * - `registration`: the CPF’s status at the Receita
   * - `company_registry`: the registry of companies
   * - `company_name`: the company’s name
   * - `company_status`: the company’s status
   * - `special_situation`: special situation (bankruptcy, recovery)
   * - `foundation_date`: the date of foundation
   * - `list`: a list
   * - `partners`: the partners against the lists
   */
  code: CheckedCode;
  /** Only where nobody was called: of the answer from before that was used. */
  kept_answer?: KeptAnswer;
  /** Of what a list tells: its short name. */
  list?: string;
  /**
   * Of partners: how many were looked up.
   * @min 0
   */
  screened?: number;
  /** Of what a source tells: its name. */
  source?: string;
  /**
   * Of partners: how many the company has.
   * @min 0
   */
  total?: number;
}

/** What somebody has judged of a hit. It names no customer: keep its id beside yours. */
export interface Clearance {
  /**
   * In UTC.
   * @format date-time
   */
  confirmed_at: string | null;
  /** As `made_by`; null where nobody has confirmed it. */
  confirmed_by: string | null;
  /**
   * In UTC.
   * @format date-time
   */
  created_at: string;
  /**
   * In UTC.
   * @format date-time
   */
  ended_at: string | null;
  /** Who revoked, rejected or replaced it, as `made_by`; null where nobody has. */
  ended_by: string | null;
  /** Of `frozen`; else null. */
  freeze: Freeze | null;
  /**
   * The identifier of the clearance.
   * @pattern ^clr_[0-9a-f]{32}$
   */
  id: string;
  /** `cleared`: it is somebody else; a request without a kind means this. `confirmed`: it is the customer. `accepted`: it is the customer, who stays until a review. `frozen`: it is the customer, whose assets are frozen for the list of the United Nations. */
  kind: JudgementKind;
  /** The list, by its short name. */
  list: string;
  /** The id of the key, or `operator:` and the name of the operator. */
  made_by: string;
  /** As it was given. */
  reason: string;
  /** The `id` of the judgement that took its place; null where none has. */
  replaced_by: string | null;
  /** The list and the publisher’s own number of the row. */
  row: string;
  /** The request id of the screening in which the hit was judged: its record keeps what was asked and what the row said. Null of a test key, which leaves no record. */
  screening: string | null;
  /** `proposed`: it counts once another key or operator has confirmed it. `lapsed`: its last day is over. `replaced`, `revoked` and `rejected` have ended and count no more. Else as `kind`. */
  state: ClearanceState;
  /**
   * The last day on which it counts, in Brazil; null where it has none.
   * @format date
   */
  until: string | null;
}

/** A page of clearances. */
export interface ClearanceList {
  /** The newest first. */
  clearances: Clearance[];
  /** Send it as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
}

/** The customer as in a screening, the row of one of its hits, what you judge of it, and why. */
export interface ClearanceRequest {
  /**
   * Date of birth of a person as YYYY-MM-DD.
   * @format date
   * @pattern ^[0-9]{4}-[0-9]{2}-[0-9]{2}$
   */
  birth_date?: string | null;
  /**
   * The CNPJ of a company: 14 characters, or `00.000.000/0000-00`.
   * @minLength 14
   * @maxLength 18
   * @pattern ^([0-9A-Za-z]{12}[0-9]{2}|[0-9A-Za-z]{2}\.[0-9A-Za-z]{3}\.[0-9A-Za-z]{3}/[0-9A-Za-z]{4}-[0-9]{2})$
   */
  cnpj?: string | null;
  /**
   * Legal or trade name of a company.
   * @minLength 2
   * @maxLength 200
   */
  company_name?: string | null;
  /**
   * The CPF of a person: 11 digits, or `000.000.000-00`.
   * @minLength 11
   * @maxLength 14
   * @pattern ^([0-9]{11}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2})$
   */
  cpf?: string | null;
  /**
   * Needed to clear a row that has the very number of the customer (`document`, `cnpj_root`).
   * @default false
   */
  despite_number?: boolean;
  /** A passport or another document of a person who may have no CPF. Another one in a list hides nobody. */
  document?: IdentityDocumentRequest | null;
  /**
   * Of `frozen`, where the assets are frozen already: since when.
   * @format date-time
   */
  frozen_at?: string;
  /** `cleared`: it is somebody else; a request without a kind means this. `confirmed`: it is the customer. `accepted`: it is the customer, who stays until a review. `frozen`: it is the customer, whose assets are frozen for the list of the United Nations. */
  kind?: JudgementKind;
  /**
   * Full name of a person. 2 to 200 characters.
   * @minLength 2
   * @maxLength 200
   */
  name?: string | null;
  /** Nationality of a person: ISO 3166 in two letters or three, or the country’s name in English or Portuguese. Another one in a list hides nobody. */
  nationality?: string | null;
  /**
   * Why, for whoever looks at it later. Sealed at rest.
   * @minLength 3
   * @maxLength 1000
   */
  reason: string;
  /**
   * Your own name for the customer, up to 100 characters. Nobody is looked for by it; it tells a customer without a number from a namesake.
   * @minLength 1
   * @maxLength 100
   */
  reference?: string | null;
  /** The row of the hit, as the screening told it in `row`. */
  row: string;
  /**
   * The last day on which it counts. `accepted` needs one, at most two years from today; `cleared` may have one, the others have none.
   * @format date
   */
  until?: string;
}

/** `proposed`: it counts once another key or operator has confirmed it. `lapsed`: its last day is over. `replaced`, `revoked` and `rejected` have ended and count no more. Else as `kind`. */
export type ClearanceState =
  | "proposed"
  | "cleared"
  | "accepted"
  | "confirmed"
  | "frozen"
  | "lapsed"
  | "replaced"
  | "revoked"
  | "rejected";

/** A hit that somebody has judged false before. */
export interface ClearedHit {
  /** The id of the clearance: `GET /v1/screen/clearances/{id}` says who gave which reason. */
  clearance: string;
  /**
   * Since when it is cleared, in UTC.
   * @format date-time
   */
  cleared_at: string;
  /** The list, by its short name. */
  list: string;
  /** By what it was found: the whole number, also that of a passport or another document; another establishment of the company; the six digits that a publisher shows of a CPF, and the name; the name and the birth; or the name alone. */
  match: ScreeningMatch;
  /** Further rows of the same list about the same act or person. */
  other_rows: string[];
  /** As in a hit. */
  partner: ScreenedPartner | null;
  /** The row, as in a hit. */
  row: string;
  /** By the dates of the row, on the day of the answer. Only `in_force` decides. */
  state: HitState;
}

/** Only with `?explain=true`. */
export interface CnpjExplanation {
  checked: CheckedItem[];
  /** Result of comparing the company name. */
  company_name_match: CompanyNameMatch;
  /**
   * Date of the registry in use, YYYY-MM-DD.
   * @format date
   */
  data_as_of: string;
  not_checked: NotCheckedItem[];
  /** Version of the risk policy that decided. */
  policy_version: string;
  reasons: CompanyReason[];
}

/** Unknown fields are refused, so that a misspelt one is never silently ignored. */
export interface CnpjRequest {
  /**
   * The CNPJ: 14 characters, or `00.000.000/0000-00`; letters since July 2026.
   * @minLength 14
   * @maxLength 18
   * @pattern ^([0-9A-Za-z]{12}[0-9]{2}|[0-9A-Za-z]{2}\.[0-9A-Za-z]{3}\.[0-9A-Za-z]{3}/[0-9A-Za-z]{4}-[0-9]{2})$
   */
  cnpj: string;
  /**
   * Company name, compared with legal and trade name.
   * @minLength 2
   * @maxLength 200
   */
  company_name?: string | null;
}

export interface CnpjResponse {
  /**
   * The CNPJ that was checked: 14 characters, upper case, no mask.
   * @minLength 14
   * @maxLength 14
   */
  cnpj: string;
  /** Legal name; null when not found. */
  company_name: string | null;
  /** Registration status; null when not found. */
  company_status: CompanyStatus | null;
  /** Only with `?explain=true`. */
  explanation?: CnpjExplanation;
  /**
   * YYYY-MM-DD; null when not found or not registered.
   * @format date
   */
  foundation_date: string | null;
  /** Whether the establishment is the head office; null when not found. */
  matriz: boolean | null;
  /** Whether the company is a micro-entrepreneur today; null when not found. */
  mei: boolean | null;
  /**
   * Identifier of the request; also in the `Request-Id` header.
   * @pattern ^req_[0-9a-f]{32}$
   */
  request_id: string;
  /** low: auto-approve · medium: review recommended · high: manual review required. */
  risk_level: RiskLevel;
  /** Only where the operator screens in verifications: what the lists say, in short. */
  screening?: ShortScreening;
  /** Outcome of the verification. */
  status: VerificationStatus;
}

/** A code and what it means. */
export interface CodedText {
  /** As published, leading zeros kept. */
  code: string;
  /** Null where the Receita’s tables lack the code. */
  text: string | null;
}

/** A page of a company’s establishments. */
export interface CompanyEstablishments {
  /**
   * Date of the registry in use, YYYY-MM-DD.
   * @format date
   */
  data_as_of: string;
  /** In the order of their branch numbers. */
  establishments: Establishment[];
  /** Send it as `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** The first eight characters, which all establishments of the company share. */
  root: string;
  /**
   * How many the company has in all.
   * @min 0
   */
  total: number;
}

/** One line of the answer. */
export interface CompanyLookupLine {
  /** 14 characters, no mask; null when the number is invalid. */
  cnpj: string | null;
  /** The record, or those of its fields that were asked for. */
  company: CompanyRecord | CompanyRecordFields | null;
  /**
   * Date of the registry that answered, YYYY-MM-DD.
   * @format date
   */
  data_as_of: string | null;
  /**
   * Position of the number in the request, from 0.
   * @min 0
   */
  index: number;
  /** Why it is invalid or unavailable. */
  reason: LookupReason | null;
  /** `unavailable`: the registry went out of service while it was being read. */
  status: LookupStatus;
}

/** Up to 1,000 numbers. */
export interface CompanyLookupRequest {
  /**
   * Numbers, with or without mask.
   * @maxItems 1000
   */
  cnpjs: string[];
}

/** Result of comparing the company name. */
export type CompanyNameMatch =
  | "exact"
  | "partial"
  | "mismatch"
  | "not_provided"
  | "not_available";

/** A page of a company’s partners. */
export interface CompanyPartners {
  /**
   * Date of the registry in use, YYYY-MM-DD.
   * @format date
   */
  data_as_of: string;
  /** Send it as `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** By day of entry, then name. */
  partners: Partner[];
  /** The first eight characters, which all establishments of the company share. */
  root: string;
  /**
   * How many the company has in all, those included that are withheld.
   * @min 0
   */
  total: number;
}

/**
 * A stable code.
 *
 * - `all_checks_passed`: The company is active, and all that was supplied agrees.
 * - `company_not_found`: The registry of the Receita Federal does not have this CNPJ.
 * - `fallback_unavailable`: The registry does not have this CNPJ, and the live lookup did not answer.
 * - `company_suspended`: The company is suspended.
 * - `company_unfit`: The company is unfit (inapta).
 * - `company_closed`: The company is closed (baixada).
 * - `company_annulled`: The registration of the company is annulled.
 * - `company_status_unknown`: The status of the company has an unknown code.
 * - `company_name_mismatch`: The supplied name matches neither legal nor trade name.
 * - `company_name_partial`: The supplied name agrees only in part.
 * - `recently_founded`: The company was founded a short time ago.
 * - `foundation_date_unknown`: The registry has no date of foundation.
 * - `special_situation`: The company is in a special situation, such as judicial recovery or bankruptcy.
 * - `special_situation_unknown`: The source that answered does not tell special situations.
 * - `screening_inconclusive`: A list that this service relies upon could not be looked at, or only a name would tell.
 * - `screening_possible`: A list may mean this person or company: somebody has to look.
 * - `screening_pep`: The list of politically exposed people has this person.
 * - `screening_listed`: A list of sanctions, or one of the operator’s own, has this person or company.
 * - `screening_high_listed`: A list of high risk has this person or company: OFAC, the European Union, or one of the operator’s own.
 * - `screening_un`: The sanctions list of the UN Security Council has this person or company.
 */
export type CompanyReason =
  | "all_checks_passed"
  | "company_not_found"
  | "fallback_unavailable"
  | "company_suspended"
  | "company_unfit"
  | "company_closed"
  | "company_annulled"
  | "company_status_unknown"
  | "company_name_mismatch"
  | "company_name_partial"
  | "recently_founded"
  | "foundation_date_unknown"
  | "special_situation"
  | "special_situation_unknown"
  | "screening_inconclusive"
  | "screening_possible"
  | "screening_pep"
  | "screening_listed"
  | "screening_high_listed"
  | "screening_un";

/** Every public fact about an establishment and its company. What is not informed is null. */
export interface CompanyRecord {
  /** Where the establishment is. */
  address: Address;
  /**
   * Capital social in reais as an exact decimal, such as `1000.00`.
   * @pattern ^[0-9]+\.[0-9]{2}$
   */
  capital: string | null;
  /** 14 characters, upper case, no mask. */
  cnpj: string;
  /** Left out unless the operator shows them. */
  contacts: Contacts;
  /**
   * Date of the registry in use, YYYY-MM-DD.
   * @format date
   */
  data_as_of: string;
  /** Head office and branches. */
  establishments: EstablishmentsSummary;
  /** Public bodies only: whose they are. */
  federative_entity: string | null;
  /**
   * Start of activity, YYYY-MM-DD.
   * @format date
   */
  foundation_date: string | null;
  /** Whether this establishment is the head office (matriz), by the registry’s own column. */
  head_office: boolean;
  /** Razão social. A CPF inside it is masked as the Receita masks partners. */
  legal_name: string | null;
  /** Natureza jurídica. */
  legal_nature: CodedText | null;
  /** CNAE, seven digits. */
  main_activity: CodedText | null;
  /** MEI; null where the company never had to do with it. */
  mei: TaxOption | null;
  /** CNAEs besides the main one. */
  other_activities: CodedText[];
  /** Partners and administrators of the whole company; empty where the files list nobody, as for sole traders; null where they were not imported. */
  partners: Partner[] | null;
  /** Why `partners` is null. */
  partners_missing: PartnersMissing | null;
  /** How many partners the company has. With over 100, `partners` holds the first 100 and `/v1/companies/{root}/partners` lists all. Withheld ones count too. */
  partners_total: number | null;
  /** In what quality the responsible person acts; who it is, is not public. */
  responsible_qualification: CodedText | null;
  /** The first eight characters, which all establishments of the company share. */
  root: string;
  /** Simples Nacional; null where the company never had to do with it. */
  simples: TaxOption | null;
  /** Porte, as the company declares it: 01 micro, 03 small, 05 any other. */
  size: CodedText | null;
  /** Bankruptcy, judicial recovery, liquidation and the like. */
  special_situation: SpecialSituation | null;
  /** Situação cadastral; `unknown` is a code that nobody mapped. */
  status: CompanyStatus;
  /** The same as the Receita’s code. */
  status_code: string | null;
  /** Why; null for code 00, no reason. */
  status_reason: CodedText | null;
  /**
   * Since when, YYYY-MM-DD.
   * @format date
   */
  status_since: string | null;
  /** How the company was taxed outside of Simples, by the bookkeeping that it handed in. Null when the files of tax regimes were not imported. */
  tax_regimes: TaxRegime[] | null;
  /** Nome fantasia. */
  trade_name: string | null;
  /** What the registry knows and this service leaves out for the sake of people; the operator can switch each on. */
  withheld: PersonalFact[];
}

/** The fields of a record that were chosen with `fields`. */
export interface CompanyRecordFields {
  /** Where the establishment is. */
  address?: Address;
  /**
   * Capital social in reais as an exact decimal, such as `1000.00`.
   * @pattern ^[0-9]+\.[0-9]{2}$
   */
  capital?: string | null;
  /** 14 characters, upper case, no mask. */
  cnpj?: string;
  /** Left out unless the operator shows them. */
  contacts?: Contacts;
  /**
   * Date of the registry in use, YYYY-MM-DD.
   * @format date
   */
  data_as_of?: string;
  /** Head office and branches. */
  establishments?: EstablishmentsSummary;
  /** Public bodies only: whose they are. */
  federative_entity?: string | null;
  /**
   * Start of activity, YYYY-MM-DD.
   * @format date
   */
  foundation_date?: string | null;
  /** Whether this establishment is the head office (matriz), by the registry’s own column. */
  head_office?: boolean;
  /** Razão social. A CPF inside it is masked as the Receita masks partners. */
  legal_name?: string | null;
  /** Natureza jurídica. */
  legal_nature?: CodedText | null;
  /** CNAE, seven digits. */
  main_activity?: CodedText | null;
  /** MEI; null where the company never had to do with it. */
  mei?: TaxOption | null;
  /** CNAEs besides the main one. */
  other_activities?: CodedText[];
  /** Partners and administrators of the whole company; empty where the files list nobody, as for sole traders; null where they were not imported. */
  partners?: Partner[] | null;
  /** Why `partners` is null. */
  partners_missing?: PartnersMissing | null;
  /** How many partners the company has. With over 100, `partners` holds the first 100 and `/v1/companies/{root}/partners` lists all. Withheld ones count too. */
  partners_total?: number | null;
  /** In what quality the responsible person acts; who it is, is not public. */
  responsible_qualification?: CodedText | null;
  /** The first eight characters, which all establishments of the company share. */
  root?: string;
  /** Simples Nacional; null where the company never had to do with it. */
  simples?: TaxOption | null;
  /** Porte, as the company declares it: 01 micro, 03 small, 05 any other. */
  size?: CodedText | null;
  /** Bankruptcy, judicial recovery, liquidation and the like. */
  special_situation?: SpecialSituation | null;
  /** Situação cadastral; `unknown` is a code that nobody mapped. */
  status?: CompanyStatus;
  /** The same as the Receita’s code. */
  status_code?: string | null;
  /** Why; null for code 00, no reason. */
  status_reason?: CodedText | null;
  /**
   * Since when, YYYY-MM-DD.
   * @format date
   */
  status_since?: string | null;
  /** How the company was taxed outside of Simples, by the bookkeeping that it handed in. Null when the files of tax regimes were not imported. */
  tax_regimes?: TaxRegime[] | null;
  /** Nome fantasia. */
  trade_name?: string | null;
  /** What the registry knows and this service leaves out for the sake of people; the operator can switch each on. */
  withheld?: PersonalFact[];
}

/** Situação cadastral; `unknown` is a code that nobody mapped. */
export type CompanyStatus =
  | "active"
  | "suspended"
  | "unfit"
  | "closed"
  | "annulled"
  | "unknown";

/** Left out unless the operator shows them. */
export interface Contacts {
  /** As declared, often the accountant’s. */
  email: string | null;
  /** Fax. */
  fax: Phone | null;
  /** First telephone. */
  phone: Phone | null;
  /** Second telephone. */
  second_phone: Phone | null;
}

/** Only with `?explain=true`. */
export interface CpfExplanation {
  /** Result of comparing the birth date. */
  birth_date_match: BirthDateMatch;
  checked: CheckedItem[];
  /**
   * Similarity of the names, 0 to 1.
   * @min 0
   * @max 1
   */
  name_similarity: number | null;
  not_checked: NotCheckedItem[];
  /** Version of the risk policy that decided. */
  policy_version: string;
  reasons: PersonReason[];
  score_factors: ScoreFactor[];
  /** Every source by its name: these three, and those that the operator has added. */
  sources: SourceExplanations;
  /** Only where the plan of checks declares it: `verified` needs an answer of one source of each list. */
  verified_needs?: string[][];
}

/** Unknown fields are refused, so that a misspelt one is never silently ignored. */
export interface CpfRequest {
  /**
   * Date of birth as YYYY-MM-DD, compared with the registered one.
   * @format date
   * @pattern ^[0-9]{4}-[0-9]{2}-[0-9]{2}$
   */
  birth_date?: string | null;
  /**
   * The CPF: 11 digits, or `000.000.000-00`. Check digits must close.
   * @minLength 11
   * @maxLength 14
   * @pattern ^([0-9]{11}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2})$
   */
  cpf: string;
  /**
   * Full name, compared with the registered one. 2 to 200 characters.
   * @minLength 2
   * @maxLength 200
   */
  name?: string | null;
}

export interface CpfResponse {
  bureau_a: BureauAResult;
  bureau_b: BureauBResult;
  /**
   * The CPF that was checked: 11 digits.
   * @minLength 11
   * @maxLength 11
   */
  cpf: string;
  /** Only with `?explain=true`. */
  explanation?: CpfExplanation;
  fraud_registry: FraudRegistryResult;
  /** The civil name as registered; null when no source gave one. */
  name: string | null;
  /** Result of comparing the supplied name with the registered one. */
  name_match: NameMatch;
  /**
   * Processing time in UTC, YYYY-MM-DDTHH:MM:SSZ.
   * @format date-time
   */
  processed_at: string;
  /**
   * Identifier of the request; also in the `Request-Id` header.
   * @pattern ^req_[0-9a-f]{32}$
   */
  request_id: string;
  /** low: auto-approve · medium: review recommended · high: manual review required. */
  risk_level: RiskLevel;
  /**
   * Score from 0 to 1000.
   * @min 0
   * @max 1000
   */
  score: number;
  /** Only where the operator screens in verifications: what the lists say, in short. */
  screening?: ShortScreening;
  /** Outcome of the verification of identity; risk is separate. */
  status: VerificationStatus;
}

/** A stable code. */
export type ErrorCode =
  | "invalid_json"
  | "invalid_query"
  | "invalid_purpose"
  | "malformed_http"
  | "invalid_request"
  | "invalid_batch"
  | "invalid_watch"
  | "purpose_required"
  | "missing_api_key"
  | "invalid_api_key"
  | "insufficient_scope"
  | "needs_senior"
  | "network_not_allowed"
  | "not_found"
  | "company_not_found"
  | "verification_not_found"
  | "screening_not_found"
  | "batch_not_found"
  | "watch_not_found"
  | "hit_not_found"
  | "clearance_not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "idempotency_in_progress"
  | "idempotency_outcome_unknown"
  | "name_alone"
  | "same_number"
  | "not_freezable"
  | "not_acceptable"
  | "hit_frozen"
  | "clearance_needs_another"
  | "payload_too_large"
  | "batch_too_large"
  | "watch_too_large"
  | "unsupported_media_type"
  | "range_not_satisfiable"
  | "idempotency_key_reused"
  | "rate_limited"
  | "quota_exceeded"
  | "budget_exhausted"
  | "too_many_batches"
  | "webhook_not_found"
  | "invalid_webhook"
  | "too_many_webhooks"
  | "too_many_watches"
  | "headers_too_large"
  | "internal_error"
  | "sources_unavailable"
  | "registry_unavailable"
  | "audit_unavailable"
  | "overloaded"
  | "sources_not_configured";

/** What a list shows of an establishment. */
export interface Establishment {
  /** 14 characters, upper case, no mask. */
  cnpj: string;
  /**
   * Start of activity, YYYY-MM-DD.
   * @format date
   */
  foundation_date: string | null;
  /** Whether this establishment is the head office (matriz), by the registry’s own column. */
  head_office: boolean;
  /** Where it is. */
  municipality: Municipality | null;
  /** Two letters; `EX` abroad. */
  state: string | null;
  /** Situação cadastral; `unknown` is a code that nobody mapped. */
  status: CompanyStatus;
  /** Nome fantasia. */
  trade_name: string | null;
}

/** Head office and branches. */
export interface EstablishmentsSummary {
  /** CNPJ of the head office. */
  head_office: string | null;
  /**
   * Establishments of the company, this one included; `/v1/companies/{root}/establishments` lists them.
   * @min 0
   */
  total: number;
}

/** A page of events. */
export interface EventList {
  /** In the order in which they happened. */
  events: ListedEvent[];
  /** Send it as `after` for the next page; null where there is none yet. */
  next_cursor: string | null;
}

export interface FieldFault {
  /** A stable code. */
  code: FieldFaultCode;
  detail: string;
  /** JSON pointer to the field. */
  pointer: string;
}

/** A stable code. */
export type FieldFaultCode =
  | "required"
  | "invalid_type"
  | "unknown_field"
  | "invalid_format"
  | "invalid_country"
  | "invalid_check_digits"
  | "invalid_date"
  | "too_many"
  | "invalid_name"
  | "invalid_reference"
  | "invalid_choice"
  | "invalid_end"
  | "end_too_late"
  | "invalid_time"
  | "invalid_reason";

export interface FraudRegistryResult {
  /** Whether a fraud alert exists; null when not answered. */
  fraud_alert: boolean | null;
}

/** What of the freeze is done, and until when it has to be. */
export interface Freeze {
  /**
   * Until when all steps have to be done: 24 hours after the first of freeze and judgement.
   * @format date-time
   */
  due_at: string;
  /** Whether that is over, and a step is open. */
  overdue: boolean;
  /** All four, in their order. */
  steps: FreezeStepDone[];
}

/** `frozen`: the assets. `coaf`, `mjsp`, `bcb`: the authority was told. */
export type FreezeStep = "frozen" | "coaf" | "mjsp" | "bcb";

/** One step. */
export interface FreezeStepDone {
  /**
   * When it was done; null where it is open.
   * @format date-time
   */
  at: string | null;
  /** Who noted it, as `made_by`. */
  by: string | null;
  /**
   * When that was, by the clock of the service.
   * @format date-time
   */
  noted_at: string | null;
  /** `frozen`: the assets. `coaf`, `mjsp`, `bcb`: the authority was told. */
  step: FreezeStep;
}

/** A step of a freeze that is done. */
export interface FreezeStepRequest {
  /**
   * When it was done; now unless told otherwise.
   * @format date-time
   */
  at?: string;
  /** `frozen`: the assets. `coaf`, `mjsp`, `bcb`: the authority was told. */
  step: FreezeStep;
}

export interface FurtherSourceExplanation {
  /** Whether the answer came out of the cache, or is a kept one. */
  cached: boolean;
  /** What a plan of checks gave it of the time of the request; only where there is one. */
  deadline_ms?: number;
  /** Of a source of fraud; null when not answered. */
  fraud_alert?: boolean | null;
  /** Only where nobody was called: of the answer from before that was used. */
  kept_answer?: KeptAnswer;
  /** Time until its answer. */
  latency_ms: number;
  /** The result of asking this source; `not_asked` where the plan of checks left it out. */
  outcome: SourceOutcome;
  /** Of a source of debts; null when not reported. */
  pending_debts?: boolean | null;
  /** Why it is unavailable, or was not asked. `kept_answer_used`: it answered before, and that answer is fresh enough. */
  reason: UnavailableReason | null;
  /**
   * Of a source of scores; null when it computed none.
   * @min 0
   * @max 1000
   */
  score?: number | null;
  /** What it told of the signals that the operator has declared for it; there only where there are such. */
  signals?: SignalValues;
  /** Standing of the person, of a source of identity. */
  status?: BureauStatus;
}

/** What somebody has judged of a hit that stays one. */
export interface HitJudgement {
  /** `GET /v1/screen/clearances/{id}` says who gave which reason. */
  id: string;
  /** As in `Clearance`. */
  kind: StayingJudgement;
  /**
   * Since when it counts, in UTC.
   * @format date-time
   */
  since: string;
  /**
   * The last day on which it counts; null where it has none.
   * @format date
   */
  until: string | null;
}

/** By the dates of the row, on the day of the answer. Only `in_force` decides. */
export type HitState = "in_force" | "ended" | "not_yet";

/** `possible`: a person has to look whether it is the same one. */
export type HitStrength = "hit" | "possible";

export interface IdentityDocumentRequest {
  /** Which has issued it, as in `nationality`. Without it an equal number is `possible` alone. */
  country?: string | null;
  /**
   * As it stands on the document. Case, blanks and punctuation do not count. A CPF goes into `cpf`.
   * @maxLength 60
   */
  number: string;
  type: IdentityDocumentType;
}

export type IdentityDocumentType = "passport" | "national_id" | "other";

/** One list, and whether it can be relied upon. */
export interface JudgedList {
  /**
   * The day of its data; null where it cannot be used.
   * @format date
   */
  as_of: string | null;
  /** The list, by its short name. */
  list: string;
  /** How alike a name had to be: `high` tells the most rows, `low` the fewest. Null where nobody looked. */
  sensitivity: ListSensitivity | null;
  /** Only `current` lets you conclude that somebody is not on it. `stale`: older than its publisher’s pace allows. `loading`: being read into memory. */
  state: ListState;
}

/** `cleared`: it is somebody else; a request without a kind means this. `confirmed`: it is the customer. `accepted`: it is the customer, who stays until a review. `frozen`: it is the customer, whose assets are frozen for the list of the United Nations. */
export type JudgementKind = "cleared" | "accepted" | "confirmed" | "frozen";

/** Only where nobody was called: of the answer from before that was used. */
export interface KeptAnswer {
  /**
   * Since the party gave it.
   * @min 0
   */
  age_seconds: number;
  /** The purpose for which it was bought. */
  purpose: string;
}

/** The API key that was sent; never its secret. */
export interface Key {
  /**
   * When it ends; null: not by itself.
   * @format date-time
   */
  expires_at: string | null;
  /** As operators know it. */
  id: string;
  /** `test` answers from the sandbox. */
  mode: KeyMode;
  /** What or whom it is for. */
  name: string;
  scopes: KeyScope[];
}

/** `test` answers from the sandbox. */
export type KeyMode = "live" | "test";

/** What the key may do. */
export type KeyScope =
  | "verify:cpf"
  | "verify:cnpj"
  | "verify:batch"
  | "read:verification"
  | "read:usage"
  | "read:company"
  | "watch:company"
  | "watch:person"
  | "screen"
  | "manage:clearances"
  | "approve:clearances"
  | "manage:webhooks"
  | "show:cpf";

export type LegalBasis =
  | "legal_obligation"
  | "legitimate_interest"
  | "credit_protection"
  | "contract"
  | "consent"
  | "public_policy"
  | "legal_claims";

export type ListSensitivity = "high" | "balanced" | "low";

/** Only `current` lets you conclude that somebody is not on it. `stale`: older than its publisher’s pace allows. `loading`: being read into memory. */
export type ListState = "current" | "stale" | "missing" | "damaged" | "loading";

/** A batch is worked off, or ended before its last row for `reason`. */
export interface ListedBatchFinishedEvent {
  /** Keep that of the last event you have read: as `after` it gives what came after it. */
  cursor: string;
  /** The batch, and how many of its rows came to what. */
  data: BatchFinishedData;
  /** `msg_…`: the `webhook-id` of the call that tells of the same event. */
  id: string;
  /** Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened. */
  sample?: true;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** What happened. */
  type: "batch.finished";
}

/** The key has used so much of what its operator lets it spend on calls to sources. Told once in a period. */
export interface ListedBudgetReachedEvent {
  /** Keep that of the last event you have read: as `after` it gives what came after it. */
  cursor: string;
  /** Which budget, and how much of it. */
  data: BudgetReachedData;
  /** `msg_…`: the `webhook-id` of the call that tells of the same event. */
  id: string;
  /** Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened. */
  sample?: true;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** What happened. */
  type: "budget.reached";
}

export type ListedEstablishment = "head_office" | "branch";

/** An event with its place in the list. */
export type ListedEvent =
  | ListedWebhookTestEvent
  | ListedBatchFinishedEvent
  | ListedWatchChangedEvent
  | ListedWatchHitsEvent
  | ListedWatchEndedEvent
  | ListedBudgetReachedEvent
  | ListedVerificationCompletedEvent;

/** A document that the row names. */
export interface ListedIdentityDocument {
  /** Whether it has the number that was asked about. */
  agrees: boolean;
  /** Which has issued it: ISO 3166, two letters; null where the list does not say. */
  country: string | null;
  /** Masked but for its end. */
  number: string;
  type: IdentityDocumentType;
}

/** A verification that was answered with 202 has its answer, or waits no more. Read it at `GET /v1/verifications/{request_id}`. */
export interface ListedVerificationCompletedEvent {
  /** Keep that of the last event you have read: as `after` it gives what came after it. */
  cursor: string;
  /** Which verification. */
  data: VerificationCompletedData;
  /** `msg_…`: the `webhook-id` of the call that tells of the same event. */
  id: string;
  /** Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened. */
  sample?: true;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** What happened. */
  type: "verification.completed";
}

/** Companies of a watch changed with the newest data of the registry, or what changed is not known. */
export interface ListedWatchChangedEvent {
  /** Keep that of the last event you have read: as `after` it gives what came after it. */
  cursor: string;
  /** The watch, and what changed of its companies. */
  data: WatchChangedData;
  /** `msg_…`: the `webhook-id` of the call that tells of the same event. */
  id: string;
  /** Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened. */
  sample?: true;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** What happened. */
  type: "watch.changed";
}

/** The last day of a watch of people is over, and it is deleted with its people and its hits. Create it anew to go on. */
export interface ListedWatchEndedEvent {
  /** Keep that of the last event you have read: as `after` it gives what came after it. */
  cursor: string;
  /** The watch, as it was. */
  data: WatchEndedData;
  /** `msg_…`: the `webhook-id` of the call that tells of the same event. */
  id: string;
  /** Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened. */
  sample?: true;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** What happened. */
  type: "watch.ended";
}

/** A list changed, or a hit began or ended by its date, for somebody who is watched. Who it is stands at `GET /v1/watches/{id}/changes` alone. */
export interface ListedWatchHitsEvent {
  /** Keep that of the last event you have read: as `after` it gives what came after it. */
  cursor: string;
  /** The watch, and what became of the hits about its people or companies. */
  data: WatchHitsData;
  /** `msg_…`: the `webhook-id` of the call that tells of the same event. */
  id: string;
  /** Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened. */
  sample?: true;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** What happened. */
  type: "watch.hits";
}

/** Sent by `confere webhooks test`: it proves that the endpoint is reached and knows the secret. */
export interface ListedWebhookTestEvent {
  /** Keep that of the last event you have read: as `after` it gives what came after it. */
  cursor: string;
  /** Which endpoint is tried. */
  data: WebhookTestData;
  /** `msg_…`: the `webhook-id` of the call that tells of the same event. */
  id: string;
  /** Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened. */
  sample?: true;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** What happened. */
  type: "webhook.test";
}

export interface Liveness {
  /** Says yes; a no is a problem document. */
  status: "alive";
}

export type LookupReason =
  | "invalid_type"
  | "invalid_format"
  | "invalid_check_digits"
  | "registry_unavailable";

/** `unavailable`: the registry went out of service while it was being read. */
export type LookupStatus = "found" | "not_found" | "invalid" | "unavailable";

/** A CNAE. */
export interface MinhaReceitaActivity {
  codigo: number;
  descricao: string;
}

/** A company as minha-receita and BrasilAPI describe it. */
export interface MinhaReceitaCompany {
  ddd_telefone_1: string;
  ddd_telefone_2: string;
  bairro: string;
  capital_social: number | null;
  cep: string;
  cnae_fiscal: number | null;
  cnae_fiscal_descricao: string | null;
  /** CNAEs besides the main one. */
  cnaes_secundarios: MinhaReceitaActivity[];
  cnpj: string;
  codigo_municipio: number | null;
  codigo_municipio_ibge: number | null;
  codigo_natureza_juridica: number | null;
  codigo_pais: number | null;
  codigo_porte: number | null;
  complemento: string;
  /** @format date */
  data_exclusao_do_mei: string | null;
  /** @format date */
  data_exclusao_do_simples: string | null;
  /** @format date */
  data_inicio_atividade: string | null;
  /** @format date */
  data_opcao_pelo_mei: string | null;
  /** @format date */
  data_opcao_pelo_simples: string | null;
  /** @format date */
  data_situacao_cadastral: string | null;
  /** @format date */
  data_situacao_especial: string | null;
  ddd_fax: string;
  descricao_identificador_matriz_filial: string | null;
  descricao_motivo_situacao_cadastral: string | null;
  descricao_situacao_cadastral: string | null;
  descricao_tipo_de_logradouro: string;
  email: string | null;
  ente_federativo_responsavel: string;
  identificador_matriz_filial: number | null;
  logradouro: string;
  motivo_situacao_cadastral: number | null;
  municipio: string | null;
  natureza_juridica: string | null;
  nome_cidade_no_exterior: string;
  nome_fantasia: string;
  numero: string;
  opcao_pelo_mei: boolean | null;
  opcao_pelo_simples: boolean | null;
  pais: string | null;
  porte: string | null;
  /** Partners by name, at most 1,000. */
  qsa: MinhaReceitaPartner[];
  qualificacao_do_responsavel: number | null;
  razao_social: string;
  /** By year. */
  regime_tributario: MinhaReceitaTaxRegime[];
  situacao_cadastral: number | null;
  situacao_especial: string;
  uf: string;
}

/** A sentence: what is wrong, or the month of the data. */
export interface MinhaReceitaMessage {
  message: string;
}

/** A partner in `qsa`. */
export interface MinhaReceitaPartner {
  cnpj_cpf_do_socio: string;
  codigo_faixa_etaria: number;
  codigo_pais: number | null;
  codigo_qualificacao_representante_legal: number | null;
  codigo_qualificacao_socio: number | null;
  cpf_representante_legal: string;
  /** @format date */
  data_entrada_sociedade: string | null;
  faixa_etaria: string | null;
  identificador_de_socio: number | null;
  nome_representante_legal: string;
  nome_socio: string;
  pais: string | null;
  qualificacao_representante_legal: string | null;
  qualificacao_socio: string | null;
}

/** How the company was taxed in a year. */
export interface MinhaReceitaTaxRegime {
  ano: number;
  cnpj_da_scp: string | null;
  forma_de_tributacao: string;
  quantidade_de_escrituracoes: number;
}

/** A municipality under both of its codes. */
export interface Municipality {
  /** IBGE’s code, seven digits; null where the mapping lacks it. */
  ibge_code: string | null;
  /** As the Receita writes it, without accents. */
  name: string | null;
  /** The Receita’s own code (TOM, the same as SIAFI), four digits. */
  tom_code: string;
}

/** Result of comparing the supplied name with the registered one. */
export type NameMatch =
  | "exact"
  | "partial"
  | "mismatch"
  | "not_provided"
  | "not_available";

/**
 * A stable code.
 *
 * - `name`: the name
 * - `birth_date`: the date of birth
 * - `identity`: the register of the person
 * - `debts`: debts
 * - `score`: the score of a bureau
 * - `fraud`: fraud alerts
 * - `registration`: the CPF’s status at the Receita
 * - `company_registry`: the registry of companies
 * - `company_name`: the company’s name
 * - `company_status`: the company’s status
 * - `special_situation`: special situation (bankruptcy, recovery)
 * - `foundation_date`: the date of foundation
 * - `list`: a list
 * - `partners`: the partners against the lists
 * - `number`: the number
 * - `signal`: a signal
 * - `company_live_lookup`: the live lookup of the company
 * - `lists`: the lists
 * - `sanctions_lists`: lists of sanctions
 * - `listed_hit`: a row of a list
 */
export type NotCheckedCode =
  | "name"
  | "birth_date"
  | "identity"
  | "debts"
  | "score"
  | "fraud"
  | "registration"
  | "company_registry"
  | "company_name"
  | "company_status"
  | "special_situation"
  | "foundation_date"
  | "list"
  | "partners"
  | "number"
  | "signal"
  | "company_live_lookup"
  | "lists"
  | "sanctions_lists"
  | "listed_hit";

export interface NotCheckedItem {
  /**
   * The day of the data, YYYY-MM-DD.
   * @format date
   */
  as_of?: string;
  /** By which somebody judged the hit false: `GET /v1/screen/clearances/{id}`. */
  clearance?: string;
  /**
   * Since when that counts, in UTC.
   * @format date-time
   */
  cleared_at?: string;
  /**
   * A stable code.
   *
   * - `name`: the name
   * - `birth_date`: the date of birth
   * - `identity`: the register of the person
   * - `debts`: debts
   * - `score`: the score of a bureau
   * - `fraud`: fraud alerts
   * - `registration`: the CPF’s status at the Receita
   * - `company_registry`: the registry of companies
   * - `company_name`: the company’s name
   * - `company_status`: the company’s status
   * - `special_situation`: special situation (bankruptcy, recovery)
   * - `foundation_date`: the date of foundation
   * - `list`: a list
   * - `partners`: the partners against the lists
   * - `number`: the number
   * - `signal`: a signal
   * - `company_live_lookup`: the live lookup of the company
   * - `lists`: the lists
   * - `sanctions_lists`: lists of sanctions
   * - `listed_hit`: a row of a list
   */
  code: NotCheckedCode;
  /** Of what a list tells: its short name. */
  list?: string;
  /**
   * A stable code.
   *
   * - `not_provided`: not given
   * - `nothing_to_compare`: there is nothing to compare it with
   * - `not_reported`: not reported
   * - `not_understood`: told by a code that nobody has mapped
   * - `not_found`: nothing found
   * - `unavailable`: could not be looked at
   * - `no_list`: none is imported
   * - `not_screened`: nobody looked
   * - `name_needed`: give the name: only that would tell
   * - `name_unread`: the name could not be compared: give it in Latin letters
   * - `number_needed`: give the number: only that would tell
   * - `too_many_hits`: more hits than are told
   * - `to_be_judged`: somebody has to judge whether it is the same one
   * - `cleared`: somebody judged it false, so it does not count
   * - `partial`: not all of them
   * - `minors_hidden`: those who may be minors were left out
   * - `not_followed`: the partners of partner companies
   * - `not_configured`: not connected
   * - `timeout`: no answer in time
   * - `pending`: the answer comes later
   * - `connection_failed`: could not be reached
   * - `circuit_open`: paused after failures
   * - `overloaded`: too many calls at one time
   * - `rate_limited`: refused for its limit of calls
   * - `credit_exhausted`: the credit there is used up
   * - `authentication_failed`: refused our credentials
   * - `upstream_error`: answered with an error
   * - `request_refused`: refused the question
   * - `birth_date_required`: answers only with a date of birth
   * - `minor`: does not answer about minors
   * - `invalid_response`: its answer could not be used
   * - `response_too_large`: its answer was too large
   * - `wrong_person`: answered about somebody else
   * - `redirect_refused`: pointed to another address
   * - `decided_earlier`: the plan had decided before
   * - `condition`: by the plan’s condition
   * - `fallback_not_needed`: only stands in for another source
   * - `not_in_plan`: not in the plan
   * - `budget`: its budget is used up
   * - `stale`: too old
   * - `missing`: not imported
   * - `damaged`: damaged
   * - `loading`: still being read
   */
  reason: NotCheckedReason;
  /** The row of the list, as `confere lists show` takes it. */
  row?: string;
  /**
   * Of partners: how many were looked up.
   * @min 0
   */
  screened?: number;
  /** The signal that nobody told. */
  signal?: string;
  /** Of what a source tells: its name. */
  source?: string;
  /**
   * Of partners: how many the company has.
   * @min 0
   */
  total?: number;
}

/**
 * A stable code.
 *
 * - `not_provided`: not given
 * - `nothing_to_compare`: there is nothing to compare it with
 * - `not_reported`: not reported
 * - `not_understood`: told by a code that nobody has mapped
 * - `not_found`: nothing found
 * - `unavailable`: could not be looked at
 * - `no_list`: none is imported
 * - `not_screened`: nobody looked
 * - `name_needed`: give the name: only that would tell
 * - `name_unread`: the name could not be compared: give it in Latin letters
 * - `number_needed`: give the number: only that would tell
 * - `too_many_hits`: more hits than are told
 * - `to_be_judged`: somebody has to judge whether it is the same one
 * - `cleared`: somebody judged it false, so it does not count
 * - `partial`: not all of them
 * - `minors_hidden`: those who may be minors were left out
 * - `not_followed`: the partners of partner companies
 * - `not_configured`: not connected
 * - `timeout`: no answer in time
 * - `pending`: the answer comes later
 * - `connection_failed`: could not be reached
 * - `circuit_open`: paused after failures
 * - `overloaded`: too many calls at one time
 * - `rate_limited`: refused for its limit of calls
 * - `credit_exhausted`: the credit there is used up
 * - `authentication_failed`: refused our credentials
 * - `upstream_error`: answered with an error
 * - `request_refused`: refused the question
 * - `birth_date_required`: answers only with a date of birth
 * - `minor`: does not answer about minors
 * - `invalid_response`: its answer could not be used
 * - `response_too_large`: its answer was too large
 * - `wrong_person`: answered about somebody else
 * - `redirect_refused`: pointed to another address
 * - `decided_earlier`: the plan had decided before
 * - `condition`: by the plan’s condition
 * - `fallback_not_needed`: only stands in for another source
 * - `not_in_plan`: not in the plan
 * - `budget`: its budget is used up
 * - `stale`: too old
 * - `missing`: not imported
 * - `damaged`: damaged
 * - `loading`: still being read
 */
export type NotCheckedReason =
  | "not_provided"
  | "nothing_to_compare"
  | "not_reported"
  | "not_understood"
  | "not_found"
  | "unavailable"
  | "no_list"
  | "not_screened"
  | "name_needed"
  | "name_unread"
  | "number_needed"
  | "too_many_hits"
  | "to_be_judged"
  | "cleared"
  | "partial"
  | "minors_hidden"
  | "not_followed"
  | "not_configured"
  | "timeout"
  | "pending"
  | "connection_failed"
  | "circuit_open"
  | "overloaded"
  | "rate_limited"
  | "credit_exhausted"
  | "authentication_failed"
  | "upstream_error"
  | "request_refused"
  | "birth_date_required"
  | "minor"
  | "invalid_response"
  | "response_too_large"
  | "wrong_person"
  | "redirect_refused"
  | "decided_earlier"
  | "condition"
  | "fallback_not_needed"
  | "not_in_plan"
  | "budget"
  | "stale"
  | "missing"
  | "damaged"
  | "loading";

/** A partner or administrator. */
export interface Partner {
  /** Of a person. */
  age_band: AgeBand | null;
  /** Of foreign partners. */
  country: CodedText | null;
  /** CNPJ of a company; CPF of a person only in the Receita’s mask, `***456789**`. */
  document: string | null;
  /**
   * YYYY-MM-DD; may precede the company’s own start.
   * @format date
   */
  joined_on: string | null;
  /** A company, a person, or a foreign one of either sort. */
  kind: PartnerKind;
  /** As registered. */
  name: string | null;
  /** Such as 49, sócio-administrador. */
  qualification: CodedText | null;
  /** Who acts for the partner. */
  representative: Representative | null;
}

/** A company, a person, or a foreign one of either sort. */
export type PartnerKind = "company" | "person" | "foreign" | "unknown";

export type PartnersMissing = "not_imported";

/** `unavailable`: the whole records of companies are not imported. `not_found`: the registry has no partners of this company. Neither lets the answer be `clear`. */
export type PartnersState =
  | "screened"
  | "partial"
  | "not_found"
  | "unavailable";

/** Where the answer is not complete yet: read it later by its `request_id`. */
export interface PendingResponse {
  /**
   * Identifier of the request; also in the `Request-Id` header.
   * @pattern ^req_[0-9a-f]{32}$
   */
  request_id: string;
  /** A source has taken the question and has no answer yet. */
  status: "pending";
}

/**
 * A stable code.
 *
 * - `all_checks_passed`: All that was supplied agrees, and no source has an objection.
 * - `name_strong_partial`: The supplied name agrees in part with the registered one, and strongly so.
 * - `name_weak_partial`: The supplied name agrees with the registered one only in part.
 * - `name_not_comparable`: No source gave a name to compare with.
 * - `name_mismatch`: The supplied name does not match the registered one.
 * - `birth_date_not_comparable`: No source gave a date of birth to compare with.
 * - `birth_date_mismatch`: The supplied date of birth does not match the registered one.
 * - `registration_pending_regularization`: The CPF is pending regularization at the Receita Federal.
 * - `registration_unknown`: The registration status of the CPF could not be determined.
 * - `registration_suspended`: The CPF is suspended at the Receita Federal.
 * - `registration_cancelled`: The CPF is cancelled at the Receita Federal.
 * - `registration_annulled`: The CPF was annulled at the Receita Federal.
 * - `registration_deceased`: The holder of the CPF is recorded as deceased.
 * - `debts_not_reported`: Whether there are pending debts is not known: no bureau said.
 * - `pending_debts`: A bureau knows of pending debts.
 * - `fraud_registry_unavailable`: The fraud registry did not answer.
 * - `fraud_registry_no_verdict`: The fraud registry answered without saying whether there is an alert.
 * - `fraud_alert`: There is a fraud alert for this CPF.
 * - `bureau_a_unavailable`: Bureau A did not answer.
 * - `bureau_b_unavailable`: Bureau B did not answer.
 * - `bureau_b_no_score`: Bureau B computed no score for this person.
 * - `low_bureau_score`: The credit score of this person is low.
 * - `no_score_asked`: No source was asked for a credit score.
 * - `bureaus_contradict`: Two bureaus contradict each other on the name or the date of birth.
 * - `one_bureau_not_found`: One of the bureaus does not know this CPF.
 * - `both_bureaus_not_found`: No bureau knows this CPF.
 * - `screening_inconclusive`: A list that this service relies upon could not be looked at, or only a name would tell.
 * - `screening_possible`: A list may mean this person or company: somebody has to look.
 * - `screening_pep`: The list of politically exposed people has this person.
 * - `screening_listed`: A list of sanctions, or one of the operator’s own, has this person or company.
 * - `screening_high_listed`: A list of high risk has this person or company: OFAC, the European Union, or one of the operator’s own.
 * - `screening_un`: The sanctions list of the UN Security Council has this person or company.
 *
 * With sources beside these three: `NAME_unavailable`, `NAME_no_verdict` and `NAME_no_score` say the same of the source NAME. `NAME_not_asked`: the plan of checks left it out.
 * With ladders for signals: `signal_NAME` says that the signal NAME counts against the person, `no_signal_NAME` that nobody told it.
 * @pattern ^[a-z][a-z0-9_]*$
 */
export type PersonReason =
  | "all_checks_passed"
  | "name_strong_partial"
  | "name_weak_partial"
  | "name_not_comparable"
  | "name_mismatch"
  | "birth_date_not_comparable"
  | "birth_date_mismatch"
  | "registration_pending_regularization"
  | "registration_unknown"
  | "registration_suspended"
  | "registration_cancelled"
  | "registration_annulled"
  | "registration_deceased"
  | "debts_not_reported"
  | "pending_debts"
  | "fraud_registry_unavailable"
  | "fraud_registry_no_verdict"
  | "fraud_alert"
  | "bureau_a_unavailable"
  | "bureau_b_unavailable"
  | "bureau_b_no_score"
  | "low_bureau_score"
  | "no_score_asked"
  | "bureaus_contradict"
  | "one_bureau_not_found"
  | "both_bureaus_not_found"
  | "screening_inconclusive"
  | "screening_possible"
  | "screening_pep"
  | "screening_listed"
  | "screening_high_listed"
  | "screening_un"
  | `${string}_unavailable`
  | `${string}_not_asked`
  | `${string}_no_verdict`
  | `${string}_no_score`
  | `signal_${string}`
  | `no_signal_${string}`;

/** A kind of fact. */
export type PersonalFact = "email" | "phones" | "personal_address" | "minors";

/** A telephone number. */
export interface Phone {
  /** DDD, without leading zeros. */
  area_code: string | null;
  /** At most eight digits: the files cut the ninth digit of mobile numbers. */
  number: string;
}

/** RFC 9457. Nothing of the request is repeated in it. */
export interface Problem {
  /** A stable code. */
  code: ErrorCode;
  /** What to do about it. */
  detail: string;
  errors?: FieldFault[];
  /**
   * Identifier of the request; also in the `Request-Id` header.
   * @pattern ^req_[0-9a-f]{32}$
   */
  request_id: string;
  status: number;
  title: string;
  /** Leads to the code on the page of the errors, at the service that answered. */
  type: string;
}

export interface Readiness {
  /** Says yes; a no is a problem document. */
  status: "ready";
}

/** A batch, how the service reads its table, and what it may cost. */
export interface ReceivedBatch {
  /** Where a budget is used up: it waits for the next period, goes on without the source, or ends there. */
  at_budget: BatchAtBudget;
  /** Those of earlier rows first. What the batch does there, `at_budget` says. */
  budgets: BatchBudget[];
  /** At most sixty, those that are used first. */
  columns: BatchColumn[];
  /** Rows that are done. */
  counts: BatchCounts;
  /**
   * When it began to arrive.
   * @format date-time
   */
  created_at: string;
  /**
   * When it is deleted with its results; null while it runs.
   * @format date-time
   */
  expires_at: string | null;
  /**
   * Null while it runs.
   * @format date-time
   */
  finished_at: string | null;
  /** `bat_…` */
  id: string;
  /** What no answer can compare, because no column holds it. Without `name`, an answer says only that a number exists. */
  not_compared: BatchNotCompared[];
  /**
   * What the calls to sources cost, at most; null where none has a price, and for a test key.
   * @pattern ^[0-9]+\.[0-9]{4}$
   */
  reais_max: string | null;
  /** Why it ended before its last row; rows that were answered stay. */
  reason: BatchEnd | null;
  /**
   * How many there are.
   * @min 0
   */
  rows: number;
  /** `failed`: it ended before its last row, for `reason`. */
  status: BatchStatus;
  /** Give such a column a heading that the service knows, and send the table again. */
  unused: BatchUnusedColumn[];
}

export type RecordField =
  | "cnpj"
  | "root"
  | "head_office"
  | "legal_name"
  | "trade_name"
  | "status"
  | "status_code"
  | "status_since"
  | "status_reason"
  | "foundation_date"
  | "special_situation"
  | "main_activity"
  | "other_activities"
  | "address"
  | "contacts"
  | "legal_nature"
  | "size"
  | "capital"
  | "responsible_qualification"
  | "federative_entity"
  | "simples"
  | "mei"
  | "tax_regimes"
  | "partners"
  | "partners_total"
  | "partners_missing"
  | "establishments"
  | "withheld"
  | "data_as_of";

/** Legal representative. */
export interface Representative {
  /** CPF in the Receita’s mask. */
  document: string;
  /** As registered. */
  name: string | null;
  /** Such as 17, procurador. */
  qualification: CodedText | null;
}

/** low: auto-approve · medium: review recommended · high: manual review required. */
export type RiskLevel = "low" | "medium" | "high";

export interface ScoreFactor {
  /** The score goes no higher than this. */
  cap: number | null;
  /**
   * A stable code.
   *
   * - `all_checks_passed`: All that was supplied agrees, and no source has an objection.
   * - `name_strong_partial`: The supplied name agrees in part with the registered one, and strongly so.
   * - `name_weak_partial`: The supplied name agrees with the registered one only in part.
   * - `name_not_comparable`: No source gave a name to compare with.
   * - `name_mismatch`: The supplied name does not match the registered one.
   * - `birth_date_not_comparable`: No source gave a date of birth to compare with.
   * - `birth_date_mismatch`: The supplied date of birth does not match the registered one.
   * - `registration_pending_regularization`: The CPF is pending regularization at the Receita Federal.
   * - `registration_unknown`: The registration status of the CPF could not be determined.
   * - `registration_suspended`: The CPF is suspended at the Receita Federal.
   * - `registration_cancelled`: The CPF is cancelled at the Receita Federal.
   * - `registration_annulled`: The CPF was annulled at the Receita Federal.
   * - `registration_deceased`: The holder of the CPF is recorded as deceased.
   * - `debts_not_reported`: Whether there are pending debts is not known: no bureau said.
   * - `pending_debts`: A bureau knows of pending debts.
   * - `fraud_registry_unavailable`: The fraud registry did not answer.
   * - `fraud_registry_no_verdict`: The fraud registry answered without saying whether there is an alert.
   * - `fraud_alert`: There is a fraud alert for this CPF.
   * - `bureau_a_unavailable`: Bureau A did not answer.
   * - `bureau_b_unavailable`: Bureau B did not answer.
   * - `bureau_b_no_score`: Bureau B computed no score for this person.
   * - `low_bureau_score`: The credit score of this person is low.
   * - `no_score_asked`: No source was asked for a credit score.
   * - `bureaus_contradict`: Two bureaus contradict each other on the name or the date of birth.
   * - `one_bureau_not_found`: One of the bureaus does not know this CPF.
   * - `both_bureaus_not_found`: No bureau knows this CPF.
   * - `screening_inconclusive`: A list that this service relies upon could not be looked at, or only a name would tell.
   * - `screening_possible`: A list may mean this person or company: somebody has to look.
   * - `screening_pep`: The list of politically exposed people has this person.
   * - `screening_listed`: A list of sanctions, or one of the operator’s own, has this person or company.
   * - `screening_high_listed`: A list of high risk has this person or company: OFAC, the European Union, or one of the operator’s own.
   * - `screening_un`: The sanctions list of the UN Security Council has this person or company.
   *
   * With sources beside these three: `NAME_unavailable`, `NAME_no_verdict` and `NAME_no_score` say the same of the source NAME. `NAME_not_asked`: the plan of checks left it out.
   * With ladders for signals: `signal_NAME` says that the signal NAME counts against the person, `no_signal_NAME` that nobody told it.
   */
  code: PersonReason;
  /** Points taken off. */
  penalty: number;
}

/** Only with `?explain=true`: what the answer rests on. */
export interface ScreenExplanation {
  checked: CheckedItem[];
  not_checked: NotCheckedItem[];
}

/** A person by `cpf`, `name`, `document` or several of them, with `birth_date` and `nationality` where they are known; or a company by `cnpj`, `company_name` or both. The more is known, the surer the answer. Unknown fields are refused, so that a misspelt one is never silently ignored. */
export interface ScreenRequest {
  /**
   * Date of birth of a person as YYYY-MM-DD.
   * @format date
   * @pattern ^[0-9]{4}-[0-9]{2}-[0-9]{2}$
   */
  birth_date?: string | null;
  /**
   * The CNPJ of a company: 14 characters, or `00.000.000/0000-00`.
   * @minLength 14
   * @maxLength 18
   * @pattern ^([0-9A-Za-z]{12}[0-9]{2}|[0-9A-Za-z]{2}\.[0-9A-Za-z]{3}\.[0-9A-Za-z]{3}/[0-9A-Za-z]{4}-[0-9]{2})$
   */
  cnpj?: string | null;
  /**
   * Legal or trade name of a company.
   * @minLength 2
   * @maxLength 200
   */
  company_name?: string | null;
  /**
   * The CPF of a person: 11 digits, or `000.000.000-00`.
   * @minLength 11
   * @maxLength 14
   * @pattern ^([0-9]{11}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2})$
   */
  cpf?: string | null;
  /** A passport or another document of a person who may have no CPF. Another one in a list hides nobody. */
  document?: IdentityDocumentRequest | null;
  /**
   * Full name of a person. 2 to 200 characters.
   * @minLength 2
   * @maxLength 200
   */
  name?: string | null;
  /** Nationality of a person: ISO 3166 in two letters or three, or the country’s name in English or Portuguese. Another one in a list hides nobody. */
  nationality?: string | null;
  /**
   * Your own name for the customer, up to 100 characters. Nobody is looked for by it; it tells a customer without a number from a namesake.
   * @minLength 1
   * @maxLength 100
   */
  reference?: string | null;
}

/** What the lists say. */
export interface ScreenResponse {
  /** Hits that somebody has judged false before: they are not in `hits`, and do not decide. */
  cleared: ClearedHit[];
  /** The CNPJ that was looked for: 14 characters; null where none was given. */
  cnpj: string | null;
  /** The CPF that was looked for: 11 digits; null where none was given. */
  cpf: string | null;
  /** Only with `?explain=true`: what the answer rests on. */
  explanation?: ScreenExplanation;
  /** In force first, then the surest; at most 50 for each who was looked for. */
  hits: ScreeningHit[];
  /**
   * How many there are, with those that are not told.
   * @min 0
   */
  hits_total: number;
  /** The lists that were looked at, and those that should have been. */
  lists: JudgedList[];
  /** Lists with rows that only a name finds, or with the same six digits of a CPF: ask again with `name` or `company_name` to know. */
  need_name: string[];
  /** Lists with rows that only a number finds: ask again with `cpf` or `cnpj` to know. */
  need_number: string[];
  /** Only with `?partners=true`; otherwise null. */
  partners: ScreenedPartners | null;
  /**
   * Processing time in UTC, YYYY-MM-DDTHH:MM:SSZ.
   * @format date-time
   */
  processed_at: string;
  /** The identifier of this request, as in the header `Request-Id`. */
  request_id: string;
  /** `hit`: listed, in force. `possible`: only candidates that a person has to judge. `clear`: nothing in force in the lists that were looked at. `inconclusive`: nothing found, but something that is relied upon could not be looked at. `accepted`: listed, in force, and a senior has accepted the customer with each hit until a day; never `clear`. */
  status: ScreeningStatus;
  /** Whether a name is in an alphabet that Confere cannot read: `need_name` then has the lists in which it could not be compared. Ask again with the name in Latin letters. */
  unread_name: boolean;
}

/** One list, and whether it can be relied upon. */
export interface ScreenedList {
  /**
   * The day of its data; null where it cannot be used.
   * @format date
   */
  as_of: string | null;
  /** The list, by its short name. */
  list: string;
  /** Only `current` lets you conclude that somebody is not on it. `stale`: older than its publisher’s pace allows. `loading`: being read into memory. */
  state: ListState;
}

/** The partner. */
export interface ScreenedPartner {
  /** A CNPJ, or a CPF as the Receita masks it. */
  document: string | null;
  /** As the registry of the Receita Federal has it. */
  name: string | null;
  /** The qualification in the registry, such as `Sócio-Administrador`. */
  role: string | null;
}

/** The partners of the company. */
export interface ScreenedPartners {
  /**
   * How many were looked for.
   * @min 0
   */
  screened: number;
  /** `unavailable`: the whole records of companies are not imported. `not_found`: the registry has no partners of this company. Neither lets the answer be `clear`. */
  state: PartnersState;
  /**
   * How many the company has; null where nobody knows.
   * @min 0
   */
  total: number | null;
}

export type ScreeningAspect =
  | "cpf"
  | "masked_cpf"
  | "cnpj"
  | "cnpj_root"
  | "name"
  | "birth_date"
  | "birth_year"
  | "document"
  | "document_country"
  | "nationality";

/** One entry of a list. */
export interface ScreeningHit {
  /** What agrees. */
  agreed: ScreeningAspect[];
  /**
   * The day of the list’s data.
   * @format date
   */
  as_of: string;
  /** Who decided it, or where the office is. */
  authority: string | null;
  /** Birth dates of the row: YYYY-MM-DD, or as much of one as the list says. */
  birth_dates: string[];
  /** The sanction or the office, in the publisher’s words. */
  category: string | null;
  /** What differs. */
  disagreed: ScreeningAspect[];
  /** The number as listed; a CPF is masked. */
  document: string | null;
  /** Which establishment is listed, where it is another one of the same company; else null. */
  establishment: ListedEstablishment | null;
  /**
   * The first day on which it holds.
   * @format date
   */
  from: string | null;
  /** Passports and other documents of the row. */
  identity_documents: ListedIdentityDocument[];
  /** What somebody has judged of it; null where nobody has. */
  judgement: HitJudgement | null;
  /** The list, by its short name, such as `ceis` or `pep`. */
  list: string;
  /** By what it was found: the whole number, also that of a passport or another document; another establishment of the company; the six digits that a publisher shows of a CPF, and the name; the name and the birth; or the name alone. */
  match: ScreeningMatch;
  /** As listed; null where the publisher gives only a number. */
  name: string | null;
  /** Nationalities of the row: ISO 3166, two letters. */
  nationalities: string[];
  /** Further rows of the same list about the same act or person. */
  other_rows: string[];
  /** The partner whom it is about; null where it is the one who was asked about. */
  partner: ScreenedPartner | null;
  /** The number of the case. */
  process: string | null;
  /** Whom it binds, in the publisher’s words. */
  reach: string | null;
  /** Free text of the publisher; CPFs in it are masked. */
  remarks: string | null;
  /** The list and the publisher’s own number of the row, as `confere lists show` takes it. */
  row: string;
  /** The hit as a sentence, in the language that `Accept-Language` asks for. */
  sentence: string;
  /** Of the names, 0 to 1; null where none was compared. */
  similarity: number | null;
  /** By the dates of the row, on the day of the answer. Only `in_force` decides. */
  state: HitState;
  /** `possible`: a person has to look whether it is the same one. */
  strength: HitStrength;
  /**
   * The last day; null where the publisher names none.
   * @format date
   */
  until: string | null;
}

/** By what it was found: the whole number, also that of a passport or another document; another establishment of the company; the six digits that a publisher shows of a CPF, and the name; the name and the birth; or the name alone. */
export type ScreeningMatch =
  | "document"
  | "cnpj_root"
  | "masked_cpf_and_name"
  | "masked_cpf_and_birth_date"
  | "name_and_birth_date"
  | "name_and_birth_year"
  | "name";

/** `hit`: listed, in force. `possible`: only candidates that a person has to judge. `clear`: nothing in force in the lists that were looked at. `inconclusive`: nothing found, but something that is relied upon could not be looked at. `accepted`: listed, in force, and a senior has accepted the customer with each hit until a day; never `clear`. */
export type ScreeningStatus =
  | "clear"
  | "hit"
  | "possible"
  | "inconclusive"
  | "accepted";

/** One entry of a list, in short. */
export interface ShortHit {
  /**
   * The day of the list’s data.
   * @format date
   */
  as_of: string;
  /** The list, by its short name, such as `ceis` or `pep`. */
  list: string;
  /** By what it was found: the whole number, also that of a passport or another document; another establishment of the company; the six digits that a publisher shows of a CPF, and the name; the name and the birth; or the name alone. */
  match: ScreeningMatch;
  /** The list and the publisher’s own number of the row, as `confere lists show` takes it. */
  row: string;
  /** The hit as a sentence, in the language that `Accept-Language` asks for. */
  sentence: string;
  /** By the dates of the row, on the day of the answer. Only `in_force` decides. */
  state: HitState;
  /** `possible`: a person has to look whether it is the same one. */
  strength: HitStrength;
}

/** Only where the operator screens in verifications: what the lists say, in short. */
export interface ShortScreening {
  /** Those that decide first, at most 10. `POST /v1/screen` tells all of them. */
  hits: ShortHit[];
  /**
   * How many hits there are that nobody has cleared, with those that are not told.
   * @min 0
   */
  hits_total: number;
  /** The lists that were looked at, and those that should have been. An answer of an older version has none. */
  lists?: ScreenedList[];
  /** Only where nothing weighs: all hits are entries of your own lists with `risk: none`. */
  only_informs?: true;
  /** `hit`: listed, in force. `possible`: only candidates that a person has to judge. `clear`: nothing in force in the lists that were looked at. `inconclusive`: nothing found, but something that is relied upon could not be looked at. `accepted`: listed, in force, and a senior has accepted the customer with each hit until a day; never `clear`. */
  status: ScreeningStatus;
}

/** What it told of the signals that the operator has declared for it; there only where there are such. */
export type SignalValues = Record<string, boolean | number | string>;

export interface SourceExplanation {
  /** Whether the answer came out of the cache, or is a kept one. */
  cached: boolean;
  /** What a plan of checks gave it of the time of the request; only where there is one. */
  deadline_ms?: number;
  /** Only where nobody was called: of the answer from before that was used. */
  kept_answer?: KeptAnswer;
  /** Time until its answer. */
  latency_ms: number;
  /** The result of asking this source; `not_asked` where the plan of checks left it out. */
  outcome: SourceOutcome;
  /** Why it is unavailable, or was not asked. `kept_answer_used`: it answered before, and that answer is fresh enough. */
  reason: UnavailableReason | null;
  /** What it told of the signals that the operator has declared for it; there only where there are such. */
  signals?: SignalValues;
}

/** Every source by its name: these three, and those that the operator has added. */
export interface SourceExplanations {
  bureau_a: SourceExplanation;
  bureau_b: SourceExplanation;
  fraud_registry: SourceExplanation;
  /** A source that the operator has added, by its name. */
  [name: string]: FurtherSourceExplanation;
}

/** The result of asking this source; `not_asked` where the plan of checks left it out. */
export type SourceOutcome =
  | "answered"
  | "not_found"
  | "unavailable"
  | "not_asked";

/** Special situation. */
export interface SpecialSituation {
  /**
   * YYYY-MM-DD.
   * @format date
   */
  since: string | null;
  /** In the Receita’s words. */
  text: string;
}

/** As in `Clearance`. */
export type StayingJudgement = "accepted" | "confirmed" | "frozen";

/** An option of taxation with its dates. */
export interface TaxOption {
  /**
   * First day without it, which may lie ahead. YYYY-MM-DD.
   * @format date
   */
  excluded_on: string | null;
  /** Whether the option is on record. */
  opted: boolean | null;
  /**
   * YYYY-MM-DD.
   * @format date
   */
  opted_on: string | null;
}

/** The tax regime of a year. */
export interface TaxRegime {
  /**
   * Bookkeepings (ECF) handed in for the year.
   * @min 0
   */
  bookkeepings: number;
  /** In the Receita’s words, such as LUCRO REAL or LUCRO PRESUMIDO. */
  form: string;
  /** CNPJ of the silent partnership (SCP) that it is about; null for the company itself. */
  scp_cnpj: string | null;
  /**
   * Calendar year.
   * @min 0
   */
  year: number;
}

export type UnavailableReason =
  | "not_configured"
  | "timeout"
  | "pending"
  | "connection_failed"
  | "circuit_open"
  | "overloaded"
  | "rate_limited"
  | "credit_exhausted"
  | "authentication_failed"
  | "upstream_error"
  | "request_refused"
  | "birth_date_required"
  | "minor"
  | "invalid_response"
  | "response_too_large"
  | "wrong_person"
  | "redirect_refused"
  | "decided_earlier"
  | "condition"
  | "fallback_not_needed"
  | "not_in_plan"
  | "budget"
  | "kept_answer_used";

/** A month of this key. */
export interface Usage {
  /**
   * Verifications of people whose answer says that they may be approved: `verified` with the risk `low`, with a name or a birth date that was compared, and clear in the lists where these are screened.
   * @min 0
   */
  approved: number;
  /** Requests that the service sent to sources for this key. */
  calls: UsageCalls[];
  /**
   * Calls that `reais` does not have.
   * @min 0
   */
  calls_without_price: number;
  /**
   * `YYYY-MM`, of America/Sao_Paulo.
   * @pattern ^[0-9]{4}-(0[1-9]|1[0-2])$
   */
  month: string;
  /** The cost by purpose; empty where no source has a price. */
  purposes: UsagePurposes[];
  /**
   * What all calls cost; null where no source has a price.
   * @pattern ^[0-9]+\.[0-9]{4}$
   */
  reais: string | null;
  /**
   * For each of `approved`, rounded half up.
   * @pattern ^[0-9]+\.[0-9]{4}$
   */
  reais_per_approved: string | null;
  /**
   * For each verification of a person, rounded half up.
   * @pattern ^[0-9]+\.[0-9]{4}$
   */
  reais_per_verification: string | null;
  /**
   * Requests that showed the key, refused ones included.
   * @min 0
   */
  requests: number;
  /** What was asked, and the results. */
  verifications: UsageVerifications[];
}

/** Calls to one source with one outcome and purpose. */
export interface UsageCalls {
  /**
   * Requests that were sent.
   * @min 0
   */
  count: number;
  /** The result of the call. */
  outcome: CallOutcome;
  /** What for; null where nobody said. */
  purpose: string | null;
  /**
   * What they cost together; null where they have no price.
   * @pattern ^[0-9]+\.[0-9]{4}$
   */
  reais: string | null;
  /** The name of the source that was called. */
  source: string;
}

/** A verification, or a screening. */
export type UsageOperation = "cpf" | "cnpj" | "screen";

/** The cost of one purpose. */
export interface UsagePurposes {
  /** What for; null where nobody said. */
  purpose: string | null;
  /**
   * What the calls cost together.
   * @pattern ^[0-9]+\.[0-9]{4}$
   */
  reais: string;
  /**
   * For each person who may be approved, likewise.
   * @pattern ^[0-9]+\.[0-9]{4}$
   */
  reais_per_approved: string | null;
  /**
   * For each verification of a person, rounded half up.
   * @pattern ^[0-9]+\.[0-9]{4}$
   */
  reais_per_verification: string | null;
}

/** Verifications with one outcome. */
export interface UsageVerifications {
  /**
   * How many there were.
   * @min 0
   */
  count: number;
  /** A verification, or a screening. */
  operation: UsageOperation;
  /** The `status` of the answer, or `sources_unavailable`. */
  outcome: string;
}

/** Which verification. */
export interface VerificationCompletedData {
  /** `req_…`, as the answer with 202 had it. */
  request_id: string;
}

/** A verification that was answered with 202 has its answer, or waits no more. Read it at `GET /v1/verifications/{request_id}`. */
export interface VerificationCompletedEvent {
  /** Which verification. */
  data: VerificationCompletedData;
  /** Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened. */
  sample?: true;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** What happened. */
  type: "verification.completed";
}

/** Outcome of the verification of identity; risk is separate. */
export type VerificationStatus =
  | "verified"
  | "not_verified"
  | "not_found"
  | "inconclusive";

/** A list of companies or people that is compared when the registry or a list changes. */
export interface Watch {
  /**
   * How many changes were found so far.
   * @min 0
   */
  changes: number;
  /**
   * How many companies are watched.
   * @min 0
   */
  companies: number;
  /**
   * When it was last compared with the registry or the lists.
   * @format date-time
   */
  compared_at: string | null;
  /**
   * When the list began to arrive.
   * @format date-time
   */
  created_at: string;
  /** `wat_…` */
  id: string;
  /** Who is watched. */
  kind: WatchKind;
  /** By which right people are watched (LGPD art. 7); null for companies. */
  legal_basis: LegalBasis | null;
  /** Whether they are looked for in the lists; people always are. */
  lists: boolean;
  /**
   * How often a snapshot of the registry or an edition of a list was gone before it could be compared.
   * @min 0
   */
  missed_comparisons: number;
  /**
   * How many people are watched.
   * @min 0
   */
  people: number;
  /** Why people are watched; null for companies. */
  purpose: string | null;
  /**
   * When the watch is deleted; null for companies.
   * @format date-time
   */
  until: string | null;
}

/** What changed of one company at one switch of the registry. */
export interface WatchChange {
  /** Null where it is no longer there. */
  after: WatchedState | null;
  /** Null where it was not there. */
  before: WatchedState | null;
  /** What is different; empty unless the kind is `changed`. */
  changed: WatchedField[];
  /** 14 characters, no mask. */
  cnpj: string;
  /** Keep that of the last change you have read: as `cursor` it gives what came after it. */
  cursor: string;
  /**
   * The date of the older data.
   * @format date
   */
  from: string;
  /** `added`: new in the registry; `removed`: no longer in it. */
  kind: WatchChangeKind;
  /**
   * The date of the newer data.
   * @format date
   */
  to: string;
}

/** `added`: new in the registry; `removed`: no longer in it. */
export type WatchChangeKind = "added" | "changed" | "removed";

/** The watch, and what changed of its companies. */
export interface WatchChangedData {
  /** As `cursor` it gives all changes of this event. */
  after: string;
  /** The first hundred; all of them are at `GET /v1/watches/{id}/changes`, behind `after`. */
  changes: WatchChange[];
  /**
   * How many changes there are.
   * @min 0
   */
  changes_total: number;
  /**
   * The date of the newest data.
   * @format date
   */
  data_as_of: string;
  /** What changed before this data is not known: compare your own records. */
  missed: boolean;
  /** `wat_…` */
  watch_id: string;
}

/** Companies of a watch changed with the newest data of the registry, or what changed is not known. */
export interface WatchChangedEvent {
  /** The watch, and what changed of its companies. */
  data: WatchChangedData;
  /** Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened. */
  sample?: true;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** What happened. */
  type: "watch.changed";
}

/** A page of changes. */
export interface WatchChanges {
  /** In the order in which they were found. */
  changes: WatchItem[];
  /** Send it as `cursor` for the next page; null where there is none yet. */
  next_cursor: string | null;
}

/** The companies to watch. */
export interface WatchCompaniesRequest {
  /** CNPJs, with or without their mask. */
  cnpjs: string[];
}

/** The watch, and what of the list could not be read. */
export interface WatchCreated {
  /**
   * How many changes were found so far.
   * @min 0
   */
  changes: number;
  /**
   * How many companies are watched.
   * @min 0
   */
  companies: number;
  /**
   * When it was last compared with the registry or the lists.
   * @format date-time
   */
  compared_at: string | null;
  /**
   * When the list began to arrive.
   * @format date-time
   */
  created_at: string;
  /** `wat_…` */
  id: string;
  /** Who is watched. */
  kind: WatchKind;
  /** By which right people are watched (LGPD art. 7); null for companies. */
  legal_basis: LegalBasis | null;
  /** Whether they are looked for in the lists; people always are. */
  lists: boolean;
  /**
   * How often a snapshot of the registry or an edition of a list was gone before it could be compared.
   * @min 0
   */
  missed_comparisons: number;
  /**
   * How many people are watched.
   * @min 0
   */
  people: number;
  /** Why people are watched; null for companies. */
  purpose: string | null;
  /** The first of them. */
  refused: WatchRefusedLine[];
  /**
   * Lines that hold nobody to watch.
   * @min 0
   */
  refused_count: number;
  /**
   * When the watch is deleted; null for companies.
   * @format date-time
   */
  until: string | null;
}

/** The watch, as it was. */
export interface WatchEndedData {
  /**
   * How many changes it found.
   * @min 0
   */
  changes: number;
  /**
   * How many people it had.
   * @min 0
   */
  people: number;
  /**
   * When it ended.
   * @format date-time
   */
  until: string;
  /** `wat_…` */
  watch_id: string;
}

/** The last day of a watch of people is over, and it is deleted with its people and its hits. Create it anew to go on. */
export interface WatchEndedEvent {
  /** The watch, as it was. */
  data: WatchEndedData;
  /** Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened. */
  sample?: true;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** What happened. */
  type: "watch.ended";
}

/** One hit, without the person. */
export interface WatchEventHit {
  /** Its place in the list of changes. */
  cursor: string;
  /** `new_hit`: it is in force and was not before; `ended_hit`: the other way round; `changed_hit`: its row says something else, or it is more or less sure. */
  kind: WatchHitKind;
  /** Such as `ceis`. */
  list: string;
  /** By what it was found: the whole number, also that of a passport or another document; another establishment of the company; the six digits that a publisher shows of a CPF, and the name; the name and the birth; or the name alone. */
  match: ScreeningMatch;
  /** Such as `ceis:123456`, as `confere lists show` takes it. */
  row: string;
  /** By the dates of the row, on the day of the answer. Only `in_force` decides. */
  state: HitState;
  /** `possible`: a person has to look whether it is the same one. */
  strength: HitStrength;
}

/** What became of one hit about somebody who is watched. */
export interface WatchHit {
  /** 14 characters, no mask; null for a person. */
  cnpj: string | null;
  /** 11 digits, no mask; null for a company, and for a person without one. */
  cpf: string | null;
  /** Keep that of the last change you have read: as `cursor` it gives what came after it. */
  cursor: string;
  /** Of a person without a CPF, as you sent it; else null. */
  document: WatchedDocument | null;
  /**
   * The day of the older data of the list; null where there was none.
   * @format date
   */
  from: string | null;
  /** `new_hit`: it is in force and was not before; `ended_hit`: the other way round; `changed_hit`: its row says something else, or it is more or less sure. */
  kind: WatchHitKind;
  /** Such as `ceis`. */
  list: string;
  /** By what it was found: the whole number, also that of a passport or another document; another establishment of the company; the six digits that a publisher shows of a CPF, and the name; the name and the birth; or the name alone. */
  match: ScreeningMatch;
  /** Your own word for the person. */
  reference: string | null;
  /** `req_…`: the record of it in the audit; null for test keys. */
  request_id: string | null;
  /** Such as `ceis:123456`, as `confere lists show` takes it. */
  row: string;
  /** What happened, for people, in the language of `Accept-Language`. */
  sentence: string;
  /** By the dates of the row, on the day of the answer. Only `in_force` decides. */
  state: HitState;
  /** `possible`: a person has to look whether it is the same one. */
  strength: HitStrength;
  /**
   * The day of the newer data of the list.
   * @format date
   */
  to: string | null;
}

/** `new_hit`: it is in force and was not before; `ended_hit`: the other way round; `changed_hit`: its row says something else, or it is more or less sure. */
export type WatchHitKind = "new_hit" | "ended_hit" | "changed_hit";

/** The watch, and what became of the hits about its people or companies. */
export interface WatchHitsData {
  /** As `cursor` it gives all changes of this event. */
  after: string;
  /**
   * The day of the comparison, in America/Sao_Paulo.
   * @format date
   */
  compared_on: string;
  /** The first hundred; all of them are at `GET /v1/watches/{id}/changes`, behind `after`. */
  hits: WatchEventHit[];
  /**
   * How many changes there are.
   * @min 0
   */
  hits_total: number;
  /** An older edition of a list was gone: all hits of that list that are there are told as new. */
  missed: boolean;
  /** `wat_…` */
  watch_id: string;
}

/** A list changed, or a hit began or ended by its date, for somebody who is watched. Who it is stands at `GET /v1/watches/{id}/changes` alone. */
export interface WatchHitsEvent {
  /** The watch, and what became of the hits about its people or companies. */
  data: WatchHitsData;
  /** Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened. */
  sample?: true;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** What happened. */
  type: "watch.hits";
}

/** A change of a company in the registry, or of a hit in a list. */
export type WatchItem = WatchChange | WatchHit;

/** Who is watched. */
export type WatchKind = "company" | "person";

/** A page of watches. */
export interface WatchList {
  /** Send it as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
  /** The newest first. */
  watches: Watch[];
}

/** Who is to be watched; longer lists are sent as CSV or NDJSON. */
export type WatchOrder = WatchCompaniesRequest | WatchPeopleRequest;

/** The people to watch. */
export interface WatchPeopleRequest {
  /** Each CPF once. */
  people: WatchPerson[];
}

/** A person to watch. */
export interface WatchPerson {
  /**
   * Tells people of the same name apart.
   * @format date
   */
  birth_date?: string | null;
  /** With or without its mask. Who has none needs a `reference`. */
  cpf?: string | null;
  document?: IdentityDocumentRequest;
  /** 2 to 200 characters. Many lists know people by their name alone. */
  name: string;
  /** Nationality of a person: ISO 3166 in two letters or three, or the country’s name in English or Portuguese. Another one in a list hides nobody. */
  nationality?: string | null;
  /** Your own word for them, which comes back with each hit. Without a CPF it tells people apart. */
  reference?: string | null;
}

/** A line that holds nobody to watch. */
export interface WatchRefusedLine {
  /**
   * Counted from 1.
   * @min 0
   */
  line: number;
  /** What is wrong with it. */
  reason: string;
}

/** A passport or another document. */
export interface WatchedDocument {
  /** ISO 3166, two letters. */
  country: string | null;
  /** Masked but for its end. */
  number: string;
  type: IdentityDocumentType;
}

export type WatchedField =
  | "status"
  | "legal_name"
  | "trade_name"
  | "mei"
  | "risk_level";

/** What a verification would have said on the day of the data. */
export interface WatchedState {
  /** Razão social. */
  legal_name: string | null;
  /** Whether it was an MEI on the day of the data. */
  mei: boolean | null;
  /** low: auto-approve · medium: review recommended · high: manual review required. */
  risk_level: RiskLevel;
  /** Situação cadastral; `unknown` is a code that nobody mapped. */
  status: CompanyStatus;
  /** Nome fantasia. */
  trade_name: string | null;
}

/** An endpoint, without its secret. */
export interface Webhook {
  /**
   * When it was made.
   * @format date-time
   */
  created_at: string;
  /** `wh_…`: `?webhook=` of a batch or a watch names it. */
  id: string;
  /**
   * Until when the secret before this one signs as well; null where it does not.
   * @format date-time
   */
  previous_secret_until: string | null;
  /** Where events are sent to. */
  url: string;
}

/** What is to change; what is not there stays. */
export interface WebhookChangeRequest {
  /**
   * For how long the secret before it signs as well; a day unless told otherwise.
   * @min 0
   * @max 2592000
   */
  overlap_seconds?: number;
  /** Makes a new secret, which this answer shows and no other. */
  rotate_secret?: boolean;
  /** Begins with `https://` and leads to a public address, unless the operator allows others. */
  url?: string;
}

/** The endpoints of the key, also those that the operator has made for it. */
export interface WebhookList {
  /** The oldest first. */
  webhooks: Webhook[];
}

/** Where to. */
export interface WebhookRequest {
  /** Begins with `https://` and leads to a public address, unless the operator allows others. */
  url: string;
}

/** Which endpoint is tried. */
export interface WebhookTestData {
  /** `wh_…` */
  webhook_id: string;
}

/** Sent by `confere webhooks test`: it proves that the endpoint is reached and knows the secret. */
export interface WebhookTestEvent {
  /** Which endpoint is tried. */
  data: WebhookTestData;
  /** Only a sample has it, which `confere webhooks trigger` sends: it tells of nothing that happened. */
  sample?: true;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** What happened. */
  type: "webhook.test";
}

/** An endpoint, with its secret where that is new. */
export interface WebhookWithSecret {
  /**
   * When it was made.
   * @format date-time
   */
  created_at: string;
  /** `wh_…`: `?webhook=` of a batch or a watch names it. */
  id: string;
  /**
   * Until when the secret before this one signs as well; null where it does not.
   * @format date-time
   */
  previous_secret_until: string | null;
  /** `whsec_…`, shown in this answer alone. Keep it. */
  secret?: string;
  /** Where events are sent to. */
  url: string;
}

/** The body of a webhook: decide by `type`. A newer service may send one that is not here: answer 2xx and leave it. */
export type WebhookEvent =
  | WebhookTestEvent
  | BatchFinishedEvent
  | WatchChangedEvent
  | WatchHitsEvent
  | WatchEndedEvent
  | BudgetReachedEvent
  | VerificationCompletedEvent;
