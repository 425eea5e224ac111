// The results of a batch beside the rows of the file that it came from, as CSV, some rows at a time.

import type { Outcome } from '../bulk/run/outcome.ts';
import { createResultWriter } from '../bulk/run/results.ts';
import type { Row, RowFault } from '../bulk/table.ts';
import type { Mend } from '../bulk/written-number.ts';
import type { Seal } from '../seal.ts';
import { type BatchFile, filePlace, openFile } from './batch-file.ts';
import { type BatchRow, openResult, openRows } from './batch-row.ts';
import type { BatchStore, StoredBatch } from './ports.ts';

interface ResultTableOptions {
  readonly store: Pick<BatchStore, 'getInput' | 'listResults'>;
  readonly seal: Seal;
}

/** Of a batch that came from a file. Rows that nobody was asked about before it ended say why it ended. */
export async function* writeResultTable(
  { id, rows, reason }: StoredBatch,
  { store, seal }: ResultTableOptions,
): AsyncGenerator<string> {
  const file = openFile(seal, id, await store.getInput(id, filePlace));
  const writer = createResultWriter(file.rules);
  yield writer.head;
  for (let next = 1; next <= rows; ) {
    const input = await store.getInput(id, next);
    const written = openRows(seal, id, input);
    const last = input.firstRow + written.length - 1;
    const found = await store.listResults(id, input.firstRow, last, written.length);
    const results = new Map(found.map((result) => [result.row, openResult(seal, id, result)]));
    yield written
      .map((row, index) => {
        const result = results.get(input.firstRow + index);
        return writer.row(toRow(row, file), toOutcome(row, result, reason ?? 'not_done'));
      })
      .join('');
    next = last + 1;
  }
}

function toRow({ line, cells = [] }: BatchRow, { rules }: BatchFile): Row {
  const isWhole = cells.length === rules.columns.length;
  // What could not be taken apart is in the first cell.
  return { line, cells: isWhole ? cells : [cells.join(' ')], text: undefined, fault: undefined };
}

function toOutcome(row: BatchRow, result: ReturnType<typeof openResult> | undefined, unasked: string): Outcome {
  if ('fault' in row) return { kind: 'bad', fault: row.fault };
  const mend = (row.mended ?? undefined) as Mend | undefined;
  if (result === undefined) return { kind: 'failed', code: unasked, detail: '', mend };
  if (result.status === 'invalid') return { kind: 'bad', fault: result.reason as RowFault };
  if (result.status === 'answered') return { kind: 'answered', body: { ...result.answer }, mend, isReplayed: false };
  const code = result.status === 'outcome_unknown' ? 'outcome_unknown' : (result.reason ?? 'failed');
  return { kind: 'failed', code, detail: '', mend };
}
