import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { toZip, writeXlsx } from '../../../test/support/xlsx.ts';
import type { Row } from '../../app/bulk/table.ts';
import { openZipTable } from '../zip-table.ts';

interface ReadOptions {
  readonly sheet?: string;
  readonly hasHeader?: boolean;
  readonly fromStream?: boolean;
  readonly mayBeEmpty?: boolean;
}

async function read(path: string, { fromStream, ...rest }: ReadOptions = {}) {
  const opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  const input = { path: fromStream ? '-' : path, chunks: createReadStream(path) };
  const table = await openZipTable(input, { sheet: undefined, hasHeader: undefined, ...rest }, opened);
  const rows: Row[] = [];
  for await (const batch of table.rows) rows.push(...batch);
  return { ...table, rows, cells: rows.map((row) => row.cells) };
}

const file = () => join(createTemporaryFolder('xlsx'), 'table.xlsx');
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const header = `<row r="1">${text('A1', 'CPF')}${text('B1', 'Nome')}${text('C1', 'Nascimento')}</row>`;

describe('a spreadsheet', () => {
  it('is read with its texts, numbers and days as they are meant', async () => {
    const path = writeXlsx(file(), {
      strings: [
        '<t>Jo&#227;o &amp; Filhos</t>',
        '<r><t>Ana </t></r><r><t xml:space="preserve">Lima</t></r><rPh><t>x</t></rPh>',
      ],
      forms: [0, 14, 164],
      ownForms: { 164: 'dd/mm/yyyy' },
      sheet:
        header +
        '<row r="2"><c r="A2"><v>4.0442820135E10</v></c><c r="B2" t="s"><v>0</v></c><c r="C2" s="1"><v>33014</v></c></row>' +
        '<row r="4"><c r="A4" t="str"><f>A2</f><v>12345678909</v></c><c r="B4" t="s"><v>1</v></c><c r="C4" s="2"><v>33014.5</v></c></row>',
    });
    for (const fromStream of [false, true]) {
      const { columns, cells, rows } = await read(path, { fromStream });
      expect(columns).toEqual(['CPF', 'Nome', 'Nascimento']);
      expect(cells).toEqual([
        ['40442820135', 'João & Filhos', '1990-05-21'],
        ['12345678909', 'Ana Lima', '1990-05-21 12:00:00'],
      ]);
      expect(rows.map(({ line }) => line)).toEqual([2, 4]);
    }
  });

  it('may count its days from 1904', async () => {
    const path = writeXlsx(file(), {
      is1904: true,
      forms: [0, 14],
      sheet: `${header}<row r="2"><c r="A2"><v>1</v></c><c r="C2" s="1"><v>31552</v></c></row>`,
    });
    expect((await read(path)).cells[0]?.[2]).toBe('1990-05-21');
  });

  it('has its header below a title, and columns where they stand', async () => {
    const path = writeXlsx(file(), {
      sheet: `<row r="1">${text('A1', 'Relatório')}</row><row r="3">${text('B3', 'CNPJ')}${text('D3', 'Razão Social')}</row><row r="4">${text('B4', '191')}${text('D4', 'X')}</row>`,
    });
    const { columns, cells } = await read(path);
    expect(columns).toEqual(['column_1', 'CNPJ', 'column_3', 'Razão Social']);
    expect(cells).toEqual([['', '191', '', 'X']]);
  });

  it('says which cells a merge hides, a formula without a saved value leaves empty, or an error fills', async () => {
    const path = writeXlsx(file(), {
      sheet:
        header +
        `<row r="2">${text('A2', '1')}${text('B2', 'Ana')}</row><row r="3">${text('A3', '2')}</row>` +
        `<row r="4"><c r="A4"><f>B4</f></c>${text('B4', 'x')}</row><row r="5"><c r="A5" t="e"><v>#N/A</v></c></row>`,
      behind: '<mergeCells count="2"><mergeCell ref="B2:B3"/><mergeCell ref="A1:B1"/></mergeCells>',
    });
    const { rows } = await read(path);
    expect(rows.map(({ line, cellFaults }) => [line, [...(cellFaults ?? [])]])).toEqual([
      [2, []],
      [3, [[1, 'merged_cell']]],
      [4, [[0, 'formula_without_value']]],
      [5, [[0, 'error_cell']]],
    ]);
  });

  it('has sheets, of which one is read', async () => {
    const path = writeXlsx(file(), { sheets: ['Um', 'Dois'], sheet: `${header}<row r="2">${text('A2', '1')}</row>` });
    expect((await read(path, { sheet: 'Dois' })).rows).toHaveLength(1);
    await expect(read(path, { sheet: 'Tres' })).rejects.toThrow('There is no sheet Tres. There are: Um, Dois.');
  });

  describe('whose first sheet has no numbers', () => {
    const rowsOf = {
      Capa: `<row r="1">${text('A1', 'Relatório de clientes')}</row>`,
      Base: `${header}<row r="2">${text('A2', '40442820135')}</row>`,
      Resumo: `<row r="1">${text('A1', 'Total')}</row><row r="2">${text('A2', '1')}</row>`,
    };

    it('is read from the only sheet that has some, and from another one where it is named', async () => {
      const path = writeXlsx(file(), { sheets: ['Capa', 'Resumo', 'Base'], sheet: '', rowsOf });
      const { sheets, cells } = await read(path);
      expect([sheets?.chosen, cells]).toEqual(['Base', [['40442820135']]]);
      expect((await read(path, { sheet: 'Resumo' })).sheets?.chosen).toBe('Resumo');
    });

    it('is refused with the names of those that have some, and shown from the first of them to who can choose', async () => {
      const rows = { ...rowsOf, Filial: rowsOf.Base };
      const path = writeXlsx(file(), { sheets: ['Capa', 'Base', 'Filial'], sheet: '', rowsOf: rows });
      await expect(read(path)).rejects.toThrow(
        'The sheet Capa has no CPF or CNPJ. These have: Base, Filial. Say which one: --sheet',
      );
      expect((await read(path, { mayBeEmpty: true })).sheets?.chosen).toBe('Base');
    });

    it('is read from the first one where no sheet has any', async () => {
      const path = writeXlsx(file(), { sheets: ['Capa', 'Resumo'], sheet: '', rowsOf });
      expect((await read(path)).sheets?.chosen).toBe('Capa');
    });
  });

  it('may have no header: its first row is one where it holds a number that closes', async () => {
    const rows = `<row r="1">${text('A1', '40442820135')}${text('B1', 'Ana Lima')}</row>`;
    const { columns, cells, firstRow } = await read(writeXlsx(file(), { sheet: rows }));
    expect([columns, cells, firstRow]).toEqual([
      ['column_1', 'column_2'],
      [['40442820135', 'Ana Lima']],
      ['40442820135', 'Ana Lima'],
    ]);
  });
});

describe('a small workbook that would become a large table', () => {
  const row = (line: number, cells: string) => `<row r="${line}">${cells}</row>`;
  const rows = (count: number, cells: (line: number) => string) =>
    Array.from({ length: count }, (_, index) => row(index + 2, cells(index + 2))).join('');
  const readSheet = (sheet: string, more: Partial<Parameters<typeof writeXlsx>[1]> = {}) =>
    read(writeXlsx(file(), { sheet, ...more }));

  it('keeps nothing of what stands to the right of its columns, and no cell behind the last that holds something', async () => {
    const far = (line: number) => text(`A${line}`, '191') + text(`XFD${line}`, 'x');
    const { cells } = await readSheet(header + rows(2_000, far));
    expect(cells).toHaveLength(2_000);
    expect(new Set(cells.map((each) => each.length))).toEqual(new Set([1]));
  });

  it('is refused with more columns than a table of people has', async () => {
    const names = [text('A1', 'CPF'), text('ALM1', 'x')].join('');
    await expect(readSheet(row(1, names))).rejects.toThrow('more than 1000 columns');
  });

  it('is refused where a text is repeated in many cells', async () => {
    const strings = ['<t>CPF</t>', `<t>${'x'.repeat(500_000)}</t>`];
    const head = row(1, '<c r="A1" t="s"><v>0</v></c>');
    const repeated = rows(200, (line) => `<c r="A${line}" t="s"><v>1</v></c>`);
    await expect(readSheet(head + repeated, { strings })).rejects.toThrow('unpacks to far more');
  });

  it('is refused where cells far to the right are padded in every row', async () => {
    const head = row(1, text('A1', 'CPF') + text('ALL1', 'x'));
    const padded = rows(30_000, (line) => text(`ALL${line}`, '1'));
    await expect(readSheet(head + padded)).rejects.toThrow('unpacks to far more');
  });

  it('is refused where merges lie upon each other in every row', async () => {
    const merges = Array.from({ length: 40_000 }, () => '<mergeCell ref="A1:C9999"/>').join('');
    const behind = `<mergeCells>${merges}</mergeCells>`;
    const filled = rows(2_000, (line) => text(`A${line}`, '1'));
    await expect(readSheet(header + filled, { behind })).rejects.toThrow('unpacks to far more');
  });

  it('has no row of more than 1 MiB, and says which one it was', async () => {
    const long = text('A2', 'x'.repeat(1024 * 1024 + 1)) + text('B2', 'Ana');
    const { rows: read } = await readSheet(header + row(2, long) + row(3, text('A3', '191')));
    expect(read.map(({ line, fault, cells }) => [line, fault, cells])).toEqual([
      [2, 'row_too_long', []],
      [3, undefined, ['191']],
    ]);
  });

  it.each([
    ['elements nested without end', '<c>'.repeat(100_000)],
    ['a cell without a column', '<c r="1"><v>1</v></c>'],
    ['a cell beyond the last column', '<c r="XFE2"><v>1</v></c>'],
    ['a reference of many letters', `<c r="${'A'.repeat(60_000)}"><v>1</v></c>`],
    ['a row beyond the last one', '</row><row r="1048577">'],
    ['a row that is no number', '</row><row r="x">'],
    ['a row in front of the one before', '</row><row r="1">'],
    ['a character that does not exist', '<c r="A2" t="str"><v>&#xFFFFFFFF;</v></c>'],
    ['an entity without end', `<c r="A2" t="str"><v>&${'a'.repeat(200_000)}</v></c>`],
  ])('is refused with %s', async (_, cells) => {
    await expect(readSheet(header + row(2, cells))).rejects.toThrow('damaged');
  });
});

describe('an archive', () => {
  const open = (parts: Readonly<Record<string, string | Buffer>>) => {
    const path = join(createTemporaryFolder('zip'), 'table.zip');
    writeFileSync(path, toZip(parts));
    return path;
  };

  it('of one file of text is read as that file, in its own encoding', async () => {
    const latin = Buffer.from('cpf;nome\n40442820135;João\n', 'latin1');
    const path = open({ '__MACOSX/._base.csv': 'x', 'base/': '', 'base/base.csv': latin });
    for (const fromStream of [false, true]) {
      const { format, columns, cells } = await read(path, { fromStream });
      expect([format, columns, cells]).toEqual(['csv', ['cpf', 'nome'], [['40442820135', 'João']]]);
    }
  });

  it.each([
    ['two files of text', { 'a.csv': 'cpf\n1', 'b.csv': 'cpf\n2' }, 'archive (.zip) of 2 files'],
    ['something else', { 'a.pdf': 'x' }, 'archive (.zip) of 1 file.'],
    ['nothing', {}, 'archive (.zip) of 0 files'],
    ['a spreadsheet of Numbers', { 'Index/Document.iwa': 'x', 'preview.jpg': 'x' }, 'Apple Numbers (.numbers)'],
  ])('of %s is named', async (_name, parts, sentence) => {
    await expect(read(open(parts as Record<string, string>))).rejects.toThrow(sentence);
  });
});

describe('a spreadsheet that is none', () => {
  it('unpacks to far more than a table would: it is refused in bounded memory', async () => {
    const bomb = toZip({
      'xl/workbook.xml': '<workbook><sheets><sheet name="A" id="rId1"/></sheets></workbook>',
      'xl/worksheets/sheet1.xml': Buffer.alloc(100 * 1024 * 1024, ' '),
    });
    const path = file();
    writeFileSync(path, bomb);
    expect(bomb.length).toBeLessThan(200_000);
    await expect(read(path)).rejects.toThrow('unpacks to far more');
  });

  it.each([
    ['cut short', toZip({ 'xl/workbook.xml': '<workbook/>' }).subarray(0, 60), 'damaged or not whole'],
    ['not XML', toZip({ 'xl/workbook.xml': '<workbook><sheets' }), 'no XML'],
    [
      'XML with entities of its own',
      toZip({ 'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "b">]><workbook/>' }),
      'defines XML of its own',
    ],
    ['without a sheet', toZip({ 'xl/workbook.xml': '<workbook/>' }), 'has no sheet'],
  ])('is %s: a sentence says so', async (_name, bytes, sentence) => {
    const path = file();
    writeFileSync(path, bytes);
    await expect(read(path)).rejects.toThrow(sentence);
  });

  it('is empty', async () => {
    await expect(read(writeXlsx(file(), { sheet: '' }))).rejects.toThrow('The sheet is empty.');
  });
});
