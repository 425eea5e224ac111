import { beforeEach, describe, expect, test } from 'vitest';
import { type Cpf, completeCpf } from '../../../domain/numbers/cpf.ts';
import { type BatchFile, openFile, sealFile } from '../../batches/batch-file.ts';
import { type BatchRow, openResult, openRows, type RowResult, sealResult, sealRows } from '../../batches/batch-row.ts';
import type { BatchStore, InputChunk, StoredResult } from '../../batches/ports.ts';
import { createSeal } from '../../seal.ts';
import { type DamagedRow, withDamageTold } from '../../sealed-rows.ts';
import type { Person } from '../person.ts';
import { createTraces } from '../place.ts';
import { createBatchesPlace } from './batches.ts';

const seal = createSeal(Buffer.alloc(32, 7));
const [theirs, other] = [completeCpf('300456789') as Cpf, completeCpf('300456780') as Cpf];
const person = { untilMs: 10, isNamedIn: (text: string) => text.includes(theirs) } as Person;

const ask = (line: number, cpf: Cpf): BatchRow => ({
  ...{ line, mended: null, question: { kind: 'cpf', cpf, name: null, birthDate: null } },
});
const toFile = (name: string) => ({ name, format: 'csv', rules: { csv: {} } }) as unknown as BatchFile;

// What the store has of each batch, and what was erased there.
let inputs: Map<string, InputChunk[]>;
let results: Map<string, StoredResult[]>;
let erased: { id: string; row: number; risk: unknown }[];
let told: DamagedRow[];
let createdAt: Record<string, number>;

beforeEach(() => {
  [inputs, results, erased, told, createdAt] = [new Map(), new Map(), [], [], {}];
});

function keep(id: string, chunks: readonly InputChunk[], settled: readonly StoredResult[] = [], createdAtMs = 1): void {
  inputs.set(id, [...chunks]);
  results.set(id, [...settled]);
  createdAt[id] = createdAtMs;
}

const store: Partial<BatchStore> = {
  listAll: async (after, limit) =>
    [...inputs.keys()]
      .filter((id) => id > after)
      .sort()
      .slice(0, Math.min(limit, 3))
      .map((id) => ({ id, createdAtMs: createdAt[id] as number })),
  listInputs: async (id, from, limit) =>
    (inputs.get(id) ?? []).filter(({ firstRow }) => firstRow >= from).slice(0, Math.min(limit, 3)),
  async replaceInput(id, chunk) {
    inputs.set(
      id,
      (inputs.get(id) ?? []).map((each) => (each.firstRow === chunk.firstRow ? chunk : each)),
    );
  },
  listResults: async (id, from, to, limit) =>
    (results.get(id) ?? []).filter(({ row }) => row >= from && row <= to).slice(0, limit),
  async eraseRow(id, result, risk) {
    erased.push({ id, row: result.row, risk });
    results.set(id, [...(results.get(id) ?? []).filter(({ row }) => row !== result.row), result]);
  },
};
const open = () =>
  createBatchesPlace(
    store as BatchStore,
    withDamageTold(seal, (row) => told.push(row)),
  );
const pieceOf = (sealed: Uint8Array | null) => Buffer.from(sealed as Uint8Array).toString('latin1', 0, 16);
const answered = (cpf: Cpf, answer: object): RowResult => ({
  ...{ line: 1, kind: 'cpf', reason: null, mended: null, answer: { cpf, ...answer } },
});

test('rows about the person are counted in every batch and every part of it', async () => {
  for (const id of ['bat_1', 'bat_2', 'bat_3']) {
    const parts = [1, 3, 5].map((row) => sealRows(seal, id, row, [ask(row, theirs), ask(row + 1, other)]));
    keep(id, [sealFile(seal, id, toFile('clientes.csv')), ...parts]);
  }
  // One of later is not meant, and one of that moment is.
  keep('bat_4', [sealRows(seal, 'bat_4', 1, [ask(1, theirs)])], [], 11);
  keep('bat_5', [sealRows(seal, 'bat_5', 1, [ask(1, theirs)])], [], 10);
  expect(await open().count(person)).toBe(10);
  expect(told).toEqual([]);
});

describe('an erasure', () => {
  test('leaves each row of theirs as one that was erased, with its line, and the others as they were', async () => {
    const others = sealRows(seal, 'bat_1', 1, [ask(2, other)]);
    const before = sealRows(seal, 'bat_1', 4, [ask(5, other), ask(6, theirs), ask(7, other), ask(8, theirs)]);
    const result = sealResult(seal, 'bat_1', 5, 'answered', answered(theirs, { risk_level: 'high' }));
    const untouched = sealResult(seal, 'bat_1', 6, 'answered', answered(other, { risk_level: 'low' }));
    keep('bat_1', [others, before], [result, untouched]);
    const traces = createTraces();
    const place = open();
    expect(await place.erase(person, traces, async () => {})).toBe(2);
    const [same, after] = inputs.get('bat_1') as [InputChunk, InputChunk];
    expect(same).toBe(others);
    const gone = (line: number) => ({ line, fault: 'person_erased' });
    expect(openRows(seal, 'bat_1', after)).toEqual([ask(5, other), gone(6), ask(7, other), gone(8)]);
    // The second had no result yet.
    expect(erased).toEqual([
      { id: 'bat_1', row: 5, risk: 'high' },
      { id: 'bat_1', row: 7, risk: null },
    ]);
    const left = results.get('bat_1') as StoredResult[];
    expect(left.map((each) => openResult(seal, 'bat_1', each)).find(({ row }) => row === 5)).toEqual({
      ...{ row: 5, status: 'invalid', line: 6, kind: null, reason: 'person_erased', mended: null, answer: null },
    });
    expect(left).toContain(untouched);
    expect([pieceOf(before.sealed), pieceOf(result.sealed)].every((piece) => traces.pieces.has(piece))).toBe(true);
    expect(await place.count(person)).toBe(0);
  });

  test('settles rows before their questions go, so that no process asks about one', async () => {
    keep('bat_1', [sealRows(seal, 'bat_1', 1, [ask(1, theirs)])]);
    const order: string[] = [];
    const watched: Partial<BatchStore> = {
      ...store,
      eraseRow: async (...given) => {
        order.push('settled');
        await store.eraseRow?.(...given);
      },
      replaceInput: async (...given) => {
        order.push('replaced');
        await store.replaceInput?.(...given);
      },
    };
    await createBatchesPlace(
      watched as BatchStore,
      withDamageTold(seal, () => {}),
    ).erase(...([person, createTraces(), async () => {}] as const));
    expect(order).toEqual(['settled', 'replaced']);
  });

  test('takes a result that nobody knows, that has no risk, or that does not open', async () => {
    const rows = [1, 2, 3].map((line) => ask(line, theirs));
    const unknown: StoredResult = { row: 1, status: 'outcome_unknown', sealed: null };
    const company = sealResult(seal, 'bat_1', 2, 'answered', answered(theirs, {}));
    const moved = { ...sealResult(seal, 'bat_1', 9, 'answered', answered(theirs, { risk_level: 'low' })), row: 3 };
    keep('bat_1', [sealRows(seal, 'bat_1', 1, rows)], [unknown, company, moved]);
    expect(await open().erase(person, createTraces(), async () => {})).toBe(3);
    expect(erased.map(({ risk }) => risk)).toEqual([null, null, null]);
    // The row is gone now: there is nothing to tell of it.
    expect(told).toEqual([]);
  });

  test('gives a file whose name is theirs another one, and leaves the others', async () => {
    const named = sealFile(seal, 'bat_1', toFile(`${theirs}.csv`));
    keep('bat_1', [named]);
    const plain = sealFile(seal, 'bat_2', toFile('clientes.csv'));
    keep('bat_2', [plain, sealRows(seal, 'bat_2', 1, [ask(1, other)])]);
    const place = open();
    expect(await place.count(person)).toBe(1);
    const traces = createTraces();
    expect(await place.erase(person, traces, async () => {})).toBe(1);
    expect(openFile(seal, 'bat_1', (inputs.get('bat_1') as [InputChunk])[0])).toMatchObject({
      ...{ name: 'person_erased', format: 'csv' },
    });
    expect(traces.pieces).toContain(pieceOf(named.sealed));
    expect((inputs.get('bat_2') as [InputChunk])[0]).toBe(plain);
    expect(await place.count(person)).toBe(0);
  });

  test('tells of a part that does not open, and goes on', async () => {
    const moved = (chunk: InputChunk, firstRow: number) => ({ ...chunk, firstRow });
    keep('bat_1', [
      moved(sealRows(seal, 'bat_1', 9, [ask(1, theirs)]), 0),
      moved(sealRows(seal, 'bat_1', 9, [ask(1, theirs)]), 1),
      sealRows(seal, 'bat_1', 2, [ask(2, theirs)]),
    ]);
    expect(await open().count(person)).toBe(1);
    expect(told).toEqual([
      { table: 'batch_inputs', id: 'bat_1:0' },
      { table: 'batch_inputs', id: 'bat_1:1' },
    ]);
    expect(await open().erase(person, createTraces(), async () => {})).toBe(1);
  });

  test('leaves its turn to others between two parts of a batch', async () => {
    keep('bat_1', [sealRows(seal, 'bat_1', 1, [ask(1, other)])]);
    let hadTurn = false;
    setImmediate(() => {
      hadTurn = true;
    });
    await open().count(person);
    expect(hadTurn).toBe(true);
  });
});
