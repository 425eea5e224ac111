// The keys by which rows are found: those that an entry has, and those under which somebody is looked for.
// Keys only have to find what the comparison calls alike: `neededLikeness` says how alike a name must be.

import { toCnpjRoot } from '../../../domain/numbers/cnpj.ts';
import type { ListEntry } from '../../../domain/screening/entry/list-entry.ts';
import {
  foldListedName,
  listCustoms,
  type NameCustom,
  type NamesOf,
} from '../../../domain/screening/match/name-scorer.ts';
import type { Screened } from '../../../domain/screening/screened.ts';
import type { Sensitivity } from '../../../domain/screening/sensitivity.ts';
import { hash, type NameRoom, toBirthKey, toCpfKey, toDigitsKey, toIdentityKey } from './key-hash.ts';
import {
  addBornKeys,
  addOthers,
  addParts,
  addSpeltOut,
  addTellingPairs,
  addTellingTriples,
  addTwoOfThree,
  toKeyWords,
} from './name-keys.ts';
import { addSensitive } from './sensitive-name-keys.ts';

/** The names of a row under one custom, folded; a weak one has `weakMark` before it. */
export interface RowNames {
  readonly room: NameRoom;
  readonly custom: NameCustom;
  readonly names: readonly string[];
  /** The person may have been born in one of these years. */
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

export function toNumberKeys({ document, births, identityDocuments = [] }: ListEntry): readonly number[] {
  const keys = births.filter((birth) => birth.length === 10).map(toBirthKey);
  for (const { number } of identityDocuments) keys.push(toIdentityKey(number));
  // Partners of companies are known by six digits alone.
  if (document?.kind === 'cpf') keys.push(toCpfKey(document.number), toDigitsKey(document.number.slice(3, 9)));
  if (document?.kind === 'masked_cpf') keys.push(toDigitsKey(document.digits));
  if (document?.kind === 'cnpj') keys.push(hash(`root ${toCnpjRoot(document.number)}`));
  return keys;
}

export function toNameKeys({ room, custom, names, years }: RowNames, sensitivity: Sensitivity): ReadonlySet<number> {
  const keys: number[] = [];
  for (const marked of names) {
    const name = marked.startsWith(weakMark) ? marked.slice(1) : marked;
    const words = toKeyWords(name, custom);
    addParts(keys, words, room);
    addOthers(keys, words, room, 'listed');
    addTwoOfThree(keys, words, room);
    addBornKeys(keys, words, years, room);
    if (sensitivity === 'high') addSensitive(keys, words, room);
    addTellingPairs(keys, words, room);
    if (isOfPeople(custom)) addSpeltOut(keys, words, room);
  }
  return new Set(keys);
}

const isOfPeople = (custom: NameCustom): boolean => custom !== 'company';

/** A search by name in one room. */
export interface AskedName {
  readonly room: NameRoom;
  readonly custom: NameCustom;
  readonly parts: readonly number[];
  /** A row must have at least this many of the parts: all but those with one word, which may be misspelt. */
  readonly partsMin: number;
  /** Keys of which one is enough. */
  readonly others: readonly number[];
}

export interface Hint {
  readonly key: number;
  /** `beside` names what a row with that key shares with the person: digits or a birth date. */
  readonly beside: 'digits' | 'birth_date';
}

export interface AskedKeys {
  /** A row with any one of these numbers means this person or company. */
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

/** Lists the rooms in which to search by name. A party with a number is not searched in rooms whose rows all have one. */
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
  addTellingPairs(others, words, room);
  addTellingTriples(others, words, room);
  if (isOfPeople(custom)) addSpeltOut(others, words, room);
  return { room, custom, parts, partsMin: toPartsMin(words.telling.length), others };
}

/** Counts the triples that remain without one word, or without two if at least five words leave a name that is still similar. */
export function toPartsMin(words: number): number {
  const kept = words - (words < 5 ? 1 : 2);
  return Math.max(1, (kept * (kept - 1) * (kept - 2)) / 6);
}

export function toAskedNumbers(screened: Screened): Pick<AskedKeys, 'numbers' | 'hints'> {
  if (screened.kind === 'company') {
    const { cnpj } = screened;
    return { numbers: cnpj === null ? [] : [hash(`root ${toCnpjRoot(cnpj)}`)], hints: [] };
  }
  const { cpf, maskedCpf = null, birthDate, identityDocument = null } = screened;
  const digits = cpf?.slice(3, 9) ?? maskedCpf;
  const hints: Hint[] = birthDate === null ? [] : [{ key: toBirthKey(birthDate), beside: 'birth_date' }];
  if (digits !== null) hints.push({ key: toDigitsKey(digits), beside: 'digits' });
  const numbers = cpf === null ? [] : [toCpfKey(cpf)];
  if (identityDocument !== null) numbers.push(toIdentityKey(identityDocument.number));
  return { numbers, hints };
}
