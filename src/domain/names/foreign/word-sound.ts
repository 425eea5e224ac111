// Words of other languages as clerks write them in Latin letters: Mohammed is Muhammad and Qadhafi is Gaddafi, but Hassan is not Hussein.
// Words come folded: upper case, no accents.

const hasDigraph = /[CDGKPSTZ]H|TS|TZ|CZ|CK|DJ|X/;

/** The consonants by their sound, and `A` for a vowel in front: equal for all spellings of a name, and for some names more. */
export function toSkeleton(word: string): string {
  const plain = hasDigraph.test(word) ? joinDigraphs(word) : word;
  let skeleton = '';
  let previous = '';
  for (let index = 0; index < plain.length; index++) {
    const letter = plain.charAt(index);
    if (letter === previous) continue;
    previous = letter;
    // Garcia is Garsia.
    const isSoft = letter === 'C' && 'EIY'.includes(plain.charAt(index + 1) || ' ');
    const sound = isSoft ? 'S' : (sounds[letter] ?? letter);
    if (sound !== '') skeleton += sound;
    else if (index === 0 && letter !== 'H') skeleton += 'A';
  }
  // Vowels decide where a word has nothing else: Hui is Houy, and not Hua.
  return skeleton === '' ? 'A' : skeleton;
}

/** Letters that clerks take for one another (Petrov, Petroff); vowels and H come and go. */
const sounds: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'AEIOUYH'].map((letter) => [letter, ''])),
  ...{ C: 'K', Q: 'K', G: 'K', Z: 'S', W: 'V', F: 'V' },
};

function joinDigraphs(word: string): string {
  return word
    .replace(/T?SCH|TCH|SH|CH|T[SZ]|CZ/g, 'S')
    .replace(/D?ZH|DJ/g, 'J')
    .replace(/KH|GH|CK/g, 'K')
    .replaceAll('PH', 'F')
    .replace(/([DT])H/g, '$1')
    .replaceAll('X', 'KS');
}

const isVowel = (letter: string): boolean => 'AEIOUY'.includes(letter);
/** Clerks confuse these vowels: A and E, E and I, O and U, E and U (Yusuf, Youssef). They never confuse A and O, which tell Mario from Maria. */
const vowelKin: ReadonlySet<string> = new Set('AA AE EA EE EI IE II EY YE YY IY YI OO OU UO UU EU UE'.split(' '));

/** Tells whether two words with one skeleton may be spellings of one name. If both have vowels, these must be akin. */
export function hasKindredVowels(one: string, other: string): boolean {
  const [some, others] = [toVowelGroups(one), toVowelGroups(other)];
  if (some.length !== others.length) return some.length > 2 && others.length > 2;
  return some.every((group, index) => areKindred(group, others[index] ?? ''));
}

function areKindred(group: string, other: string): boolean {
  if (group === '' || other === '') return group === other;
  return vowelKin.has(group.charAt(0) + other.charAt(0)) && vowelKin.has(group.slice(-1) + other.slice(-1));
}

/** One after each consonant that is heard, empty where two stand together; the first is what stands before all of them. */
function toVowelGroups(word: string): readonly string[] {
  const plain = (hasDigraph.test(word) ? joinDigraphs(word) : word).replace(/(.)\1+/g, '$1').replaceAll('H', '');
  const groups = [''];
  for (const letter of plain) {
    if (isVowel(letter)) groups[groups.length - 1] += letter;
    else groups.push('');
  }
  return groups;
}

/**
 * One letter too many, too few, changed, or two of them swapped. Not at the end, where a vowel tells Paulo from Paula and Daniel from
 * Daniela, and only in words long enough to be told apart by the rest.
 */
export function isTypo(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 5 || (isVowel(long.slice(-1)) && short.slice(-1) !== long.slice(-1))) return false;
  return isOneSlip(one, other);
}

/** The same at any place of words of any length: one of three letters at least, so that an initial is none of another. */
export function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length < 3 || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short.charCodeAt(start) === long.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < short.length - start &&
    short.charCodeAt(short.length - 1 - end) === long.charCodeAt(long.length - 1 - end)
  )
    end++;
  const left = short.length - start - end;
  if (left === 0 || (left === 1 && short.length === long.length)) return true;
  const isSwap = left === 2 && short.length === long.length;
  return isSwap && short[start] === long[start + 1] && short[start + 1] === long[start];
}
