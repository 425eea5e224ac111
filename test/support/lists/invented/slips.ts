// One slip of the keys in a name: a letter too few, too many, another one, or two of them swapped.

import type { Random } from '../../../../scripts/make-dump/values/random.ts';

/** A slip in a shorter word makes another name of it. */
const lettersMin = 5;
/** Each letter and those beside it on the keyboard. */
const rows = ['QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'];

function pickNeighbour(letter: string, random: Random): string {
  const row = rows.find((each) => each.includes(letter)) ?? rows[0] ?? '';
  const place = row.indexOf(letter);
  const near = [row.charAt(place - 1), row.charAt(place + 1)].filter(Boolean);
  return random.pick(near);
}

/** In one of the words that are long enough, not in their first letter and not in their last one; none where no word is. */
export function slipOnce(words: readonly string[], random: Random): readonly string[] {
  const places = words.flatMap((word, index) => (word.length >= lettersMin && /^[A-Z]+$/.test(word) ? index : []));
  if (places.length === 0) return words;
  const place = random.pick(places);
  return words.map((word, index) => (index === place ? slip(word, random) : word));
}

function slip(word: string, random: Random): string {
  const at = 1 + random.below(word.length - 3);
  const [before, letter, next, after] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)];
  const slips = [
    before + next + after,
    before + letter + letter + next + after,
    before + pickNeighbour(letter, random) + next + after,
    before + next + letter + after,
  ];
  return random.pick(slips);
}
