// What two snapshots say differently about companies: of all of them in one pass over both, or of those on a list in one pass over
// the list and what the snapshots hold of it. It leaves out establishments that read the same on both days.

import {
  type CompanyChange,
  type CompanyState,
  findCompanyChange,
  toCompanyState,
} from '../../domain/company/company-change.ts';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { fromKey } from '../files/cnpj-key.ts';
import { toPackedDate } from '../files/quirks.ts';
import type { BlockCursor } from '../snapshot/block.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { EntryWalk } from './entry-walk.ts';
import { toPartitionedKeys, type WatchedKeys } from './watched-keys.ts';

const dayMs = 86_400_000;

/** Partition by partition, an empty list where one holds no change. Throws SnapshotDamage or a system error. */
export function* compareSnapshots(
  before: Snapshot,
  after: Snapshot,
  youngCompanyDays: number,
): Generator<CompanyChange[]> {
  const judge = createJudge(before, after, youngCompanyDays);
  const partitions = countPartitions(before, after);
  for (let partition = 0; partition < partitions; partition++) {
    const old = new EntryWalk(before, partition, partitions);
    const young = new EntryWalk(after, partition, partitions);
    const changes: CompanyChange[] = [];
    old.advance();
    young.advance();
    while (!old.isAtEnd || !young.isAtEnd) {
      const order = old.high - young.high || old.low - young.low;
      const change = judge(order <= 0 ? old.cursor : null, order >= 0 ? young.cursor : null);
      if (change !== undefined) changes.push(change);
      if (order <= 0) old.advance();
      if (order >= 0) young.advance();
    }
    yield changes;
  }
}

/** The same of the listed companies alone. */
export function* compareWatched(
  before: Snapshot,
  after: Snapshot,
  watched: WatchedKeys,
  youngCompanyDays: number,
): Generator<CompanyChange[]> {
  const judge = createJudge(before, after, youngCompanyDays);
  const partitions = countPartitions(before, after);
  const { high, low, starts } = toPartitionedKeys(watched, partitions);
  for (let partition = 0; partition < partitions; partition++) {
    const old = new EntryWalk(before, partition, partitions);
    const young = new EntryWalk(after, partition, partitions);
    const changes: CompanyChange[] = [];
    for (let index = starts[partition] as number; index < (starts[partition + 1] as number); index++) {
      const [keyHigh, keyLow] = [high[index] as number, low[index] as number];
      const change = judge(seek(old, keyHigh, keyLow), seek(young, keyHigh, keyLow));
      if (change !== undefined) changes.push(change);
    }
    yield changes;
  }
}

function seek(walk: EntryWalk, high: number, low: number): BlockCursor | null {
  walk.seek(high, low);
  return walk.high === high && walk.low === low ? walk.cursor : null;
}

/** The roots of each of these lie in one partition of either snapshot. */
function countPartitions(before: Snapshot, after: Snapshot): number {
  return Math.max(before.manifest.partitions, after.manifest.partitions);
}

/** Nearly all entries read the same, and a company that is neither young nor about to lose its option is judged the same, too. */
function createJudge(before: Snapshot, after: Snapshot, youngCompanyDays: number) {
  const oldDay = before.manifest.data_as_of;
  const newDay = after.manifest.data_as_of;
  const earlierMs = Math.min(Date.parse(oldDay), Date.parse(newDay));
  const youngSince = toPackedDate(new Date(earlierMs - youngCompanyDays * dayMs).toISOString().slice(0, 10));
  const isAgeless = (cursor: BlockCursor) => cursor.startedOn < youngSince && cursor.meiExcludedOn === 0;

  return (old: BlockCursor | null, young: BlockCursor | null): CompanyChange | undefined => {
    const found = old ?? young;
    if (found === null || (old !== null && young !== null && isAgeless(young) && old.saysTheSame(young))) {
      return undefined;
    }
    const cnpj = completeCnpj(fromKey(found.high, found.low, found.branch));
    const toState = (cursor: BlockCursor | null, day: string): CompanyState | null =>
      cursor === null ? null : toCompanyState(cursor.toCompany(cnpj), day, youngCompanyDays);
    return findCompanyChange(cnpj, toState(old, oldDay), toState(young, newDay));
  };
}
