// Opens what the command line does with lists of people and companies: import, status, one row, rollback, forgetting.

import { type ImportedList, importList } from '../../../app/screening/lists/import-list.ts';
import type { ListStatus, StoredEditions } from '../../../app/screening/lists/list-counts.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import type { Forgotten } from '../../../datasets/folder/forget.ts';
import type { ListOrder } from '../../../screening/list-session.ts';
import type { ShownEntry } from '../../../screening/maintenance.ts';
import { toListsDirectory } from '../../parts/lists-directory.ts';
import { findNeededEditions } from '../../parts/needed-editions.ts';
import { recordActIfPossible } from '../audit/operator-act.ts';

export interface ListTools {
  importList(order: ListOrder, overridden: readonly string[], signal: AbortSignal): Promise<ImportedList>;
  status(): readonly ListStatus[];
  show(row: string): ShownEntry;
  rollBack(list: string): Promise<ListStatus>;
  /** Returns what is gone. */
  forget(list: string, forgotten: Forgotten): Promise<StoredEditions>;
}

/** `by`: as the audit names them; undefined for the operator at the keyboard. */
export async function openListTools(config: Config, by?: string): Promise<ListTools> {
  const [{ openListSession }, maintenance] = await Promise.all([
    import('../../../screening/list-session.ts'),
    import('../../../screening/maintenance.ts'),
  ]);
  const directory = toListsDirectory(config);
  return {
    async importList(order, overridden, signal) {
      const needed = await findNeededEditions(config, systemClock);
      const imported = await importList(openListSession(directory, order, systemClock, needed), overridden, signal);
      await recordActIfPossible(config, 'list_imported', `${imported.list}:${imported.id}`, by);
      return imported;
    },
    status: () => maintenance.readListsStatus(directory, systemClock),
    show: (row) => maintenance.showEntry(directory, row),
    async rollBack(list) {
      const status = maintenance.rollBackList(directory, list, systemClock);
      await recordActIfPossible(config, 'list_rolled_back', `${list}:${status.live?.id}`, by);
      return status;
    },
    async forget(list, forgotten) {
      const { forgetList } = await import('../../../screening/forget-list.ts');
      const gone = forgetList(directory, list, forgotten, systemClock);
      await recordActIfPossible(config, 'list_forgotten', `${list}:${forgotten}`);
      return gone;
    },
  };
}
