// Puts a run over a table together: where rows come from, who is asked about them, where results and the journal go.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ColumnChoices, findColumnsOf } from '../../app/bulk/columns.ts';
import type { QuestionRules } from '../../app/bulk/question.ts';
import { createResultWriter, type ResultFormat, toResultRules } from '../../app/bulk/run/results.ts';
import { type BadRow, runBulk } from '../../app/bulk/run/run.ts';
import type { Tally } from '../../app/bulk/run/tally.ts';
import type { Table } from '../../app/bulk/table.ts';
import { openTextTable, type TextTable, type TextTableOptions } from '../../app/bulk/text-table.ts';
import type { DateOrder } from '../../app/bulk/written-date.ts';
import { type Input, openInput } from '../../bulk/input.ts';
import type { RunIdentity } from '../../bulk/journal.file.ts';
import { systemClock } from '../../clock.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { openPlace, type PlaceOptions, refuseExisting } from './place.ts';
import { openTarget, type TargetOptions } from './target.ts';

export interface VerifyOrder extends TargetOptions, PlaceOptions {
  /** A path, or `-`. */
  readonly input: string;
  /** Undefined: as the input, and CSV for a spreadsheet. */
  readonly format: ResultFormat | undefined;
  readonly choices: ColumnChoices;
  readonly text: Pick<TextTableOptions, 'delimiter' | 'encoding' | 'hasHeader'>;
  readonly sheet: string | undefined;
  readonly dateOrder: DateOrder;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  readonly watch: VerifyWatch;
}

export interface VerifyWatch {
  onStart(start: VerifyStart): void;
  onBadRow(row: BadRow): void;
  /** `share` of the whole, where it can be told. */
  onProgress(tally: Tally, share: number | undefined, trouble: string | undefined): void;
}

export interface VerifyStart {
  readonly format: string;
  /** The columns that are used, by their names. */
  readonly columns: Readonly<Record<string, string>>;
  /** Rows that an earlier run has answered. */
  readonly rowsBefore: number;
  /** Who is asked. */
  readonly where: string;
}

export async function verifyTable(order: VerifyOrder): Promise<Tally> {
  refuseExisting(order);
  await using opened = new AsyncDisposableStack();
  const input = await openInput(order.input);
  const table = await openTable(input, order, opened);
  const found = findColumnsOf(table, order.choices);
  const results = toResultRules(table, found, order.format ?? (table.format === 'ndjson' ? 'ndjson' : 'csv'));
  const today = toBrazilDay(systemClock.nowMs());
  const questions: QuestionRules = { columns: found, today, dateOrder: order.dateOrder };
  const target = await openTarget(order, found, today, opened);
  const settings = JSON.stringify([
    found,
    results.format,
    order.choices,
    order.text,
    order.sheet,
    order.dateOrder,
    target.identity,
  ]);
  const identity: RunIdentity = {
    input: input.fingerprint,
    settings: createHash('sha256').update(settings).digest('base64url'),
  };
  const place = await openPlace(order, identity, opened);
  const { journal, output } = place;
  order.watch.onStart({
    format: table.format,
    columns: Object.fromEntries(Object.entries(found).map(([role, index]) => [role, table.columns[index] ?? ''])),
    rowsBefore: journal.start.rows,
    where: target.where,
  });
  const progress = createShare(input);
  const watched = { onBadRow: order.watch.onBadRow, signal: order.signal };
  let tally: Tally;
  if (target.companies !== undefined && 'blocks' in table) {
    const { verifyCompanies } = await import('./company-threads.ts');
    tally = await verifyCompanies({
      ...watched,
      blocks: (table as TextTable).blocks,
      options: { dialect: (table as TextTable).dialect, questions, results, companies: target.companies },
      journal,
      output,
      onProgress: (now) => order.watch.onProgress(now, progress.ofBytes(), undefined),
    });
  } else {
    tally = await runBulk({
      ...watched,
      rows: progress.counted(table.rows),
      rules: questions,
      writer: createResultWriter(results),
      ask: target.ask,
      journal,
      output,
      clock: systemClock,
      sleep: (ms) => sleep(ms, undefined, { signal: order.signal }).catch(() => {}),
      concurrency: order.concurrency,
      patienceMs: order.patienceMs,
      onProgress: (now, trouble) => order.watch.onProgress(now, progress.ofRows(now.rows), trouble),
    });
  }
  await place.finish();
  return tally;
}

async function openTable(input: Input, order: VerifyOrder, opened: AsyncDisposableStack): Promise<Table | TextTable> {
  if (input.isXlsx) {
    const { openXlsxTable } = await import('../../bulk/xlsx/xlsx-table.ts');
    return openXlsxTable(input, { sheet: order.sheet, hasHeader: order.text.hasHeader }, opened);
  }
  // A registry knows companies only, and a table of CSV has its columns at its beginning.
  const mayDiffer = order.url !== undefined && order.format !== 'csv';
  return openTextTable(input.chunks, { ...order.text, isClosed: order.format === 'csv', mayDiffer });
}

/** How much is done: by rows, of as many as the bytes read so far let expect. */
function createShare(input: Input) {
  let rowsRead = 0;
  const ofBytes = () => (input.size === undefined || input.size === 0 ? undefined : input.bytesRead() / input.size);
  return {
    ofBytes,
    ofRows(done: number): number | undefined {
      const read = ofBytes();
      return read === undefined || rowsRead === 0 ? undefined : Math.min(1, (read * done) / rowsRead);
    },
    async *counted<Item>(batches: AsyncIterable<readonly Item[]>): AsyncGenerator<readonly Item[]> {
      for await (const batch of batches) {
        rowsRead += batch.length;
        yield batch;
      }
    },
  };
}
