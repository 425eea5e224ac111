// What the audit needs from the world. Each port has one contract suite, which each of its adapters passes.

import type { ChainEnd } from './chain.ts';
import type { AuditEntry } from './entry.ts';
import type { SignedHead } from './head.ts';
import type { Place } from './proof/covers.ts';
import type { KeptPolicy } from './proof/kept-policy.ts';
import type { AuditContent } from './record.ts';

/** Where records are written. */
export interface AuditLog {
  /** Resolves once the record is durable, and rejects when it is not known to be. Records are kept in the order of the calls. */
  append(entry: AuditEntry): Promise<void>;
  /** The same for what nobody waits for: it is durable within a moment. Where it could not be written, the log itself tells the operator. */
  note(entry: AuditEntry): void;
  /** Whether the last attempt succeeded. Asked before a bureau is: what cannot be recorded must not be billed. */
  isWritable(): boolean;
}

/** A record as it is kept. What was purged has lost its content, or its details, but not its place in the chain. */
export interface AuditRow {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: Uint8Array;
  readonly content: string | null;
  /** Set in place of a purged content. */
  readonly contentHash: Uint8Array | null;
  readonly sealedDetails: Uint8Array | null;
}

/** Intents that something has completed are left out, unless one chain, or their kind, is asked for. */
export interface AuditFilter {
  readonly kind?: AuditContent['kind'];
  /** What was asked, and not what operators did. */
  readonly withoutActs?: true;
  readonly keyId?: string;
  readonly status?: string;
  readonly fromMs?: number;
  /** Exclusive. */
  readonly toMs?: number;
  /** A person, by their subject under each generation of the secret. */
  readonly subjects?: readonly string[];
  readonly requestId?: string;
  /** Of one chain alone, in its own order. */
  readonly chain?: string;
}

export interface AuditPage {
  /** Newest first when reading for people, oldest first for an export. */
  readonly order: 'newest' | 'oldest';
  readonly limit: number;
  /** The last row of the page before, in the same order. */
  readonly after?: { readonly chain: string; readonly sequence: number };
}

/** Details in another seal. */
export interface DetailsChange extends Place {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** The sealed details alone, or with them the content. */
export type Forgotten = 'details' | 'contents';

export interface AuditPurge {
  /** Forgets this of records from before `beforeMs`, at most `recordsMax` of them; says how many. */
  purge(what: Forgotten, beforeMs: number, recordsMax: number): Promise<number>;
}

/** Records of one chain after a place, to another or to the end. */
export interface ChainStretch {
  readonly chain: string;
  readonly after: number;
  /** The last of them. */
  readonly until?: number | undefined;
}

export interface KeptChain {
  readonly chain: string;
  /** Its last record; 0 where none is left. */
  readonly last: number;
  /** Whether the list of chains names it: what is not there nobody continues, signs or sends anywhere. */
  readonly isListed: boolean;
}

/** Where records are read, proven and forgotten. */
export interface AuditTrail {
  find(filter: AuditFilter, page: AuditPage): Promise<readonly AuditRow[]>;
  /** Every chain of which anything is kept. */
  chains(): Promise<readonly KeptChain[]>;
  /** These records, oldest first, many at a time. */
  pages(stretch: ChainStretch): AsyncIterable<readonly AuditRow[]>;
  /** Intents from before then that nothing has completed, oldest first within a chain. As kept beside the chain: the proof reads the chain itself. */
  openIntents(beforeMs: number): Promise<readonly AuditRow[]>;
  /** Of chains whose first records are gone, by the chain: the last one that is. */
  starts(): Promise<ReadonlyMap<string, ChainEnd>>;
  heads(): Promise<readonly SignedHead[]>;
  /** The newest head of each chain. */
  lastHeads(): Promise<readonly SignedHead[]>;
  /** The hashes of these records of a chain, hexadecimal, by their sequence; without those that are not there. */
  hashesOf(chain: string, sequences: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Which of these records of a chain a head names. */
  signedOf(chain: string, sequences: readonly number[]): Promise<ReadonlySet<number>>;
  /** The first head of that chain at this record or after it. */
  findHead(place: Place): Promise<SignedHead | undefined>;
  /** Every policy that is kept. */
  policies(): Promise<readonly KeptPolicy[]>;
  /** The text of a policy that a record names by its hash. */
  findPolicy(hash: string): Promise<string | undefined>;
  /** Every record and intent of the requests about one subject, from until then. */
  findErasable(subjects: readonly string[], untilMs: number): Promise<readonly Place[]>;
  /** Acts from then on whose target begins with one of these requests: who read, or unmasked, its record. */
  findActsNaming(requestIds: readonly string[], fromMs: number): Promise<readonly Place[]>;
  /** Forgets content and details of these records; says of how many. An act in the chain must cover them before. */
  forget(places: readonly Place[]): Promise<number>;
}
