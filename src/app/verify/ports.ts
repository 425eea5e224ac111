// Whom a verification asks: the parties about a person, the registry about a company.

import type { Company } from '../../domain/company/company.ts';
import type { Money } from '../../domain/money/money.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type {
  Evidence,
  NotAsked,
  PersonEvidence,
  PersonQuery,
  SourceEvidence,
  SourceName,
  SourceRole,
} from '../../domain/person/evidence.ts';
import type { VerifiedScreening } from '../audit/entry.ts';
import type { Caller } from '../caller.ts';
import type { NewEvent } from '../events/ports.ts';
import type { Eventual } from '../eventual.ts';

interface Billed {
  /** Requests that the party was sent for it, second tries included: what it may bill. None where an equal question's answer served. */
  readonly calls: number;
  /** What these cost by the list of the day; not there where the operator gave no price. */
  readonly cost?: Money;
}

export interface SourceAnswer extends SourceEvidence, Billed {
  readonly evidence: Evidence;
  readonly latencyMs: number;
  readonly cached: boolean;
  /** What it was given of the request's time, where a plan shares that out. */
  readonly allowedMs?: number;
  /** Where it is pending: what the party calls the order, whose answer may still come. */
  readonly order?: string;
}

/** A source that the plan left out: like an answer, at no cost. */
export interface UnaskedSource extends Omit<SourceAnswer, 'evidence'> {
  readonly evidence: NotAsked;
}

/** One outside party. `ask` settles soon after `signal` aborts and never rejects: a failure is `unavailable` with its reason. */
export interface PersonSource {
  readonly name: SourceName;
  readonly roles: readonly SourceRole[];
  ask(query: PersonQuery, signal: AbortSignal, purpose?: string | null): Eventual<SourceAnswer>;
  /** What is to be said of this person without calling the party; undefined where it must be called. */
  readonly findKnown?: (query: PersonQuery, purpose?: string | null) => Eventual<SourceAnswer | undefined>;
  /**
   * Whether one more call may be made now, `besides` so many that are about to be made. To be asked of all parties before the first
   * `ask`, in the same turn of the event loop.
   */
  canAdmit(besides?: number): boolean;
  /** Without this party's answer there is no result, instead of a partial one. */
  readonly required: boolean;
  /** Where the party may answer later. */
  readonly later?: LaterAnswers;
}

export interface LaterAnswers {
  /** For how long an order is worth a look. */
  readonly giveUpAfterMs: number;
  /** The longest pause between two looks. */
  readonly pauseMaxMs: number;
  /** Whether the party calls when there may be an answer. */
  readonly callsBack: boolean;
  /** One free look for the result of an order. It orders nothing, and never rejects. */
  look(query: PersonQuery, order: string, signal: AbortSignal, purpose: string | null): Promise<ComeAnswer | NoneYet>;
}

/** What the party says at last. */
export interface ComeAnswer {
  readonly kind: 'come';
  readonly evidence: Evidence;
  /** So that it may serve again. An erasure of what was there by `sinceMs` takes it, too. */
  keep(sinceMs: number): Promise<void>;
  /** For a person who was erased meanwhile. */
  discard(): Promise<void>;
  /** For any other: what no erasure finds again, such as the memory of this process, may have it, too. */
  confirm(): void;
}

/** Another look may find more. */
export interface NoneYet {
  readonly kind: 'none_yet';
  /** How long the party asked to be left alone. */
  readonly retryAfterMs?: number;
}

/** In their order, which is that of their answers; the contract's own are always among them, connected or not. */
export type PersonSources = readonly PersonSource[];

/** What a party said about a person, sealed, under a name that does not tell about whom. It never rejects: without it the party is asked. */
export interface AnswerStore {
  find(name: string): Promise<KeptAnswer>;
  /** In place of what was there; for so long and no longer. */
  keep(name: string, sealed: Uint8Array, lifeMs: number): Promise<'kept' | 'too_large' | 'no_room' | 'unreachable'>;
}

/** Answers that were paid for and may be used again for weeks, sealed, under names that do not tell about whom. */
export interface BoughtAnswerStore {
  /** The newest of those under these names whose time is not over. */
  find(names: readonly string[], nowMs: number): Promise<Pick<BoughtAnswer, 'name' | 'sealed'> | undefined>;
  /** In place of an older one under its name. */
  keep(answer: BoughtAnswer): Promise<void>;
  /** In place of the one under its name; nothing where there is none, so that what was erased stays so. */
  renew(answer: BoughtAnswer): Promise<void>;
  /** Those whose names begin so, kept until then, the oldest first; also those whose time is over. */
  list(prefix: string, untilMs: number, limit: number): Promise<readonly Pick<BoughtAnswer, 'name' | 'sealed'>[]>;
  /** From now on the one under this name counts as kept then; nothing where there is none, or it is older. */
  backdate(name: string, boughtAtMs: number): Promise<void>;
  /** Deletes the one under this name, and tells of it in the same step; neither where there is none. */
  end(name: string, events: readonly NewEvent[]): Promise<void>;
  /** Deletes so many of those whose time is over; says whether there may be more. */
  purge(nowMs: number, answersMax: number): Promise<boolean>;
  /** Of a person, bought until then. */
  count(subjects: readonly string[], untilMs: number): Promise<number>;
  /** Deletes these, and says what they were. */
  erase(subjects: readonly string[], untilMs: number): Promise<readonly Pick<BoughtAnswer, 'name' | 'sealed'>[]>;
}

export interface BoughtAnswer {
  /** A keyed hash of the whole question and of how its answer is read. */
  readonly name: string;
  /** What the audit calls the person: an erasure that is made again after a restore knows nothing else. */
  readonly subject: string;
  readonly sealed: Uint8Array;
  readonly boughtAtMs: number;
  readonly expiresAtMs: number;
}

/** Which of several processes, on one machine or several, asks a party what each of them would ask at the same moment. */
export interface QuestionStore {
  /** For so long, unless it is prolonged: a process that dies must not keep the others waiting. */
  take(name: string, lifeMs: number): Promise<QuestionState>;
}

/** Where nothing is forgotten by itself. */
export interface DurableQuestionStore extends QuestionStore {
  /** Deletes what is over, such as what a machine had that died. */
  purge(): Promise<boolean>;
}

export type QuestionState =
  | { readonly kind: 'mine'; readonly turn: QuestionTurn }
  | { readonly kind: 'theirs' }
  /** What the one that asked has left for those who waited. */
  | { readonly kind: 'answered'; readonly sealed: Uint8Array }
  | { readonly kind: 'unreachable' };

export interface QuestionTurn {
  /** For as long again. */
  prolong(): Promise<void>;
  /** Lets go, and leaves the answer to those who wait. Without one the next of them asks. */
  end(answer?: { readonly sealed: Uint8Array; readonly lifeMs: number }): Promise<void>;
}

export type KeptAnswer =
  /** `lifeMs`: what is left of it. */
  | { readonly kind: 'found'; readonly sealed: Uint8Array; readonly lifeMs: number }
  | { readonly kind: 'none' }
  /** Something lies there that no `keep` has put there. */
  | { readonly kind: 'damaged' }
  | { readonly kind: 'unreachable' };

/** A sealed answer has some 350 bytes; a larger one is not kept, and not believed. */
export const answerBytesMax = 16_384;

export type CompanyLookup =
  | { readonly kind: 'found'; readonly company: Company; readonly dataAsOf: string }
  | { readonly kind: 'not_found'; readonly dataAsOf: string }
  /** Not loaded, half loaded or damaged. It never reads as "not found". */
  | { readonly kind: 'unavailable'; readonly reason: string };

export interface CompanyRegistry {
  find(cnpj: Cnpj): Eventual<CompanyLookup>;
}

export type FallbackLookup = CompanyLookup & Billed;

/** A live lookup for companies that the registry does not hold yet. Settles soon after `signal` aborts and never rejects. */
export interface CompanyFallback {
  find(cnpj: Cnpj, signal: AbortSignal): Promise<FallbackLookup>;
}

export interface CompanyQuery {
  readonly cnpj: Cnpj;
  readonly companyName: string | null;
}

/** Looks up in the lists whom a verification is about. It never waits for anybody outside. */
export interface ScreenVerified {
  person(query: PersonQuery, evidence: PersonEvidence, caller: Caller): Promise<VerifiedScreening>;
  /** `company` is null where the registry does not have it. */
  company(query: CompanyQuery, company: Company | null, caller: Caller): Promise<VerifiedScreening>;
}
