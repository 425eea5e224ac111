import { expect, test } from 'vitest';
import { createListsPlace } from '../../../test/support/lists/lists-place.ts';
import type { MappedRow } from './list-kind.ts';
import { mapOwn } from './own.ts';
import { RowNotes } from './row-notes.ts';

const map = (risk: string) => {
  const cells: Readonly<Record<string, string>> = { name: 'FULANO INVENTADO', risk };
  return mapOwn((key) => cells[key] ?? '', new RowNotes('2026-11-15'));
};

test.each([
  ['', undefined],
  ['high', undefined],
  ['Alto', undefined],
  ['MEDIUM', 'medium'],
  ['médio', 'medium'],
  ['none', 'none'],
  ['low', 'none'],
  ['Baixo', 'none'],
])('the risk %j of a row in a list of one’s own is read', (written, risk) => {
  const [row] = map(written) as readonly MappedRow[];
  expect(row).toMatchObject({ names: ['FULANO INVENTADO'] });
  // A row of high risk is the row that it was before there were risks: its number stays the same.
  expect(Object.keys(row as object).includes('risk')).toBe(risk !== undefined);
  expect(row?.risk).toBe(risk);
});

test.each(['hihg', '3', 'constructor', 'very high'])(
  'a row with the risk %j is refused, and nobody guesses',
  (written) => {
    expect(map(written)).toBe('unknown_risk');
  },
);

test.each([
  ['007', '52998224725', '007'],
  ['52998224725', '52998224725', ''],
  ['case 529.982.247-25', '', ''],
  ['1234567890', '01234567890', ''],
  ['529-982-247-25', '', ''],
])('an id %j beside the CPF %j names the row %j: no CPF gets into the audit by it', (id, cpf, number) => {
  const cells: Readonly<Record<string, string>> = { name: 'FULANO INVENTADO', number: id, cpf };
  expect(mapOwn((key) => cells[key] ?? '', new RowNotes('2026-11-15'))).toMatchObject([{ number }]);
});

test('a list of one’s own may be replaced wholly', async () => {
  const { put, file, statusOf } = createListsPlace();
  const toFile = (name: string) =>
    file(`${name}.csv`, `name\n${Array.from({ length: 30 }, (_, n) => `${name} ${n}`).join('\n')}\n`);
  await put('own-a', toFile('FULANO DE TAL'));
  await put('own-a', toFile('BELTRANO EXEMPLO'));
  expect(statusOf('own-a')).toMatchObject({ live: { entries: 30 } });
});
