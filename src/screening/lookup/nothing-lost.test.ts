import { describe, expect, test } from 'vitest';
import { Random } from '../../../scripts/make-dump/values/random.ts';
import { companyKinds } from '../../../test/support/lists/invented/company-kinds.ts';
import { inventCustomer, inventEntries } from '../../../test/support/lists/invented/listed-and-asked.ts';
import { nameKinds } from '../../../test/support/lists/invented/name-kinds.ts';
import { toEntry, writeEdition } from '../../../test/support/lists/list-editions.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';
import { hitsMax, type Judgement } from '../../domain/screening/hit.ts';
import { judgeEntry, type ListRules, prepareAsked } from '../../domain/screening/match/judge-entry.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { getList } from '../lists/catalogue.ts';
import { createListsInMemory } from './lists-in-memory.ts';

const [entriesCount, customersCount] = [120, 700];

const toTold = ({ match, strength, similarity }: Judgement) => `${match} ${strength} ${similarity}`;

/** By every entry, one after the other: what the rules say, without any key. */
function judgeAll(screened: Screened, entries: readonly ListEntry[], rules: ListRules): Record<string, string> {
  const asked = prepareAsked(screened);
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const judgement = judgeEntry(asked, entry, rules);
      return judgement === undefined ? [] : [[entry.id, toTold(judgement)]];
    }),
  );
}

// Keys and filters only spare work: what they find is what the rules say of each single entry. Beyond these customers they may pass by a
// name of two to four words with two slips, and one that is alike by chance only.
describe('of thousands of customers the index finds what a comparison with every entry finds, and nothing else', () => {
  test.each([
    ['own-people', 'balanced', 1],
    ['own-people', 'balanced', 2],
    ['own-people', 'high', 5],
    ['own-people', 'low', 6],
    ['onu', 'balanced', 3],
    ['onu', 'balanced', 4],
    ['onu', 'high', 3],
    ['onu', 'high', 4],
    ['onu', 'high', 7],
    ['onu', 'low', 8],
  ] as const)('%s at %s, seed %i', async (list, sensitivity, seed) => {
    const random = new Random().restart(seed);
    const entries = inventEntries(random, entriesCount);
    const directory = createTemporaryFolder('lists');
    writeEdition(directory, list, entries);
    const lists = createListsInMemory(directory, { sensitivities: { [list]: sensitivity } });
    const rules = { namesOf: getList(list).namesOf, sensitivity };
    await lists.follow();
    let found = 0;
    for (let index = 0; index < customersCount; index++) {
      const screened = inventCustomer(random, entries);
      const { hits, total, needName } = lists.screen(screened, '2026-11-18');
      const all = judgeAll(screened, entries, rules);
      // Too common, or too short a name to be looked for: the answer says that nobody knows.
      if (total > hitsMax || needName.length > 0) continue;
      expect(Object.fromEntries(hits.map((hit) => [hit.entry.id, toTold(hit)])), JSON.stringify(screened)).toEqual(all);
      found += hits.length;
    }
    expect(found).toBeGreaterThan(customersCount / 4);
    lists.close();
  });
});

test.each([
  ['person', nameKinds, 'balanced'],
  ['person', nameKinds, 'high'],
  ['company', companyKinds, 'balanced'],
  ['company', companyKinds, 'low'],
] as const)(
  'of names that differ in one way the index finds each %s that the rules find: %#',
  async (kind, kinds, sensitivity) => {
    const random = new Random().restart(11);
    const pairs = kinds.flatMap(({ invent }) => Array.from({ length: 40 }, () => invent(random)));
    const entries = pairs.map(({ listed, isBrazilian }, index) => {
      const document =
        kind === 'person' && isBrazilian ? ({ kind: 'masked_cpf', digits: random.digits(6) } as const) : null;
      return toEntry({ id: String(index), process: String(index), kind, names: [listed], document });
    });
    const directory = createTemporaryFolder('lists');
    writeEdition(directory, 'own-kinds', entries);
    const lists = createListsInMemory(directory, { sensitivities: { 'own-kinds': sensitivity } });
    await lists.follow();
    for (const { asked, listed } of pairs) {
      const screened: Screened =
        kind === 'person' ? { kind, cpf: null, birthDate: null, name: asked } : { kind, cnpj: null, name: asked };
      const { hits, total } = lists.screen(screened, '2026-11-18');
      expect(total).toBeLessThanOrEqual(hitsMax);
      expect(Object.fromEntries(hits.map((hit) => [hit.entry.id, toTold(hit)])), `${asked} | ${listed}`).toEqual(
        judgeAll(screened, entries, { namesOf: getList('own-kinds').namesOf, sensitivity }),
      );
    }
    lists.close();
  },
);
