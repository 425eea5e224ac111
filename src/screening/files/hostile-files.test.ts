// Files that are not what they should be, each through the real import: refused, or counted row by row; the old list serves on.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createZipFile } from '../../../scripts/make-dump/zip-file.ts';
import { withOverlaps, withSaid } from '../../../test/support/forged-zip.ts';
import { makeSanctions, toListCsv, writeZipOf } from '../../../test/support/lists/list-files.ts';
import { createListsPlace, type ListsPlace } from '../../../test/support/lists/lists-place.ts';
import { toEuropeanUnion, toUnitedNations } from '../../../test/support/lists/xml-lists.ts';
import { toZip } from '../../../test/support/xlsx.ts';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { completeCpf } from '../../domain/numbers/cpf.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { ceis } from '../lists/cgu/ceis.ts';
import { cepim } from '../lists/cgu/cepim.ts';
import { cnep } from '../lists/cgu/cnep.ts';
import { ibama } from '../lists/ibama.ts';
import { mte } from '../lists/mte.ts';
import { ownLayout } from '../lists/own.ts';
import { createListsInMemory } from '../lookup/lists-in-memory.ts';

const asOf = '2026-10-15';
const csv = toListCsv(ceis.layout, makeSanctions(60));
const toSheet = (rows: readonly object[]) => Buffer.from(JSON.stringify({ value: rows }));
const person = { CPF: completeCpf('300456789'), Nome: 'MARIA EXEMPLO', PAS: '1', Prazo_final_penalidade: '31/01/2029' };

type Make = (place: ListsPlace) => string;
const fileOf =
  (name: string, content: string | Uint8Array): Make =>
  ({ file }) =>
    file(name, content);
const starts: Readonly<Record<string, Make>> = {
  ceis: ({ zip }) => zip('20261014_CEIS', csv),
  onu: fileOf('consolidated.xml', toUnitedNations()),
  ue: fileOf('full.xml', toEuropeanUnion()),
  'bcb-inabilitados': fileOf('bcb.json', toSheet([{ ...person, Prazo_em_anos: 5, Inicio_do_cumprimento: '' }])),
};

const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&a${n === 0 ? '' : n - 1};`.repeat(10)}">`).join('')}]>`;
const page = '<!DOCTYPE html><html><head><title>Acesso negado</title></head></html>';

describe('a file that is not the list is refused, and the old list serves on:', () => {
  const cases: readonly (readonly [string, string, Make, RegExp])[] = [
    ['a web page named .zip', 'ceis', fileOf('20261015_CEIS.zip', page), /is a web page/],
    ['a web page named .xml', 'onu', fileOf('c.xml', page), /is a web page.*scsanctions.un.org/],
    ['a page that calls itself XML', 'ue', fileOf('c.xml', `<?xml version="1.0"?>${page}`), /is a web page/],
    [
      'a zip with something else in it',
      'ceis',
      ({ folder }) => writeZipOf(join(folder, 'a.zip'), [['photo.png', Buffer.from('x')]]),
      /holds no text file/,
    ],
    [
      'a zip with two lists in it',
      'ceis',
      ({ folder }) =>
        writeZipOf(join(folder, 'a.zip'), [
          ['a.csv', Buffer.from(csv)],
          ['b.csv', Buffer.from(csv)],
        ]),
      /holds several files/,
    ],
    [
      'a zip that says it holds 4 GB',
      'ceis',
      fileOf('a.zip', withSaid(toZip({ '20261015_CEIS.csv': csv }), '20261015_CEIS.csv', { bytes: 0xfffffffe })),
      /cannot have the size that it says/,
    ],
    [
      'a zip that says it holds less than it does',
      'ceis',
      fileOf('a.zip', withSaid(toZip({ '20261015_CEIS.csv': csv }), '20261015_CEIS.csv', { bytes: 900 })),
      /holds more than its directory says/,
    ],
    [
      'a zip whose parts lie upon each other',
      'ceis',
      fileOf('a.zip', withOverlaps({ '20261015_CEIS.csv': csv, 'a.png': '', 'b.png': '' })),
      /lie upon each other/,
    ],
    [
      'a zip in a zip',
      'ceis',
      fileOf('20261015_CEIS.zip', toZip({ '20261015_CEIS.csv': toZip({ '20261015_CEIS.csv': csv }) })),
      /archive|compressed|spreadsheet/,
    ],
    ['a zip of a table for a list of XML', 'onu', ({ zip }) => zip('20261015_CEIS', csv), /holds no text file/],
    [
      'XML for a list that is a table',
      'ceis',
      fileOf('20261015_CEIS.csv', toUnitedNations()),
      /is XML, and the file of ceis is a table/,
    ],
    [
      'the XML of another list',
      'onu',
      fileOf('c.xml', toEuropeanUnion()),
      /begins with another element than CONSOLIDATED_LIST/,
    ],
    [
      'a bomb of entities in the list of the United Nations',
      'onu',
      fileOf('c.xml', toUnitedNations('', bomb)),
      /defines XML of its own/,
    ],
    [
      'a bomb of entities in the list of the European Union',
      'ue',
      fileOf('c.xml', toEuropeanUnion(bomb)),
      /defines XML of its own/,
    ],
    [
      'an entity that nobody has defined',
      'onu',
      fileOf('c.xml', toUnitedNations('<INDIVIDUAL>&xxe;</INDIVIDUAL>')),
      /is no XML, or is cut short/,
    ],
    [
      'elements nested without end',
      'onu',
      fileOf('c.xml', toUnitedNations('<INDIVIDUAL>'.repeat(100_000))),
      /nested deeper/,
    ],
    ['XML that was cut', 'onu', fileOf('c.xml', toUnitedNations().subarray(0, -40)), /is no XML, or is cut short/],
    [
      'XML in another encoding',
      'ue',
      fileOf('c.xml', Buffer.from(Buffer.from(toEuropeanUnion()).toString(), 'latin1')),
      /not UTF-8/,
    ],
    [
      'XML without births',
      'onu',
      fileOf(
        'c.xml',
        Buffer.from(Buffer.from(toUnitedNations()).toString().replaceAll('INDIVIDUAL_DATE_OF_BIRTH', 'BORN')),
      ),
      /missing: INDIVIDUAL_DATE_OF_BIRTH.*--force columns/s,
    ],
    [
      'a page of an answer',
      'bcb-inabilitados',
      fileOf('a.json', Buffer.from(JSON.stringify({ value: [person], '@odata.nextLink': 'x' }))),
      /one page of several/,
    ],
    [
      'JSON with a field for each row',
      'bcb-inabilitados',
      fileOf('a.json', toSheet(Array.from({ length: 80 }, (_, n) => ({ ...person, [`f${n}`]: 1 })))),
      /more than 64 different fields/,
    ],
    [
      'JSON that lists nobody',
      'bcb-inabilitados',
      fileOf('a.json', toSheet([])),
      /It lists nobody, so the live list stays in use/,
    ],
    [
      'a pipe',
      'ceis',
      ({ folder }) => {
        const path = join(folder, '20261015_CEIS.csv');
        execFileSync('mkfifo', [path]);
        return path;
      },
      /is a pipe: write its content into a file/,
    ],
    [
      'JSON in another encoding',
      'bcb-inabilitados',
      fileOf('a.json', Buffer.from(JSON.stringify({ value: [{ ...person, Nome: 'JOSÉ' }] }), 'latin1')),
      /not UTF-8/,
    ],
    [
      'JSON of something else',
      'bcb-inabilitados',
      fileOf('a.json', Buffer.from('{"value":[1,2]}')),
      /something else than objects/,
    ],
    [
      'a column that was renamed',
      'ceis',
      ({ zip }) => zip('20261015_CEIS', csv.replace('OBSERVAÇÕES', 'NOTAS')),
      /new: NOTAS; missing: OBSERVAÇÕES.*--force columns/s,
    ],
    [
      'a column more',
      'ceis',
      ({ zip }) => zip('20261015_CEIS', csv.replaceAll('\r\n', ';"x"\r\n')),
      /new: x.*--force columns/s,
    ],
  ];

  test.each(cases)('%s (%s)', async (_, list, make, message) => {
    const place = createListsPlace();
    const { put, statusOf, isTidy } = place;
    const { id } = await put(list, (starts[list] as Make)(place), { asOf: '2026-10-14' });
    await expect(put(list, make(place), { asOf })).rejects.toThrow(message);
    expect(statusOf(list)).toMatchObject({ live: { id, problem: null }, last_import: { outcome: 'failed' } });
    expect(isTidy(list)).toBe(true);
  });
});

test('an entry of XML that has no end is counted, and costs no other', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const long = `<INDIVIDUAL><FIRST_NAME>LONGO</FIRST_NAME><COMMENTS1>${'x'.repeat(2 << 20)}</COMMENTS1></INDIVIDUAL>`;
  const wide = `<INDIVIDUAL><FIRST_NAME>LARGO</FIRST_NAME>${'<TITLE><VALUE/></TITLE>'.repeat(20_000)}</INDIVIDUAL>`;
  const { counts } = await put('onu', file('c.xml', toUnitedNations(`${long}${wide}`)));
  expect(counts).toMatchObject({ rows: 5, entries: 3, rejected: 2 });
  expect(JSON.stringify(entriesOf('onu'))).not.toMatch(/LONGO|LARGO/);
});

describe('a cell of 200 MB', () => {
  const row = {
    number: '1',
    cancelled: 'N',
    from: '2024-01-31',
    name: 'FULANO DE TAL',
    document: person.CPF,
    lifted: 'N',
    geometry: 'GEOMETRY',
  };
  const [head = '', line = ''] = toListCsv(ibama.layout, [row]).split('\r\n');
  const [before = '', behind = ''] = line.split('GEOMETRY');

  test('is skipped, and its row and the next one are read', async () => {
    const { folder, put, entriesOf } = createListsPlace();
    const path = join(folder, 'termo_de_embargo.zip');
    const zip = createZipFile({ path, member: 'termo_de_embargo.csv', date: asOf, level: 1, zip64: false });
    zip.write(Buffer.from(`${head}\r\n${before}`));
    const megabyte = Buffer.alloc(1 << 20, '-55.123456 -12.123456, ');
    for (let count = 0; count < 200; count++) zip.write(megabyte);
    zip.write(Buffer.from(`${behind}\r\n${line.replace('"1"', '"2"')}\r\n`));
    zip.close();
    const { counts } = await put('ibama', path, { asOf });
    expect(counts).toMatchObject({ rows: 2, entries: 2, rejected: 0 });
    expect(entriesOf('ibama').map(({ id }) => id)).toEqual(['1', '2']);
  });

  test('that never ends is a file that was cut', async () => {
    const { file, put } = createListsPlace();
    const path = file('termo_de_embargo.csv', `${head}\r\n${line}\r\n${before}${'-55 -12, '.repeat(200_000)}`);
    await expect(put('ibama', path, { asOf })).rejects.toThrow(/cut short/);
  });
});

test('line breaks in cells, years of other ages and numbers of seven digits cost no row', async () => {
  const { put, zip, show } = createListsPlace();
  const [first = {}, second = {}] = makeSanctions(2);
  const rows = [
    { ...first, remarks: 'uma linha\r\n\r\noutra; "com" marcas\nfim' },
    { ...second, document: '1234567', from: '01/01/0202', until: '31/02/2026' },
  ];
  const { counts } = await put('ceis', zip('20261015_CEIS', toListCsv(ceis.layout, rows)));
  expect(counts).toMatchObject({ rows: 2, entries: 2, rejected: 0, unusable_documents: 1, unreadable_dates: 2 });
  expect(show('ceis:1000').remarks).toBe('uma linha outra; "com" marcas fim');
  expect(show('ceis:1001')).toMatchObject({ document: { kind: 'unusable' }, from: null, until: null });
});

describe('a careless publisher hides nobody:', () => {
  const [cpf, cnpj] = [completeCpf('300456789'), completeCnpj('112223330001')];
  const asked = {
    person: { kind: 'person', cpf, name: 'MARIA EXEMPLO', birthDate: null },
    company: { kind: 'company', cnpj, name: null },
  } as const;
  const put = (place: ListsPlace, list: string, path: string) => place.put(list, path, { asOf });
  const screen = async ({ directory }: ListsPlace, screened: Screened) => {
    const lists = createListsInMemory(directory);
    await lists.follow();
    const { hits } = lists.screen(screened, asOf);
    lists.close();
    return hits.map(({ match, state }) => [match, state]);
  };
  const tcu = {
    nome: '',
    numeroRegistro: cpf,
    numeroProcessoFormatado: '1',
    dataTransitoEmJulgado: '',
    dataFinalSancao: '',
  };

  test.each<readonly [string, Make]>([
    ['ceis', fileOf('a.csv', toListCsv(ceis.layout, [{ document: cpf }]))],
    ['cnep', fileOf('a.csv', toListCsv(cnep.layout, [{ document: cnpj }]))],
    ['cepim', fileOf('a.csv', toListCsv(cepim.layout, [{ document: cnpj }]))],
    ['mte', fileOf('a.csv', toListCsv(mte.layout, [{ document: cpf }]))],
    ['tcu-inidoneos', fileOf('a.json', Buffer.from(JSON.stringify([tcu])))],
    [
      'bcb-inabilitados',
      fileOf('a.json', toSheet([{ ...person, Nome: null, Prazo_em_anos: 5, Inicio_do_cumprimento: '' }])),
    ],
  ])('a row of %s without a name is found by its number', async (list, make) => {
    const place = createListsPlace();
    await put(place, list, make(place));
    const found = [...(await screen(place, asked.person)), ...(await screen(place, asked.company))];
    expect(found).toEqual([['document', 'in_force']]);
  });

  test.each([
    ['begins in another century', '01/02/2925', ''],
    ['ends before it begins', '01/02/2026', '01/02/2016'],
    ['ends before it will begin', '01/02/2028', '01/02/2016'],
  ])('a sanction that %s is in force', async (_, from, until) => {
    const place = createListsPlace();
    const row = { number: '1', name: 'MARIA EXEMPLO', document: cpf, from, until };
    const { counts } = await put(place, 'ceis', place.file('a.csv', toListCsv(ceis.layout, [row])));
    expect(counts.unreadable_dates).toBe(1);
    expect(await screen(place, asked.person)).toEqual([['document', 'in_force']]);
  });

  test('a row of one’s own list with two numbers is found by both', async () => {
    const place = createListsPlace();
    await put(
      place,
      'own-bad',
      place.file('a.csv', toListCsv(ownLayout, [{ cpf, cnpj, document: 'n/a', name: 'OUTRA COISA' }])),
    );
    expect(await screen(place, asked.person)).toEqual([['document', 'in_force']]);
    expect(await screen(place, asked.company)).toEqual([['document', 'in_force']]);
  });
});

describe('an extracted table', () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({
    number: String(index + 1),
    name: `FULANO ${index}`,
    document: completeCpf(String(300_000_000 + index)),
    included: '05/04/2024',
  }));
  const table = toListCsv(mte.layout, rows).replaceAll('"', '');

  test.each([
    ['lines of text', 'Total: 30\r\nFonte: MTE\r\n', 2],
    ['lines of text and the mark of an old program', 'Fonte: MTE\r\n\x1a', 1],
  ])('with %s below it is not taken for one that was cut', async (_, below, rejected) => {
    const { put, file } = createListsPlace();
    const { counts } = await put('mte', file('cadastro.csv', `${table}${below}`), { asOf });
    expect(counts).toMatchObject({ entries: 30, rejected });
  });

  test.each([
    ['in a row', `${table}31;2024;MG`],
    ['in a cell behind a line break', `${table}31;2024;MG;"FULANO\r\nDE\r\n`],
    ['in a line of text', `${table}Fonte: M`],
  ])('that was cut %s is refused', async (_, text) => {
    const { put, file } = createListsPlace();
    await expect(put('mte', file('cadastro.csv', text), { asOf })).rejects.toThrow(/in the middle of a row/);
  });
});
