import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { Sheet, SheetCell } from '../../../app/batches/ports.ts';
import { openZipParts } from '../zip-parts.ts';
import { writeWorkbook } from './new-workbook.ts';

async function write(columns: Sheet['columns'], cells: readonly (readonly SheetCell[])[]): Promise<string> {
  async function* rows() {
    yield cells;
  }
  const path = join(createTemporaryFolder('workbook'), 'sheet.xlsx');
  await writeFile(path, writeWorkbook({ name: 'Resultado', columns, rows: rows() }));
  const parts = await openZipParts(path);
  let xml = '';
  for await (const piece of parts.read('xl/worksheets/sheet1.xml')) xml += piece;
  parts.close();
  return xml;
}

const columns = [
  { name: 'CPF', width: 20 },
  { name: 'Motivos', width: 10 },
  { name: 'Consultado em', width: 18 },
  { name: 'Abertura', width: 14 },
  { name: 'Score', width: 8 },
];

test('a number that is written as text stays text, with its zeros; a formula is none', async () => {
  const xml = await write(columns, [['00040442820135', '=1+1', null, null, 812]]);
  expect(xml).toContain('<c r="A2" s="1" t="inlineStr"><is><t xml:space="preserve">00040442820135</t></is></c>');
  expect(xml).toContain('<c r="B2" s="1" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
  expect(xml).toContain('<c r="E2" s="5"><v>812</v></c>');
  expect(xml).not.toContain('<f>');
});

test('a time is a moment of Brazil’s clocks and a day is a day, so that both can be sorted by', async () => {
  const xml = await write(columns, [['x', 'y', { time: '2026-11-15T02:30:00Z' }, { day: '1900-03-01' }, null]]);
  // Half an hour before midnight of the day before. The first of March of 1900 is day 61 in every spreadsheet.
  expect(Number(/<c r="C2" s="4"><v>([\d.]+)</.exec(xml)?.[1])).toBeCloseTo(46_340 + 23.5 / 24, 6);
  expect(xml).toContain('<c r="D2" s="3"><v>61</v></c>');
});

test('columns are as wide as they are told, a long text makes its row higher, and the names can be filtered by', async () => {
  const xml = await write(columns, [
    ['x', 'a'.repeat(35), null, null, null],
    ['x', 'short', null, null, null],
  ]);
  expect(xml).toContain('<col min="2" max="2" width="10" customWidth="1"/>');
  expect(xml).toContain('<row r="2" ht="60" customHeight="1">');
  expect(xml).toContain('<row r="3" ht="15" customHeight="1">');
  expect(xml).toContain('<autoFilter ref="A1:E3"/>');
  expect(xml).toContain('state="frozen"');
});
