import { describe, expect, test } from 'vitest';
import { toEntry, writeEdition } from '../../../test/support/lists/list-editions.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { completeCpf } from '../../domain/numbers/cpf.ts';
import type { Screened, ScreenedPerson } from '../../domain/screening/screened.ts';
import { type Sensitivity, sensitivityLevels } from '../../domain/screening/sensitivity.ts';
import { createListsInMemory } from './lists-in-memory.ts';

// Ways to be taken for somebody who is not listed. Each of them once read as clear.
const cpf = completeCpf('300456789');
const masked = { kind: 'masked_cpf', digits: '456789' } as const;
const born = (...births: readonly string[]) => ({ births });
const rows = [
  { id: 'petrov', names: ['PETROV, Sergei Pavlovich'] },
  { id: 'lookalike', names: ['HOBAC, Petra'] },
  { id: 'hidden', names: ['KUZ\u200bNET\u00adSOV, Sergei'] },
  { id: 'soft', names: ['KOZ\u00adLOV, Igor'] },
  { id: 'african', names: ['EFUA KOZLOV'] },
  { id: 'apostrophe', names: ["MAL'TSEV, Igor"] },
  { id: 'wide', names: ['ＺＡＩＴＳＥＶ, Ｏｌｅｇ'] },
  { id: 'mononym', names: ['SANAULLAH'] },
  { id: 'chinese', names: ['ZHANG Weiming', '張偉明'] },
  { id: 'greek', names: ['ΠΑΠΑΔΟΠΟΥΛΟΣ, Γιωργος'] },
  { id: 'halabi', names: ['JAMAL SALIH AL-HALABI'] },
  { id: 'zhukov', names: ['ZHUKOV, Natalia'] },
  { id: 'hernandez', names: ['LUIS HERNANDEZ MIRANDA'] },
  { id: 'hui', names: ['WANG HYOK HUI'] },
  { id: 'hussein', names: ['HUSSEIN BIN SCHMIDT XIMENES'] },
  { id: 'vargas', names: ['JORGE GARCIA VARGAS'], ...born('1970') },
  { id: 'swapped', names: ['MIGUEL LOPEZ GOMEZ'], ...born('1970-03-04') },
  { id: 'exposed', names: ['MARIA APARECIDA DE SOUZA'], document: masked },
  { id: 'accent', names: ['SOREN OSTERGARD LIMA'], document: { kind: 'masked_cpf', digits: '111222' } },
  { id: 'typo', names: ['JOSE PEREIRA'], document: { kind: 'masked_cpf', digits: '222333' } },
  { id: 'middle', names: ['JULIANA NOGUEIRA PIRES'] },
  { id: 'initial', names: ['PAULO A RIBEIRO'] },
  { id: 'middles', names: ['LUANA SIMONE RODRIGUES CAVALCANTE'] },
  { id: 'silent', names: ['SONIA HELENA BATISTA'], document: { kind: 'masked_cpf', digits: '333444' } },
  { id: 'twice', names: ['HAMZA HAMZA AL-RUBAI'] },
  { id: 'article', names: ['IDRIS AL-KHARBUTI'] },
  { id: 'attached', names: ['ELMASHRIQI, Walid Nasser'] },
  { id: 'alfonso', names: ['ALFONSO QUINTEROS'] },
  { id: 'slips', names: ['VALERIA CRISTINA BERNARDES MONTEIRO FAGUNDES'] },
  { id: 'nicholas', names: ['LUIZ NIKOLAI ZHUKOV'] },
  { id: 'pavel', names: ['PAVEL DUBROV'] },
  { id: 'vova', names: ['VOVA ORLENKO'] },
  { id: 'short', names: ['CHOL MU SIK'] },
  { id: 'khalil', names: ['AHMED QASIM KHALIL'] },
  { id: 'long', names: ['AAI BEDO CIRU DOFA EGUM FAHEL GORAT HUNIV IKOSE'] },
  {
    id: 'born',
    names: ['MARIA APARECIDA DUARTE'],
    document: { kind: 'masked_cpf', digits: '444555' },
    ...born('1981'),
  },
  {
    id: 'day',
    names: ['MARIA ANTONIA SEABRA'],
    document: { kind: 'masked_cpf', digits: '555666' },
    ...born('1982-03-04'),
  },
] as const;

const person: ScreenedPerson = { kind: 'person', cpf: null, name: null, birthDate: null };

async function openLists(sensitivity: Sensitivity = 'balanced') {
  const directory = createTemporaryFolder('lists');
  writeEdition(
    directory,
    'own-people',
    rows.map((row) => toEntry(row)),
  );
  writeEdition(directory, 'own-firms', [
    toEntry({ id: 'firm', kind: 'company', names: ['РОСНАВЕ ТРЕЙДИНГ', 'GOLDEN TRADING LLC'] }),
    toEntry({ id: 'oneword', kind: 'company', names: ['ROSGAZNEFT JOINT STOCK COMPANY'] }),
    toEntry({ id: 'sound', kind: 'company', names: ['HEZBOLLAH'] }),
    toEntry({ id: 'doubled', kind: 'company', names: ['EXEMPLAR SHIPPING'] }),
    toEntry({ id: 'trader', kind: 'company', names: ['12.345.678 JURANDIR EXEMPLO', 'JUREMA INVENTADA ***456789**'] }),
  ]);
  const document = { kind: 'cpf', number: completeCpf('300999888') } as const;
  writeEdition(directory, 'own-numbered', [toEntry({ names: ['BELTRANO DE TAL'], document })]);
  const own = ['own-people', 'own-firms', 'own-numbered'];
  const lists = createListsInMemory(directory, {
    sensitivities: Object.fromEntries(own.map((list) => [list, sensitivity])),
  });
  await lists.follow();
  const screen = (screened: Screened) => lists.screen(screened, '2026-11-18');
  const find = (asked: Partial<ScreenedPerson>) => screen({ ...person, ...asked }).hits.map(({ entry }) => entry.id);
  return { screen, find };
}

describe.each(['high', 'balanced'] as const)('at %s somebody is found by a name', (sensitivity) => {
  test.each([
    ['with letters of another alphabet that look the same', 'НOBАС Реtrа', 'lookalike'],
    ['with a whole word of such letters', 'НОВАС Petra', 'lookalike'],
    ['with more blanks than it needs', '  Sergei\u00a0\u00a0 Petrov   Pavlovich ', 'petrov'],
    ['that is listed with invisible characters', 'Sergei Kuznetsov', 'hidden'],
    ['that is listed with a hyphen that nobody sees', 'Igor Kozlov', 'soft'],
    ['that is listed in wide letters', 'Oleg Zaitsev', 'wide'],
    ['in wide letters', 'Ｓｅｒｇｅｉ Ｐａｖｌｏｖｉｃｈ Ｐｅｔｒｏｖ', 'petrov'],
    ['that has one word', 'Sanaullah', 'mononym'],
    ['in a script without blanks', '張偉明', 'chinese'],
    ['with letters of African languages', 'Ɛfua Kɔzlov', 'african'],
    ['with an apostrophe that is a letter', 'Igor Mal\u02b9tsev', 'apostrophe'],
    ['with an apostrophe that is a sign of minutes', 'Igor Mal\u2032tsev', 'apostrophe'],
    ['in Latin letters that is listed in Greek ones', 'Giorgos Papadopoulos', 'greek'],
    ['without its first sound', 'Jamal Salih al-Haabi', 'halabi'],
    ['without one of two consonants', 'Natalia Zhuov', 'zhukov'],
    ['of which only the telling word is misspelt', 'Luis Henandez Miranda', 'hernandez'],
    ['with an initial that nobody hears', 'H. Schmidt Ximenes', 'hussein'],
    ['with a word of vowels alone', 'Wang Hyok Houy', 'hui'],
    ['that is Brazilian, with letters that have no accent to lose', 'Søren Østergård Lima', 'accent'],
    ['that is Brazilian, has two words and a typing error', 'José Perera', 'typo'],
    ['with an initial among common words', 'Juliana N. Pires', 'middle'],
    ['with an abbreviation among common words', 'Juliana No. Pires', 'middle'],
    ['that the list has with an initial', 'Paulo Antônio Ribeiro', 'initial'],
    ['with several initials', 'Luana S. R. Cavalcante', 'middles'],
    ['with the initial H, which nobody hears', 'Sônia H. Batista', 'silent'],
    ['that has one word twice, one of them misspelt', 'Hamza Haza al-Rubai', 'twice'],
    ['with two slips among five words', 'Valeria Cristina Bernades Monteiro Fagunes', 'slips'],
    ['with an article that is written in one with the word', 'Idris Alkharbuti', 'article'],
    ['with such an article that is another vowel', 'Idris Elkharbouti', 'article'],
    ['without an article that the list writes in one with the word', 'Walid Nasser Mashriqi', 'attached'],
    ['with one slip where an article might be', 'Alonso Quinteros', 'alfonso'],
    ['with an initial for a word that begins with an article', 'Walid Nasser E.', 'attached'],
    ['with one surname more', 'Wang Hyok Hui Rossetti', 'hui'],
    ['with the first and the last word only', 'Luis Hernandez', 'hernandez'],
    ['with a short form', 'Luiz Kolya Zhukov', 'nicholas'],
    ['with a short form for one of two words', 'Pasha Dubrov', 'pavel'],
    ['that the list has with a short form', 'Vladimir Orlenko', 'vova'],
    ['with a typing error in a short word', 'Chol Muo Sik', 'short'],
    ['of nine words in another order', 'Huniv Ikose Aai Bedo Ciru Dofa Egum Fahel Gorat', 'long'],
  ])('%s: %s', async (_, name, id) => {
    const { find } = await openLists(sensitivity);
    expect(find({ name })).toEqual([id]);
  });

  test('and the year of birth, where only common words are left of it', async () => {
    const { find } = await openLists(sensitivity);
    expect(find({ name: 'Jorge Vargas', birthDate: '1970-08-09' })).toEqual(['vargas']);
  });

  test('and the year or the day of birth, in a row that has a Brazilian number', async () => {
    const { find } = await openLists(sensitivity);
    expect(find({ name: 'Maria Duarte', birthDate: '1981-08-09' })).toEqual(['born']);
    expect(find({ name: 'Ma. Ant. Seabra', birthDate: '1982-03-04' })).toEqual(['day']);
  });

  test('and a birth date whose day and month the list has swapped', async () => {
    const { screen } = await openLists(sensitivity);
    const asked = { name: 'Miguel Gomez', birthDate: '1970-04-03' };
    expect(screen({ ...person, ...asked }).hits).toMatchObject([
      { match: 'name_and_birth_year', strength: 'possible', agreed: ['name', 'birth_year'], disagreed: ['birth_date'] },
    ]);
  });

  test.each(['Souza, Maria', 'Maria Aparecida Lima', 'M. Ap. Souza', 'Maria Souza Alves Pinto', 'João Pedro de Souza'])(
    'and six digits of the CPF, in another order, with another given name or surname: %s',
    async (name) => {
      const { screen } = await openLists(sensitivity);
      expect(screen({ ...person, cpf, name }).hits).toMatchObject([
        { match: 'masked_cpf_and_name', strength: 'possible', entry: { id: 'exposed' } },
      ]);
    },
  );

  test.each([
    ['Rosnave Treiding', 'firm'],
    ['Golden Tradng', 'firm'],
    ['Eemplar Shipping', 'doubled'],
    ['Rosgasneft', 'oneword'],
    ['Rosgaznieft', 'oneword'],
    ['Hizballah', 'sound'],
    ['The S.A. Rosgasneft Company', 'oneword'],
    ['Jurandir Exemplo', 'trader'],
    ['Jurema Inventada', 'trader'],
    ['Jurema Inventada 300.456.789-38', 'trader'],
  ])('of a company: %s', async (name, id) => {
    const { screen } = await openLists(sensitivity);
    expect(screen({ kind: 'company', cnpj: null, name }).hits).toMatchObject([{ entry: { id } }]);
  });
});

test.each([
  ['with a word less and a slip', 'Ahmed Khali', 'khalil'],
  ['with two common words of three', 'Jorge Vargas', 'vargas'],
])('at high somebody is also found by a name %s: %s', async (_, name, id) => {
  const { find } = await openLists('high');
  expect(find({ name })).toEqual([id]);
  expect((await openLists('balanced')).find({ name })).toEqual([]);
});

describe.each(sensitivityLevels)('at %s a name that says too little', (sensitivity) => {
  test.each(['Maria', 'J. da Silva', 'M. A. de S.', 'Maria G. R. Neto', 'M. R. Lima Jr.'])(
    'is missed as if nobody had given one: %s',
    async (name) => {
      const { screen } = await openLists(sensitivity);
      expect(screen({ ...person, cpf: completeCpf('300111222'), name }).needName).toEqual(['own-people']);
      expect(screen({ ...person, name }).needName.toSorted()).toEqual(['own-numbered', 'own-people']);
    },
  );

  test.each(['Li Wu', 'Maria Silva', 'João S. Lima', 'Maria Neto'])('is none of two whole words: %s', async (name) => {
    const { screen } = await openLists(sensitivity);
    expect(screen({ ...person, name }).needName).toEqual([]);
  });
});

test('a partner whose six digits a row has that names nobody may be the one: nobody knows, and a name would not help', async () => {
  const directory = createTemporaryFolder('lists');
  writeEdition(directory, 'own-numbers', [toEntry({ document: { kind: 'cpf', number: cpf } })]);
  const lists = createListsInMemory(directory);
  await lists.follow();
  const screen = (asked: Partial<ScreenedPerson>) =>
    lists.screen({ ...person, name: 'Beltrano de Tal', ...asked }, '2026-11-18');
  expect(screen({ maskedCpf: '456789' })).toEqual({ hits: [], total: 0, needName: [], needNumber: [], isWhole: false });
  expect(screen({ maskedCpf: '456780' }).isWhole).toBe(true);
  expect(screen({ cpf: completeCpf('311456789') }).isWhole).toBe(true);
});

test.each(sensitivityLevels)(
  'at %s another person with the same six digits stays another person',
  async (sensitivity) => {
    const { find } = await openLists(sensitivity);
    for (const name of ['João Aparecido da Silva', 'Pedro Gomes', 'Maria Lima'])
      expect(find({ cpf, name })).toEqual([]);
  },
);
