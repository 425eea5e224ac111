// Batches as a place of personal data: what was sent about a person and what was answered. Each row of theirs becomes one that says
// only that it was erased. Nothing of a batch tells whose rows it holds, so all of them are opened.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RiskLevel } from '../../../domain/risk/risk-policy.ts';
import { type BatchFile, openFile, sealFile } from '../../batches/batch-file.ts';
import { type BatchRow, openResult, openRows, sealResult, sealRows } from '../../batches/batch-row.ts';
import type { BatchStore, InputChunk, StoredResult } from '../../batches/ports.ts';
import { filePlace } from '../../kept/batches.ts';
import { type RowSeal, withDamageTold } from '../../sealed-rows.ts';
import type { Person } from '../person.ts';
import type { PersonalDataPlace, Traces } from '../place.ts';

const batchesAtOnce = 100;
const chunksAtOnce = 20;
const erasedRow = 'person_erased' as const;

export function createBatchesPlace(store: BatchStore, seal: RowSeal): PersonalDataPlace {
  async function* listChunks(person: Person): AsyncGenerator<{ readonly id: string; readonly chunk: InputChunk }> {
    for (let after = ''; ; ) {
      const batches = await store.listAll(after, batchesAtOnce);
      for (const { id, createdAtMs } of batches) if (createdAtMs <= person.untilMs) yield* listChunksOf(id);
      const last = batches.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  async function* listChunksOf(id: string) {
    for (let from = filePlace; ; ) {
      const chunks = await store.listInputs(id, from, chunksAtOnce);
      for (const chunk of chunks) yield { id, chunk };
      // A console's report is made beside answers to others.
      await nextTurn();
      const last = chunks.at(-1);
      if (last === undefined) return;
      from = last.firstRow + 1;
    }
  }

  const inPlace = (id: string, { firstRow }: InputChunk) =>
    ({ table: 'batch_inputs', id: `${id}:${firstRow}` }) as const;

  const findFile = (id: string, chunk: InputChunk) =>
    seal.findOpened(inPlace(id, chunk), () => openFile(seal, id, chunk));

  const findChunk = (id: string, chunk: InputChunk): readonly BatchRow[] =>
    seal.findOpened(inPlace(id, chunk), () => openRows(seal, id, chunk)) ?? [];

  /** The rows of a chunk that are theirs, by their place in it. */
  function findRows(rows: readonly BatchRow[], person: Person): number[] {
    return rows.flatMap((row, index) => (person.isNamedIn(JSON.stringify(row)) ? [index] : []));
  }

  /** A result goes whether it opens or not, since its question names the person. */
  const untold = withDamageTold(seal, () => {});
  const findResult = (id: string, result: StoredResult) =>
    untold.findOpened({ table: 'batch_rows', id: `${id}:${result.row}` }, () => openResult(seal, id, result));

  async function eraseRow(id: string, row: number, { line }: BatchRow, traces: Traces): Promise<void> {
    const [before] = await store.listResults(id, row, row, 1);
    if (before?.sealed) traces.addBytes(before.sealed);
    const risk = before === undefined ? null : findRisk(findResult(id, before)?.answer ?? null);
    const result = { line, kind: null, reason: erasedRow, mended: null, answer: null };
    await store.eraseRow(id, sealResult(seal, id, row, 'invalid', result), risk);
  }

  async function eraseIn(id: string, chunk: InputChunk, person: Person, traces: Traces): Promise<number> {
    if (chunk.firstRow === filePlace) {
      const file = findFile(id, chunk);
      if (file === undefined || !isNamedByFile(file, person)) return 0;
      traces.addBytes(chunk.sealed);
      await store.replaceInput(id, sealFile(seal, id, { ...file, name: erasedRow }));
      return 1;
    }
    const rows = findChunk(id, chunk);
    const theirs = findRows(rows, person);
    if (theirs.length === 0) return 0;
    // First what would still be asked about: a row that is settled is not.
    for (const index of theirs) await eraseRow(id, chunk.firstRow + index, rows[index] as BatchRow, traces);
    const left = rows.map((row, index) => (theirs.includes(index) ? { line: row.line, fault: erasedRow } : row));
    traces.addBytes(chunk.sealed);
    await store.replaceInput(id, sealRows(seal, id, chunk.firstRow, left));
    return theirs.length;
  }

  return {
    async count(person) {
      let count = 0;
      for await (const { id, chunk } of listChunks(person)) {
        if (chunk.firstRow !== filePlace) count += findRows(findChunk(id, chunk), person).length;
        else if (isNamedByFile(findFile(id, chunk), person)) count++;
      }
      return count;
    },
    async erase(person, traces) {
      let count = 0;
      for await (const { id, chunk } of listChunks(person)) count += await eraseIn(id, chunk, person, traces);
      return count;
    },
  };
}

function isNamedByFile(file: BatchFile | undefined, person: Person): boolean {
  return file !== undefined && person.isNamedIn(JSON.stringify(file));
}

function findRisk(answer: object | null): RiskLevel | null {
  return (answer as { readonly risk_level?: RiskLevel } | null)?.risk_level ?? null;
}
