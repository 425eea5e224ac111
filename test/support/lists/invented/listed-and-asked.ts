// Entries of every kind, and customers who are like them in the ways in which a customer differs from a row: for whoever compares two ways
// of finding the same hits.

import type { Random } from '../../../../scripts/make-dump/values/random.ts';
import { givenNames } from '../../../../scripts/make-dump/values/vocabulary.ts';
import { completeCnpj } from '../../../../src/domain/numbers/cnpj.ts';
import { completeCpf } from '../../../../src/domain/numbers/cpf.ts';
import type { ListEntry } from '../../../../src/domain/screening/entry/list-entry.ts';
import type { ListedDocument } from '../../../../src/domain/screening/entry/listed-document.ts';
import type { Screened } from '../../../../src/domain/screening/screened.ts';
import { toEntry } from '../list-editions.ts';
import { inventBirths, inventForeignName } from './foreigners.ts';
import { inventPerson, inventSurname } from './people.ts';
import { varyBrazilian, varyForeign } from './variants.ts';

/** Numbered by their place, each about an act of its own. */
export function inventEntries(random: Random, count: number): readonly ListEntry[] {
  return Array.from({ length: count }, (_, index) => {
    const entry = random.chance(0.15) ? inventCompany(random) : inventListedPerson(random);
    return toEntry({ ...entry, id: String(index), process: String(index) });
  });
}

function inventCompany(random: Random): Partial<ListEntry> {
  const several = [
    random.pick(['COMÉRCIO', 'TRANSPORTES', 'ROSNAVE', 'GOLDEN', 'PADARIA', 'KUZNETS']),
    random.pick(['SILVA', 'STAR', 'RASHID', 'EXEMPLO', '& FILHOS']),
    random.pick(['TRADING', 'SHIPPING', 'DE ALIMENTOS']),
    random.pick(['LTDA', 'LLC', 'S.A.', 'JSC', 'ME']),
  ].join(' ');
  const name = random.chance(0.3)
    ? `${inventSurname(random)}ZLEY ${random.pick(['LLC', 'S.A.', 'SP. Z O.O.'])}`
    : several;
  const number = completeCnpj(`${random.digits(8)}000${random.chance(0.5) ? 1 : 2}`);
  const document = random.chance(0.5) ? { kind: 'cnpj' as const, number } : null;
  return { kind: random.pick(['company', 'company', 'other', null]), names: [name], document };
}

function inventListedPerson(random: Random): Partial<ListEntry> {
  const { cpf, name, birthDate } = inventPerson(random);
  const documents: readonly (ListedDocument | null)[] = [
    { kind: 'cpf', number: cpf },
    { kind: 'masked_cpf', digits: cpf.slice(3, 9) },
    { kind: 'unusable' },
    null,
    null,
  ];
  const births = random.pick([[], inventBirths(random), [birthDate], [birthDate.slice(0, 7)], [birthDate, '1971']]);
  return {
    kind: random.pick(['person', 'person', null]),
    names: [
      random.chance(0.5) ? name : inventForeignName(random),
      ...(random.chance(0.3) ? [inventForeignName(random)] : []),
    ],
    weakNames: random.chance(0.1) ? [inventForeignName(random)] : [],
    document: random.pick(documents),
    births,
  };
}

export function inventCustomer(random: Random, entries: readonly ListEntry[]): Screened {
  const entry = random.pick(entries);
  const isCompany = entry.kind !== 'person' && random.chance(0.6);
  const name = random.chance(0.05) ? null : rewrite(entry, isCompany, random);
  return isCompany
    ? { kind: 'company', cnpj: inventCnpj(random, entry), name }
    : { kind: 'person', ...inventNumber(random, entry), name, birthDate: inventBirthDate(random, entry) };
}

function inventCnpj(random: Random, { document }: ListEntry) {
  if (random.chance(0.5)) return null;
  const root = document?.kind === 'cnpj' && random.chance(0.7) ? document.number.slice(0, 8) : random.digits(8);
  return completeCnpj(`${root}000${random.chance(0.5) ? 1 : 3}`);
}

function inventNumber(random: Random, { document }: ListEntry) {
  const another = completeCpf(random.digits(9));
  const own = document?.kind === 'cpf' ? document.number : another;
  const digits = document?.kind === 'masked_cpf' ? document.digits : own.slice(3, 9);
  const known = random.below(5);
  if (known < 2) return { cpf: null, maskedCpf: known === 0 ? null : digits };
  return { cpf: [own, another, completeCpf(`300${digits}`)][known - 2] ?? null, maskedCpf: null };
}

function inventBirthDate(random: Random, { births }: ListEntry): string | null {
  const [birth = '1970-05-06'] = births;
  const day = `${birth}-03-04`.slice(0, 10);
  const year = birth.slice(0, 4);
  return random.pick([null, day, day, `${year}-08-09`, `${year}-${day.slice(8)}-${day.slice(5, 7)}`, '1958-01-02']);
}

type Rewrite = (name: string, random: Random) => string;

const toWords = (name: string): string[] => name.split(' ');
const lookalikes: Readonly<Record<string, string>> = { A: 'А', B: 'В', C: 'С', E: 'Е', H: 'Н', M: 'М', O: 'О', P: 'Р' };

const rewrites: readonly Rewrite[] = [
  (name) => name,
  varyBrazilian,
  varyBrazilian,
  (name) => toWords(name).reverse().join(' '),
  // Initials in the middle, all of them.
  (name) => toWords(name).map(shortenMiddle).join(' '),
  (name, random) => {
    const words = toWords(name);
    return words.filter((_, index) => words.length < 3 || index !== random.below(words.length)).join(' ');
  },
  (name, random) => `${name} ${random.pick(['SILVA', 'COSTA', 'FILHO', 'JR.', 'AL-MASRI', 'NETO'])}`,
  (name, random) =>
    toWords(name)
      .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
      .join(random.pick(['  ', '-', ', ', '\u00a0'])),
  // Accents, other alphabets and what nobody sees.
  (name) => name.replace('A', 'Ã').replace('O', 'O\u0301').replace('E', 'e\u0302'),
  (name) => [...name].map((letter) => lookalikes[letter] ?? letter).join(''),
  (name) => name.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  (name, random) => insert(name, random.below(name.length), '\u200b', 0),
  // A letter too few, or another one.
  (name, random) => insert(name, pickLetter(name, random), '', 1),
  (name, random) => insert(name, pickLetter(name, random), random.pick([...'AEIOSKLMN']), 1),
  (name) => name.replaceAll(' ', ''),
  // A social name, a marriage.
  (name, random) => [random.pickSkewed(givenNames), ...toWords(name).slice(1)].join(' '),
  (name, random) => [...toWords(name).slice(0, -1), inventSurname(random)].join(' '),
];

/** Names of other languages are written in many ways where the rules for such names hold. */
function rewrite({ names, weakNames, document }: ListEntry, isCompany: boolean, random: Random): string {
  const name = random.pick([...names, ...weakNames]);
  const isForeign = !isCompany && document?.kind !== 'cpf' && document?.kind !== 'masked_cpf';
  if (isForeign && random.chance(0.2)) return varyForeign(name, random);
  return random.pick(rewrites)(name, random);
}

/** Of a word that carries something. */
function pickLetter(name: string, random: Random): number {
  const words = [...name.matchAll(/[A-ZÀ-Ú]{4,}/g)];
  if (words.length === 0) return 0;
  const { index, 0: word } = random.pick(words);
  return index + random.below(word.length);
}

function shortenMiddle(word: string, index: number, words: readonly string[]): string {
  return index === 0 || index === words.length - 1 ? word : `${word.charAt(0)}.`;
}

function insert(text: string, at: number, letters: string, instead: number): string {
  return text.slice(0, at) + letters + text.slice(at + instead);
}
