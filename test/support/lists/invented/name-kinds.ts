// Listed people and what somebody calls them, kind by kind: each pair differs in one way, and only the names are known.

import type { Random } from '../../../../scripts/make-dump/values/random.ts';
import { givenNames, surnames } from '../../../../scripts/make-dump/values/vocabulary.ts';
import { inventForeignName } from './foreigners.ts';
import { brazilianNicknames, foreignNicknames } from './nicknames.ts';
import { inventPerson, inventSurname } from './people.ts';
import { slipOnce } from './slips.ts';

export interface NamePair {
  readonly listed: string;
  readonly asked: string;
  /** Whether the entry is one of a Brazilian list, with six digits of a CPF. */
  readonly isBrazilian: boolean;
}

export interface NameKind {
  readonly title: string;
  invent(random: Random): NamePair;
}

const agnomes = new Set(['FILHO', 'NETO', 'JUNIOR', 'SOBRINHO']);
const particles = new Set(['DA', 'DE', 'DO', 'DAS', 'DOS']);

/** A name of at least so many words that count, half of them Brazilian. */
function inventName(random: Random, wordsMin = 2): Pick<NamePair, 'listed' | 'isBrazilian'> {
  for (;;) {
    const isBrazilian = random.chance(0.5);
    const listed = isBrazilian ? inventPerson(random).name : inventForeignName(random);
    const words = listed.split(' ');
    if (!words.some((word) => agnomes.has(word)) && words.filter((word) => !particles.has(word)).length >= wordsMin)
      return { listed, isBrazilian };
  }
}

function change(
  wordsMin: number,
  toAsked: (words: readonly string[], random: Random, isBrazilian: boolean) => readonly string[],
) {
  return (random: Random): NamePair => {
    const name = inventName(random, wordsMin);
    return { ...name, asked: toAsked(name.listed.split(' '), random, name.isBrazilian).join(' ') };
  };
}

const oneTooMany = change(2, (words, random, isBrazilian) => {
  const another = isBrazilian
    ? random.pick([inventSurname(random), random.pickSkewed(surnames)])
    : inventSurname(random);
  const place = 1 + random.below(words.length - (isBrazilian ? 0 : 1));
  return [...words.slice(0, place), another, ...words.slice(place)];
});

const firstAndLast = change(3, (words) => [words[0] ?? '', words.at(-1) ?? '']);

const oneMissing = change(4, (words, random) => {
  const places = words.flatMap((word, index) =>
    index > 0 && index < words.length - 1 && !particles.has(word) ? index : [],
  );
  const place = random.pick(places);
  return words.filter((_, index) => index !== place);
});

function inventNicknamed(random: Random): NamePair {
  const isBrazilian = random.chance(0.5);
  const [given, nickname] = random.pick(isBrazilian ? brazilianNicknames : foreignNicknames);
  const family = [
    inventSurname(random),
    ...(random.chance(0.5) ? [isBrazilian ? random.pickSkewed(surnames) : inventSurname(random)] : []),
  ];
  return { listed: [given, ...family].join(' '), asked: [nickname, ...family].join(' '), isBrazilian };
}

/** Each with ways to write it that clerks use. */
const shortFamilies =
  'LEE/LI LI/LY WU/WOO XU/HSU ZHOU/CHOU KIM/GIM PAK/PARK CHOE/CHOI RI/LEE SUN/SOON HUANG/HWANG YANG/YOUNG KHAN/KAN ALI/ALY DIB/DEEB SY/SI'.split(
    ' ',
  );
const shortGiven =
  'WEI MING HUA JUN BO TAO JIE SONG IL SU NAM YONG HO HUI CHUN AMR ZAID OMAR HANI ADAM TUN MYO SAW'.split(' ');

function inventShort(random: Random): NamePair {
  const [family = '', other = ''] = random.pick(shortFamilies).split('/');
  const [one, two] = [random.pick(shortGiven), random.pick(shortGiven)];
  const isOne = random.chance(0.4);
  const listed = [family, one, ...(isOne ? [] : [two])].join(' ');
  const ways: readonly string[] = isOne
    ? [`${one} ${family}`, `${other} ${one}`, `${one} ${other}`]
    : [`${one} ${two} ${family}`, `${family} ${one}${two}`, `${one}-${two} ${family}`, `${other} ${one} ${two}`];
  return { listed, asked: random.pick(ways), isBrazilian: false };
}

export const nameKinds: readonly NameKind[] = [
  { title: 'one name too many', invent: oneTooMany },
  { title: 'one name missing, of four or more', invent: oneMissing },
  { title: 'first and last name only', invent: firstAndLast },
  { title: 'nickname for the given name', invent: inventNicknamed },
  { title: 'short names, another order or spelling', invent: inventShort },
  { title: 'one slip of the keys', invent: change(2, (words, random) => slipOnce(words, random)) },
];

/** Somebody with the same surnames and another given name, as a brother has. */
export function inventRelative({ listed }: NamePair, random: Random): string {
  const [given = '', ...family] = listed.split(' ');
  for (;;) {
    const other = random.pick(givenNames);
    if (other.slice(0, 2) !== given.slice(0, 2)) return [other, ...family].join(' ');
  }
}
