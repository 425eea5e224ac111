// The keys by which rows are found: those that an entry has, and those under which somebody is looked for.
// A name is found by several of its words together, so that a common word costs nothing. It never needs all of them, so that one
// misspelt word hides nobody. Keys only have to find what the comparison calls alike: a name alone needs `nameAloneMin`.

import { toForeignName } from '../../domain/names/foreign-name.ts';
import { dropParticles } from '../../domain/names/name-text.ts';
import { foldSpelling } from '../../domain/names/word-likeness.ts';
import { toCnpjRoot } from '../../domain/numbers/cnpj.ts';
import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';
import {
  foldListedName,
  listCustoms,
  type NameCustom,
  type NamesOf,
} from '../../domain/screening/match/name-scorer.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import {
  addUp,
  hash,
  type NameRoom,
  toBirthKey,
  toBornKey,
  toCpfKey,
  toDigitsKey,
  toJoinedKey,
  toLessOneKey,
  toMisspeltKey,
  toPairKey,
  toTripleKey,
} from './key-hash.ts';

/** The names of a row under one custom, folded; a weak one has `weakMark` before it. */
export interface RowNames {
  readonly room: NameRoom;
  readonly custom: NameCustom;
  readonly names: readonly string[];
  /** In which the person may have been born. */
  readonly years: readonly string[];
}

export const weakMark = '?';

/** An entry that may be a person or a company has both. */
export function toRowNames(entry: ListEntry, namesOf: NamesOf): readonly RowNames[] {
  const customs = [...listCustoms(entry, 'person', namesOf), ...listCustoms(entry, 'company', namesOf)];
  const years = unique(entry.births.map((birth) => birth.slice(0, 4)));
  return customs.map((custom) => {
    const room = custom === 'company' && entry.document?.kind === 'cnpj' ? 'numbered company' : custom;
    const names = entry.names.map((name) => foldListedName(name, custom));
    for (const name of entry.weakNames) names.push(weakMark + foldListedName(name, custom));
    return { room, custom, names: unique(names), years };
  });
}

/** Most rows have one name, and no year. */
function unique(texts: readonly string[]): readonly string[] {
  return texts.length < 2 ? texts : [...new Set(texts)];
}

export function toNumberKeys({ document, births }: ListEntry): readonly number[] {
  const keys = births.filter((birth) => birth.length === 10).map(toBirthKey);
  // Partners of companies are known by six digits alone.
  if (document?.kind === 'cpf') keys.push(toCpfKey(document.number), toDigitsKey(document.number.slice(3, 9)));
  if (document?.kind === 'masked_cpf') keys.push(toDigitsKey(document.digits));
  if (document?.kind === 'cnpj') keys.push(hash(`root ${toCnpjRoot(document.number)}`));
  return keys;
}

export function toNameKeys({ room, custom, names, years }: RowNames): ReadonlySet<number> {
  const keys: number[] = [];
  for (const name of names) {
    const words = toKeyWords(name.startsWith(weakMark) ? name.slice(1) : name, custom);
    addParts(keys, words, room);
    addOthers(keys, words, room, 'listed');
    addTwoOfThree(keys, words, room);
    addBornKeys(keys, words, years, room);
  }
  return new Set(keys);
}

/** A search by name in one room. */
export interface AskedName {
  readonly room: NameRoom;
  readonly custom: NameCustom;
  readonly parts: readonly number[];
  /** How many of the parts a row must have: all but those with one word, which may be misspelt. */
  readonly partsMin: number;
  /** Keys of which one is enough. */
  readonly others: readonly number[];
}

export interface Hint {
  readonly key: number;
  /** By which rules the names of such rows may be alike. */
  readonly customs: readonly NameCustom[];
}

export interface AskedKeys {
  /** Whoever has one of them is meant. */
  readonly numbers: readonly number[];
  /** The digits that publishers show, a birth date: beside them the name must be alike. */
  readonly hints: readonly Hint[];
  readonly names: readonly AskedName[];
}

export function toAskedKeys(screened: Screened): AskedKeys {
  const { name } = screened;
  const year = findBirthYear(screened);
  const names = name === null ? [] : listRooms(screened).map((room) => toAskedName(name, year, room));
  return { ...toAskedNumbers(screened), names };
}

export function findBirthYear(screened: Screened): string | undefined {
  return screened.kind === 'person' ? screened.birthDate?.slice(0, 4) : undefined;
}

const roomsOf = {
  person: { numbered: ['foreign'], unnumbered: ['foreign', 'brazilian'] },
  company: { numbered: ['company'], unnumbered: ['company', 'numbered company'] },
} as const;

/** Where somebody is searched by name: who has a number is not in rooms whose rows all have one. */
export function listRooms(screened: Screened): readonly NameRoom[] {
  const number = screened.kind === 'company' ? screened.cnpj : screened.cpf;
  return roomsOf[screened.kind][number === null ? 'unnumbered' : 'numbered'];
}

export function toAskedName(name: string, year: string | undefined, room: NameRoom): AskedName {
  const custom = room === 'numbered company' ? 'company' : room;
  const words = toKeyWords(foldListedName(name, custom), custom);
  const [parts, others]: [number[], number[]] = [[], []];
  addParts(parts, words, room);
  addOthers(others, words, room, 'asked');
  addBornKeys(others, words, year === undefined ? [] : [year], room);
  return { room, custom, parts, partsMin: toPartsMin(words.telling.length), others };
}

/** How many triples there are without one word. */
export function toPartsMin(words: number): number {
  const kept = words - 1;
  return Math.max(1, (kept * (kept - 1) * (kept - 2)) / 6);
}

const byForeignName: readonly NameCustom[] = ['foreign'];
const byAnyName: readonly NameCustom[] = ['brazilian', 'foreign'];

export function toAskedNumbers(screened: Screened): Pick<AskedKeys, 'numbers' | 'hints'> {
  if (screened.kind === 'company') {
    const { cnpj } = screened;
    return { numbers: cnpj === null ? [] : [hash(`root ${toCnpjRoot(cnpj)}`)], hints: [] };
  }
  const { cpf, maskedCpf = null, birthDate } = screened;
  const digits = cpf?.slice(3, 9) ?? maskedCpf;
  const hints: Hint[] = birthDate === null ? [] : [{ key: toBirthKey(birthDate), customs: byForeignName }];
  if (digits !== null) hints.push({ key: toDigitsKey(digits), customs: byAnyName });
  return { numbers: cpf === null ? [] : [toCpfKey(cpf)], hints };
}

/** More than nearly all names have; of a longer one the first words are enough to find it. */
export const wordsMax = 7;

interface KeyWords {
  /** Each once, as they are heard or spelt. */
  readonly telling: readonly string[];
  /** Theirs, in step with them. */
  readonly hashes: readonly number[];
  /** In step with the words: the codes of their first letters as they are written. */
  readonly initials: readonly number[];
  /** In step with the words. In a list of other countries two words of three find a name only where one of them tells something. */
  readonly tells: readonly boolean[];
  /** All of them in one: Kim Jong Un is Kim Jongun, and a company may have no more than one word. */
  readonly joined: string;
}

function toKeyWords(folded: string, custom: NameCustom): KeyWords {
  const foreign = custom === 'foreign' ? toForeignName(folded) : undefined;
  const words = foreign?.words ?? dropParticles(folded.split(' '));
  const [telling, hashes, initials, tells]: [string[], number[], number[], boolean[]] = [[], [], [], []];
  for (let index = 0; index < words.length && telling.length < wordsMax; index++) {
    const word = words[index] as string;
    const heard = foreign?.skeletons[index] ?? foldSpelling(word);
    if (heard === '' || telling.includes(heard)) continue;
    telling.push(heard);
    hashes.push(hash(heard));
    initials.push(word.charCodeAt(0));
    tells.push(foreign?.tells[index] ?? true);
  }
  return { telling, hashes, initials, tells, joined: words.length === 1 ? (words[0] as string) : words.join('') };
}

/** Who may have misspelt a word. Among common words only those who ask are believed to: a misspelt word is a common one no more. */
type Side = 'listed' | 'asked';

function addOthers(keys: number[], words: KeyWords, room: NameRoom, side: Side): void {
  addMisspelt(keys, words, room, side);
  keys.push(toJoinedKey(hash(words.joined), room));
}

/** Any two words and the year of birth: beside it a name is one that is less alike than a name alone must be. */
function addBornKeys(keys: number[], { hashes }: KeyWords, years: readonly string[], room: NameRoom): void {
  if (room !== 'foreign' || years.length === 0) return;
  const pairs: number[] = [];
  addPairs(pairs, hashes, room);
  for (const year of years) for (const pair of pairs) keys.push(toBornKey(pair, hash(year), room));
}

function addParts(keys: number[], { hashes }: KeyWords, room: NameRoom): void {
  if (hashes.length === 2) addPairs(keys, hashes, room);
  else addTriples(keys, hashes, room);
}

function addPairs(keys: number[], hashes: readonly number[], room: NameRoom): void {
  for (let one = 0; one < hashes.length; one++) {
    for (let two = one + 1; two < hashes.length; two++)
      keys.push(toPairKey(addUp(hashes[one] as number, hashes[two] as number), room));
  }
}

function addTwoOfThree(keys: number[], { hashes, tells }: KeyWords, room: NameRoom): void {
  if (room !== 'foreign' || hashes.length !== 3) return;
  const add = (one: number, two: number) => {
    if (tells[one] || tells[two]) keys.push(toPairKey(addUp(hashes[one] as number, hashes[two] as number), room));
  };
  add(0, 1);
  add(0, 2);
  add(1, 2);
}

function addTriples(keys: number[], hashes: readonly number[], room: NameRoom): void {
  for (let one = 0; one < hashes.length; one++) {
    for (let two = one + 1; two < hashes.length; two++) {
      const pair = addUp(hashes[one] as number, hashes[two] as number);
      for (let three = two + 1; three < hashes.length; three++)
        keys.push(toTripleKey(addUp(pair, hashes[three] as number), room));
    }
  }
}

/**
 * Where few words are left without the misspelt one, something of it must agree. In a name of three words that is the first letter, by which
 * alone it may be given, or one of the first two that are heard. In a name of two, and beside two words that half of Brazil has, it is all but one letter.
 */
function addMisspelt(keys: number[], words: KeyWords, room: NameRoom, side: Side): void {
  const { telling, hashes } = words;
  if (telling.length === 2) {
    addLessOne(keys, hashes[0] as number, telling[1] as string, room);
    addLessOne(keys, hashes[1] as number, telling[0] as string, room);
  }
  if (telling.length !== 3) return;
  addThird(keys, words, [0, 1, 2], room, side);
  addThird(keys, words, [0, 2, 1], room, side);
  addThird(keys, words, [1, 2, 0], room, side);
}

/** Two words are right, and the third may be misspelt. */
function addThird(
  keys: number[],
  { telling, hashes, initials, tells }: KeyWords,
  [first, second, third]: readonly [number, number, number],
  room: NameRoom,
  side: Side,
): void {
  const doubtful = telling[third] as string;
  const pair = addUp(hashes[first] as number, hashes[second] as number);
  if (!tells[first] && !tells[second]) {
    if (side === 'listed' || tells[third]) addLessOne(keys, pair, doubtful, room);
    return;
  }
  const letters = new Set([
    initials[third] as number,
    doubtful.charCodeAt(0),
    doubtful.charCodeAt(doubtful.length > 1 ? 1 : 0),
  ]);
  for (const letter of letters) keys.push(toMisspeltKey(pair, letter, room));
}

function addLessOne(keys: number[], right: number, misspelt: string, room: NameRoom): void {
  for (const form of toForms(misspelt)) keys.push(toLessOneKey(right, hash(form), room));
}

/** The misspelt word lacks a letter or has a wrong one: then both are equal without it. */
export function toForms(misspelt: string): readonly string[] {
  const forms = new Set([misspelt]);
  for (let index = 0; index < misspelt.length; index++) forms.add(misspelt.slice(0, index) + misspelt.slice(index + 1));
  return [...forms].filter((form) => form !== '');
}
