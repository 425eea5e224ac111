// Opens what the command line does with lists of people and companies: import, status, one row, rollback.

import { type ImportedList, importList } from '../../../app/screening/import-list.ts';
import type { ListStatus } from '../../../app/screening/list-counts.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import type { ListOrder } from '../../../screening/list-session.ts';
import type { ShownEntry } from '../../../screening/maintenance.ts';
import { toListsDirectory } from '../../parts/lists-directory.ts';
import { recordActIfPossible } from '../audit/operator-act.ts';

export interface ListTools {
  importList(order: ListOrder, overridden: readonly string[], signal: AbortSignal): Promise<ImportedList>;
  status(): readonly ListStatus[];
  show(row: string): ShownEntry;
  rollBack(list: string): Promise<ListStatus>;
}

export async function openListTools(config: Config): Promise<ListTools> {
  const [{ openListSession }, maintenance] = await Promise.all([
    import('../../../screening/list-session.ts'),
    import('../../../screening/maintenance.ts'),
  ]);
  const directory = toListsDirectory(config);
  return {
    async importList(order, overridden, signal) {
      const imported = await importList(openListSession(directory, order, systemClock), overridden, signal);
      await recordActIfPossible(config, 'list_imported', `${imported.list}:${imported.id}`);
      return imported;
    },
    status: () => maintenance.readListsStatus(directory, systemClock),
    show: (row) => maintenance.showEntry(directory, row),
    async rollBack(list) {
      const status = maintenance.rollBackList(directory, list, systemClock);
      await recordActIfPossible(config, 'list_rolled_back', `${list}:${status.live?.id}`);
      return status;
    },
  };
}
