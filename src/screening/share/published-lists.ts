// Which lists a depot has: `lists.json`. It only says where to look; what lies there proves itself.

import type { Depot, WritableDepot } from '../../datasets/depots/depot.ts';
import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import { encodeDocument, parseDocument } from '../../datasets/folder/sealed-document.ts';
import { findList } from '../lists/catalogue.ts';

const documentName = 'lists.json';
const kind = { format: 'confere-lists', version: 1 };
const bytesMax = 1 << 20;

/** Returns the published lists that this Confere knows, or none if nothing was published. Throws SnapshotDamage or a DepotFault. */
export async function readPublishedLists(depot: Depot, signal: AbortSignal): Promise<readonly string[]> {
  const bytes = await depot.read(documentName, bytesMax, signal);
  if (bytes === undefined) return [];
  const { lists } = parseDocument(bytes.toString('utf8'), documentName, kind, {
    foreign: `${documentName} was not written by \`lists publish\`.`,
    otherVersion: `${documentName} was written by another version of Confere: upgrade this one first.`,
  });
  if (!Array.isArray(lists)) throw new SnapshotDamage(`${documentName} names no lists.`);
  return lists.filter((id) => typeof id === 'string' && findList(id) !== undefined);
}

/** Adds those that are not named yet. */
export async function namePublishedLists(
  depot: WritableDepot,
  lists: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const there = await readPublishedLists(depot, signal);
  if (lists.every((id) => there.includes(id))) return;
  const all = [...new Set([...there, ...lists])].sort();
  await depot.write(documentName, Buffer.from(encodeDocument(kind, { lists: all }, 1)), signal);
}
