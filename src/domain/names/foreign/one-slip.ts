// Whether two names are one but for a slip of the keys: a letter or a blank too many, too few or changed, or two of them swapped. All other
// words are the same, in any order.

import { isKnownName } from './common-names.ts';
import { isParticle } from './foreign-name.ts';
import { isOneSlip } from './word-sound.ts';

/** `doubtful`: the slip makes another name that many have of one that many have, such as Maira of Maria, or of a word of two letters. */
export type Slip = 'sure' | 'doubtful';

/** Shorter words than this often differ by a single letter by chance. */
const lettersMin = 5;

/**
 * Takes folded names. Undefined where they are not one but for a slip, and where nothing but the misspelt word is left. `isSlip` takes the
 * place of the rule for people, which have words of two letters as well.
 */
export function findSlip(asked: string, listed: string, isSlip?: typeof isOneSlip): Slip | undefined {
  if (Math.abs(asked.length - listed.length) > lettersMoreMax) return undefined;
  const [askedWords, listedWords] = [asked.split(' '), listed.split(' ')];
  const askedRest = dropWords(askedWords, listedWords);
  // Most names have nothing in common, or more than two words that differ.
  if (askedRest.length === askedWords.length || askedRest.length > restMax) return undefined;
  const listedRest = dropWords(listedWords, askedWords);
  if (listedRest.length > restMax) return undefined;
  const rule = isSlip ?? isOneSlip;
  const slip =
    compareRests(askedRest, listedRest, rule) ??
    compareRests(dropParticles(askedRest), dropParticles(listedRest), rule);
  const isLong = isSlip === undefined && askedWords.length - askedRest.length >= 2;
  return slip ?? (isLong ? compareShort(askedRest, listedRest) : undefined);
}

const dropParticles = (words: readonly string[]): readonly string[] => words.filter((word) => !isParticle(word));

/** A letter, and a particle or two that one side has. */
const lettersMoreMax = 9;
/** Two words that lost the blank between them, and a particle. */
const restMax = 3;

/** Each word of the others takes one away. */
function dropWords(words: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return words.filter((word) => {
    const place = left.indexOf(word);
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
}

function compareRests(
  askedRest: readonly string[],
  listedRest: readonly string[],
  isSlip: typeof isOneSlip,
): Slip | undefined {
  const one = askedRest.join(' ');
  // What stood side by side on one side may stand apart on the other.
  for (const other of new Set([listedRest.join(' '), listedRest.toReversed().join(' ')])) {
    if (!isSlip(one, other)) continue;
    if (!isKnownName(one) || !isKnownName(other)) return 'sure';
    // The last letter makes another name, as in Paulo and Paula.
    if (one.at(-1) === other.at(-1) && Math.max(one.length, other.length) >= lettersMin) return 'doubtful';
  }
  return undefined;
}

/** Words of two letters, and particles, with one letter in common: of a whole name the rest tells. */
function compareShort([one = '', ...more]: readonly string[], [other = '', ...others]: readonly string[]) {
  if (more.length > 0 || others.length > 0 || one.length !== 2 || other.length !== 2) return undefined;
  return one[0] === other[0] || one[1] === other[1] || one[0] === other[1] ? 'doubtful' : undefined;
}
