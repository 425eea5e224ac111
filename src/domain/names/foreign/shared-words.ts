// What two names have in common, word by word, and how much that tells of whom they mean. How alike they are as a whole, `foreign-name`
// says; where a key agrees as well, or where words are missing, this says more.

import { foldSpelling } from '../word-likeness.ts';
import { isKnownName } from './common-names.ts';
import type { ForeignName } from './foreign-name.ts';
import { areNicknames } from './nicknames.ts';
import { hasKindredVowels, isOneSlip } from './word-sound.ts';

export interface SharedWords {
  /** Whole words of both that belong together. */
  readonly whole: number;
  /** Bits that these tell. */
  readonly weight: number;
  /** `slips` counts the pairs with a typing error. */
  readonly slips: number;
  /** Words of each that belong to none of the other; a `Neto` is one that the other has not. */
  readonly askedLeft: number;
  readonly listedLeft: number;
  readonly isLastShared: boolean;
  readonly isFirstShared: boolean;
  /** Father and son, who share the rest. */
  readonly areRelatives: boolean;
  /** `likeness` measures the likeness of the words that belong together, from 0 to 1. */
  readonly likeness: number;
  /** Kim Jong Un is Kim Jongun. */
  readonly isRunTogether: boolean;
}

/** More words than any real name has, and few enough for the bits of a number. */
const wordsMax = 24;

/** Surest first: a word belongs to the one that is nearest. What it is worth, and how many bits less it tells. */
const kinships = [
  { kinship: 'equal', likeness: 1, bitsLess: 0 },
  { kinship: 'heard', likeness: 0.95, bitsLess: 0 },
  { kinship: 'nickname', likeness: 0.9, bitsLess: 2 },
  { kinship: 'slip', likeness: 0.86, bitsLess: 3 },
  { kinship: 'initial', likeness: 0.9, bitsLess: 99 },
] as const;
type Kinship = (typeof kinships)[number]['kinship'];

/** `bySound`: Yusuf is Youssef. Otherwise only what sounds alike in Portuguese is. */
export function shareWords(asked: ForeignName, listed: ForeignName, bySound = true): SharedWords {
  const [askedCount, listedCount] = [Math.min(asked.words.length, wordsMax), Math.min(listed.words.length, wordsMax)];
  let [askedPaired, listedPaired, pairs, whole, weight, slips, sum] = [0, 0, 0, 0, 0, 0, 0];
  let [isFirstShared, isLastShared] = [false, false];
  const isAkin = compareByKinship(asked, listed, bySound);
  for (const { kinship, likeness, bitsLess } of kinships) {
    for (let index = 0; index < askedCount; index++) {
      if ((askedPaired >> index) & 1) continue;
      for (let candidate = 0; candidate < listedCount; candidate++) {
        if ((listedPaired >> candidate) & 1 || !isAkin(kinship, index, candidate)) continue;
        askedPaired |= 1 << index;
        listedPaired |= 1 << candidate;
        pairs++;
        sum += likeness;
        if (kinship === 'slip') slips++;
        if (kinship !== 'initial') {
          whole++;
          const tells = Math.min(asked.weights[index] as number, listed.weights[candidate] as number);
          weight += Math.max(1, tells - bitsLess);
          isFirstShared ||= index === 0 && candidate === 0;
          isLastShared ||= index === asked.words.length - 1 && candidate === listed.words.length - 1;
        }
        break;
      }
    }
  }
  const isOneAgnome = asked.agnome !== listed.agnome;
  return {
    whole,
    weight,
    slips,
    isFirstShared,
    isLastShared,
    askedLeft: asked.words.length - pairs + (isOneAgnome && asked.agnome !== undefined ? 1 : 0),
    listedLeft: listed.words.length - pairs + (isOneAgnome && listed.agnome !== undefined ? 1 : 0),
    areRelatives: isOneAgnome && asked.agnome !== undefined && listed.agnome !== undefined,
    likeness: pairs === 0 ? 0 : sum / pairs,
    isRunTogether: asked.words.length !== listed.words.length && asked.words.join('') === listed.words.join(''),
  };
}

function compareByKinship(asked: ForeignName, listed: ForeignName, bySound: boolean) {
  return (kinship: Kinship, index: number, candidate: number): boolean => {
    const [one, other] = [asked.words[index] as string, listed.words[candidate] as string];
    if (kinship === 'equal') return one === other && one.length > 1;
    const hasInitial = one.length === 1 || other.length === 1;
    if (kinship === 'initial') return hasInitial && one.charCodeAt(0) === other.charCodeAt(0);
    if (hasInitial) return false;
    if (kinship === 'nickname') return areNicknames(one, other);
    const [heard, otherHeard] = [asked.skeletons[index] as string, listed.skeletons[candidate] as string];
    if (kinship === 'slip') return isMisspelt(one, other) || (bySound && isMisspelt(heard, otherHeard, soundsMin));
    if (foldSpelling(one) === foldSpelling(other)) return true;
    return bySound && heard === otherHeard && hasKindredVowels(one, other);
  };
}

/** Consonants enough to tell a word by them, of which one is wrong. */
export const soundsMin = 5;

function isMisspelt(one: string, other: string, lettersMin = 0): boolean {
  if (Math.min(one.length, other.length) < lettersMin || !isOneSlip(one, other)) return false;
  return !(isKnownName(one) && isKnownName(other));
}
