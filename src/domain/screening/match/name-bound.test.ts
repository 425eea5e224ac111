import { expect, test } from 'vitest';
import { Random } from '../../../../scripts/make-dump/values/random.ts';
import { inventForeignName } from '../../../../test/support/lists/invented/foreigners.ts';
import { nameKinds } from '../../../../test/support/lists/invented/name-kinds.ts';
import { inventPerson } from '../../../../test/support/lists/invented/people.ts';
import { slipOnce } from '../../../../test/support/lists/invented/slips.ts';
import { varyBrazilian, varyForeign } from '../../../../test/support/lists/invented/variants.ts';
import { toWordSketch } from '../../names/foreign/word-sketch.ts';
import { isEnoughBesideBirthDate, isEnoughBesideDigits } from './enough-in-common.ts';
import { type NameBound, NameTally } from './name-bound.ts';
import { createNameScorer, foldListedName, type NameScorer, weakShare } from './name-scorer.ts';

const pairs = 8_000;
/** All similarities from which any list tells a row, and the one under which a row beside a birth date is not read. */
const minima = [0.5, 0.6, 0.75, 0.85, 0.88, 0.92, 0.95] as const;
const customs = ['brazilian', 'foreign'] as const;

function tallyUp(bound: NameBound, folded: string): NameTally | undefined {
  const tally = new NameTally();
  for (const word of folded.split(' ')) {
    const sketch = toWordSketch(word);
    if (sketch === undefined) return undefined;
    tally.add(sketch, bound.findAkin(sketch));
  }
  return tally;
}

/** Another name that has much in common with it, and rarely means the same person. */
function alter(name: string, random: Random): string {
  const words = name.split(' ');
  const changes: readonly (() => string)[] = [
    () => varyBrazilian(name, random),
    () => varyForeign(name, random),
    () => slipOnce(words, random).join(' '),
    () => words.filter(() => random.chance(0.8)).join(' '),
    () => words.toReversed().join(' '),
    () => [...words, random.pick(['FILHO', 'NETO', 'DA', 'AL', 'MARIA', 'LI', 'YU'])].join(' '),
    () => [...words, ...inventPerson(random).name.split(' ')].filter(() => random.chance(0.6)).join(' '),
    () => words.map((word) => (random.chance(0.3) ? word.slice(0, 1 + random.below(3)) : word)).join(' '),
    () => name.replace(' ', () => (random.chance(0.5) ? '' : 'A')),
    () => {
      const at = random.below(name.length);
      return name.slice(0, at) + random.pick([' ', 'A', 'H', name.charAt(at + 1)]) + name.slice(at + random.below(3));
    },
  ];
  return random.pick(changes)();
}

function inventPair(random: Random): readonly [string, string] {
  if (random.chance(0.2)) {
    const { asked, listed } = random.pick(nameKinds).invent(random);
    return [asked, listed];
  }
  const name = random.chance(0.5) ? inventPerson(random).name : inventForeignName(random);
  let other = name;
  for (let turn = 1 + random.below(3); turn > 0; turn--) other = alter(other, random);
  return [name, other.replace(/ +/g, ' ').trim()];
}

/** Lists what the comparisons find and the bound would pass by. */
function listPassedBy(scorer: NameScorer, bound: NameBound, tally: NameTally, listed: string): readonly string[] {
  const shared = scorer.share(listed);
  const score = Math.max(...customs.map((custom) => scorer.score(listed, custom)));
  const isPart = customs.some((custom) => scorer.isPart(listed, custom));
  const passedBy: string[] = [];
  for (const min of minima) {
    if (score >= min && !bound.mayBeFound(tally, min, 1, false)) passedBy.push(`${score} of ${min}`);
    if (score * weakShare >= min && !bound.mayBeFound(tally, min, weakShare, false)) passedBy.push(`weak ${min}`);
  }
  if (isPart && !bound.mayBeFound(tally, 1, 1, true)) passedBy.push('part');
  const isAlike = (shared.whole > 0 || shared.isRunTogether) && score >= 0.5;
  if ((isAlike || isEnoughBesideDigits(shared)) && !bound.mayShare(tally, 1, 0.5)) passedBy.push('beside digits');
  if ((isAlike || isEnoughBesideBirthDate(shared)) && !bound.mayShare(tally, 2, 0.5))
    passedBy.push('beside birth date');
  return passedBy;
}

test('the bound passes by no name that a comparison finds', () => {
  const random = new Random().restart(61);
  const faults: string[] = [];
  let [found, passedBy] = [0, 0];
  for (let pair = 0; pair < pairs; pair++) {
    const [asked, listed] = inventPair(random);
    const scorer = createNameScorer({ kind: 'person', cpf: null, birthDate: null, name: asked });
    const bound = scorer?.bound;
    if (scorer === undefined || bound === undefined || listed === '') continue;
    for (const folded of new Set(customs.map((custom) => foldListedName(listed, custom)))) {
      const tally = tallyUp(bound, folded);
      if (tally === undefined) continue;
      if (bound.mayBeFound(tally, 0.92, 1, true)) found++;
      else passedBy++;
      for (const what of listPassedBy(scorer, bound, tally, folded)) faults.push(`${asked} | ${folded}: ${what}`);
    }
  }
  expect(faults.slice(0, 20)).toEqual([]);
  // It must also spare work, and not only be right.
  expect(passedBy).toBeGreaterThan(pairs / 8);
  expect(found).toBeGreaterThan(pairs / 10);
});

test('a name with letters or words that single words say too little of has no bound', () => {
  const findBound = (name: string) => createNameScorer({ kind: 'person', cpf: null, birthDate: null, name })?.bound;
  expect(findBound('Maria da Silva')).toBeDefined();
  expect(findBound("Maria Sant'Anna")).toBeUndefined();
  expect(findBound('Abdul Rahman Karim')).toBeUndefined();
  expect(findBound('José Lima Jr.')).toBeUndefined();
  expect(findBound('محمد علي')).toBeUndefined();
});
