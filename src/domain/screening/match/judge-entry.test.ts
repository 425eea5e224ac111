import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toEntry } from '../../../../test/support/lists/list-editions.ts';
import { completeCnpj } from '../../numbers/cnpj.ts';
import { completeCpf } from '../../numbers/cpf.ts';
import type { ListEntry } from '../entry/list-entry.ts';
import type { ScreenedPerson } from '../screened.ts';
import { sensitivityLevels } from '../sensitivity.ts';
import { judgeEntry, prepareAsked } from './judge-entry.ts';

const cpf = completeCpf('300456789');
const other = completeCpf('311456780');
const anybody: ScreenedPerson = { kind: 'person', cpf: null, name: null, birthDate: null };
const judge = (asked: Partial<ScreenedPerson>, entry: Partial<ListEntry>) =>
  judgeEntry(prepareAsked({ ...anybody, ...asked }), toEntry(entry));
const judgeCompany = (name: string, entry: Partial<ListEntry>) =>
  judgeEntry(prepareAsked({ kind: 'company', cnpj: null, name }), toEntry(entry));

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
    expect(judge({ cpf, name: 'João Aparecido Gomes' }, masked)).toBeUndefined();
    expect(judge({ cpf }, masked)).toBeUndefined();
  });

  test.each([
    ['another given name', 'MARIA APARECIDA DA SILVA', 'João Pedro da Silva'],
    ['another surname', 'MARIA SOUZA', 'Maria Gomes'],
    ['other names but for one that is no most common one', 'MARIA BARROS DA SILVA', 'João Barros Gomes'],
    ['two words that are', 'MARIA SILVA BARROS', 'Maria Silva Gomes Prado'],
    ['another given name and a typing error', 'ANA ROSSETTI', 'João Rosetti'],
  ])('and %s may be the same person', (_, listed, name) => {
    expect(judge({ cpf, name }, { ...masked, names: [listed] })).toMatchObject({
      match: 'masked_cpf_and_name',
      strength: 'possible',
    });
  });

  test.each([
    ['only the most common given name', 'MARIA APARECIDA ALVES', 'Maria Gomes Prado'],
    ['a most common surname at another place', 'JOAO SILVA BARROS', 'Pedro da Silva Gomes'],
    ['words that are a letter apart, and names of their own', 'MARIA ALVES', 'Mario Gomes'],
  ])('and %s are another person', (_, listed, name) => {
    expect(judge({ cpf, name }, { ...masked, names: [listed] })).toBeUndefined();
  });

  test('and a name of two short words with a typing error are a hit, as a longer name is', () => {
    expect(judge({ cpf, name: 'Aan Lima' }, { ...masked, names: ['ANA LIMA'] })).toMatchObject({ strength: 'hit' });
  });

  test('and the birth date find a row with any other name, or without one', () => {
    const [birthDate, births] = ['1970-05-20', ['1970-05-20']];
    const found = { match: 'masked_cpf_and_birth_date', strength: 'possible', agreed: ['masked_cpf', 'birth_date'] };
    expect(judge({ cpf, birthDate, name: 'Pedro Gomes' }, { ...masked, births })).toMatchObject({
      ...found,
      disagreed: ['name'],
    });
    expect(judge({ cpf, birthDate }, { ...masked, births })).toMatchObject({ ...found, similarity: null });
    expect(judge({ cpf, birthDate, name: 'Pedro Gomes' }, { ...masked, births, names: [] })).toMatchObject(found);
    expect(judge({ cpf, birthDate: '1970-05-21', name: 'Pedro Gomes' }, { ...masked, births })).toBeUndefined();
    expect(judge({ cpf: other, birthDate, name: 'Pedro Gomes' }, { ...masked, births })).toBeUndefined();
  });
});

describe('a Brazilian number in a list of the world', () => {
  const listed = { names: ['Yusuf QADHAFI'], document: { kind: 'cpf', number: cpf }, births: ['1970-05-20'] } as const;
  const judgeWorld = (asked: Partial<ScreenedPerson>, entry: Partial<ListEntry> = listed) =>
    judgeEntry(prepareAsked({ ...anybody, ...asked }), toEntry(entry), { namesOf: 'world' });

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
    expect(judge({ ...exact, name: 'Youssef Gaddafo Salem' }, born('1970-05-20'))).toBeUndefined();
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
    expect(judge({ ...asked, name: 'Youssef Gaddafo Salem', birthDate: null }, entry)).toBeUndefined();
  });
});

describe('a name alone', () => {
  test('is never more than possible, Brazilian or foreign', () => {
    expect(judge({ name: 'Maria Aparecida Silva' }, masked)).toMatchObject({ match: 'name', strength: 'possible' });
    expect(judge({ name: 'Yusuf Qadhafi' }, { names: ['QADHAFI, Yusuf'] })).toMatchObject({ strength: 'possible' });
  });

  test.each([
    ['one surname more', 'JOAO PEDRO ROSSETTI', 'João Pedro Rossetti Moura'],
    ['one given name more', 'BORIS PETRENKO', 'Boris Igor Petrenko'],
    ['the first and the last name only', 'MARIA CARLA MOURA ROSSETTI', 'Maria Rossetti'],
    ['the first and the last of many names', 'MARIA CARLA MOURA SILVA LIMA ROSSETTI', 'Maria Rossetti'],
    ['a slip that makes another common name', 'MARIA JOSE SILVA', 'Maira José Silva'],
    ['such a slip, and the words in another order', 'MARIA JOSE SILVA', 'Silva, Maira José'],
    ['a slip in a name that is otherwise run together', 'ABDULRAHMAN AL-BAGHDADI', 'Adbulrahman al-Baghdadi'],
    ['a slip in Sobrinho', 'JOAO LIMA SOBRINHO', 'João Lima Sobrimho'],
    ['a blank too few', 'JOSE ANTONIO LIMA', 'Joseantonio Lima'],
    ['a blank too few, and the words in another order', 'LIMA, JOSE ANTONIO', 'Joseantonio Lima'],
    ['a blank that is a letter', 'JOSE ANTONIO LIMA', 'Josexantonio Lima'],
    ['a blank at another place', 'MARIA DUARTE LIMA', 'Mariad Uarte Lima'],
    ['a slip in a word of two letters', 'KIM XU BO', 'Kim Xu Bl'],
    ['another first letter of a common name', 'MARIA BARBENI', 'Faria Barbeni'],
    ['a syllable that another country writes otherwise', 'RI IL HO', 'Lee Il Ho'],
    ['three common words, and one more', 'MARIA APARECIDA PEREIRA', 'Maria Aparecida Pereira Barros'],
    ['an agnome that the other has not', 'JOAO ROSSETTI NETO', 'João Rossetti'],
    ['a short form', 'FRANCISCO ROSSETTI', 'Chico Rossetti'],
    ['a short form on the list', 'ZE BARBENI', 'José Barbeni'],
    ['two short forms of one name', 'NICK MENDARO', 'Nico Mendaro'],
    ['a short form, and one word more', 'ROBERTO CARLOS ROSSETTI', 'Beto Rossetti'],
    ['a typing error in a short word', 'KIM JONG SUK', 'Kim Jng Suk'],
    ['a typing error at the end', 'IVAN PETROV', 'Ivan Petrova'],
    ['a typing error in a first letter', 'OMAR HADDAD', 'Omar Raddad'],
  ])('with %s is possible', (_, listed, name) => {
    expect(judge({ name }, { names: [listed] })).toMatchObject({ match: 'name', strength: 'possible' });
  });

  test.each([
    ['two words that hundreds have', 'JOSE ANTONIO SILVA', 'José Silva'],
    ['a common word more', 'JOAO SILVA', 'João Lima Silva'],
    ['one word', 'ROSSETTI', 'João Rossetti'],
    ['less than half of the longer', 'OMAR KHALED NASSER BARZANI ROSSETTI', 'Nasser Barzani'],
    ['a word more on each side', 'JOAO PEDRO ROSSETTI', 'João Rossetti Moura'],
    ['another agnome', 'JOAO ROSSETTI NETO', 'João Rossetti Filho'],
    ['another name a letter apart', 'PAULO LIMA', 'Paula Lima'],
  ])('that shares no more than %s is not', (_, listed, name) => {
    expect(judge({ name }, { names: [listed] })).toBeUndefined();
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

test('a slip that makes another common name is no hit beside six digits, and any other slip is', () => {
  const listed = { ...masked, names: ['MARIA JOSE SILVA'] };
  expect(judge({ cpf, name: 'Maqria José Silva' }, listed)).toMatchObject({ strength: 'hit' });
  expect(judge({ cpf, name: 'Maia José Silva' }, listed)).toMatchObject({ strength: 'possible' });
  const alone = { name: 'Maia José Silva', birthDate: '1970-05-20' };
  expect(judge(alone, { ...listed, births: ['1970'] })).toMatchObject({ match: 'name_and_birth_year' });
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
    ['Hezbollah', 'HIZBULLAH'],
    ['Hizballah', 'HEZBOLLAH'],
    ['Exemplo Stahl Aktiengesellschaft', 'EXEMPLO STAHL AG'],
    ['Exemplo Stahl', 'Exemplo Stahl G.m.b.H.'],
    ['Exemplo Stahl', 'Exemplo Stahl Gesellschaft mit beschränkter Haftung'],
    ['Exemplo Mining', 'EXEMPLO MINING p.l.c.'],
    ['Rosgaz Nafta', 'о.О.О. Росгаз Нафта'],
    ['Rosgaz Nafta', 'Общество с ограниченной ответственностью «Росгаз Нафта»'],
    ['Rosgaz Trading', 'Публичное акционерное общество Rosgaz Trading'],
    ['Exemplo Naval', 'EXEMPLO NAVAL, S.A. de C.V.'],
  ])('is found by one word spelt otherwise, and without forms of several words or in front: %s', (name, listed) => {
    expect(judgeCompany(name, { kind: 'company', names: [listed] })).toMatchObject({ match: 'name' });
  });

  test.each([
    ['a word of trade missing', 'Banco Exemplo', 'BANCO NACIONAL DE EXEMPLO'],
    ['a word of trade too many', 'Exemplo Naval Shipping Group', 'EXEMPLO NAVAL GROUP'],
    ['no word but the one that tells', 'Hezbollah', 'HEZBOLLAH INTERNATIONAL'],
    ['one word more than the one that tells', 'Hezbollah Organization', 'HEZBOLLAH'],
    ['a trade in another language', 'Banco Exempli', 'BANK EXEMPLI'],
    ['all words in another language and order', 'Estado Islâmico', 'ISLAMIC STATE'],
    ['a number in words', 'Padaria Exempli Vinte e Um', 'PADARIA EXEMPLI 21 LTDA'],
    ['a number in English words', 'DIVISION 44', 'DIVISION FORTY FOUR LLC'],
    ['a slip in a short name', 'Exmeplo Naval', 'EXEMPLO NAVAL'],
    ['a slip in a word of two names', 'Maira Exempli', 'MARIA EXEMPLI S.A.'],
  ])('is possible with %s: %s', (_, name, listed) => {
    expect(judgeCompany(name, { kind: 'company', names: [listed] })).toMatchObject({
      match: 'name',
      strength: 'possible',
    });
  });

  test.each([
    ['words of trade alone', 'Padaria Central', 'PADARIA CENTRAL DO SUL'],
    ['a common surname and a trade', 'Silva Comércio', 'SILVA COMERCIO DE ALIMENTOS'],
    ['a word that tells on each side', 'Exemplo Rossetti Naval', 'EXEMPLO NAVAL BARBENI'],
    ['one of two words that tell', 'Barbeni', 'BARBENI ROSSETTI'],
    ['less than half of the words', 'Exemplo Naval', 'EXEMPLO NAVAL BRASIL COMERCIO DE ALIMENTOS'],
    ['another number', 'Padaria Exempli Doze', 'PADARIA EXEMPLI 13'],
    ['another number in digits', 'Padaria Exempli 12', 'PADARIA EXEMPLI 13'],
    ['another letter in a short word', 'QXC Aviation', 'QAC AVIATION'],
    ['another last letter of a common name', 'Marcio Exempli', 'MARCIA EXEMPLI'],
  ])('is not found by %s: %s', (_, name, listed) => {
    expect(judgeCompany(name, { kind: 'company', names: [listed] })).toBeUndefined();
  });

  test.each([
    ['Rosneft', 'ROSNOFT'],
    ['Halka', 'HULKA'],
    ['Stock Company', 'JOINT STOCK COMPANY'],
    ['The Exemplo', 'THE EXEMPLA'],
  ])('is not found by a word that is another: %s', (name, listed) => {
    expect(judgeCompany(name, { kind: 'company', names: [listed] })).toBeUndefined();
  });

  test('with another root is another company', () => {
    const number = completeCnpj('112223330001');
    const asked = prepareAsked({ kind: 'company', cnpj: completeCnpj('445556660001'), name: 'Exemplo Trading' });
    const listed = toEntry({ kind: 'company', names: ['EXEMPLO TRADING'], document: { kind: 'cnpj', number } });
    expect(judgeEntry(asked, listed)).toBeUndefined();
  });
});

describe('the sensitivity of a list', () => {
  const found = (name: string, listed: string, asked: Partial<ScreenedPerson> = {}, births: readonly string[] = []) =>
    sensitivityLevels.filter((sensitivity) => {
      const entry = toEntry({ names: [listed], births });
      return (
        judgeEntry(prepareAsked({ ...anybody, name, ...asked }), entry, { namesOf: 'world', sensitivity }) !== undefined
      );
    });
  test.each([
    ['the same name', 'Ahmed Khalil', 'AHMED KHALIL', ['high', 'balanced', 'low']],
    ['a word less', 'Ahmed Khalil', 'AHMED QASIM KHALIL', ['high', 'balanced']],
    ['a word less and a slip', 'Ahmed Khali', 'AHMED QASIM KHALIL', ['high']],
    ['two words less of five', 'Ahmed Yusuf Khalil', 'AHMED QASIM YUSUF IBRAHIM KHALIL', ['high', 'balanced']],
    ['two words less of five, the rest common', 'Maria Jose Silva', 'MARIA ANA JOSE SANTOS SILVA', ['high']],
    ['common words alone', 'Maria Silva', 'MARIA SOUZA SILVA', ['high']],
    ['two words less of four', 'Ahmed Khalil', 'AHMED QASIM YUSUF KHALIL', ['high', 'balanced']],
    ['two words less of four, the rest common', 'Maria Silva', 'MARIA ANA JOSE SILVA', []],
    ['a short form', 'Chico Rossetti', 'FRANCISCO ROSSETTI', ['high', 'balanced', 'low']],
    ['another name', 'Ahmed Hassan', 'AHMED KHALIL', []],
  ])('decides whether a name alone is told: %s', (_, name, listed, levels) => {
    expect(found(name, listed)).toEqual(levels);
  });

  test('decides what is told beside a birth', () => {
    const [name, listed] = ['Ahmed Qasin Khalil Salem', 'AHMED QASIM KHALIL'];
    expect(found(name, listed, { birthDate: '1970-05-20' }, ['1970'])).toEqual(['high']);
    expect(found(name, listed, { birthDate: '1970-05-20' }, ['1970-05-20'])).toEqual(['high', 'balanced', 'low']);
    expect(found('Youssef Gaddafi Salem', 'QADHAFI, Yusuf', { birthDate: '1970-05-20' }, ['1970-05-20'])).toEqual([
      'high',
      'balanced',
    ]);
  });

  test('hides no whole number, and makes no hit of what somebody has to look at', () => {
    for (const sensitivity of sensitivityLevels) {
      const rules = { sensitivity } as const;
      const asked = prepareAsked({ ...anybody, cpf, name: 'Pedro Gomes' });
      expect(judgeEntry(asked, toEntry(whole), rules)).toMatchObject({ match: 'document', strength: 'hit' });
      const named = prepareAsked({ ...anybody, name: 'Maria Aparecida da Silva' });
      expect(judgeEntry(named, toEntry(masked), rules)).toMatchObject({ strength: 'possible' });
    }
  });
});

test('property: what a list tells at a lower sensitivity, it tells alike at a higher one', () => {
  const words = fc.constantFrom('AHMED', 'KHALIL', 'KALIL', 'YUSUF', 'MARIA', 'SILVA', 'IVANOV', 'IVANOF');
  const name = fc.array(words, { minLength: 1, maxLength: 5 }).map((some) => some.join(' '));
  const birth = fc.constantFrom('1970-05-20', '1970-05-21', '1970', '1971', '1999-01-02');
  fc.assert(
    fc.property(
      name,
      name,
      fc.option(fc.constant('1970-05-20')),
      fc.option(birth),
      (asked, listed, birthDate, born) => {
        const entry = toEntry({ names: [listed], births: born === null ? [] : [born] });
        const somebody = prepareAsked({ ...anybody, name: asked, birthDate });
        const [high, balanced, low] = sensitivityLevels.map((sensitivity) =>
          judgeEntry(somebody, entry, { namesOf: 'world', sensitivity }),
        );
        if (low !== undefined) expect(balanced).toEqual(low);
        if (balanced !== undefined) expect(high).toEqual(balanced);
      },
    ),
  );
});
