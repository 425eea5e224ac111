// How alike two single words are. Words come folded: upper case, no accents.

/**
 * Words that sound and are read alike fold to the same text: S/Z, I/Y, K/C, W/V, PH/F, silent H, doubled letters.
 * Luis and Luiz are one name; Luiz and Luiza are two.
 */
export function foldSpelling(word: string): string {
  if (isPlain(word)) return word;
  const known = settled.get(word);
  if (known !== undefined) return known;
  const folded = settle(word);
  if (settled.size >= settledMax) settled.clear();
  // A long text is no word, and would only fill the memory.
  if (word.length <= lettersMax) settled.set(word, folded);
  return folded;
}

/** Few words make up most names, so that what was made of one is kept for the next. */
const settled = new Map<string, string>();
const settledMax = 20_000;

function settle(word: string): string {
  return word
    .replaceAll('PH', 'F')
    .replaceAll('H', '')
    .replaceAll('Z', 'S')
    .replaceAll('Y', 'I')
    .replaceAll('K', 'C')
    .replaceAll('W', 'V')
    .replace(/(.)\1+/gu, '$1');
}

const [firstLetter, lastLetter] = ['A'.charCodeAt(0), 'Z'.charCodeAt(0)];
/** A bit for each letter that may be spelt otherwise. */
const unsettled = [...'HKWYZ'].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) - firstLetter)), 0);

/** Tells whether the word has only letters from A to Z, of which none is doubled or has another spelling. */
function isPlain(word: string): boolean {
  let previous = 0;
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index);
    if (code === previous || code < firstLetter || code > lastLetter) return false;
    if ((unsettled >>> (code - firstLetter)) & 1) return false;
    previous = code;
  }
  return true;
}

/** Longer words are compared by their beginning: positions are kept in the bits of a number. */
const lettersMax = 31;

/** Jaro-Winkler similarity, 0 to 1: shared letters near the same place, with a bonus for up to four equal first letters. */
export function jaroWinkler(one: string, other: string): number {
  const oneLength = Math.min(one.length, lettersMax);
  const otherLength = Math.min(other.length, lettersMax);
  const reach = Math.max(0, (Math.max(oneLength, otherLength) >> 1) - 1);
  let shared = 0;
  let oneShared = 0;
  let otherShared = 0;
  for (let index = 0; index < oneLength; index++) {
    const end = Math.min(otherLength, index + reach + 1);
    for (let candidate = Math.max(0, index - reach); candidate < end; candidate++) {
      if ((otherShared >> candidate) & 1 || one.charCodeAt(index) !== other.charCodeAt(candidate)) continue;
      oneShared |= 1 << index;
      otherShared |= 1 << candidate;
      shared++;
      break;
    }
  }
  if (shared === 0) return 0;
  let swapped = 0;
  for (let index = 0, candidate = 0; index < oneLength; index++) {
    if (((oneShared >> index) & 1) === 0) continue;
    while (((otherShared >> candidate) & 1) === 0) candidate++;
    if (one.charCodeAt(index) !== other.charCodeAt(candidate++)) swapped++;
  }
  const jaro = (shared / oneLength + shared / otherLength + (shared - swapped / 2) / shared) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < oneLength && one.charCodeAt(prefix) === other.charCodeAt(prefix)) prefix++;
  return jaro + prefix * 0.1 * (1 - jaro);
}
