// Tries the import of a list: what speaks against the file, what it changes, and of whom the watches would tell something. Nothing stays but
// an act in the audit, where watched people were read.

import { type TriedDraft, tryDraft } from '../../../app/datasets/import-draft.ts';
import { createMarkCleared } from '../../../app/screening/clearances/mark-cleared.ts';
import type { ListJudgementName } from '../../../app/screening/lists/judge-list.ts';
import type { ListDraft, ListInfo } from '../../../app/screening/lists/list-counts.ts';
import { createForeseeHits, type ForeseenHits, listWatchesOfLists } from '../../../app/watches/lists/foresee-hits.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import { OperatorError } from '../../../errors.ts';
import { ChangedLists } from '../../../screening/changes/changed-lists.ts';
import { type ListOrder, openListTrial } from '../../../screening/list-session.ts';
import { toEngine } from '../../backend/engine.ts';
import { toSubjects } from '../../parts/audit/audit-secrets.ts';
import { refuseMissingHome } from '../../parts/home.ts';
import { toListsDirectory } from '../../parts/lists-directory.ts';
import { openStores, type Stores } from '../../parts/stores.ts';
import { recordAct } from '../audit/operator-act.ts';
import { openCompanyNames } from './company-names.ts';

/** The effects are undefined if no customer is watched. */
export interface TriedImport extends TriedDraft<ListDraft, ListJudgementName, ForeseenHits | undefined> {
  readonly live: ListInfo | undefined;
}

export async function tryImport(
  config: Config,
  order: ListOrder,
  overridden: readonly string[],
  signal: AbortSignal,
): Promise<TriedImport> {
  refuseMissingHome(config);
  const { session, findFolders } = openListTrial(toListsDirectory(config), order, systemClock);
  const { live } = session;
  const look = (draft: ListDraft) =>
    withWatches(config, order.list, async (stores) => {
      const today = toBrazilDay(systemClock.nowMs());
      const toPoint = (info: ListInfo | undefined) => ({
        day: today,
        editions: info === undefined ? [] : [{ list: order.list, edition: info.id, asOf: info.dataAsOf }],
      });
      const lists = await ChangedLists.open([findFolders()], { before: today, after: today });
      using names = openCompanyNames(config);
      try {
        if (lists.unread.length > 0) throw new OperatorError('The draft cannot be read back: try again.');
        const foresee = createForeseeHits({
          store: stores.watches,
          keys: stores.keys,
          seal: stores.sealFor('watch'),
          findCompanyName: names.find,
          markCleared: createMarkCleared({
            store: stores.clearances,
            seal: stores.sealFor('clearance'),
            toSubjects: (customerText) => toSubjects(stores.secret, customerText),
            clock: systemClock,
          }),
        });
        const between = { before: toPoint(live), after: toPoint(draft) };
        return await foresee((customer) => lists.compare(customer), between, signal);
      } finally {
        lists.close();
      }
    });
  return { live, ...(await tryDraft(session, { overridden, signal }, look)) };
}

/** Records the act before the operator sees the people on a list. Returns undefined if no customer is watched. */
async function withWatches<Result>(
  config: Config,
  list: string,
  run: (stores: Stores) => Promise<Result>,
): Promise<Result | undefined> {
  if (!(await hasData(config))) return undefined;
  await using stores = await openStores(config, systemClock);
  for await (const _ of listWatchesOfLists({ store: stores.watches, keys: stores.keys })) {
    await recordAct(config, 'list_import_tried', list);
    return run(stores);
  }
  return undefined;
}

/** Tells whether there is data, without creating any. */
async function hasData(config: Config): Promise<boolean> {
  const engine = await toEngine(config).begin(systemClock, {});
  try {
    return engine.hasSecret;
  } finally {
    await engine.close();
  }
}
