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
  /** The calls cost this amount by the price list of the day. The field is absent if the operator gave no price. */
  readonly cost?: Money;
}

export interface SourceAnswer extends SourceEvidence, Billed {
  readonly evidence: Evidence;
  readonly latencyMs: number;
  readonly cached: boolean;
  /** The plan allowed the source this much of the request's time. The field is present only if a plan shares that time out. */
  readonly allowedMs?: number;
  /** A pending answer carries the party's own id of the order, whose answer may still come. */
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
  /** Returns an answer about this person that needs no call to the party. Returns undefined if the party must be called. */
  readonly findKnown?: (query: PersonQuery, purpose?: string | null) => Eventual<SourceAnswer | undefined>;
  /**
   * Whether one more call may be made now, `besides` so many that are about to be made. To be asked of all parties before the first
   * `ask`, in the same turn of the event loop.
   */
  canAdmit(besides?: number): boolean;
  /** Without this party's answer there is no result, instead of a partial one. */
  readonly required: boolean;
  /** The source sets `later` if the party may answer later. */
  readonly later?: LaterAnswers;
}

export interface LaterAnswers {
  /** An order deserves another look for this long. */
  readonly giveUpAfterMs: number;
  /** The longest pause between two looks. */
  readonly pauseMaxMs: number;
  /** Tells whether the party calls back when there may be an answer. */
  readonly callsBack: boolean;
  /** One free look for the result of an order. It orders nothing, and never rejects. */
  look(query: PersonQuery, order: string, signal: AbortSignal, purpose: string | null): Promise<ComeAnswer | NoneYet>;
}

/** A late answer carries the party's final result. */
export interface ComeAnswer {
  readonly kind: 'come';
  readonly evidence: Evidence;
  /** Stores the answer so that it may serve again. An erasure of what was there by `sinceMs` deletes it, too. */
  keep(sinceMs: number): Promise<void>;
  /** Discards the answer, because the person was erased meanwhile. */
  discard(): Promise<void>;
  /** Confirms an answer about any other person. Places that no erasure searches, such as the memory of this process, may then hold it, too. */
  confirm(): void;
}

/** The party has no answer yet; another look may find one. */
export interface NoneYet {
  readonly kind: 'none_yet';
  /** The party asked for a pause of this length before the next request. */
  readonly retryAfterMs?: number;
}

/** In their order, which is that of their answers; the contract's own are always among them, connected or not. */
export type PersonSources = readonly PersonSource[];

/**
 * The store holds sealed answers of parties, each under a name that does not reveal the person. It never rejects: without a stored answer the party
 * is asked.
 */
export interface AnswerStore {
  find(name: string): Promise<KeptAnswer>;
  /** Stores the answer for exactly this long and replaces an older one. */
  keep(name: string, sealed: Uint8Array, lifeMs: number): Promise<'kept' | 'too_large' | 'no_room' | 'unreachable'>;
}

/** Answers that were paid for and may be used again for weeks, sealed, under names that do not tell about whom. */
export interface BoughtAnswerStore {
  /** The newest of those under these names whose time is not over. */
  find(names: readonly string[], nowMs: number): Promise<Pick<BoughtAnswer, 'name' | 'sealed'> | undefined>;
  /** Stores the answer and replaces an older one under its name. */
  keep(answer: BoughtAnswer): Promise<void>;
  /** Replaces the answer under its name. The call changes nothing if there is none, so that an erased answer stays erased. */
  renew(answer: BoughtAnswer): Promise<void>;
  /**
   * Lists the answers whose names begin with the prefix and that were stored until then, the oldest first. It includes answers whose time is over.
   */
  list(prefix: string, untilMs: number, limit: number): Promise<readonly Pick<BoughtAnswer, 'name' | 'sealed'>[]>;
  /** Dates the answer under this name back to that time. The call changes nothing if there is none, or if it is older. */
  backdate(name: string, boughtAtMs: number): Promise<void>;
  /** Deletes the one under this name, and tells of it in the same step; neither where there is none. */
  end(name: string, events: readonly NewEvent[]): Promise<void>;
  /** Deletes so many of those whose time is over; says whether there may be more. */
  purge(nowMs: number, answersMax: number): Promise<boolean>;
  /** Counts the answers about a person that were bought until then. */
  count(subjects: readonly string[], untilMs: number): Promise<number>;
  /** Deletes these, and says what they were. */
  erase(subjects: readonly string[], untilMs: number): Promise<readonly Pick<BoughtAnswer, 'name' | 'sealed'>[]>;
}

export interface BoughtAnswer {
  /** A keyed hash of the whole question and of how its answer is read. */
  readonly name: string;
  /** `subject` holds the audit's name of the person. An erasure that is repeated after a restore knows nothing else. */
  readonly subject: string;
  readonly sealed: Uint8Array;
  readonly boughtAtMs: number;
  readonly expiresAtMs: number;
}

/** The store decides which of several processes, on one machine or several, asks a party what all of them would ask at the same moment. */
export interface QuestionStore {
  /**
   * For so long, unless it is prolonged: a process that dies must not keep the others waiting. Who heard nothing and takes again under the same
   * `asker` gets the turn that it may have.
   */
  take(name: string, lifeMs: number, asker?: string): Promise<QuestionState>;
}

/** A durable store forgets no question by itself. */
export interface DurableQuestionStore extends QuestionStore {
  /** Deletes what is over, such as what a machine had that died. */
  purge(): Promise<boolean>;
}

export type QuestionState =
  | { readonly kind: 'mine'; readonly turn: QuestionTurn }
  | { readonly kind: 'theirs' }
  /** The process that asked leaves this outcome for the processes that waited. */
  | { readonly kind: 'answered'; readonly sealed: Uint8Array }
  | { readonly kind: 'unreachable' };

export interface QuestionTurn {
  /** Extends the claim by the same time again. */
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
  /** The registry is not loaded, half loaded or damaged. The result never reads as "not found". */
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
