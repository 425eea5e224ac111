// Further keys of the rows of a list that is judged at high sensitivity: there a name is also told with a word less, or with a slip beside
// a word less. Whoever is looked for has the other half of them for every list.

import { addUp, type NameRoom, toMisspeltKey, toPairKey, toShortenedKey } from './key-hash.ts';
import { addLessOne, type KeyWords, toDoubtfulLetters } from './name-keys.ts';

/** The keys of all lists find a longer name, because more of its words agree. */
const [wordsMin, wordsMax] = [3, 5];

export function addSensitive(keys: number[], words: KeyWords, room: NameRoom): void {
  const { hashes } = words;
  if (hashes.length < wordsMin || hashes.length > wordsMax) return;
  for (let one = 0; one < hashes.length; one++) {
    for (let two = one + 1; two < hashes.length; two++) {
      const pair = addUp(hashes[one] as number, hashes[two] as number);
      if (hashes.length > wordsMin) addThirds(keys, words, [one, two, pair], room);
      else {
        keys.push(toPairKey(pair, room));
        addLessOne(keys, hashes[one] as number, words, two, room);
        addLessOne(keys, hashes[two] as number, words, one, room);
      }
    }
  }
}

/** Any third word that the other side has shortened, or of four words misspelt. */
function addThirds(
  keys: number[],
  words: KeyWords,
  [one, two, pair]: readonly [number, number, number],
  room: NameRoom,
): void {
  const { hashes, initials, tells } = words;
  for (let third = 0; third < hashes.length; third++) {
    if (third === one || third === two) continue;
    keys.push(toShortenedKey(pair, initials[third] as number, 'asked', room));
    if (hashes.length > wordsMin + 1) continue;
    if (!tells[one] && !tells[two]) addLessOne(keys, pair, words, third, room);
    else for (const letter of toDoubtfulLetters(words, third)) keys.push(toMisspeltKey(pair, letter, room));
  }
}
