import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toEntry } from '../../../../test/support/lists/list-editions.ts';
import { completeCnpj } from '../../numbers/cnpj.ts';
import { completeCpf } from '../../numbers/cpf.ts';
import type { ListEntry } from '../entry/list-entry.ts';
import type { ScreenedPerson } from '../screened.ts';
import { judgeEntry, toAsked } from './judge-entry.ts';

const cpf = completeCpf('300456789');
const other = completeCpf('311456780');
const anybody: ScreenedPerson = { kind: 'person', cpf: null, name: null, birthDate: null };
const judge = (asked: Partial<ScreenedPerson>, entry: Partial<ListEntry>) =>
  judgeEntry(toAsked({ ...anybody, ...asked }), toEntry(entry));
const judgeCompany = (name: string, entry: Partial<ListEntry>) =>
  judgeEntry(toAsked({ kind: 'company', cnpj: null, name }), toEntry(entry));

const masked = { names: ['MARIA APARECIDA DA SILVA'], document: { kind: 'masked_cpf', digits: '456789' } } as const;
const whole = { names: ['MARIA APARECIDA DA SILVA'], document: { kind: 'cpf', number: cpf } } as const;

describe('a whole CPF', () => {
  test('is a hit whatever the name, and says that the name disagrees', () => {
    expect(judge({ cpf, name: 'Maria Ap. Silva' }, whole)).toMatchObject({
      match: 'document',
      strength: 'hit',
      agreed: ['cpf', 'name'],
    });
    expect(judge({ cpf, name: 'Pedro Gomes' }, whole)).toMatchObject({ match: 'document', disagreed: ['name'] });
    expect(judge({ cpf }, whole)).toMatchObject({ match: 'document', similarity: null });
  });

  test('that differs from the entry is another person of the same name', () => {
    const sameMiddle = completeCpf('311456789');
    for (const another of [other, sameMiddle])
      expect(judge({ cpf: another, name: 'Maria Aparecida da Silva' }, whole)).toBeUndefined();
    expect(judge({ cpf: other, name: 'Maria Aparecida da Silva' }, masked)).toBeUndefined();
  });
});

describe('six digits of a CPF', () => {
  test('are all that is known of a partner: with the name they find a masked entry and a whole one', () => {
    const partner = { maskedCpf: '456789', name: 'Maria Aparecida da Silva' };
    for (const entry of [masked, whole]) {
      expect(judge(partner, entry)).toMatchObject({ match: 'masked_cpf_and_name', strength: 'hit', similarity: 1 });
      expect(judge({ ...partner, maskedCpf: '456780' }, entry)).toBeUndefined();
      expect(judge({ ...partner, name: 'Pedro Gomes' }, entry)).toBeUndefined();
    }
  });

  test.each([
    ['Maria Aparecida da Silva', 1, 'hit'],
    ['Maria Ap. Silva', 0.96, 'hit'],
    ['Maria Aparecida Silva Souza', 0.79, 'possible'],
  ])('and the name %s', (name, similarity, strength) => {
    expect(judge({ cpf, name }, masked)).toMatchObject({
      match: 'masked_cpf_and_name',
      strength,
      similarity,
      agreed: ['masked_cpf', 'name'],
    });
  });

  test('and another name, or none, are nothing', () => {
    expect(judge({ cpf, name: 'João Aparecido da Silva' }, masked)).toBeUndefined();
    expect(judge({ cpf }, masked)).toBeUndefined();
  });
});

describe('a Brazilian number in a list of the world', () => {
  const listed = { names: ['Yusuf QADHAFI'], document: { kind: 'cpf', number: cpf }, births: ['1970-05-20'] } as const;
  const judgeWorld = (asked: Partial<ScreenedPerson>, entry: Partial<ListEntry> = listed) =>
    judgeEntry(toAsked({ ...anybody, ...asked }), toEntry(entry), 'world');

  test('leaves the name one that may be written in many ways', () => {
    expect(judgeWorld({ name: 'Gaddafi Youssef' })).toMatchObject({ match: 'name', strength: 'possible' });
    expect(judgeWorld({ cpf, name: 'Gaddafi Youssef' })).toMatchObject({ match: 'document', agreed: ['cpf', 'name'] });
  });

  test('leaves the name a Brazilian one as well', () => {
    expect(judgeWorld({ name: 'Maria Ap. da Silva' }, whole)).toMatchObject({ match: 'name', similarity: 0.96 });
    const shortened = { maskedCpf: '456789', name: 'Ma. Silva' };
    expect(judgeWorld(shortened, { ...whole, names: ['MARIA SILVA'] })).toMatchObject({ similarity: 0.8 });
  });

  test('that differs does not hide the same name and birth date, but a namesake', () => {
    const asked = { cpf: other, name: 'Youssef Gaddafi', birthDate: '1970-05-20' };
    expect(judgeWorld(asked)).toMatchObject({
      match: 'name_and_birth_date',
      strength: 'possible',
      agreed: ['name', 'birth_date'],
      disagreed: ['cpf'],
    });
    expect(judgeWorld({ ...asked, birthDate: '1971-05-20' })).toBeUndefined();
    expect(judgeWorld({ ...asked, birthDate: null })).toBeUndefined();
    expect(judge({ ...asked, name: 'Yusuf Qadhafi' }, listed)).toBeUndefined();
  });
});

describe('a birth beside a foreign name', () => {
  const born = (...births: readonly string[]) => ({ names: ['QADHAFI, Yusuf'], births });
  const asked = { cpf, name: 'Youssef Gaddafi', birthDate: '1970-05-20' };
  test.each([
    [['1970-05-20'], { match: 'name_and_birth_date', strength: 'hit', agreed: ['name', 'birth_date'] }],
    [['1968', '1970'], { match: 'name_and_birth_year', strength: 'possible', agreed: ['name', 'birth_year'] }],
    [['1970-05'], { match: 'name_and_birth_year', strength: 'possible' }],
    [['1970-12-01'], { match: 'name_and_birth_year', strength: 'possible', disagreed: ['birth_date'] }],
    [['1971'], { match: 'name', strength: 'possible', disagreed: [] }],
    [[], { match: 'name', strength: 'possible' }],
  ])('%j', (births, expected) => expect(judge(asked, born(...births))).toMatchObject(expected));

  test.each([
    ['the year after', '1971-05-20', 0.96],
    ['one wrong digit', '1970-05-29', 0.96],
    ['a wrong digit of the year', '1940-05-20', 0.96],
    ['two digits of the year swapped', '1907-05-20', 0.96],
    ['years apart', '1973-11-02', 0.94],
    ['more years apart', '1995-01-31', 0.83],
    ['a life apart', '2004-01-31', 0.79],
  ])('that is another hides nobody, and is weaker the farther it is: %s', (_, birthDate, similarityMax) => {
    const exact = { ...asked, name: 'Yusuf Qadhafi', birthDate };
    const judged = judge(exact, born('1970-05-20'));
    expect(judged).toMatchObject({
      match: birthDate.startsWith('1970') ? 'name_and_birth_year' : 'name',
      strength: 'possible',
      disagreed: ['birth_date'],
    });
    expect(judged?.similarity).toBeLessThanOrEqual(birthDate.startsWith('1970') ? 1 : similarityMax + 0.01);
    // A name that would not be found alone is not found beside it either.
    expect(judge({ ...exact, name: 'Youssef Gaddafi Salem' }, born('1970-05-20'))).toBeUndefined();
  });

  test('property: what a name alone finds, a birth date does not hide', () => {
    const year = fc.integer({ min: 1900, max: 2020 });
    const part = fc.integer({ min: 1, max: 28 });
    const pad = (value: number) => String(value).padStart(2, '0');
    const day = fc
      .tuple(year, fc.integer({ min: 1, max: 12 }), part)
      .map(([y, month, date]) => `${y}-${pad(month)}-${pad(date)}`);
    const birth = fc.tuple(day, fc.constantFrom(4, 7, 10)).map(([date, length]) => date.slice(0, length));
    const name = fc.constantFrom('Yusuf Qadhafi', 'Youssef Gaddafi', 'Gaddafi Youssef', 'Yusuf Qadafi');
    fc.assert(
      fc.property(name, day, fc.array(birth, { maxLength: 3 }), (alone, birthDate, births) => {
        const beside = judge({ ...asked, name: alone, birthDate }, born(...births));
        expect(beside).toBeDefined();
        expect(beside?.similarity).toBeLessThanOrEqual(1);
        expect(beside?.similarity).toBeGreaterThanOrEqual(0.7);
      }),
    );
  });

  test('that is farther is never stronger', () => {
    const similarities = ['1970-05-21', '1972-05-20', '1975-01-01', '1981-02-03', '1999-02-03', '2005-02-03'].map(
      (birthDate) => judge({ ...asked, birthDate }, born('1970-05-20'))?.similarity ?? 0,
    );
    expect(similarities).toEqual(similarities.toSorted((one, other) => other - one));
  });

  test('that is another does not, where one more is written that nobody can read', () => {
    const entry = { ...born('1955-05-20', '1973'), hasUnreadBirth: true } as const;
    expect(judge(asked, entry)).toMatchObject({ match: 'name', strength: 'possible', disagreed: [] });
    expect(judge({ ...asked, birthDate: '1955-05-20' }, entry)).toMatchObject({ match: 'name_and_birth_date' });
  });

  test('lets a name with a word more count', () => {
    const entry = born('1970-05-20');
    expect(judge({ ...asked, name: 'Youssef Gaddafi Salem' }, entry)).toMatchObject({ strength: 'possible' });
    expect(judge({ ...asked, name: 'Youssef Gaddafi Salem', birthDate: null }, entry)).toBeUndefined();
  });
});

describe('a name alone', () => {
  test('is never more than possible, Brazilian or foreign', () => {
    expect(judge({ name: 'Maria Aparecida Silva' }, masked)).toMatchObject({ match: 'name', strength: 'possible' });
    expect(judge({ name: 'Yusuf Qadhafi' }, { names: ['QADHAFI, Yusuf'] })).toMatchObject({ strength: 'possible' });
  });

  test('that the publisher calls weak needs something beside it', () => {
    const weak = { names: ['SOMEBODY ELSE'], weakNames: ['ABU ZAYD'], births: ['1970-05-20'] };
    expect(judge({ name: 'Abu Zayd' }, weak)).toBeUndefined();
    expect(judge({ name: 'Abu Zayd', birthDate: '1970-05-20' }, weak)).toMatchObject({ match: 'name_and_birth_date' });
  });

  test('of a person is not that of a company or a vessel', () => {
    for (const kind of ['company', 'other'] as const)
      expect(judge({ name: 'Maria Silva' }, { kind, names: ['MARIA SILVA'] })).toBeUndefined();
    expect(judgeCompany('Maria Silva', { kind: 'person', names: ['MARIA SILVA'] })).toBeUndefined();
  });
});

describe('a company', () => {
  test('is found by its name without legal forms, Brazilian and foreign ones', () => {
    const listed = { kind: 'company', names: ['Exemplo Trading Co. LLC'] } as const;
    expect(judgeCompany('Exemplo Trading Ltda', listed)).toMatchObject({ match: 'name', strength: 'possible' });
    expect(judgeCompany('Exemplo Shipping Ltda', listed)).toBeUndefined();
  });

  test.each([
    ['Rosgasneft', 'ROSGAZNEFT JSC'],
    ['OAO Rosgazneft', 'Open Joint Stock Company Rosgazneft'],
    ['Exemplo Europe', 'EXEMPLO EUROPE Sp. z o.o.'],
    ['The Exemplo Airlines Company', 'EXEMPLO AIRLINES'],
    ['S.A. Exemplo Naval', 'EXEMPLO NAVAL S.A.'],
    ['Exemplo Trading', 'EXEMPLO TRADING, S.R.O.'],
  ])('is found by one word spelt otherwise, and without forms of several words or in front: %s', (name, listed) => {
    expect(judgeCompany(name, { kind: 'company', names: [listed] })).toMatchObject({ match: 'name' });
  });

  test.each([
    ['Rosneft', 'ROSNAFT'],
    ['Stock Company', 'JOINT STOCK COMPANY'],
    ['The Exemplo', 'THE EXEMPLA'],
  ])('is not found by a word that is another: %s', (name, listed) => {
    expect(judgeCompany(name, { kind: 'company', names: [listed] })).toBeUndefined();
  });

  test('with another root is another company', () => {
    const number = completeCnpj('112223330001');
    const asked = toAsked({ kind: 'company', cnpj: completeCnpj('445556660001'), name: 'Exemplo Trading' });
    const listed = toEntry({ kind: 'company', names: ['EXEMPLO TRADING'], document: { kind: 'cnpj', number } });
    expect(judgeEntry(asked, listed)).toBeUndefined();
  });
});
