// What the use cases need from the world. Adapters implement these; `compose/` chooses which.
// Every port has one contract suite in `test/contracts/`, which each of its adapters passes.

import type { KeyId, KeyRecord } from '../domain/access/api-key.ts';
import type { Company } from '../domain/company/company.ts';
import type { CompanyRecord, EstablishmentSummary, Partner, RecordFilter } from '../domain/company/company-record.ts';
import type { Cnpj, CnpjRoot } from '../domain/numbers/cnpj.ts';
import type { Evidence, PersonQuery, SourceName } from '../domain/person/evidence.ts';
import type { Eventual } from './eventual.ts';

export interface Clock {
  /** Milliseconds since 1970, as the calendar has it; may jump. */
  nowMs(): number;
  /** Milliseconds that only ever grow: for deadlines, latencies and windows. */
  monotonicMs(): number;
}

export interface SourceAnswer {
  readonly evidence: Evidence;
  readonly latencyMs: number;
  readonly cached: boolean;
  /** Requests that the party was sent for it, second tries included: what it may bill. None where an equal question's answer served. */
  readonly calls: number;
}

/** One outside party. `ask` settles soon after `signal` aborts and never rejects: a failure is `unavailable` with its reason. */
export interface PersonSource {
  ask(query: PersonQuery, signal: AbortSignal): Eventual<SourceAnswer>;
  /** What is to be said of this person without calling the party; undefined where it must be called. */
  readonly findKnown?: (query: PersonQuery) => Eventual<SourceAnswer | undefined>;
  /**
   * Whether one more call may be made now, `besides` so many that are about to be made. To be asked of all parties before the first
   * `ask`, in the same turn of the event loop.
   */
  canAdmit(besides?: number): boolean;
  /** Without this party's answer there is no result, instead of a partial one. */
  readonly required: boolean;
}

export type PersonSources = Readonly<Record<SourceName, PersonSource>>;

/** What a party said about a person, sealed, under a name that does not tell about whom. It never rejects: without it the party is asked. */
export interface AnswerStore {
  find(name: string): Promise<KeptAnswer>;
  /** In place of what was there; for so long and no longer. */
  keep(name: string, sealed: Uint8Array, lifeMs: number): Promise<'kept' | 'too_large' | 'no_room' | 'unreachable'>;
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

/** What a read of records was answered from. `snapshot` changes whenever an answer may. */
export interface RecordsOrigin {
  readonly snapshot: string;
  readonly dataAsOf: string;
}

/** Not imported, or damaged. It never reads as "not found", and says nothing about verification, which goes on. */
export interface RecordsUnavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
}

/** What a read would be answered from now. */
export type RecordsState = ({ readonly kind: 'open' } & RecordsOrigin) | RecordsUnavailable;

export type RecordLookup =
  | ({ readonly kind: 'found'; readonly record: CompanyRecord } & RecordsOrigin)
  | ({ readonly kind: 'not_found' } & RecordsOrigin)
  | RecordsUnavailable;

export type EstablishmentsLookup =
  | ({
      readonly kind: 'found';
      /** In the order of their branch characters. */
      readonly establishments: readonly EstablishmentSummary[];
      /** How many the company has in all. */
      readonly total: number;
      /** The branch (four characters) after which the next page begins; null on the last. */
      readonly next: string | null;
    } & RecordsOrigin)
  | ({ readonly kind: 'not_found' } & RecordsOrigin)
  | RecordsUnavailable;

export type PartnersLookup =
  | ({
      readonly kind: 'found';
      readonly partners: readonly Partner[];
      /** How many the company has in all. */
      readonly total: number;
      /** The company's first establishment. */
      readonly cnpj: Cnpj;
    } & RecordsOrigin)
  | ({ readonly kind: 'not_found' | 'not_imported' } & RecordsOrigin)
  | RecordsUnavailable;

export type RecordScan =
  | ({
      readonly kind: 'open';
      /** Ends when all records were seen; throws where one of them cannot be read. `break` and `return` let its file go. */
      readonly batches: AsyncIterable<readonly CompanyRecord[]>;
    } & RecordsOrigin)
  | RecordsUnavailable;

/** One of several parts of the records, which together are all of them: `part` counts from 0. */
export interface ScanShare {
  readonly part: number;
  readonly of: number;
}

/** The whole public record of companies, where it was imported. */
export interface CompanyRecords {
  /** At no cost: asked before every read, so that what was read before can be answered for as long as it holds. */
  state(): RecordsState;
  /** Of a company with very many partners the first `partnersMax` are read, 100 unless it says otherwise. */
  find(cnpj: Cnpj, partnersMax?: number): Eventual<RecordLookup>;
  /** At most `limit` partners of a company, from the one that is number `from` on, counted from 0. */
  listPartners(root: CnpjRoot, from: number, limit: number): Eventual<PartnersLookup>;
  /** Those after the branch `after`, or from the first one on; at most `limit`, which is 1 or more. */
  listEstablishments(root: CnpjRoot, after: string | undefined, limit: number): Eventual<EstablishmentsLookup>;
  /** Every record that passes the filter, once, in no promised order; or a share of them. */
  scan(filter: RecordFilter, share?: ScanShare): RecordScan;
}

/** Where API keys live. Only a keyed hash of a key is ever handed over. */
export interface KeyStore {
  insert(key: KeyRecord, hash: string): Promise<void>;
  /** Must see a revocation by another process at once. */
  findByHash(hash: string): Eventual<KeyRecord | undefined>;
  list(): Promise<readonly KeyRecord[]>;
  find(id: string): Promise<StoredKey | undefined>;
  revoke(id: string, atMs: number): Promise<'revoked' | 'already_revoked' | 'unknown'>;
  /** `change` may be called more than once, where another process changes the key at the same time. */
  update(id: string, change: (key: KeyRecord) => KeyRecord): Promise<KeyUpdate>;
  /** The key gets this hash; under those that it had before, it is found until `untilMs` at the latest. */
  replaceHash(id: string, replacement: HashReplacement): Promise<KeyUpdate>;
}

export interface StoredKey {
  readonly record: KeyRecord;
  /** When each of the replaced secrets ends or ended, the last one first. */
  readonly replacedUntilMs: readonly number[];
}

/** A revoked key stays as it is, and so does one that was changed by other means than the store. */
export type KeyUpdate =
  | { readonly kind: 'updated'; readonly record: KeyRecord }
  | { readonly kind: 'unknown' | 'revoked' | 'damaged' };

export interface HashReplacement {
  readonly hash: string;
  readonly nowMs: number;
  readonly untilMs: number;
}

export interface CountedWindow {
  readonly count: number;
  readonly resetsInMs: number;
}

/** Counts events per name in windows that start with their first event. */
export interface Counters {
  /** Adds one event, or as many as `events` says, which is 1 or more. */
  hit(name: string, windowMs: number, events?: number): Eventual<CountedWindow>;
  /** The current count, without adding to it. */
  peek(name: string): Eventual<CountedWindow>;
}

/** Bounds what is in work at one time, by name. */
export interface InWork {
  /** Whether one more may be; then `leave` must follow, once. */
  enter(name: string, limit: number): Eventual<boolean>;
  leave(name: string): void;
}

/** Uniformly random bytes, fit for secrets. */
export type RandomBytes = (length: number) => Uint8Array;

/** Turns an API key into the keyed hashes under which it may be stored, one for each generation of the secret. New keys take the first. */
export type HashKey = (key: string) => readonly string[];

/** `calls` as those of a `SourceAnswer`. */
export type FallbackLookup = CompanyLookup & { readonly calls: number };

/** A live lookup for companies that the registry does not hold yet. Settles soon after `signal` aborts and never rejects. */
export interface CompanyFallback {
  find(cnpj: Cnpj, signal: AbortSignal): Promise<FallbackLookup>;
}

/** A call that was made with an Idempotency-Key. `id` and `fingerprint` are keyed hashes; the answer is sealed. */
export type RecordedCall =
  | {
      readonly kind: 'started';
      readonly fingerprint: string;
      /** Who started it: this store's own process, another one that still runs, or one that is gone. */
      readonly owner: 'self' | 'other' | 'gone';
    }
  | { readonly kind: 'answered'; readonly fingerprint: string; readonly sealedAnswer: Uint8Array };

export interface CallClaim {
  readonly id: string;
  /** Whose record it is; each key may have so many. */
  readonly keyId: KeyId;
  readonly fingerprint: string;
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

export type ClaimRefusal =
  /** There are as many records as there may be: of this key, or in all. */
  | { readonly kind: 'full'; readonly whose: 'key' | 'all' }
  /** Others have kept the store from writing for too long. */
  | { readonly kind: 'busy' };

/** Which calls were started and what was answered. Every write is durable when its promise resolves. */
export interface IdempotencyStore {
  /** Undefined also when the record has expired. */
  find(id: string, nowMs: number): Promise<RecordedCall | undefined>;
  /** Undefined when the caller now holds the record; else the one that stands in the way. One of many callers wins, in any process. */
  claim(claim: CallClaim): Promise<RecordedCall | ClaimRefusal | undefined>;
  /** Rejects when the record is not one that this process started and has not answered. */
  complete(id: string, sealedAnswer: Uint8Array): Promise<void>;
  /** Forgets a call that this process started and has not answered. */
  release(id: string): Promise<void>;
  /** Deletes at most `recordsMax` expired records; says how many. */
  purge(nowMs: number, recordsMax: number): Promise<number>;
}

/** The same records, for whoever erases a person from them. */
export interface ErasableCalls {
  /** Those that have an answer, expired ones too, in the order of their ids. */
  listAnswered(afterId: string, limit: number): Promise<readonly KeptCall[]>;
  /** The answer goes, and `fingerprint` takes the place of the call's own: what is left says that a call was made, not which. */
  eraseAnswer(id: string, fingerprint: string): Promise<void>;
}

export interface KeptCall {
  readonly id: string;
  readonly fingerprint: string;
  readonly sealedAnswer: Uint8Array;
}
