// The keys by which rows are found: those that an entry has, and those under which somebody is looked for.
// A name is found by several of its words together, so that a common word costs nothing. It never needs all of them, so that one
// misspelt word hides nobody. Keys only have to find what the comparison calls alike: a name alone needs `nameAloneMin`.

import { toForeignName } from '../../domain/names/foreign-name.ts';
import { dropParticles } from '../../domain/names/name-text.ts';
import { foldSpelling } from '../../domain/names/word-likeness.ts';
import { toCnpjRoot } from '../../domain/numbers/cnpj.ts';
import type { ListEntry } from '../../domain/screening/list-entry.ts';
import { findCustom, foldListedName, type NameCustom } from '../../domain/screening/name-scorer.ts';
import type { Screened } from '../../domain/screening/screened.ts';

/** A corner of the table: rows that somebody with a number can only be found in by it are not searched by name then. */
export type NameRoom = 'brazilian' | 'foreign' | 'numbered company' | 'company';

/** The names of a row under one custom, folded; a weak one has `weakMark` before it. */
export interface RowNames {
  readonly room: NameRoom;
  readonly custom: NameCustom;
  readonly names: readonly string[];
}

export const weakMark = '?';

/** An entry that may be a person or a company has both. */
export function toRowNames(entry: ListEntry): readonly RowNames[] {
  const found: RowNames[] = [];
  for (const kind of ['person', 'company'] as const) {
    const custom = findCustom(entry, kind);
    if (custom === undefined) continue;
    const room = custom === 'company' && entry.document?.kind === 'cnpj' ? 'numbered company' : custom;
    const fold = (name: string) => foldListedName(name, custom);
    const names = [...entry.names.map(fold), ...entry.weakNames.map((name) => weakMark + fold(name))];
    found.push({ room, custom, names: [...new Set(names)] });
  }
  return found;
}

export function toNumberKeys({ document, births }: ListEntry): readonly number[] {
  const keys = births.filter((birth) => birth.length === 10).map((birth) => hash(`birth ${birth}`));
  // Partners of companies are known by six digits alone.
  if (document?.kind === 'cpf')
    keys.push(hash(`cpf ${document.number}`), hash(`digits ${document.number.slice(3, 9)}`));
  if (document?.kind === 'masked_cpf') keys.push(hash(`digits ${document.digits}`));
  if (document?.kind === 'cnpj') keys.push(hash(`root ${toCnpjRoot(document.number)}`));
  return keys;
}

export function toNameKeys({ room, custom, names }: RowNames): ReadonlySet<number> {
  const keys = new Set<number>();
  for (const name of names) {
    const words = toKeyWords(name.startsWith(weakMark) ? name.slice(1) : name, custom);
    for (const key of [...toParts(words.telling, room), ...toOthers(words, room), ...toTwoOfThree(words, room)])
      keys.add(key);
  }
  return keys;
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
  /** By which rules the names of such rows are compared. */
  readonly custom: NameCustom;
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
  const ask = (room: NameRoom, custom: NameCustom): readonly AskedName[] => {
    if (name === null) return [];
    const words = toKeyWords(foldListedName(name, custom), custom);
    const kept = words.telling.length - 1;
    const partsMin = Math.max(1, (kept * (kept - 1) * (kept - 2)) / 6);
    return [{ room, custom, parts: toParts(words.telling, room), partsMin, others: toOthers(words, room) }];
  };
  if (screened.kind === 'company') {
    const { cnpj } = screened;
    const names = ask('company', 'company');
    if (cnpj === null) return { numbers: [], hints: [], names: [...names, ...ask('numbered company', 'company')] };
    return { numbers: [hash(`root ${toCnpjRoot(cnpj)}`)], hints: [], names };
  }
  const { cpf, maskedCpf = null, birthDate } = screened;
  const names = ask('foreign', 'foreign');
  const digits = cpf?.slice(3, 9) ?? maskedCpf;
  const hints: Hint[] = birthDate === null ? [] : [{ key: hash(`birth ${birthDate}`), custom: 'foreign' }];
  if (digits !== null) hints.push({ key: hash(`digits ${digits}`), custom: 'brazilian' });
  if (cpf === null) return { numbers: [], hints, names: [...names, ...ask('brazilian', 'brazilian')] };
  return { numbers: [hash(`cpf ${cpf}`)], hints, names };
}

/** More than nearly all names have; of a longer one the first words are enough to find it. */
const wordsMax = 7;

interface KeyWords {
  /** Each once, as they are heard or spelt. */
  readonly telling: readonly string[];
  /** In step with the words. In a list of other countries two words of three find a name only where one of them tells something. */
  readonly tells: readonly boolean[];
  /** All of them in one: Kim Jong Un is Kim Jongun, and a company may have no more than one word. */
  readonly joined: string;
}

function toKeyWords(folded: string, custom: NameCustom): KeyWords {
  const foreign = custom === 'foreign' ? toForeignName(folded) : undefined;
  const words = foreign?.words ?? dropParticles(folded.split(' '));
  const heard = foreign?.skeletons ?? words.map(foldSpelling);
  const telling = [...new Set(heard)].filter((word) => word !== '').slice(0, wordsMax);
  const tells = telling.map((word) => foreign?.tells[heard.indexOf(word)] ?? true);
  return { telling, tells, joined: words.join('') };
}

function toOthers({ telling, tells, joined }: KeyWords, room: NameRoom): readonly number[] {
  return [...toMisspelt(telling, tells, room), mix(hash(joined), 1, room)];
}

function toParts(words: readonly string[], room: NameRoom): readonly number[] {
  return words.length === 2 ? toPairs(words, room) : toTriples(words, room);
}

function toPairs(words: readonly string[], room: NameRoom): readonly number[] {
  const hashes = words.map(hash);
  return hashes.flatMap((one, index) => hashes.slice(index + 1).map((other) => mix(addUp(one, other), 2, room)));
}

function toTwoOfThree({ telling, tells }: KeyWords, room: NameRoom): readonly number[] {
  const [one, two, three, ...more] = telling;
  if (room !== 'foreign' || one === undefined || two === undefined || three === undefined || more.length > 0) return [];
  const pairs = [
    [one, two, tells[0] || tells[1]] as const,
    [one, three, tells[0] || tells[2]] as const,
    [two, three, tells[1] || tells[2]] as const,
  ];
  return pairs.flatMap(([first, second, isTelling]) => (isTelling ? toPairs([first, second], room) : []));
}

function toTriples(words: readonly string[], room: NameRoom): readonly number[] {
  const hashes = words.map(hash);
  const keys: number[] = [];
  for (let one = 0; one < hashes.length; one++) {
    for (let two = one + 1; two < hashes.length; two++) {
      const pair = addUp(hashes[one] as number, hashes[two] as number);
      for (let three = two + 1; three < hashes.length; three++)
        keys.push(mix(addUp(pair, hashes[three] as number), 3, room));
    }
  }
  return keys;
}

/** In whatever order. */
function addUp(one: number, other: number): number {
  return (one + other) >>> 0;
}

/**
 * Where few words are left without the misspelt one, something of it must agree: its first letter in a name of three words, all but one
 * sound in a foreign name of two.
 */
function toMisspelt(words: readonly string[], tells: readonly boolean[], room: NameRoom): readonly number[] {
  const [one = '', two = '', three = '', ...more] = words;
  if (more.length > 0 || two === '') return [];
  if (three === '') return room === 'foreign' ? [...toLessOne(one, two, room), ...toLessOne(two, one, room)] : [];
  const part = (first: number, second: number, doubtful: string): readonly number[] => {
    if (!tells[first] && !tells[second]) return [];
    return [mix(addUp(hash(words[first] ?? ''), hash(words[second] ?? '')), doubtful.charCodeAt(0), room)];
  };
  return [...part(0, 1, three), ...part(0, 2, two), ...part(1, 2, one)];
}

/** One of the two lacks a letter or has a wrong one: then both are equal without it. */
function toLessOne(right: string, misspelt: string, room: NameRoom): readonly number[] {
  if (misspelt.length < 3) return [];
  const forms = [misspelt, ...[...misspelt].map((_, index) => misspelt.slice(0, index) + misspelt.slice(index + 1))];
  return forms.map((form) => mix(hash(right), hash(form) ^ 0x5bd1e995, room));
}

const salts: Readonly<Record<NameRoom, number>> = {
  brazilian: 0x1b873593,
  foreign: 0x27d4eb2f,
  'numbered company': 0x165667b1,
  company: 0x1656_67c5,
};

function mix(one: number, other: number, room: NameRoom): number {
  let sum = Math.imul(one ^ salts[room], 0x85ebca6b) ^ Math.imul(other, 0xc2b2ae35);
  sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d);
  sum = Math.imul(sum ^ (sum >>> 13), 0x297a2d39);
  return (sum ^ (sum >>> 16)) >>> 0;
}

/** FNV-1a over the characters' codes, then mixed: buckets are cut by its first bits. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d);
  return (sum ^ (sum >>> 13)) >>> 0;
}
