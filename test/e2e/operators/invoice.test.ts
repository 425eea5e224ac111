import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { CallCount } from '../../../src/app/usage/ports.ts';
import { systemClock } from '../../../src/clock.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { loadConfig } from '../../../src/config.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import { describeBureau } from '../../support/parties/described-sources.ts';
import { useCommands } from '../../support/service/commands.ts';
import { createHome, createKey, type Home } from '../../support/service/process.ts';
import { toXlsx } from '../../support/xlsx.ts';

const { confereHere } = useCommands();
let home: Home;

const each = { answered: 'band', not_found: 0.017, minor: 0, timeout: 0, error: 0 };
const bands = [
  { from_call: 1, each: 0.659 },
  { from_call: 101, each: 0.565 },
];

beforeAll(async () => {
  home = createHome();
  const file = join(home.directory, 'confere.yaml');
  const bureau = describeBureau('https://a.example', {
    price: [{ from: '2020-01-01', ...each, volume: 'progressive', bands }],
  });
  writeFileSync(file, stringify({ sources: { bureau_a: bureau, bureau_b: describeBureau('https://b.example') } }));
  home.env['CONFERE_CONFIG'] = file;
  const keyIds = [await createKey(home, '--mode', 'live'), await createKey(home, '--mode', 'live')].map(({ id }) => id);
  const stores = await openStores(loadConfig({ cwd: home.directory, env: home.env }), systemClock);
  const call = (day: string, outcome: CallCount['outcome'], count: number, source = 'bureau_a', key = 0): CallCount => {
    return { keyId: keyIds[key] as KeyId, day, source, outcome, count, purpose: key === 0 ? null : 'credit' };
  };
  await stores.usage.add({
    requests: [],
    verifications: [],
    calls: [
      call('2026-10-03', 'answered', 40),
      call('2026-10-03', 'answered', 20, 'bureau_a', 1),
      call('2026-10-03', 'not_found', 7),
      call('2026-10-04', 'answered', 60),
      call('2026-10-04', 'timeout', 2),
      call('2026-10-04', 'answered', 5, 'bureau_b'),
      call('2026-11-01', 'answered', 3),
    ],
  });
  await stores.close();
});

/** 120 answered calls: 100 × 0.659 + 20 × 0.565 = 77.20, shared by number. */
const right = [
  ['Data', 'Resultado', 'Quantidade', 'Valor total (R$)'],
  ['03/10/2026', 'ENCONTRADO', '60', '38,60'],
  ['03/10/2026', 'Não encontrado', '7', '0,12'],
  ['04/10/2026', 'ENCONTRADO', '60', 'R$ 38,60'],
  ['04/10/2026', 'Tempo esgotado', '2', '0,00'],
];
const toCsv = (rows: readonly (readonly string[])[]) => `${rows.map((row) => row.join(';')).join('\n')}\n`;

/** Rows of a sheet; its first column has the form of a date. */
function toRows(rows: readonly (readonly (string | number)[])[]): string {
  const toCell = (cell: string | number, place: number, line: number): string => {
    const at = `r="${'ABCD'[place]}${line}" s="${place === 0 ? 1 : 0}"`;
    return typeof cell === 'number'
      ? `<c ${at}><v>${cell}</v></c>`
      : `<c ${at} t="inlineStr"><is><t>${cell}</t></is></c>`;
  };
  return rows
    .map(
      (cells, row) => `<row r="${row + 1}">${cells.map((cell, place) => toCell(cell, place, row + 1)).join('')}</row>`,
    )
    .join('');
}

async function compare(content: string | Uint8Array, ...args: string[]) {
  const file = join(home.directory, typeof content === 'string' ? 'invoice.csv' : 'invoice.xlsx');
  writeFileSync(file, content);
  return await confereHere(home, 'invoice', 'compare', file, ...args);
}

async function compareJson(content: string | Uint8Array, ...args: string[]) {
  const { stdout, stderr, code } = await compare(content, '--json', ...args);
  return { code, stderr, ...(JSON.parse(stdout || '{}') as Record<string, unknown>) };
}

const source = ['--source', 'bureau_a'];

describe('confere invoice compare', () => {
  test('agrees with an invoice that says the same, over all keys and by the bands of the month', async () => {
    const { code, stdout } = await compare(toCsv(right), ...source);
    expect(code).toBe(0);
    expect(stdout).toContain('The invoice and the calls of bureau_a agree in every line, 2026-10-01 to 2026-10-31.');
    expect(stdout).toContain(
      'the invoice has 129 calls for 77.32 reais, and Confere counted 129 calls for 77.32 reais',
    );
    expect(stdout).toContain('day "Data", outcome "Resultado", calls "Quantidade", amount "Valor total (R$)"');
    expect(await compareJson(toCsv(right), ...source)).toMatchObject({
      ...{ code: 0, same: true, source: 'bureau_a', from: '2026-10-01', before: '2026-11-01' },
      totals: { usage: { calls: 129, reais: '77.3190' } },
    });
  });

  test('names first what differs, to the centavo, and what one side lacks', async () => {
    const wrong = toCsv([
      ...right.slice(0, 1),
      ['03/10/2026', 'ENCONTRADO', '61', '39,26'],
      ['03/10/2026', 'Não encontrado', '7', '0,13'],
      ['04/10/2026', 'Tempo esgotado', '2', '0'],
      ['05/10/2026', 'ENCONTRADO', '1', '0,66'],
    ]);
    const { code, stdout } = await compare(wrong, ...source);
    expect(code).toBe(3);
    expect(stdout).toContain('differ in 4 of 5 lines');
    expect(stdout).toMatch(/2026-10-03 +answered +61 +60 +\+1 +39\.26 +38\.60 +\+0\.66/);
    expect(stdout).toMatch(/2026-10-03 +not_found +7 +7 +0 +0\.13 +0\.12 +\+0\.01/);
    expect(stdout).toMatch(/2026-10-04 +answered +- +60 +-60 +- +38\.60 +-38\.60 +not on the invoice/);
    expect(stdout).toMatch(/2026-10-05 +answered +1 +- +\+1 +0\.66 +- +\+0\.66 +not counted here/);
    expect(stdout.indexOf('The same:')).toBeGreaterThan(stdout.indexOf('2026-10-05'));
    const { lines } = (await compareJson(wrong, ...source)) as unknown as { lines: object[] };
    expect(lines).toContainEqual({
      ...{ day: '2026-10-03', outcome: 'answered', same: false, more_calls: 1, more_reais: '0.66' },
      ...{ invoice: { calls: 61, reais: '39.2600' }, usage: { calls: 60, reais: '38.6000' } },
    });
  });

  test('reads a workbook with titles above and totals below, and a row for each call', async () => {
    // 2026-10-04, as a spreadsheet keeps it, with the time of day behind the point.
    const calls = Array.from({ length: 5 }, (_, index) => [46_299.9 + index / 100, '***', 'OK', 1.5]);
    const sheet = toRows([
      ['Fatura 2026/10'],
      [],
      ['Data/Hora', 'CPF', 'Situação', 'Valor'],
      ...calls,
      ['2026-10-05T01:59:00Z', '***', 'OK', 1.5],
      ['Total', '', '', 9],
      ['Emitida em 01/11/2026'],
    ]);
    const found = await compareJson(toXlsx({ sheet, forms: [0, 22] }), '--source', 'bureau_b');
    // The last call was made before midnight in Brazil. The source has no price, and one call too many.
    expect(found).toMatchObject({
      ...{ code: 3, has_prices: false, unread_rows: [], left_out_lines: [10, 11] },
      lines: [{ day: '2026-10-04', outcome: 'answered', more_calls: 1, more_reais: null }],
    });
  });

  test('takes columns, words, signs and days as they are told', async () => {
    const text = toCsv([
      ['quando', 'o que', 'n', 'reais'],
      ['2026-10-03', 'NADA CONSTA', '67', '38.717'],
      ['2026-10-04', 'NADA CONSTA', '62', '38.600'],
      ['2026-10-04', 'MENSALIDADE', '1', '500.00'],
    ]);
    const columns = ['--day', 'quando', '--calls', '3', '--amount', 'reais'];
    const refused = await compare(text, ...source, ...columns, '--outcome', 'o que');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--word "NADA CONSTA=answered"') });
    const byWord = ['--outcome', '2', '--word', 'nada consta=answered', '--word', 'Mensalidade=none'];
    expect(await compareJson(text, ...source, ...columns, ...byWord)).toMatchObject({ code: 3, left_out_lines: [4] });
    const byDay = [...source, ...columns, '--outcome', 'none'];
    const fee = text.replace(/.*MENSALIDADE.*\n/, '');
    expect(await compare(fee, ...byDay)).toMatchObject({ code: 2, stderr: expect.stringContaining('--decimal point') });
    expect(await compareJson(fee, ...byDay, '--decimal', 'point')).toMatchObject({ code: 0, same: true });
    const days = ['--from', '2026-10-04', '--to', '2026-11-03'];
    const cycle = toCsv([
      ['Data', 'Quantidade', 'Valor'],
      ['04/10/2026', '62', '38,60'],
      ['01/11/2026', '3', '1,98'],
    ]);
    expect(await compare(cycle, ...source)).toMatchObject({ code: 2, stderr: expect.stringContaining('--from') });
    expect(await compareJson(cycle, ...source, ...days)).toMatchObject({ code: 0, same: true });
    expect(await compare(cycle, ...source, '--month', '2026-10')).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('outside of 2026-10-01 to 2026-10-31') },
    });
  });

  test('names a row that it cannot read, goes on with the others, and does not call them the same', async () => {
    const rows = [...right, ['05/10/2026', 'ENCONTRADO', 'um', '0,66'], ['32/10/2026', 'ENCONTRADO', '1', '0,66']];
    expect(await compareJson(toCsv(rows), ...source)).toMatchObject({
      ...{ code: 3, same: false },
      unread_rows: [
        { line: 6, problem: 'its number of calls is no whole number' },
        { line: 7, problem: 'its day is none, or lies in the future' },
      ],
    });
  });

  test('says what it needs, and shows nothing of a person in the invoice', async () => {
    expect(await compare(toCsv(right))).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('Called were bureau_a, bureau_b.') },
    });
    expect(await compare(toCsv(right), '--source', 'nobody')).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('Called or priced: bureau_a, bureau_b') },
    });
    expect(await compare('a;b\n1;2\n', ...source)).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('--day') },
    });
    const people = Array.from({ length: 25 }, (_, index) => ['03/10/2026', `PESSOA ${index}`, '1', '0,66']);
    const { code, stderr } = await compare(toCsv([...right.slice(0, 1), ...people]), ...source);
    expect([code, stderr.includes('PESSOA')]).toEqual([2, false]);
  });
});
