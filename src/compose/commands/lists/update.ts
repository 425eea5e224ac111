// Opens the update of lists for the command line: their publishers, or a mirror of them, and the import of what they give.

import { setTimeout as sleep } from 'node:timers/promises';
import { type ListUpdate, updateLists } from '../../../app/screening/lists/update-lists.ts';
import { systemClock } from '../../../clock.ts';
import { type Config, readSecretAddress } from '../../../config.ts';
import { toListsDirectory } from '../../parts/lists-directory.ts';
import { findNeededEditions } from '../../parts/needed-editions.ts';
import { randomShare } from '../../parts/random-share.ts';
import { recordActIfPossible } from '../audit/operator-act.ts';

/** Hears how one list after the other comes here. */
export interface ListsWatch {
  /** Those that are to be updated. */
  onPlan?(lists: readonly string[]): void;
  onBegin(list: string): void;
  onStart(bytes: number): void;
  onBytes(bytes: number): void;
  onRetry(what: string, reason: string): void;
  /** Without an update where all of it was stopped. */
  onEnd(update?: ListUpdate): void;
}

export interface ListsOrder {
  /** None means every list that can be downloaded. */
  readonly lists: readonly string[];
  /** Only those whose publisher was not looked at for as long as its pace says. */
  readonly isDue: boolean;
  readonly overridden: readonly string[];
  readonly signal: AbortSignal;
  readonly watch: ListsWatch;
  /** As the audit names them; undefined for the operator at the keyboard. */
  readonly by?: string;
}

/** The portals of the government block whoever asks faster. Nobody has to be spared at a mirror of one's own. */
const pauseMs = 3_000;
/** The European Union makes its file while one waits, for more than a minute. */
const stallMs = 180_000;
const deadlineMs = 1_800_000;
const attemptsMax = 5;

export async function runListsUpdate(config: Config, order: ListsOrder): Promise<readonly ListUpdate[]> {
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
          await recordActIfPossible(config, 'list_imported', `${update.list}:${update.imported.id}`, order.by);
        watch.onEnd(update);
      },
    });
  } finally {
    await client.close();
  }
}
