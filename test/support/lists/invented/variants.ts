// One name as another clerk would write it: the ways in which names differ between registries, in Brazil and between languages.

import type { Random } from '../../../../scripts/make-dump/values/random.ts';

type Change = (words: readonly string[], random: Random) => readonly string[];

const particles = new Set(['DA', 'DE', 'DO', 'DAS', 'DOS', 'E']);
const agnomes = new Set(['FILHO', 'NETO', 'JUNIOR', 'SOBRINHO']);

/** The places between the first word and the last name. */
function pickMiddle(words: readonly string[], random: Random): number | undefined {
  const last = agnomes.has(words.at(-1) ?? '') ? words.length - 2 : words.length - 1;
  const places = words
    .map((_, index) => index)
    .filter((index) => index > 0 && index < last && !particles.has(words[index] ?? ''));
  return places.length === 0 ? undefined : random.pick(places);
}

const swaps: readonly (readonly [RegExp, string])[] = [
  [/Z$/, 'S'],
  [/S$/, 'Z'],
  [/I/, 'Y'],
  [/SS/, 'S'],
  [/LL/, 'L'],
  [/^F/, 'PH'],
  [/C(?=[AO])/, 'K'],
  [/V/, 'W'],
];

const respell: Change = (words, random) => {
  const [from, to] = random.pick(swaps);
  const place = words.findIndex((word) => from.test(word) && word.length > 3);
  return words.map((word, index) => (index === place ? word.replace(from, to) : word));
};

/** Two letters change places, or one is missing; not at the ends. */
const mistype: Change = (words, random) => {
  const place = words.findIndex((word, index) => index > 0 && word.length >= 6);
  return words.map((whole, index) => {
    if (index !== place) return whole;
    const [article, word] = whole.startsWith('AL-') ? ['AL-', whole.slice(3)] : ['', whole];
    if (word.length < 6) return whole;
    const at = 1 + random.below(word.length - 3);
    const rest = word.slice(at + 2);
    return random.chance(0.5)
      ? article + word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + rest
      : article + word.slice(0, at) + word.slice(at + 1);
  });
};

const brazilianChanges: readonly Change[] = [
  (words) => words,
  (words) => words.filter((word) => !particles.has(word)),
  (words) => words.map((word, index) => (index === words.length - 1 && !agnomes.has(word) ? `DE ${word}` : word)),
  respell,
  respell,
  mistype,
  (words, random) => {
    const place = pickMiddle(words, random);
    return words.map((word, index) => (index === place ? `${word.charAt(0)}.` : word));
  },
  (words) => words.map((word) => (word === 'JUNIOR' ? 'JR' : word)),
];

const soundChanges: readonly (readonly [RegExp, string])[] = [
  [/MUHAMMAD/, 'MOHAMMED'],
  [/AHMAD/, 'AHMED'],
  [/HUSSEIN/, 'HUSAYN'],
  [/YUSUF/, 'YOUSSEF'],
  [/KHALID/, 'KHALED'],
  [/QADHAFI/, 'GADDAFI'],
  [/ABDULRAHMAN/, 'ABD AL-RAHMAN'],
  [/SULAYMAN/, 'SULEIMAN'],
  [/ALEKSANDR/, 'ALEXANDR'],
  [/YEVGENY/, 'EVGENII'],
  [/DMITRY/, 'DMITRI'],
  [/SERGEI/, 'SERGEY'],
  [/OV$/, 'OFF'],
  [/SKY$/, 'SKII'],
  [/TS/, 'TZ'],
  [/Q/, 'K'],
  [/Z$/, 'S'],
  [/(?<!O)U/, 'OU'],
  [/SS/, 'S'],
  [/I$/, 'Y'],
];

const transliterate: Change = (words, random) => {
  const offset = random.below(soundChanges.length);
  for (let index = 0; index < soundChanges.length; index++) {
    const [from, to] = soundChanges[(offset + index) % soundChanges.length] as (typeof soundChanges)[number];
    const place = words.findIndex((word) => from.test(word));
    if (place >= 0) return words.map((word, at) => (at === place ? word.replace(from, to) : word));
  }
  return words;
};

const foreignChanges: readonly Change[] = [
  (words) => words,
  transliterate,
  transliterate,
  (words, random) => transliterate(transliterate(words, random), random),
  (words) => [...words.slice(-1), ...words.slice(0, -1)],
  (words) => words.map((word) => word.replace(/^AL-/, '')),
  (words) => words.map((word) => word.replace(/^AL-/, 'AL')),
  mistype,
  (words) => (words.length > 2 ? [...words.slice(0, 1), ...words.slice(2)] : words),
];

export const varyBrazilian = (name: string, random: Random): string => vary(name, random, brazilianChanges);
export const varyForeign = (name: string, random: Random): string => vary(name, random, foreignChanges);

function vary(name: string, random: Random, changes: readonly Change[]): string {
  return random.pick(changes)(name.split(' '), random).join(' ');
}
