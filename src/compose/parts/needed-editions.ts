// Which editions of lists an import or a pull must leave on the disk, beside the live one and the one before.

import type { Clock } from '../../app/clock.ts';
import type { NeededSnapshots } from '../../app/watches/ports.ts';
import type { Config } from '../../config.ts';
import { toEngine } from '../backend/engine.ts';
import { toListsDirectory } from './lists-directory.ts';

/**
 * Those that a watch has yet to be compared with, and those that a screening may be made again with. The ids of all lists together: an
 * edition of another list that has the same id does no harm.
 */
export async function findNeededEditions(config: Config, clock: Clock): Promise<NeededSnapshots> {
  const watched = await toEngine(config).findNeededEditions();
  if (watched === 'all') return 'all';
  const { listServedWithin } = await import('../../screening/snapshot/kept-editions.ts');
  const days = config['screening.keep_editions_days'];
  const served = await listServedWithin(toListsDirectory(config), days, clock.nowMs());
  return [...watched.map(({ edition }) => edition), ...served];
}
