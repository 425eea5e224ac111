// Opens what the command line does with lists of people and companies: import, status, one row, rollback, forgetting.

import { importDraft } from '../../../app/datasets/import-draft.ts';
import { type ImportedList, toListTarget } from '../../../app/screening/lists/import-list.ts';
import type { ListStatus, StoredEditions } from '../../../app/screening/lists/list-counts.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import type { Forgotten } from '../../../datasets/folder/forget.ts';
import type { ListOrder } from '../../../screening/list-session.ts';
import { refuseMissingHome } from '../../parts/home.ts';
import { toListsDirectory } from '../../parts/lists-directory.ts';
import { findNeededEditions } from '../../parts/needed-editions.ts';
import { recordActIfPossible } from '../audit/operator-act.ts';

export type ListTools = Awaited<ReturnType<typeof openListTools>>;

/** `by`: as the audit names them; undefined for the operator at the keyboard. */
export async function openListTools(config: Config, by?: string) {
  const [{ openListSession }, maintenance] = await Promise.all([
    import('../../../screening/list-session.ts'),
    import('../../../screening/maintenance.ts'),
  ]);
  const directory = toListsDirectory(config);
  return {
    /** `reason`: why what speaks against it is overridden, in the operator's words. */
    async importList(
      order: ListOrder,
      overridden: readonly string[],
      signal: AbortSignal,
      reason?: string,
    ): Promise<ImportedList> {
      refuseMissingHome(config);
      const needed = await findNeededEditions(config, systemClock);
      const session = openListSession(directory, order, systemClock, needed);
      const imported = await importDraft(session, { overridden, signal });
      await recordActIfPossible(config, 'list_imported', toListTarget(imported, reason), by);
      return imported;
    },
    status: (): readonly ListStatus[] => maintenance.readListsStatus(directory, systemClock),
    show: (row: string) => maintenance.showEntry(directory, row),
    async rollBack(list: string): Promise<ListStatus> {
      const status = maintenance.rollBackList(directory, list, systemClock);
      await recordActIfPossible(config, 'list_rolled_back', `${list}:${status.live?.id}`, by);
      return status;
    },
    /** Returns what is gone. */
    async forget(list: string, forgotten: Forgotten): Promise<StoredEditions> {
      const { forgetList } = await import('../../../screening/forget-list.ts');
      const gone = forgetList(directory, list, forgotten, systemClock);
      await recordActIfPossible(config, 'list_forgotten', `${list}:${forgotten}`);
      return gone;
    },
    /** Gives the list up, so that searches no longer need it. */
    async giveUp(list: string): Promise<void> {
      const { giveUpList } = await import('../../../screening/forget-list.ts');
      giveUpList(directory, list, systemClock);
      await recordActIfPossible(config, 'list_given_up', list);
    },
  };
}
