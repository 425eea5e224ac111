// What is decided about data that does not move: a node's files are left out of the shared database for good, or a move is given up.

import { rmSync } from 'node:fs';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { openRememberedHeads } from '../../../stores/audit/state/remembered-heads.file.ts';
import { readMoveMark, writeMoveMark } from '../../../stores/postgres/moved.ts';
import { findLocalData, leftBehind, moveAside, toComing } from '../../../stores/transfer/local-data.sqlite.ts';
import { giveUpMoveOut, isMovingOut } from '../../../stores/transfer/move-out.sqlite.ts';
import { getStoreAddress } from '../../backend/postgres-store.ts';
import { toStateFolder } from '../../parts/audit/audit-settings.ts';
import { recordAct } from '../audit/operator-act.ts';
import { refuseOpen, withMoveLock } from './moving.ts';

/** Leaves the local data on the disk, where no process reads it any more. */
export async function leaveBehind(config: Config): Promise<string | null> {
  getStoreAddress(config, 'store');
  refuseOpen(config);
  const found = Object.entries(findLocalData(config.data_dir));
  if (found.length === 0) return null;
  await recordAct(config, 'store_left', found.map(([part, many]) => `${many} ${part}`).join(', '));
  return moveAside(config.data_dir, leftBehind, systemClock.nowMs());
}

/** Returns the place of the data that the installation continues with; null means that nothing was moved. */
export async function giveUpMove(config: Config): Promise<'data_dir' | 'store' | null> {
  refuseOpen(config);
  if (isMovingOut(config.data_dir)) {
    giveUpMoveOut(config.data_dir);
    await recordAct({ ...config, store: null }, 'store_stayed', 'data_dir');
    return 'data_dir';
  }
  if (config.store === null) return null;
  const isMoved = await withMoveLock(config, async (pool) => {
    const mark = await readMoveMark(pool);
    if (mark === undefined) return false;
    await writeMoveMark(pool, undefined);
    rmSync(toComing(config.data_dir), { recursive: true, force: true });
    // Chains that were begun in the files are not there any more, and nobody has lost them.
    openRememberedHeads(toStateFolder({ ...config, store: null })).setAside(`until-${systemClock.nowMs()}`);
    return true;
  });
  if (!isMoved) return null;
  await recordAct(config, 'store_stayed', 'store');
  return 'store';
}
