// Workbooks and archives made to harm, each read as the service reads them: refused with a sentence before they cost a thread, and the
// next table is read. A thread that ran out of memory in one large step would end the process with it.

import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { withEntriesMore, withOverlaps, withSaid } from '../../test/support/forged-zip.ts';
import { toXlsx, toZip } from '../../test/support/xlsx.ts';
import { TableError } from '../app/bulk/table.ts';
import { type AbandonedTable, createTableThreads } from './table-threads.ts';

const abandoned: AbandonedTable[] = [];
const threads = createTableThreads({ rowsMax: 1_000, onAbandoned: (why) => abandoned.push(why) });
afterAll(() => threads.close());

async function read(bytes: Buffer): Promise<readonly (readonly string[])[]> {
  await using opened = new AsyncDisposableStack();
  const order = { kind: 'file', hasHeader: undefined, sheet: undefined, mayBeEmpty: false } as const;
  const sent = { bytes: Readable.from([bytes]), signal: new AbortController().signal };
  const { rows } = await threads.open(sent, order, opened);
  return (await Array.fromAsync(rows)).flat().map(({ cells }) => cells);
}

const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const header = `<row r="1">${cell('A1', 'CPF')}</row>`;
const good = toXlsx({ sheet: `${header}<row r="2">${cell('A2', '191')}</row>` });
const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&a${n === 0 ? '' : n - 1};`.repeat(10)}">`).join('')}]>`;
const outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';

const workbook = '<workbook><sheets><sheet name="A" id="rId1"/></sheets></workbook>';
const parts = {
  'xl/workbook.xml': workbook,
  'xl/_rels/workbook.xml.rels': '<Relationships/>',
  'xl/styles.xml': '<styleSheet/>',
  'xl/sharedStrings.xml': '<sst/>',
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${header}</sheetData></worksheet>`,
};
const withPart = (name: keyof typeof parts, xml: string) => toZip({ ...parts, [name]: xml });
const many = (xml: string, count = 100_000) => xml.repeat(count);
const toSheet = (cells: string) => toXlsx({ sheet: `${header}<row r="2">${cells}</row>` });

const ownXml = /defines XML of its own/;
const damaged = /is damaged/;
const overfull = /more sheets, styles or links than/;

describe('a workbook or an archive that is made to harm is refused, and the next table is read:', () => {
  const cases: readonly (readonly [string, () => Buffer, RegExp])[] = [
    ...(Object.keys(parts) as (keyof typeof parts)[]).flatMap((name) => [
      [`a billion laughs in ${name}`, () => withPart(name, `${bomb}${parts[name]}`), ownXml] as const,
      [`an entity from outside in ${name}`, () => withPart(name, `${outside}${parts[name]}`), ownXml] as const,
    ]),
    ['texts nested without end', () => withPart('xl/sharedStrings.xml', many('<si>')), damaged],
    [
      'a tag of many attributes',
      () => toSheet(`<c ${Array.from({ length: 100_000 }, (_, n) => `a${n}=""`).join(' ')}/>`),
      damaged,
    ],
    ['a long attribute', () => toSheet(`<c r="A2" x="${many('x', 1e6)}"/>`), damaged],
    ['a long comment', () => toSheet(`<!--${many('x', 1e6)}-->`), damaged],
    ['a long processing instruction', () => toSheet(`<?x ${many('x', 1e6)}?>`), damaged],
    ...['7', '-1', '0.5', '1e99', '4294967296', 'x'].map(
      (index) =>
        [
          `text number ${index}, which is not there`,
          () => toSheet(`<c r="A2" t="s"><v>${index}</v></c>`),
          damaged,
        ] as const,
    ),
    [
      'sheets without end',
      () => withPart('xl/workbook.xml', `<workbook>${many('<sheet name="A" id="r"/>')}</workbook>`),
      overfull,
    ],
    [
      'a sheet with a long name',
      () => withPart('xl/workbook.xml', workbook.replace('"A"', `"${many('A', 300)}"`)),
      overfull,
    ],
    [
      'links without end',
      () =>
        withPart(
          'xl/_rels/workbook.xml.rels',
          `<a>${Array.from({ length: 100_000 }, (_, n) => `<Relationship Id="${n}"/>`).join('')}</a>`,
        ),
      overfull,
    ],
    [
      'a long link',
      () => withPart('xl/_rels/workbook.xml.rels', `<a><Relationship Id="rId1" Target="${many('b', 5000)}"/></a>`),
      overfull,
    ],
    ['styles without end', () => withPart('xl/styles.xml', `<a><cellXfs>${many('<xf/>')}</cellXfs></a>`), overfull],
    ['forms without end', () => withPart('xl/styles.xml', `<a>${many('<numFmt numFmtId="1"/>')}</a>`), overfull],
    [
      'a link out of the archive',
      () => withPart('xl/_rels/workbook.xml.rels', '<a><Relationship Id="rId1" Target="../../../../etc/passwd"/></a>'),
      /no spreadsheet \(\.xlsx\)/,
    ],
    ['an entry that leads out of the archive', () => toZip({ ...parts, '../../etc/passwd': 'x' }), damaged],
    [
      'many entries',
      () => toZip({ ...parts, ...Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`a${n}`, ''])) }),
      /too many parts/,
    ],
    ['an entry more than there is', () => withEntriesMore(good, 1), damaged],
    ['a part that says it is smaller', () => withSaid(good, 'xl/worksheets/sheet1.xml', { bytes: 10 }), damaged],
    ['a part that says it is larger', () => withSaid(good, 'xl/worksheets/sheet1.xml', { bytes: 1_000_000 }), damaged],
    [
      'a part that says it has 4 GB',
      () => withSaid(good, 'xl/worksheets/sheet1.xml', { bytes: 0xfffffffe }),
      /unpacks to far more/,
    ],
    [
      'a part that would end behind the file',
      () => withSaid(good, 'xl/worksheets/sheet1.xml', { packedBytes: 1e6 }),
      damaged,
    ],
    [
      'parts that lie upon each other',
      () =>
        withOverlaps({
          'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${Array.from({ length: 5_000 }, (_, n) => `<row><c><v>${n * 7919}</v></c></row>`).join('')}</sheetData></worksheet>`,
          'xl/worksheets/sheet2.xml': '',
          'xl/worksheets/sheet3.xml': '',
          'xl/workbook.xml': workbook,
        }),
      damaged,
    ],
    ['an archive in itself', () => toZip({ 'r/r.zip': toZip({ 'r/r.zip': 'PK' }) }), /does not hold one file of CSV/],
    ['an archive that calls itself CSV', () => toZip({ 'table.csv': good }), /archive or a spreadsheet/],
    [
      'a CSV that unpacks to far more than its size',
      () => toZip({ 'table.csv': Buffer.alloc(70 * 1024 * 1024, ' ') }),
      /unpacks to far more/,
    ],
  ];

  test.each(cases)('%s', async (_, make, sentence) => {
    const refused = await read(make()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TableError);
    expect((refused as TableError).detail?.en).toMatch(sentence);
    expect(await read(good)).toEqual([['191']]);
    // By its bounds, and not by an end of its thread.
    expect(abandoned).toEqual([]);
  });
});

test('a formula is never worked out: what was saved with it is its value, however long and whatever it asks for', async () => {
  const formulas = [`cmd|'/c calc'!A1`, `"${many('x', 1e6)}"`, 'WEBSERVICE("http://127.0.0.1/")', '[1]Sheet!A1'];
  const rows = formulas.map(
    (formula, n) => `<row r="${n + 2}"><c r="A${n + 2}" t="str"><f>${formula}</f><v>=${n}</v></c></row>`,
  );
  expect(await read(toXlsx({ sheet: header + rows.join('') }))).toEqual([['=0'], ['=1'], ['=2'], ['=3']]);
});

test('a text that many cells share is one, and a longer one than a row may have leaves its row out', async () => {
  const strings = ['<t>CPF</t>', `<t>${many('x', 2e6)}</t>`, '<t>191</t>'];
  const rows = [0, 1, 2].map((index, n) => `<row r="${n + 1}"><c r="A${n + 1}" t="s"><v>${index}</v></c></row>`);
  expect(await read(toXlsx({ strings, sheet: rows.join('') }))).toEqual([[], ['191']]);
});
