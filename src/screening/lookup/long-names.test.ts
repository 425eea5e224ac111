import { expect, test } from 'vitest';
import { Random } from '../../../scripts/make-dump/values/random.ts';
import { givenNames, surnames } from '../../../scripts/make-dump/values/vocabulary.ts';
import { inventPerson } from '../../../test/support/lists/invented/people.ts';
import { toEntry, writeEdition } from '../../../test/support/lists/list-editions.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { isPersonName } from '../../domain/names/typed-name.ts';
import { prepareAsked } from '../../domain/screening/match/judge-entry.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { toAskedKeys } from './keys/row-keys.ts';
import { ListIndex } from './list-index.ts';
import { screenList } from './screen-list.ts';

const rows = 20_000;
const lengthMax = 200;

/** As many words as fit into a name, one after the other. */
function fill(words: readonly string[]): string {
  let name = '';
  for (let index = 0; name.length + (words[index % words.length] as string).length < lengthMax; index++)
    name += `${index === 0 ? '' : ' '}${words[index % words.length]}`;
  return name;
}

const common = [...givenNames.slice(0, 6), ...surnames.slice(0, 12)];
const names: Readonly<Record<string, string>> = {
  'of the words that most rows have': fill(common),
  'of one name again and again': fill([givenNames[0] as string, surnames[0] as string]),
  'of initials': fill([...'JSMAFCROPL']),
  'of initials between a first and a last name': `${givenNames[0]} ${fill([...'SOFARPLC']).slice(0, 160)} ${surnames[0]}`,
  'of one word': `${givenNames[0]} ${'A'.repeat(190)}`,
  'of words between initials': 'M MARIA JOSE J A SILVA S SANTOS S',
  'in letters that fold to several': fill(['ﷺ', 'ﬁﬂ', 'MARIA']),
};

// A list as long as a real one, with names as they are spread in Brazil. Work is counted: keys that are looked up, names that are compared.
test('no name that may be asked makes a list compare a tenth of its rows, or look up thousands of keys', async () => {
  const directory = createTemporaryFolder('lists');
  const random = new Random().restart(7);
  const entries = Array.from({ length: rows }, (_, index) =>
    toEntry({ id: String(index), names: [inventPerson(random).name] }),
  );
  const folder = writeEdition(directory, 'own-people', entries);
  const index = await ListIndex.open(folder, 'own-people');
  function count(name: string) {
    const screened: Screened = { kind: 'person', cpf: null, name, birthDate: '1971-03-02' };
    const made = prepareAsked(screened);
    const keys = toAskedKeys(screened);
    let compared = 0;
    const real = made.scorer;
    // Without the bound, so that each name that a key finds is counted.
    const scorer: typeof real = real && {
      ...real,
      bound: undefined,
      score: (...compare) => {
        compared++;
        return real.score(...compare);
      },
    };
    screenList(index, { ...made, screened, keys, scorer, today: '2026-11-18' });
    return { compared, keys: keys.names.reduce((sum, { parts, others }) => sum + parts.length + others.length, 0) };
  }
  const usual = count([givenNames[0], givenNames[1], surnames[0], surnames[1]].join(' '));
  expect(usual.compared).toBeGreaterThan(100);
  const found = Object.entries(names).map(([what, name]) => ({ what, isName: isPersonName(name), ...count(name) }));
  expect(found.filter(({ isName }) => !isName)).toEqual([]);
  expect(found.filter(({ compared }) => compared > rows / 10)).toEqual([]);
  expect(found.filter(({ keys }) => keys > 2_000)).toEqual([]);
  index.close();
});
