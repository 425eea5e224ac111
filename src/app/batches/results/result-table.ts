// The results of a batch beside the rows of the file that it came from, some rows at a time: as CSV for programs, as a table in Portuguese
// for people, or as they are, for a page that shows them.

import type { RowFault } from '../../../domain/rows/row-words.ts';
import type { Outcome } from '../../bulk/run/outcome.ts';
import { createResultWriter } from '../../bulk/run/results.ts';
import type { Row } from '../../bulk/table.ts';
import type { Mend } from '../../bulk/written-number.ts';
import { filePlace } from '../../kept/batches.ts';
import type { Seal } from '../../seal.ts';
import { openFile } from '../batch-file.ts';
import { type BatchRow, createOpenResult, type OnResultFault, type OpenedResult, openRows } from '../batch-row.ts';
import type { BatchStore, Sheet, SheetCell, StoredBatch } from '../ports.ts';
import { createPortugueseRows } from './portuguese-results.ts';

export interface ResultTableOptions {
  readonly store: Pick<BatchStore, 'getInput' | 'listResults'>;
  readonly seal: Seal;
  readonly onFault: OnResultFault;
}

/** `unanswered`: those that have a fault, and those that nobody answered. */
export type WhichRows = 'all' | 'unanswered';

export interface WrittenTableOptions extends ResultTableOptions {
  readonly which: WhichRows;
}

export interface ResultRow {
  /** The count begins at 1. */
  readonly place: number;
  readonly asked: BatchRow;
  readonly outcome: Outcome;
}

/** Reads the results from the row `from` on. A row that the batch did not reach before it ended states why it ended. */
export async function* readResultRows(
  { id, rows, reason }: Pick<StoredBatch, 'id' | 'rows' | 'reason'>,
  { store, seal, onFault }: ResultTableOptions,
  from = 1,
): AsyncGenerator<readonly ResultRow[]> {
  const open = createOpenResult(seal, onFault);
  for (let next = from; next <= rows; ) {
    const input = await store.getInput(id, next);
    const written = openRows(seal, id, input);
    const last = input.firstRow + written.length - 1;
    const found = await store.listResults(id, input.firstRow, last, written.length);
    const results = new Map(found.map((result) => [result.row, open(id, result)]));
    const skipped = next - input.firstRow;
    yield written.slice(skipped).map((asked, index) => {
      const place = next + index;
      return { place, asked, outcome: toOutcome(asked, results.get(place), reason ?? 'not_done') };
    });
    next = last + 1;
  }
}

/** The result of a batch from a file, as CSV. */
export async function* writeResultTable(batch: StoredBatch, options: WrittenTableOptions): AsyncGenerator<string> {
  const file = openFile(options.seal, batch.id, await options.store.getInput(batch.id, filePlace));
  const writer = createResultWriter(file.rules);
  yield writer.head;
  for await (const rows of readWritten(batch, options)) {
    yield rows.map(({ asked, outcome }) => writer.row(toResultRow(asked), outcome)).join('');
  }
}

/** The same for people. */
export async function openPortugueseSheet(batch: StoredBatch, options: WrittenTableOptions): Promise<Sheet> {
  const file = openFile(options.seal, batch.id, await options.store.getInput(batch.id, filePlace));
  const { head, toCells } = createPortugueseRows(file.rules);
  async function* writeRows(): AsyncGenerator<readonly (readonly SheetCell[])[]> {
    for await (const rows of readWritten(batch, options)) {
      yield rows.map(({ asked, outcome }) => toCells(toResultRow(asked), outcome));
    }
  }
  return { name: 'Resultado', columns: head, rows: writeRows() };
}

async function* readWritten(
  batch: StoredBatch,
  { which, ...options }: WrittenTableOptions,
): AsyncGenerator<readonly ResultRow[]> {
  for await (const rows of readResultRows(batch, options)) {
    yield which === 'all' ? rows : rows.filter(({ outcome }) => outcome.kind !== 'answered');
  }
}

function toResultRow({ line, cells = [] }: BatchRow): Row {
  return { line, cells, text: undefined, fault: undefined };
}

function toOutcome(row: BatchRow, result: OpenedResult | undefined, unasked: string): Outcome {
  if ('fault' in row) return { kind: 'bad', fault: row.fault };
  const mend = (row.mended ?? undefined) as Mend | undefined;
  if (result === undefined) return { kind: 'failed', code: unasked, detail: '', mend };
  if (result.status === 'invalid') return { kind: 'bad', fault: result.reason as RowFault };
  if (result.status === 'answered') return { kind: 'answered', body: { ...result.answer }, mend, isReplayed: false };
  const code = result.status === 'outcome_unknown' ? 'outcome_unknown' : (result.reason ?? 'failed');
  return { kind: 'failed', code, detail: '', mend, screening: result.screening };
}
