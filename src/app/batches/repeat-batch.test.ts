import { expect, test } from 'vitest';
import type { KeyId } from '../../domain/access/api-key.ts';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { createSeal } from '../seal.ts';
import { type BatchRow, sealResult, sealRows } from './batch-row.ts';
import type { BatchStore, StoredBatch, StoredResult } from './ports.ts';
import { createRepeatBatch } from './repeat-batch.ts';
import { searchResults } from './results/search-results.ts';

const seal = createSeal(new Uint8Array(32).fill(1));
const batch = { id: 'bat_1', keyId: 'key_1' as KeyId, state: 'completed', reason: null, rows: 2 } as StoredBatch;
const base = { kind: 'cnpj', reason: null, mended: null, answer: null } as const;
const answered = (row: number) =>
  sealResult(seal, 'bat_1', row, 'answered', { ...base, line: row + 1, answer: { status: 'verified' } });
const failed = (row: number) =>
  sealResult(seal, 'bat_1', row, 'failed', { ...base, line: row + 1, reason: 'sources_unavailable' });
const inputs = sealRows(
  seal,
  'bat_1',
  1,
  [1, 2].map((row): BatchRow => {
    const question = { kind: 'cnpj', cnpj: completeCnpj(`${11_111_110 + row}0001`), companyName: null } as const;
    return { line: row + 1, question, mended: null };
  }),
);

function setUp(results: readonly StoredResult[]) {
  const faults: string[] = [];
  const started: number[] = [];
  const abandoned: string[] = [];
  const store = {
    begin: async () => 'begun',
    listInputs: async () => [inputs],
    getInput: async () => inputs,
    listResults: async () => results,
    appendInput: async () => true,
    start: async (_: string, rows: number) => started.push(rows) > 0,
    find: async () => batch,
    abandon: async (id: string) => void abandoned.push(id),
  } as unknown as BatchStore;
  const onFault = (id: string, row: number) => void faults.push(`${id} ${row}`);
  const options = { store, seal, clock: { nowMs: () => 1 }, createId: () => 'bat_2', unfinishedPerKeyMax: 1, onFault };
  return { faults, started, abandoned, repeat: createRepeatBatch(options), shown: { store, seal, onFault } };
}

const all = { from: 1, risk: null, reason: null, text: null };

test('only incomplete rows are repeated', async () => {
  const { repeat, started, faults } = setUp([answered(1), failed(2)]);
  await repeat(batch);
  expect([started, faults]).toEqual([[1], []]);
});

test('a result that somebody put under another status is neither repeated nor shown in the console, and named', async () => {
  const { repeat, shown, started, abandoned, faults } = setUp([{ ...answered(1), status: 'failed' }, answered(2)]);
  await expect(repeat(batch)).rejects.toThrow();
  await expect(searchResults(batch, shown, all)).rejects.toThrow();
  expect([started, abandoned, faults]).toEqual([[], ['bat_2'], ['bat_1 1', 'bat_1 1']]);
});

test('a result that somebody took out of a finished batch is named, and its row repeated', async () => {
  const { repeat, started, faults } = setUp([answered(1)]);
  await repeat(batch);
  expect([started, faults]).toEqual([[1], ['bat_1 2']]);
});
