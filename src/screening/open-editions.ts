// Editions by their ids, live or not: a recorded screening is made again with those that it was made with.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenEditions } from '../app/screening/ports.ts';
import { createListsInMemory } from './lookup/lists-in-memory.ts';
import { toListPaths } from './snapshot/list-dataset.ts';

/** The day does not affect whether an edition can be read at all. */
const anyDay = '2000-01-01';

export function createOpenEditions(directory: string): OpenEditions {
  return async (editions) => {
    const gone = editions.filter(
      ({ list, edition }) => !existsSync(join(toListPaths(directory, list).snapshots, edition)),
    );
    if (gone.length > 0) return { kind: 'gone', editions: gone };
    const fixed = new Map(editions.map(({ list, edition }) => [list, edition]));
    const sensitivities = Object.fromEntries(editions.map(({ list, sensitivity }) => [list, sensitivity]));
    const lists = createListsInMemory(directory, { fixed, sensitivities });
    await lists.follow();
    const read = new Set(lists.editions(anyDay).map(({ list, edition }) => `${list} ${edition}`));
    const damaged = editions.filter(({ list, edition }) => !read.has(`${list} ${edition}`));
    if (damaged.length === 0) return { kind: 'open', lists, close: () => lists.close() };
    lists.close();
    return { kind: 'gone', editions: damaged };
  };
}
