// Taking a snapshot that another machine has published, as a use case: is there another one, may it replace what is live, then fetch
// it, check all of it and switch. A rollback holds as it does for an update, and older data never replaces newer by itself.

import { type DatasetName, type DatedSnapshot, isOlder } from './dataset-name.ts';
import { type Judgement, settle } from './judgement.ts';

export interface LocalSnapshots {
  /** The value is undefined if no snapshot is live or the live one is unreadable. */
  readonly live: DatedSnapshot | undefined;
  /** A rollback holds: only a snapshot that is asked for by name is taken. */
  readonly held: boolean;
}

/** A shared dataset joins the published snapshots to the dataset of this machine that they may enter. */
export interface SharedDataset<Shared extends DatedSnapshot> {
  /** Returns the live snapshots of this machine. They may change until the dataset is locked. */
  look(): LocalSnapshots;
  /** The newest, or the one of this id; undefined where there is none. */
  find(id: string | undefined): Promise<Shared | undefined>;
  /** Tells whether the live snapshot has all the bytes of this one. Confere fetches a live snapshot again if it has lost some. */
  hasAll(snapshot: Shared): boolean;
  /** Takes the lock that imports take. */
  lock(): { release(): void };
  /** Brings all of it here and reads it back. What is here of it already is not fetched again. */
  bring(snapshot: Shared): Promise<void>;
  /** Atomic: before it the old snapshot is live, after it this one. */
  switchTo(snapshot: Shared): void;
}

export interface PullOrder {
  /** This one and no other, also while a rollback holds; otherwise the newest. */
  readonly snapshot: string | undefined;
  readonly overridden: readonly string[];
}

export type PullOutcome<Shared extends DatedSnapshot> =
  | { readonly kind: 'nothing_published' }
  | { readonly kind: 'held'; readonly live: DatedSnapshot | undefined }
  | { readonly kind: 'up_to_date'; readonly live: DatedSnapshot }
  /** The published snapshot is older than the live one. */
  | { readonly kind: 'older'; readonly snapshot: Shared; readonly live: DatedSnapshot }
  | { readonly kind: 'pulled'; readonly snapshot: Shared };

export async function pullSnapshot<Shared extends DatedSnapshot>(
  dataset: SharedDataset<Shared>,
  order: PullOrder,
): Promise<PullOutcome<Shared>> {
  if (dataset.look().held && order.snapshot === undefined) return { kind: 'held', live: dataset.look().live };
  const snapshot = await dataset.find(order.snapshot);
  if (snapshot === undefined) return { kind: 'nothing_published' };
  const reason = findReason(dataset, snapshot, order);
  if (reason !== undefined) return reason;
  const lock = dataset.lock();
  try {
    // Somebody else may have switched or gone back before the lock was ours.
    const second = findReason(dataset, snapshot, order);
    if (second !== undefined) return second;
    await dataset.bring(snapshot);
    dataset.switchTo(snapshot);
    return { kind: 'pulled', snapshot };
  } finally {
    lock.release();
  }
}

/** Returns the reason why the snapshot is not taken, or undefined if it is. */
function findReason<Shared extends DatedSnapshot>(
  dataset: SharedDataset<Shared>,
  snapshot: Shared,
  order: PullOrder,
): PullOutcome<Shared> | undefined {
  const { live, held } = dataset.look();
  if (held && order.snapshot === undefined) return { kind: 'held', live };
  if (live === undefined) return undefined;
  if (live.id === snapshot.id) return dataset.hasAll(snapshot) ? { kind: 'up_to_date', live } : undefined;
  if (!isOlder(snapshot, live) || order.overridden.includes('older_data')) return undefined;
  return { kind: 'older', snapshot, live };
}

/** Throws unless the snapshot may be named as the newest in the place of what is named there now. */
export function checkPublished(
  { portuguese: what, version }: DatasetName,
  snapshot: DatedSnapshot,
  there: DatedSnapshot | undefined,
  overridden: readonly string[],
): readonly Judgement[] {
  if (there === undefined || there.id === snapshot.id || !isOlder(snapshot, there)) return [];
  const sentence = `The ${version.en} is of ${snapshot.dataAsOf} (imported ${snapshot.importedAt}), the newest that is published is of ${there.dataAsOf} (imported ${there.importedAt}): older data would be offered in the place of newer.`;
  const portuguese = `Esta ${version.pt} d${what} é de ${snapshot.dataAsOf} (importada em ${snapshot.importedAt}), e a mais recente publicada é de ${there.dataAsOf} (importada em ${there.importedAt}): dados mais antigos seriam oferecidos no lugar dos mais recentes.`;
  return settle([{ name: 'older_data', sentence, portuguese }], overridden);
}
