// Clears away what abandoned uploads have left: pieces of a snapshot that was never published, and halves of files. Only what
// has lain untouched for a week goes, so that a stopped upload can go on until then.

import type { StoredObject } from '../depots/depot.ts';
import { latestName } from './contents.ts';
import { findLatest, type WritableShare } from './shared-snapshots.ts';

const abandonedMs = 7 * 86_400_000;
/** The form matches the names that we create; all other objects in the place stay untouched. */
const nameForm = /^snapshots\/([0-9A-Za-z-]{8,64})\/[\w.-]+$/;
const halfForm = /\.part$/;

/** Gives the ids of the snapshots of which something was cleared. */
export async function clearAbandoned(share: WritableShare, nowMs: number, signal: AbortSignal): Promise<string[]> {
  const { depot } = share;
  const objects = await depot.list('snapshots/', signal);
  // Read after them: what another machine has published meanwhile is named by now.
  const latest = await findLatest(share, signal);
  if (latest === undefined) throw new Error(`${latestName} is gone`);
  const named = new Set(latest.snapshots.map(({ id }) => id));
  const cleared: string[] = [];
  for (const [id, all] of groupById(objects)) {
    const left = named.has(id) ? all.filter(({ name }) => halfForm.test(name)) : all;
    if (left.length === 0 || left.some(({ changedAtMs }) => nowMs - changedAtMs < abandonedMs)) continue;
    for (const { name } of left) await depot.remove(name, signal);
    cleared.push(id);
  }
  return cleared;
}

function groupById(objects: readonly StoredObject[]): ReadonlyMap<string, readonly StoredObject[]> {
  return Map.groupBy(
    objects.filter(({ name }) => nameForm.test(name)),
    ({ name }) => nameForm.exec(name)?.[1] ?? '',
  );
}
