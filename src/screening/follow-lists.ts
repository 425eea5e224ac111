// The lists of a running service: read in the background from its start on, and followed when an edition is switched. Where no list
// was ever imported, nothing of this is loaded.

import { existsSync } from 'node:fs';
import { andThen } from '../app/eventual.ts';
import { toObserver } from '../app/observer.ts';
import type { ListFigures } from '../app/screening/lists/list-counts.ts';
import type { FindLists, ScreeningLists } from '../app/screening/ports.ts';
import type { Sensitivities } from '../domain/screening/sensitivity.ts';
import { AppError } from '../errors.ts';
import type { ListsInMemory } from './lookup/lists-in-memory.ts';

export type ListEvent =
  | { readonly kind: 'list_opened'; readonly list: string; readonly edition: string }
  | { readonly kind: 'list_refused'; readonly list: string };

export interface FollowedLists {
  /** Throws if reading stopped before all lists were read for the first time: the search looked up no one. */
  readonly find: FindLists;
  /** Then gives what was read, and says `loading` of the rest: for an answer that is paid for. */
  readonly findAnyway: FindLists;
  /** Returns the figures of the lists in memory and reads nothing. */
  figures(today: string): readonly ListFigures[];
  /** Returns the lists without waiting, or undefined during their first reading. */
  findRead(): ScreeningLists | undefined;
  /** Stops every wait for a list that is still being read. */
  stopReading(): void;
  /** Waits for no list that is being read. */
  close(): Promise<void>;
}

interface FollowOptions {
  readonly onEvent: (event: ListEvent) => void;
  readonly sensitivities?: Sensitivities;
}

const followEveryMs = 1_000;
/** The facts that this module tells of an edition do not depend on the day. */
const anyDay = '2000-01-01';
const none: ScreeningLists = {
  screen: () => ({ hits: [], total: 0, needName: [], needNumber: [], isWhole: true }),
  editions: () => [],
  everLive: () => [],
};

const stopping = {
  en: 'The service is stopping, and has not read its lists yet. Use another instance.',
  pt: 'O serviço está parando e ainda não leu as listas. Use outra instância.',
};

/** Follows the lists in the background. A caller waits only if it asks about someone before all lists were read for the first time. */
export function followLists(directory: string, { onEvent, sensitivities }: FollowOptions): FollowedLists {
  const tell = toObserver(onEvent);
  const stop = new AbortController();
  let lists: ListsInMemory | undefined;
  let told = new Map<string, string>();

  function tellChanges({ editions }: ListsInMemory): void {
    const now = editions(anyDay);
    for (const { list, edition, state } of now) {
      if (told.get(list) === (edition ?? state)) continue;
      if (edition !== null) tell({ kind: 'list_opened', list, edition });
      else if (state === 'damaged') tell({ kind: 'list_refused', list });
    }
    told = new Map(now.map(({ list, edition, state }) => [list, edition ?? state]));
  }

  async function look(): Promise<void> {
    if (lists === undefined) {
      if (!existsSync(directory)) return;
      const { createListsInMemory } = await import('./lookup/lists-in-memory.ts');
      lists = createListsInMemory(directory, { sensitivities });
    }
    await lists.follow(stop.signal);
    tellChanges(lists);
  }

  let underWay: Promise<void> | undefined;
  function follow(): Promise<void> {
    // A folder that cannot be read now is looked at again in a second; what was read serves on.
    underWay ??= look()
      .catch(() => {})
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  }

  let isRead = false;
  const giveAll = () => lists ?? none;
  const giveRead = () => {
    if (isRead) return giveAll();
    throw new AppError('overloaded', { detail: stopping, retryAfterSeconds: 5 });
  };
  let first: Promise<void> | undefined = follow().then(() => {
    first = undefined;
    isRead = !stop.signal.aborted;
  });
  const timer = setInterval(() => void follow(), followEveryMs).unref();
  const stopReading = () => {
    clearInterval(timer);
    stop.abort();
  };
  return {
    find: () => andThen(first, giveRead),
    findAnyway: () => andThen(first, giveAll),
    figures: (today) => lists?.figures(today) ?? [],
    findRead: () => (first === undefined ? giveAll() : undefined),
    stopReading,
    async close() {
      stopReading();
      await underWay;
      lists?.close();
    },
  };
}
