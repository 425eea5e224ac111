import { describe, expect, test } from 'vitest';
import { Random } from '../../../scripts/make-dump/values/random.ts';
import { inventCustomer, inventEntries } from '../../../test/support/lists/invented/listed-and-asked.ts';
import { writeEdition } from '../../../test/support/lists/list-editions.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';
import { hitsMax, type Judgement } from '../../domain/screening/hit.ts';
import { judgeEntry, toAsked } from '../../domain/screening/match/judge-entry.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { getList } from '../lists/catalogue.ts';
import { createListsInMemory } from './lists-in-memory.ts';

const [entriesCount, customersCount] = [120, 700];

const toTold = ({ match, strength, similarity }: Judgement) => `${match} ${strength} ${similarity}`;

/** By every entry, one after the other: what the rules say, without any key. */
function judgeAll(screened: Screened, entries: readonly ListEntry[], list: string): Record<string, string> {
  const asked = toAsked(screened);
  const { namesOf } = getList(list);
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const judgement = judgeEntry(asked, entry, namesOf);
      return judgement === undefined ? [] : [[entry.id, toTold(judgement)]];
    }),
  );
}

// Keys and filters only spare work: what they find is what the rules say of each single entry. Beyond these customers they may pass by a
// name of two to four words with two slips, and one that is alike by chance only.
describe('of thousands of customers the index finds what a comparison with every entry finds, and nothing else', () => {
  test.each([
    ['own-people', 1],
    ['own-people', 2],
    ['onu', 3],
    ['onu', 4],
  ])('%s, seed %i', async (list, seed) => {
    const random = new Random().restart(seed);
    const entries = inventEntries(random, entriesCount);
    const directory = createTemporaryFolder('lists');
    writeEdition(directory, list, entries);
    const lists = createListsInMemory(directory);
    await lists.follow();
    let found = 0;
    for (let index = 0; index < customersCount; index++) {
      const screened = inventCustomer(random, entries);
      const { hits, total, needName } = lists.screen(screened, '2026-11-18');
      const all = judgeAll(screened, entries, list);
      // Too common, or too short a name to be looked for: the answer says that nobody knows.
      if (total > hitsMax || needName.length > 0) continue;
      expect(Object.fromEntries(hits.map((hit) => [hit.entry.id, toTold(hit)])), JSON.stringify(screened)).toEqual(all);
      found += hits.length;
    }
    expect(found).toBeGreaterThan(customersCount / 4);
    lists.close();
  });
});
