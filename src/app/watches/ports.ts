// What watching companies and people needs from the world.

import type { KeyId, KeyMode } from '../../domain/access/api-key.ts';
import type { LegalBasis } from '../../domain/access/legal-basis.ts';
import type { CompanyChange } from '../../domain/company/company-change.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { NewEvent } from '../events/ports.ts';
import type { ListPlace } from '../key-owned/list-page.ts';
import type { NamedEdition } from '../screening/ports.ts';

export const watchKinds = ['company', 'person'] as const;
export type WatchKind = (typeof watchKinds)[number];

export interface NewWatch {
  readonly id: string;
  readonly keyId: KeyId;
  readonly kind: WatchKind;
  /** The sandbox's companies never change. */
  readonly mode: KeyMode;
  /** The webhook endpoint with this id receives the changes. */
  readonly webhookId: string | null;
  /** The snapshot that the next one is compared with; null where there was none, and for people. */
  readonly snapshot: string | null;
  /** The state of the lists that the next one is compared with, as `lists-point` writes it; null: the lists are not asked. */
  readonly lists: string | null;
  /** `purpose` and `legalBasis` state why people are watched and on which legal ground. Both are null for companies. */
  readonly purpose: string | null;
  readonly legalBasis: LegalBasis | null;
  /** The watch is deleted at this time; null means that it stays until a caller deletes it. */
  readonly untilMs: number | null;
  /** A keyed hash of the caller's `Idempotency-Key`. */
  readonly repeatId: string | null;
  readonly createdAtMs: number;
}

export interface StoredWatch extends NewWatch {
  readonly state: 'receiving' | 'active' | 'deleted';
  /** `members` counts the companies or people of the watch. */
  readonly members: number;
  /** A keyed hash of the list as it was read; null of a watch from before there was one. */
  readonly fingerprint: string | null;
  /** The number of the last change; they are counted from 1. */
  readonly lastChange: number;
  readonly comparedAtMs: number | null;
  /** `missed` counts the snapshots, or list editions, that were gone before they could be compared. */
  readonly missed: number;
  /** Clearances that somebody has withdrawn, as `withdrawn-clearances` reads them; null where there are none to look at. */
  readonly withdrawn: string | null;
  /** `rewrites` counts how often the list was rewritten without a person who was erased. */
  readonly rewrites: number;
}

export interface Comparison {
  /** The comparison began from this state. If another process has finished one meanwhile, nothing is written. */
  readonly from: Pick<StoredWatch, 'snapshot' | 'lists' | 'rewrites' | 'lastChange'>;
  /** The withdrawn clearances that were looked at, and are looked at no more. */
  readonly withdrawn?: string | undefined;
  readonly snapshot: string | null;
  readonly lists: string | null;
  readonly lastChange: number;
  readonly comparedAtMs: number;
  readonly isMissed: boolean;
  /** The store writes this event in the same step, for its key and for its endpoint. */
  readonly event: NewEvent | null;
}

export interface SealedChange {
  readonly number: number;
  readonly sealed: Uint8Array;
}

export interface SealedList {
  /** The count starts at 0. */
  readonly part: number;
  readonly sealed: Uint8Array;
}

/** Every write is durable when its promise resolves. A watch whose row was made or changed by other means is found by nothing, and reported. */
export interface WatchStore {
  /** `full`: the key has as many as it may have. A watch: the one that has the same `repeatId`. */
  begin(watch: NewWatch, watchesMax: number): Promise<'begun' | 'full' | StoredWatch>;
  /** Finds an entry by its `repeatId`. Returns undefined if there is none, including after its deletion. */
  findRepeated(repeatId: string): Promise<StoredWatch | undefined>;
  /** Rejects where the watch was deleted meanwhile. */
  appendList(id: string, list: SealedList): Promise<void>;
  /** All of its list is there. */
  start(id: string, members: number, fingerprint: string): Promise<void>;
  /** Returns undefined if there is none, including after its deletion. */
  find(id: string): Promise<StoredWatch | undefined>;
  /** The key's own, or everybody's, once their lists are whole, the newest first; behind the one of `before`, where it is given. */
  listOf(keyId: KeyId | null, limit: number, before?: ListPlace): Promise<readonly StoredWatch[]>;
  findList(id: string, part: number): Promise<SealedList | undefined>;
  /** Companies of live keys, last compared with another snapshot than this. */
  listStale(snapshot: string): Promise<readonly string[]>;
  /** Where watches of lists stand, each point once. */
  listPoints(): Promise<readonly WatchPoint[]>;
  listAtPoint(point: WatchPoint): Promise<readonly string[]>;
  /** Lists the watches whose withdrawn clearances are still to be compared. */
  listWithdrawn(mode: KeyMode): Promise<readonly string[]>;
  /** Deletes the changes beyond `lastChange`, which an unfinished comparison left behind. */
  discardUnfinished(id: string): Promise<void>;
  /** Adds nothing to a watch that was deleted meanwhile. */
  appendChanges(id: string, changes: readonly SealedChange[]): Promise<void>;
  /** Returns false if the watch is gone or has changed since the comparison began. */
  finish(id: string, comparison: Comparison): Promise<boolean>;
  /** Lists the changes of finished comparisons, in order. */
  listChanges(id: string, after: number, limit: number): Promise<readonly SealedChange[]>;
  /** It was begun and will not be whole. Never rejects: where it cannot be written down now, that is done later. */
  abandon(id: string): Promise<void>;
  /** Returns false if the key owns no entry with this id. */
  delete(id: string, keyId: KeyId): Promise<boolean>;
  /** Lists the watches whose last day has passed. */
  listOver(nowMs: number): Promise<readonly StoredWatch[]>;
  /** Deletes it and tells of it in one step; nothing where it is gone already. */
  end(id: string, event: NewEvent): Promise<void>;
  hasWaste(nowMs: number): Promise<boolean>;
  purge(nowMs: number, max: number): Promise<void>;
  /** The changes of all watches, deleted and unfinished ones too, in the order of watch and number. */
  listAllChanges(after: PlacedChange | undefined, limit: number): Promise<readonly PlacedChange[]>;
  removeChange(id: string, number: number): Promise<void>;
  /** The lists of all watches of people, as those of `listAllChanges`. */
  listAllPeople(after: PlacedList | undefined, limit: number): Promise<readonly PlacedList[]>;
  /** A comparison that has read the list before it was replaced does not finish. */
  replaceList(id: string, list: SealedList, removed: number): Promise<void>;
}

export interface WatchPoint {
  readonly mode: KeyMode;
  readonly lists: string;
}

export interface PlacedChange extends SealedChange {
  readonly watchId: string;
}

export interface PlacedList extends SealedList {
  readonly watchId: string;
}

/** The snapshots that a watch has yet to be compared with; `all` where that is not known. */
export type NeededSnapshots = readonly string[] | 'all';

/** The same of the lists. */
export type NeededEditions = readonly NamedEdition[] | 'all';

export interface SnapshotName {
  readonly id: string;
  readonly dataAsOf: string;
}

export interface OpenComparison {
  readonly before: SnapshotName;
  readonly after: SnapshotName;
  /** The comparison yields changes in batches, some of them empty, and no faster than the caller takes them. Throws if a snapshot cannot be read. */
  readonly changes: AsyncIterable<readonly CompanyChange[]>;
}

export interface RegistryComparer {
  /** Returns undefined while no snapshot can be read. */
  findLive(): SnapshotName | undefined;
  /** The numbers in any order. Undefined where the older snapshot is gone. The signal ends it, and its changes with an error. */
  compare(
    before: string,
    after: string,
    numbers: AsyncIterable<readonly Cnpj[]>,
    signal: AbortSignal,
  ): Promise<OpenComparison | undefined>;
}
