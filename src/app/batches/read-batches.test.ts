import { expect, test } from 'vitest';
import { createSeal } from '../seal.ts';
import { type RowResult, sealResult } from './batch-row.ts';
import type { BatchStore, RowStatus, StoredBatch, StoredResult } from './ports.ts';
import { createReadBatches } from './read-batches.ts';

const seal = createSeal(new Uint8Array(32).fill(1));
const batch = { id: 'bat_1', state: 'completed', rows: 1 } as StoredBatch;
const base = { line: 2, kind: 'cpf', reason: null, mended: null, answer: null } as const;
const answered: RowResult = { ...base, answer: { status: 'verified' } };
const invalid: RowResult = { ...base, reason: 'invalid_cpf' };

async function read(stored: StoredResult) {
  const faults: string[] = [];
  const store = { find: async () => batch, listResults: async () => [stored] } as unknown as BatchStore;
  const { results } = createReadBatches({ store, seal, onFault: (id, row) => faults.push(`${id} ${row}`) });
  const lines: string[] = [];
  try {
    for await (const found of results(batch, { from: 1, to: 1 }))
      lines.push(...(found as readonly StoredResult[]).map(({ status }) => status));
  } catch (error) {
    return { faults, lines, error: String(error) };
  }
  return { faults, lines, error: null };
}

test.for([
  ['answered', answered],
  ['invalid', invalid],
  ['failed', invalid],
  ['outcome_unknown', invalid],
] as const)('a result is given under the status that it was written with: %s', async ([status, result]) => {
  expect(await read(sealResult(seal, 'bat_1', 1, status, result))).toEqual({
    faults: [],
    lines: [status],
    error: null,
  });
});

test('a row that somebody was lost with has no result', async () => {
  const lost = { row: 1, status: 'outcome_unknown', sealed: null } as const;
  expect(await read(lost)).toEqual({ faults: [], lines: ['outcome_unknown'], error: null });
});

test.for<[string, RowStatus, StoredResult]>([
  ['an answer under another status', 'invalid', sealResult(seal, 'bat_1', 1, 'answered', answered)],
  ['a refusal as an answer', 'answered', sealResult(seal, 'bat_1', 1, 'invalid', invalid)],
  ['nothing as an answer', 'answered', { row: 1, status: 'answered', sealed: null }],
  ['the result of another batch', 'answered', sealResult(seal, 'bat_2', 1, 'answered', answered)],
  ['the result of another row', 'answered', sealResult(seal, 'bat_1', 2, 'answered', answered)],
])('%s is given to nobody, and named', async ([, status, stored]) => {
  expect(await read({ ...stored, row: 1, status })).toEqual({
    faults: ['bat_1 1'],
    lines: [],
    error: expect.stringContaining('Error'),
  });
});
