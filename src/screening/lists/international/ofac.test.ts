import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeListFile, writeZipOf } from '../../../../test/support/lists/list-files.ts';
import { createListsPlace } from '../../../../test/support/lists/lists-place.ts';
import { completeCnpj, formatCnpj } from '../../../domain/numbers/cnpj.ts';
import { completeCpf, formatCpf } from '../../../domain/numbers/cpf.ts';
import { readRemarks } from './ofac-remarks.ts';

const asOf = '2026-10-01';
const cnpj = completeCnpj('112223330001');
const none = '-0- ';
const rest = (remarks: string) => `${none},${none},${none},${none},${none},${none},${none},${remarks}`;
const sdn = [
  `36,"EXEMPLO TRADING S.A.",${none},"SDGT] [IFSR",${rest(`"Tax ID No. ${formatCnpj(cnpj)} (Brazil); Linked To: OTHER."`)}`,
  `173,"DE TAL, Fulano","individual","SDNTK",${rest(`"DOB 12 Jan 1970; alt. DOB circa 1972; a.k.a. 'EL TAL'; nationality Brazil; Gender Male."`)}`,
  `306,"MV EXEMPLO","vessel","IRAN",${rest(none)}`,
  `400,"XX-ABC","aircraft","IRAN",${rest(none)}`,
];
const alt = ['173,1,"aka","DE TAL, Fulaninho",-0- ', '36,2,"fka","EXEMPLO IMPORTADORA",-0- '];
const add = ['36,10,"Rua A","Sao Paulo","Brazil",-0- '];
const comments = ['173,"DOB 1971; Passport X1 (Brazil)."'];
const toText = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n\x1a`;

test.each(['files', 'folder', 'zip'])('the SDN list is read from its files, given as %s', async (how) => {
  const { folder, put, entriesOf } = createListsPlace();
  const there = join(folder, 'ofac');
  mkdirSync(there, { recursive: true });
  const texts = {
    'sdn.csv': toText(sdn),
    'alt.csv': toText(alt),
    'add.csv': toText(add),
    'sdn_comments.csv': toText(comments),
  };
  const files = Object.entries(texts).map(([name, text]) => writeListFile(join(there, name), text));
  const zipped = Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)] as const);
  const given = how === 'files' ? files : how === 'folder' ? there : writeZipOf(join(folder, 'ofac.zip'), zipped);
  const { counts } = await put('ofac', given, { asOf });
  expect(counts).toMatchObject({ rows: 4, entries: 4, rejected: 0, without_document: 3, unreadable_dates: 0 });
  expect(entriesOf('ofac')).toMatchObject([
    {
      id: '36',
      kind: 'company',
      names: ['EXEMPLO TRADING S.A.', 'EXEMPLO IMPORTADORA'],
      document: { kind: 'cnpj', number: cnpj },
      category: 'SDGT, IFSR',
      remarks: expect.stringContaining('Address: Brazil. Remarks: Tax ID No.'),
    },
    {
      id: '173',
      kind: 'person',
      names: ['Fulano DE TAL', 'Fulaninho DE TAL'],
      weakNames: ['EL TAL'],
      document: null,
      births: ['1970-01-12', '1971', '1972', '1973'],
    },
    { id: '306', kind: 'other', names: ['MV EXEMPLO'], remarks: null },
    { id: '400', kind: 'other' },
  ]);
});

test('only a number that fits to the kind of an entry is its own, and a CNPJ may have letters', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const [cpf, lettered] = [completeCpf('300456789'), completeCnpj('12ABC34501DE')];
  const remarks = `"Tax ID No. ${formatCnpj(cnpj)} (Brazil); National ID No. ${formatCpf(cpf)} (Brazil)."`;
  const rows = [
    `1,"DE TAL, Fulano","individual","SDNTK",${rest(remarks)}`,
    `2,"EXEMPLO",${none},"SDNTK",${rest(`"Owner CPF ${formatCpf(cpf)} (Brazil); CNPJ ${formatCnpj(lettered)} (Brazil)"`)}`,
    `3,"MV EXEMPLO","vessel","SDNTK",${rest(remarks)}`,
    `4,"DE TAL, Beltrano","individual","SDNTK",${rest(`"Tax ID No. ${formatCnpj(cnpj)} (Brazil)."`)}`,
  ];
  await put('ofac', [file('sdn.csv', toText(rows)), file('alt.csv', toText(['1,1,"aka","X Y",-0- ']))], { asOf });
  const documents = entriesOf('ofac').map(({ document }) => document);
  expect(documents).toEqual([{ kind: 'cpf', number: cpf }, { kind: 'cnpj', number: lettered }, null, null]);
});

test('a main file that was cut at the end of a line is noticed by the aliases of whom it no longer has', async () => {
  const { put, file } = createListsPlace();
  const rows = Array.from(
    { length: 50 },
    (_, at) => `${at + 1},"DE TAL, Fulano ${at + 1}","individual","SDNTK",${rest(`"-0-"`)}`,
  );
  const aliases = file('alt.csv', toText(rows.map((_, at) => `${at + 1},${at + 1},"aka","X Y",-0- `)));
  const cut = file('sdn.csv', toText(rows.slice(0, 30)));
  await expect(put('ofac', [cut, aliases], { asOf })).rejects.toThrow(/alt.csv does not belong to it: 20 of 50/);
  await put('ofac', [file('sdn.csv', toText(rows)), aliases], { asOf });
});

test('a main file that lost a twentieth of its rows is noticed as well, and some rows of another day are not', async () => {
  const { put, file } = createListsPlace();
  const rows = Array.from(
    { length: 400 },
    (_, at) => `${at + 1},"DE TAL, Fulano ${at + 1}","individual","SDNTK",${rest(`"-0-"`)}`,
  );
  const aliases = file('alt.csv', toText(rows.map((_, at) => `${at + 1},${at + 1},"aka","X Y",-0- `)));
  const cut = file('sdn.csv', toText(rows.slice(0, 380)));
  await expect(put('ofac', [cut, aliases], { asOf })).rejects.toThrow(/alt.csv does not belong to it: 20 of 400/);
  await put('ofac', [file('sdn.csv', toText(rows.slice(0, 393))), aliases], { asOf });
});

test('the publisher itself counts its entries: a first import of a list that was cut is noticed by that', async () => {
  const { put, file, folder } = createListsPlace();
  const toCount = (count: number | string, root = 'sdnList') =>
    `<?xml version="1.0"?>\n<${root} xmlns="https://example.com/XML">\n  <publshInformation>\n    <Publish_Date>09/30/2026</Publish_Date>\n    <Record_Count>${count}</Record_Count>\n  </publshInformation>\n  <sdnEntry><uid>36</uid></sdnEntry>\n</${root}>`;
  const [main, other] = [file('sdn.csv', toText(sdn)), file('alt.csv', toText(alt))];
  const put4 = (xml: string, force: string[] = []) => put('ofac', [main, other, file('sdn.xml', xml)], { asOf, force });
  await expect(put4(toCount(7))).rejects.toThrow(/counts 7 entries, and the file has 4.*--force publisher_count/s);
  for (const wrong of [toCount('many'), toCount(4, 'Sanctions')])
    await expect(put4(wrong)).rejects.toThrow(/sdn.xml is not the sdn.xml of ofac/);
  expect((await put4(toCount(7), ['publisher_count'])).overridden).toMatchObject([{ name: 'publisher_count' }]);
  expect(await put4(toCount(4))).toMatchObject({ counts: { entries: 4 }, overridden: [] });
  const zip = writeZipOf(join(folder, 'all.zip'), [
    ['sdn.csv', Buffer.from(toText(sdn))],
    ['alt.csv', Buffer.from(toText(alt))],
    ['sdn.xml', Buffer.from(toCount(5))],
  ]);
  await expect(put('ofac', zip, { asOf })).rejects.toThrow(/counts 5 entries/);
});

test('without its aliases, with columns that have moved, or cut, it is refused', async () => {
  const { put, file } = createListsPlace();
  const [main, other] = [file('sdn.csv', toText(sdn)), file('alt.csv', toText(alt))];
  await expect(put('ofac', main, { asOf })).rejects.toThrow(/alt.csv is missing/);
  await expect(put('ofac', [main, other], {})).rejects.toThrow(/--as-of/);
  const foreign = file('other-alt.csv', toText(alt.map((line) => `9${line}`)));
  await expect(put('ofac', [main, foreign], { asOf })).rejects.toThrow(/alt.csv does not belong to it: 2 of 2/);
  const moved = file('moved.csv', toText(sdn.map((line) => line.replace(/^(\d+),("[^"]*"),([^,]*),/, '$1,$3,$2,'))));
  await expect(put('ofac', [moved, other], { asOf })).rejects.toThrow(/no entry/);
  const cut = file('cut.csv', toText(sdn).slice(0, -20));
  await expect(put('ofac', [cut, other], { asOf })).rejects.toThrow(/cut short/);
  const cutAlias = file('cut-alt.csv', toText(alt).slice(0, -10));
  await expect(put('ofac', [main, cutAlias], { asOf })).rejects.toThrow(/cut-alt.csv ends in the middle of a row/);
});

test('the list of all that is not SDN has the same layout under other names, and neither is taken for the other', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const own = ['cons_prim.csv', 'cons_alt.csv', 'cons_add.csv', 'cons_comments.csv'];
  const texts = [sdn.map((line) => line.replace('SDGT] [IFSR', 'UKRAINE-EO13662')), alt, add, comments].map(toText);
  const paths = own.map((name, index) => file(name, texts[index] ?? ''));
  const { counts } = await put('ofac-non-sdn', paths, { asOf });
  expect(counts).toMatchObject({ rows: 4, entries: 4, rejected: 0 });
  expect(entriesOf('ofac-non-sdn')).toMatchObject([
    { id: '36', names: ['EXEMPLO TRADING S.A.', 'EXEMPLO IMPORTADORA'], category: 'UKRAINE-EO13662' },
    { id: '173', births: ['1970-01-12', '1971', '1972', '1973'] },
    { id: '306' },
    { id: '400' },
  ]);
  await expect(put('ofac', paths, { asOf })).rejects.toThrow(
    /cons_prim.csv is a file of ofac-non-sdn, and not of ofac/,
  );
  const theirs = ['SDN.CSV', 'ALT.CSV'].map((name, index) => file(name, texts[index] ?? ''));
  await expect(put('ofac-non-sdn', theirs, { asOf })).rejects.toThrow(/SDN.CSV is a file of ofac, and not of/);
  await expect(put('ofac-non-sdn', paths.slice(0, 1), { asOf })).rejects.toThrow(/cons_alt.csv is missing/);
  const cut = file('cons_prim.csv', texts[0]?.slice(0, -20) ?? '');
  await expect(put('ofac-non-sdn', [cut, ...paths.slice(1)], { asOf })).rejects.toThrow(/cut short/);
  expect(entriesOf('ofac-non-sdn')).toHaveLength(4);
});

test('remarks tell births, also those in a form that nobody knows', () => {
  expect(readRemarks('DOB 1960 to 1962; POB Rio; Gender Male.')).toMatchObject({ births: ['1960', '1961', '1962'] });
  expect(readRemarks('DOB 1955; alt. DOB circa 1979-1980.')).toMatchObject({
    births: ['1955', '1979', '1980'],
    oddBirths: 0,
  });
  expect(readRemarks('DOB 01 Jan 1960 to 31 Dec 1960')).toMatchObject({ births: ['1960'] });
  expect(readRemarks('alt. DOB Mar 1960')).toMatchObject({ births: ['1960-03'], oddBirths: 0 });
  expect(readRemarks('DOB at dawn')).toMatchObject({ births: [], oddBirths: 1 });
  const [odd, read] = [readRemarks('DOB 1960; alt. DOB at dawn'), readRemarks('DOB 1960; alt. DOB 1962')];
  expect([odd.births, odd.hasUnreadBirth, read.hasUnreadBirth]).toEqual([['1960'], true, undefined]);
  expect(readRemarks("a.k.a. 'X'; f.k.a. 'Y'")).toMatchObject({ weakNames: ['X', 'Y'], brazilianNumbers: [] });
});
