// What the audit needs from the world. Each port has one contract suite, which each of its adapters passes.

import type { ChainEnd } from './chain.ts';
import type { AuditEntry } from './entry.ts';
import type { KeptGroup } from './groups/group.ts';
import type { SignedHead } from './head.ts';
import type { Place } from './proof/covers.ts';
import type { KeptPolicy } from './proof/kept-policy.ts';
import type { AuditContent } from './record.ts';

/** An audit log receives the records. */
export interface AuditLog {
  /** Resolves once the record is durable, and rejects when it is not known to be. Records are kept in the order of the calls. */
  append(entry: AuditEntry): Promise<void>;
  /** Records an entry without a waiting caller. The entry is durable within a moment. If the write fails, the log itself tells the operator. */
  note(entry: AuditEntry): void;
  /**
   * Tells whether the last attempt succeeded. Confere checks this before it asks a bureau, because a call that cannot be recorded must not be
   * billed.
   */
  isWritable(): boolean;
}

/** A record as it is kept. What was purged or erased has lost its content, or its details, but not its place in the chain. */
export interface AuditRow {
  readonly chain: string;
  readonly sequence: number;
  /** The chain's link behind the group with which it was written. */
  readonly hash: Uint8Array;
  readonly content: string | null;
  readonly hasDetails: boolean;
  /** Only where a page asks for them. */
  readonly details: string | null;
}

/** Intents that something has completed are left out, unless one chain, or their kind, is asked for. */
export interface AuditFilter {
  readonly kind?: AuditContent['kind'];
  /** The filter selects questions and excludes the acts of operators. */
  readonly withoutActs?: true;
  readonly keyId?: string;
  readonly status?: string;
  readonly fromMs?: number;
  /** Exclusive. */
  readonly toMs?: number;
  /** A person, by their subject under each generation of the secret. */
  readonly subjects?: readonly string[];
  readonly requestId?: string;
  readonly riskLevel?: string;
  /** The code of a reason of the decision, which only the sealed evidence tells. */
  readonly reason?: string;
  /** The filter selects the rows of this batch. */
  readonly batchId?: string;
  /** The filter excludes the rows of all batches. The act that started a batch stands for them, also where acts are excluded. */
  readonly foldsBatches?: true;
  /** The caller of `keyId` as acts name it, for the acts that stand for batches. */
  readonly actor?: string;
  /** The filter takes the records of this chain alone, in the chain's own order. */
  readonly chain?: string;
}

export interface AuditPage {
  /** Newest first when reading for people, oldest first for an export. */
  readonly order: 'newest' | 'oldest';
  readonly limit: number;
  /** The last row of the page before, in the same order. */
  readonly after?: { readonly chain: string; readonly sequence: number };
  /** Opens what is sealed apart from the contents. */
  readonly withDetails?: true;
}

/** A page that says where it ends: a search for something rare stops after it has opened this many records. */
export interface SearchPage extends AuditPage {
  readonly openedMax: number;
}

export interface FoundPage {
  readonly rows: readonly AuditRow[];
  /** The search stopped behind this record before the page was full. The value is null if it was full, or nothing is left to look at. */
  readonly stoppedAt: StoppedSearch | null;
}

export interface StoppedSearch {
  readonly chain: string;
  readonly sequence: number;
  readonly atMs: number;
}

/** A row under a newer secret, and what was sealed there before. */
export interface GroupChange {
  readonly before: KeptGroup;
  readonly after: KeptGroup;
}

/** `ForgottenRecords` counts the records that were taken out of the audit, and holds the sealed bytes that they replaced. */
export interface ForgottenRecords {
  readonly count: number;
  readonly replaced: readonly Uint8Array[];
}

/** A row by what the chain is proven by, and the end of the chain before it; undefined where that is nowhere. */
export interface PlacedGroup {
  readonly first: number;
  readonly parts: Uint8Array;
  readonly before: ChainEnd | undefined;
}

/** The sealed details alone, or with them the content. */
export type Forgotten = 'details' | 'contents';

export interface AuditPurge {
  /** Forgets this of rows all of whose records are from before `beforeMs`, of about `recordsMax` records; says of how many, 0 when none is left. */
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
  /** `last` is the sequence of the chain's last record, or 0 if none is left. */
  readonly last: number;
  /** Tells whether the list of chains names this chain. Confere does not continue, sign or send an unlisted chain. */
  readonly isListed: boolean;
}

/** Where records are read, proven and forgotten. */
export interface AuditTrail {
  find(filter: AuditFilter, page: AuditPage): Promise<readonly AuditRow[]>;
  /** Finds the same, and stops where it would look for too long. `after` of the next page is the last row, or where this one stopped. */
  search(filter: AuditFilter, page: SearchPage): Promise<FoundPage>;
  /** Every chain of which anything is kept. */
  chains(): Promise<readonly KeptChain[]>;
  /** The rows that hold these records, oldest first, many at a time. */
  pages(stretch: ChainStretch): AsyncIterable<readonly KeptGroup[]>;
  /** The row that holds this record of a chain, or its last one. */
  findGroup(chain: string, sequence?: number): Promise<PlacedGroup | undefined>;
  /** Intents from before then that nothing has completed, oldest first within a chain. As kept beside the chain: the proof reads the chain itself. */
  openIntents(beforeMs: number): Promise<readonly AuditRow[]>;
  /** Returns the last missing record of each chain whose first records are gone, by the chain. */
  starts(): Promise<ReadonlyMap<string, ChainEnd>>;
  heads(): Promise<readonly SignedHead[]>;
  /** The newest head of each chain. */
  lastHeads(): Promise<readonly SignedHead[]>;
  /** The links behind these records of a chain, hexadecimal, by their sequence; without those that no group ends with. */
  hashesOf(chain: string, sequences: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Returns which of these records of a chain a head names. */
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
  forget(places: readonly Place[]): Promise<ForgottenRecords>;
}
