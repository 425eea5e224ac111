import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTemporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { toZip, writeXlsx } from '../../../../test/support/xlsx.ts';
import type { AddedCells, Row, Table } from '../../../app/bulk/table.ts';
import { openTable } from '../../table-formats.ts';
import { openZipParts } from '../zip-parts.ts';

const fixture = join(import.meta.dirname, '../../../../test/fixtures/spreadsheets/openpyxl.xlsx');
const sheet = 'xl/worksheets/sheet1.xml';

async function open(path: string) {
  const opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  const table = (await openTable(
    { path, chunks: createReadStream(path) },
    { hasHeader: undefined, sheet: undefined },
    opened,
  )) as Table;
  const rows: Row[] = [];
  for await (const batch of table.rows) rows.push(...batch);
  return { table, rows };
}

async function copy(path: string, names: readonly string[], added: readonly AddedCells[]): Promise<string> {
  const { table } = await open(path);
  const target = join(createTemporaryFolder('copy'), 'copy.xlsx');
  async function* each() {
    yield* added;
  }
  await table.writeCopy?.(target, names, each());
  return target;
}

async function readPart(path: string, name: string): Promise<string> {
  const parts = await openZipParts(path);
  try {
    let text = '';
    for await (const piece of parts.read(name)) text += piece;
    return text;
  } finally {
    parts.close();
  }
}

async function readPacked(path: string): Promise<Record<string, string>> {
  const parts = await openZipParts(path);
  try {
    const found: Record<string, string> = {};
    for (const entry of parts.entries()) {
      const chunks: Buffer[] = [];
      for await (const chunk of await parts.readPacked(entry)) chunks.push(chunk as Buffer);
      found[entry.fileName] = Buffer.concat(chunks).toString('base64');
    }
    return found;
  } finally {
    parts.close();
  }
}

describe('a spreadsheet as openpyxl writes it', () => {
  it('has its header below a title, days, times and decimals as they are meant, and a formula without a value', async () => {
    const { table, rows } = await open(fixture);
    expect(table).toMatchObject({
      columns: ['NU_CPF', 'NM_PESSOA', 'D.N.', 'Cadastro', 'Hora', 'Saldo', 'Ativo'],
      headerLine: 3,
      sheets: { names: ['Clientes', 'Notas'], chosen: 'Clientes' },
    });
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [4, '404.428.201-35', 'Ana Beatriz Carvalho', '1990-05-21', '2024-03-05 14:30:15', '08:45:00', '1234.56', 'TRUE'],
      [5, '', 'João da Conceição', '1985-12-01', '2023-01-01', '23:59:59', '-0.5', 'FALSE'],
      [6, '404.428.201-35', 'Ana Beatriz Carvalho', '1990-05-21', '', '', '10'],
    ]);
    expect(rows.map(({ decimals }) => decimals)).toEqual([[5], [5], undefined]);
    expect([...(rows[1]?.cellFaults ?? [])]).toEqual([[0, 'formula_without_value']]);
  });

  it('is copied with more columns: every cell, every other part as it was', async () => {
    const added = [4, 6].map((line) => ({ line, values: [line, 'a <b> & "c"\u0001', true, null] }));
    const target = await copy(fixture, ['confere_line', 'confere_name', 'confere_x', 'confere_y'], added);
    const [before, after] = [await readPacked(fixture), await readPacked(target)];
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect({ ...after, [sheet]: '' }).toEqual({ ...before, [sheet]: '' });
    const xml = await readPart(target, sheet);
    expect(xml).toContain(
      '<c r="H4"><v>4</v></c><c r="I4" t="inlineStr"><is><t xml:space="preserve">a &lt;b&gt; &amp; "c"</t></is></c><c r="J4" t="b"><v>1</v></c></row>',
    );
    // The names look like the header that they stand in.
    expect(xml).toContain('<c r="K3" s="2" t="inlineStr"><is><t xml:space="preserve">confere_y</t></is></c></row>');
    const without = xml.replace(/<c r="[H-K]\d+".*?<\/c>/g, '');
    expect(without).toBe((await readPart(fixture, sheet)).replace('<dimension ref="A1:G6"/>', ''));
    const { table, rows } = await open(target);
    expect(table.columns.slice(7)).toEqual(['confere_line', 'confere_name', 'confere_x', 'confere_y']);
    expect(rows.map(({ cells }) => cells.slice(7))).toEqual([
      ['4', 'a <b> & "c"', 'TRUE'],
      [],
      ['6', 'a <b> & "c"', 'TRUE'],
    ]);
  });
});

describe('a copy of a spreadsheet', () => {
  const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

  it('has its columns behind the last cell that holds something, in place of empty ones', async () => {
    const path = writeXlsx(join(createTemporaryFolder('copy'), 'table.xlsx'), {
      forms: [0, 14],
      sheet:
        `<row r="1" spans="1:2">${text('A1', 'CPF')}${text('B1', 'x')}</row>` +
        `<row r="2" spans="1:2">${text('A2', '1')}${text('C2', 'note')}<c r="D2" s="1"/><c r="E2" s="1"></c></row>` +
        `<row r="3">${text('A3', '2')}</row>`,
    });
    const xml = await readPart(await copy(path, ['n'], [{ line: 2, values: ['y'] }]), sheet);
    expect(xml).toContain(`<row r="2">${text('A2', '1')}${text('C2', 'note')}<c r="D2" t="inlineStr">`);
    expect(xml).not.toContain('E2');
    expect(xml).toContain(`<row r="3">${text('A3', '2')}</row>`);
    expect(xml).toContain('<c r="D1" t="inlineStr"><is><t xml:space="preserve">n</t></is></c></row>');
  });

  it('speaks with the prefix of the sheet, as some writers have one', async () => {
    const path = join(createTemporaryFolder('copy'), 'table.xlsx');
    const rows =
      '<x:row><x:c t="inlineStr"><x:is><x:t>cpf</x:t></x:is></x:c></x:row><x:row><x:c><x:v>1</x:v></x:c></x:row>';
    writeFileSync(
      path,
      toZip({
        'xl/workbook.xml': '<x:workbook><x:sheets><x:sheet name="A" id="rId1"/></x:sheets></x:workbook>',
        [sheet]: `<x:worksheet><!-- <row> --><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
      }),
    );
    const xml = await readPart(await copy(path, ['n'], [{ line: 2, values: [5] }]), sheet);
    expect(xml).toContain('<x:row><x:c><x:v>1</x:v></x:c><x:c r="B2"><x:v>5</x:v></x:c></x:row>');
    expect(xml).toContain('<x:c r="B1" t="inlineStr"><x:is><x:t xml:space="preserve">n</x:t></x:is></x:c></x:row>');
  });

  it('of many rows is whole, whatever pieces its parts come in', async () => {
    const count = 30_000;
    const rows = Array.from(
      { length: count },
      (_, index) => `<row r="${index + 2}">${text(`A${index + 2}`, `${index}`)}</row>`,
    );
    const path = writeXlsx(join(createTemporaryFolder('copy'), 'table.xlsx'), {
      sheet: `<row r="1">${text('A1', 'cpf')}</row>${rows.join('')}`,
    });
    const added = rows.map((_, index) => ({ line: index + 2, values: [index * 2] }));
    const target = await copy(path, ['double'], added);
    const { rows: read } = await open(target);
    expect(read.map(({ cells }) => Number(cells[1]))).toEqual(rows.map((_, index) => index * 2));
    expect(readFileSync(target).subarray(0, 4).toString('hex')).toBe('504b0304');
  });
});

describe('a spreadsheet of another kind', () => {
  it.each([
    ['OpenDocument', { mimetype: 'x', 'content.xml': '<a/>', 'META-INF/manifest.xml': '<a/>' }, '(.ods)'],
    ['a binary workbook', { 'xl/workbook.bin': 'x' }, '(.xlsb)'],
  ])('%s is refused by its name', async (_name, parts, sentence) => {
    const path = join(createTemporaryFolder('copy'), 'table');
    writeFileSync(path, toZip(parts));
    await expect(open(path)).rejects.toThrow(sentence);
  });
});
