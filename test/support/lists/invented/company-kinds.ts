// Listed companies and what somebody calls them, kind by kind: each pair differs in one way, and only the names are known.

import type { Random } from '../../../../scripts/make-dump/values/random.ts';
import { activities, qualities } from '../../../../scripts/make-dump/values/vocabulary.ts';
import { type InventedCompany, inventCompany, moreWords, toCompanyName, worldForms } from './companies.ts';
import type { NameKind, NamePair } from './name-kinds.ts';
import { toNumberWords } from './number-words.ts';
import { inventSurname } from './people.ts';
import { slipOnce } from './slips.ts';

type Change = (company: InventedCompany, random: Random) => Partial<InventedCompany>;

function pairOf(change: Change, wordsMin = 2) {
  return (random: Random): NamePair => {
    let company = inventCompany(random);
    while (company.words.length < wordsMin) company = inventCompany(random);
    const asked = { ...company, ...change(company, random) };
    return { listed: toCompanyName(company), asked: toCompanyName(asked), isBrazilian: company.isBrazilian };
  };
}

const respellings: readonly (readonly [RegExp, string])[] = [
  [/Y/, 'I'],
  [/K/, 'C'],
  [/C(?=[AO])/, 'K'],
  [/V/, 'W'],
  [/F/, 'PH'],
  [/Z/, 'S'],
  [/LL/, 'L'],
  [/TT/, 'T'],
  [/I/, 'Y'],
  [/S$/, 'Z'],
];

/** Every name has one of these letters, or its last one is doubled. */
function respell(word: string, random: Random): string {
  const some = respellings.filter(([from]) => from.test(word));
  if (some.length === 0) return word + word.slice(-1);
  const [from, to] = random.pick(some);
  return word.replace(from, to);
}

const inProper = (company: InventedCompany, toOther: (proper: string) => string): Partial<InventedCompany> => ({
  words: company.words.map((word) => (word === company.proper ? toOther(word) : word)),
});

const longForms = [
  'LIMITED LIABILITY COMPANY',
  'JOINT STOCK COMPANY',
  'OPEN JOINT STOCK COMPANY',
  'SOCIEDADE ANONIMA',
  'SOCIEDADE LIMITADA',
];

/** One side has digits, the other what a clerk of the same language says. */
function inventNumbered(random: Random): NamePair {
  const number = random.chance(0.5) ? 1 + random.below(12) : 13 + random.below(86);
  const isBrazilian = random.chance(0.5);
  const [proper, isBefore] = [inventSurname(random), random.chance(0.5)];
  const trade = isBrazilian ? `${random.pick(activities)} ${random.pick(qualities)}` : random.pick(moreWords.world);
  const write = (written: string) =>
    `${isBefore ? `${written} ${proper} ${trade}` : `${proper} ${written} ${trade}`} ${isBrazilian ? 'LTDA' : 'LLC'}`;
  const both = [write(String(number)), write(toNumberWords(number, isBrazilian ? 'pt' : 'en'))] as const;
  const [listed, asked] = random.chance(0.5) ? both : ([both[1], both[0]] as const);
  return { listed, asked, isBrazilian };
}

export const companyKinds: readonly NameKind[] = [
  { title: 'respelt', invent: pairOf((company, random) => inProper(company, (proper) => respell(proper, random))) },
  {
    title: 'one slip of the keys',
    invent: pairOf((company, random) => inProper(company, (proper) => slipOnce([proper], random)[0] ?? proper)),
  },
  {
    title: 'one word missing, of three or more',
    invent: pairOf((company, random) => {
      const missing = random.pick(company.words.filter((word) => word !== company.proper));
      return { words: company.words.filter((word) => word !== missing) };
    }, 3),
  },
  {
    title: 'one word too many',
    invent: pairOf(({ words, isBrazilian }, random) => ({
      words: [...words, random.pick(isBrazilian ? moreWords.brazil : moreWords.world)],
    })),
  },
  {
    title: 'another legal form, of anywhere in the world',
    invent: (random) => {
      const company = inventCompany(random);
      const other = { ...company, form: random.pick([...worldForms, ...longForms]) };
      return {
        listed: toCompanyName(company),
        asked: toCompanyName(other, random.chance(0.3)),
        isBrazilian: company.isBrazilian,
      };
    },
  },
  {
    title: 'two words in one',
    invent: pairOf(({ words }) => ({ words: [`${words[0]}${words[1]}`, ...words.slice(2)] })),
  },
  { title: 'a number in words', invent: inventNumbered },
];

/** Another company of the same trade: all words but the one that nobody else is called by. */
export function inventCompetitor(random: Random): NamePair {
  const company = inventCompany(random);
  const proper = inventCompany(random).proper;
  return {
    listed: toCompanyName(company),
    asked: toCompanyName({ ...company, ...inProper(company, () => proper) }),
    isBrazilian: company.isBrazilian,
  };
}

/** The next branch of the numbering: Lote 12 and Lote 13 are two companies. */
export function inventNextNumber(random: Random): NamePair {
  const number = 2 + random.below(90);
  const [proper, activity] = [inventSurname(random), random.pick(activities)];
  const write = (of: number) => `${activity} ${proper} ${of} LTDA`;
  return { listed: write(number), asked: write(number + 1), isBrazilian: true };
}
