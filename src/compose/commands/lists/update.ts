// Opens the update of lists for the command line: their publishers, or a mirror of them, and the import of what they give.

import { setTimeout as sleep } from 'node:timers/promises';
import { toListTarget } from '../../../app/screening/lists/import-list.ts';
import { type ListUpdate, updateLists } from '../../../app/screening/lists/update-lists.ts';
import { systemClock } from '../../../clock.ts';
import { type Config, readSecretAddress } from '../../../config.ts';
import { refuseMissingHome } from '../../parts/home.ts';
import { toListsDirectory } from '../../parts/lists-directory.ts';
import { findNeededEditions } from '../../parts/needed-editions.ts';
import { randomShare } from '../../parts/random-share.ts';
import { recordActIfPossible } from '../audit/operator-act.ts';

/** Hears how one list after the other comes here. */
export interface ListsWatch {
  /** The callback hears the lists that the run is to update. */
  onPlan?(lists: readonly string[]): void;
  onBegin(list: string): void;
  onStart(bytes: number): void;
  onBytes(bytes: number): void;
  onRetry(what: string, reason: string): void;
  /** The update is absent if the whole run was stopped. */
  onEnd(update?: ListUpdate): void;
}

export interface ListsOrder {
  /** None means every list that can be downloaded. */
  readonly lists: readonly string[];
  /** `isDue` restricts the run to lists whose publisher's check is overdue by their pace. */
  readonly isDue: boolean;
  readonly overridden: readonly string[];
  /** The operator states the reason in their own words. */
  readonly reason?: string | undefined;
  readonly signal: AbortSignal;
  readonly watch: ListsWatch;
  /** The audit names the operator by this; undefined stands for the operator at the keyboard. */
  readonly by?: string;
}

/** The government's portals block clients that ask faster than this. An operator's own mirror needs no pause. */
const pauseMs = 3_000;
/** The European Union makes its file while one waits, for more than a minute. */
const stallMs = 180_000;
const deadlineMs = 1_800_000;
const attemptsMax = 5;

export async function runListsUpdate(config: Config, order: ListsOrder): Promise<readonly ListUpdate[]> {
  refuseMissingHome(config);
  const [{ listUpdatable, openListUpdate }, { createPublisherClient }] = await Promise.all([
    import('../../../screening/list-updates.ts'),
    import('../../../screening/download/publisher-client.ts'),
  ]);
  const { 'lists.download_url': mirror, 'lists.eu_token': secret } = config;
  const { watch, signal } = order;
  const token = secret === null ? undefined : readSecretAddress('lists.eu_token', secret);
  const client = createPublisherClient({
    mirror,
    clock: systemClock,
    random: randomShare,
    sleep: (ms, stop) => sleep(ms, undefined, { signal: stop }),
    pauseMs: mirror === null ? pauseMs : 0,
    stallMs,
    deadlineMs,
    attemptsMax,
    onRetry: watch.onRetry,
  });
  const directory = toListsDirectory(config);
  const { onStart, onBytes } = watch;
  const needed = await findNeededEditions(config, systemClock);
  const tools = { directory, client, clock: systemClock, needed, token, onStart, onBytes };
  const lists = listUpdatable(tools, order.lists, order.isDue);
  watch.onPlan?.(lists);
  try {
    return await updateLists((list) => openListUpdate(tools, list), {
      lists,
      overridden: order.overridden,
      signal,
      onBegin: watch.onBegin,
      // One by one: the rest may be stopped, and this one is live.
      async onEnd(update) {
        if (update.kind === 'updated')
          await recordActIfPossible(config, 'list_imported', toListTarget(update.imported, order.reason), order.by);
        watch.onEnd(update);
      },
    });
  } finally {
    await client.close();
  }
}
