import { describe, expect, test } from 'vitest';
import { toEntry, writeEdition } from '../../../test/support/lists/list-editions.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { completeCpf } from '../../domain/numbers/cpf.ts';
import type { ScreenedPerson } from '../../domain/screening/screened.ts';
import { createListsInMemory } from './lists-in-memory.ts';

// Names in other alphabets: what is read is compared, and of the rest nobody may say that it is not listed.
const cpf = completeCpf('300456789');
const masked = { kind: 'masked_cpf', digits: '456789' } as const;
const person: ScreenedPerson = { kind: 'person', cpf: null, name: null, birthDate: null };

async function openLists() {
  const directory = createTemporaryFolder('lists');
  writeEdition(directory, 'own-people', [
    toEntry({ id: 'georgian', names: ['SHEVARDNADZE, Eduard Tengiz'] }),
    toEntry({ id: 'armenian', names: ['Լևոն Հակոբյան Ոսկանյան'] }),
    toEntry({ id: 'arabic', names: ['محمد علي حسن'] }),
    toEntry({ id: 'hidden', names: ['KUZ\u200bNET\u200cSOV\u200f, Ser\u200dgei\ufeff'] }),
  ]);
  writeEdition(directory, 'own-firms', [toEntry({ id: 'firm', kind: 'company', names: ['PADARIA MORETTI LTDA'] })]);
  writeEdition(directory, 'own-masked', [
    toEntry({ id: 'exposed', names: ['MARIA APARECIDA DE SOUZA'], document: masked }),
    toEntry({ id: 'unread', names: ['יעקב כהן'], document: { kind: 'masked_cpf', digits: '111222' } }),
  ]);
  const lists = createListsInMemory(directory);
  await lists.follow();
  return (asked: Partial<ScreenedPerson>) => lists.screen({ ...person, ...asked }, '2026-11-18');
}

describe('an alphabet that is read', () => {
  test.each([
    ['ედუარდ შევარდნაძე', 'georgian'],
    ['Levon Hakobyan Voskanyan', 'armenian'],
    ['Ser\u200cgei Kuz\u00adnet\u200bsov', 'hidden'],
    ['Ser\u2066gei\u2069 \u202eKuz\u200enetsov\u2800', 'hidden'],
    ['Ser\u3164gei Kuznet\uffa0sov', 'hidden'],
  ])('finds the row: %s', async (name, id) => {
    const screen = await openLists();
    expect(screen({ name })).toMatchObject({ hits: [{ entry: { id } }] });
  });

  test('says nothing where nobody is like it', async () => {
    const screen = await openLists();
    expect(screen({ cpf, name: 'გიორგი ბერიძე' })).toMatchObject({ hits: [], needName: [] });
  });
});

describe('an alphabet that is not read', () => {
  test.each(['حسين إبراهيم', 'יעקב כהן', '張偉明', '김정은', 'สมชาย ใจดี', 'Ali Hassan حسن'])(
    'leaves every list open in which only a name would tell: %s',
    async (name) => {
      const screen = await openLists();
      expect(screen({ cpf, name }).needName).toContain('own-people');
      expect(screen({ name }).needName).toEqual(expect.arrayContaining(['own-people', 'own-masked']));
    },
  );

  test('is a hit where the list has the same name in the same letters', async () => {
    const screen = await openLists();
    expect(screen({ name: 'محمد علي حسن' }).hits).toMatchObject([{ entry: { id: 'arabic' } }]);
  });

  test('leaves the same six digits of a CPF open, on either side', async () => {
    const screen = await openLists();
    expect(screen({ cpf, name: 'مريم سوزا' })).toMatchObject({
      hits: [],
      isWhole: false,
      needName: expect.arrayContaining(['own-masked']),
    });
    expect(screen({ cpf: completeCpf('300111222'), name: 'Jacob Cohen' })).toMatchObject({ hits: [], isWhole: false });
  });

  test('leaves a company open as well', async () => {
    const directory = createTemporaryFolder('lists');
    writeEdition(directory, 'own-firms', [toEntry({ id: 'firm', kind: 'company', names: ['PADARIA MORETTI LTDA'] })]);
    const lists = createListsInMemory(directory);
    await lists.follow();
    const { needName } = lists.screen({ kind: 'company', cnpj: null, name: 'مخبز موريتي' }, '2026-11-18');
    expect(needName).toEqual(['own-firms']);
  });
});
