// Puts a run over a table together: where rows come from, who is asked about them, where results and the journal go.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Forecast } from '../../app/budgets/forecast.ts';
import { type ColumnChoices, findColumnsOf } from '../../app/bulk/columns.ts';
import type { Asks } from '../../app/bulk/run/added-columns.ts';
import { type Estimate, estimateRun } from '../../app/bulk/run/estimate.ts';
import { createResultWriter, type ResultFormat, type ResultRules, toResultRules } from '../../app/bulk/run/results.ts';
import { type BadRow, runBulk } from '../../app/bulk/run/run.ts';
import type { RunCounts } from '../../app/bulk/run/run-counts.ts';
import type { Table } from '../../app/bulk/table.ts';
import { type TableFacts, toTableFacts } from '../../app/bulk/table-facts.ts';
import type { TextTableOptions } from '../../app/bulk/text/text-table.ts';
import type { DateOrder } from '../../app/bulk/written-date.ts';
import { type Input, openInput } from '../../bulk/input.ts';
import type { RunIdentity } from '../../bulk/journal.file.ts';
import { openTable } from '../../bulk/table-formats.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { listSourceNames } from '../parts/source-names.ts';
import { toComposer } from './composed-results.ts';
import { openLocalForecast } from './local-forecast.ts';
import type { UsedList } from './pinned-lists.ts';
import { openResultsOutput, type ResultsOptions, refuseExisting } from './results-output.ts';
import { openTarget, type TargetOptions } from './target.ts';

/** The order names the table and how to read it. */
export interface TableOrder {
  /** A path, or `-`. */
  readonly input: string;
  readonly url: URL | undefined;
  readonly asks: Asks;
  /** The value undefined selects the format of the input. */
  readonly format: ResultFormat | undefined;
  readonly choices: ColumnChoices;
  readonly text: Pick<TextTableOptions, 'delimiter' | 'encoding' | 'hasHeader'>;
  readonly sheet: string | undefined;
  readonly dateOrder: DateOrder;
}

export interface VerifyOrder extends TableOrder, TargetOptions, ResultsOptions {
  readonly watch: VerifyWatch;
}

export interface VerifyWatch {
  /** Before anything is opened for the results, and anybody is asked. Rejects where the run is not to be. */
  confirm?(facts: TableFacts): Promise<void>;
  onStart(start: VerifyStart): void;
  onBadRow(row: BadRow): void;
  /** `share` of the whole, where it can be told. */
  onProgress(counts: RunCounts, share: number | undefined, trouble: string | undefined): void;
}

/** The facts come from the beginning of the table. */
export interface VerifyStart extends TableFacts {
  /** Rows that an earlier run has answered. */
  readonly rowsBefore: number;
  /** `where` names the party that answers. */
  readonly where: string;
  /** The lists of this machine, where they are asked. */
  readonly lists: readonly UsedList[];
}

async function openOrdered(order: TableOrder, opened: AsyncDisposableStack) {
  const input = await openInput(order.input);
  const { hasHeader, ...text } = order.text;
  // A registry knows companies only, and a table of CSV has its columns at its beginning.
  const mayDiffer = (order.url !== undefined || order.asks === 'screen') && order.format !== 'csv';
  const names = Object.values(order.choices).filter((name) => name !== 'none' && !/^\d+$/.test(name));
  const options = {
    sheet: order.sheet,
    hasHeader,
    names,
    text: { ...text, isClosed: order.format === 'csv', mayDiffer },
  };
  const table = await openTable(input, options, opened);
  const found = findColumnsOf(table, order.choices);
  const questions = { columns: found, today: toBrazilDay(systemClock.nowMs()), dateOrder: order.dateOrder };
  const facts = toTableFacts(table, found, questions, order.choices);
  return { input, table, found, questions, facts };
}

export interface TableEstimate {
  readonly facts: TableFacts;
  readonly estimate: Estimate;
  /** The value is undefined if the settings of this machine do not provide for a forecast. */
  readonly forecast: Forecast | undefined;
}

/** Estimates what a run would do, without asking any source. */
export async function estimateTable(order: TableOrder, config: Config): Promise<TableEstimate> {
  await using opened = new AsyncDisposableStack();
  const { table, found, questions, facts } = await openOrdered(order, opened);
  // What another service pays is for it to say, and a table of companies alone is answered by the registry here.
  const isPaid = order.url === undefined && (found.cpf !== undefined || found.document !== undefined);
  const forecast = isPaid ? await openLocalForecast(config) : undefined;
  const estimate = await estimateRun(table.rows, questions, listSourceNames(config), forecast?.count);
  return { facts, estimate, forecast: forecast?.end() };
}

export async function verifyTable(order: VerifyOrder): Promise<RunCounts> {
  refuseExisting(order);
  await using opened = new AsyncDisposableStack();
  const { input, table, found, questions, facts } = await openOrdered(order, opened);
  await order.watch.confirm?.(facts);
  const results = toResultRules(table, found, {
    format: order.format ?? toUsualFormat(table, order),
    asks: order.asks,
  });
  const asked = { found, today: questions.today, fingerprint: input.fingerprint };
  const target = await openTarget(order, asked, opened);
  const identity = toIdentity(order, input, results, target.identity);
  const resultsOutput = await openResultsOutput({ ...order, begin: target.begin }, identity, opened);
  const { journal, output } = resultsOutput;
  order.watch.onStart({ ...facts, rowsBefore: journal.start.rows, where: target.where, lists: target.lists });
  const progress = createShare(input);
  const watched = { onBadRow: order.watch.onBadRow, signal: order.signal };
  let counts: RunCounts;
  if (target.local !== undefined && 'blocks' in table) {
    const { answerInThreads } = await import('./local-threads.ts');
    counts = await answerInThreads({
      ...watched,
      blocks: table.blocks,
      options: { dialect: table.dialect, questions, results, answers: target.local },
      journal,
      output,
      onProgress: (now) => order.watch.onProgress(now, progress.ofBytes(), undefined),
    });
  } else {
    counts = await runBulk({
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
    // A run that goes on reads every row again, so that these are of all.
    if ('seen' in table) Object.assign(counts, table.seen);
  }
  await resultsOutput.finish(toComposer(table, results, counts));
  await target.finish(counts);
  return counts;
}

/** A spreadsheet on the standard output would be of no use to anybody. */
function toUsualFormat(table: Table, { out }: ResultsOptions): ResultFormat {
  if (table.format === 'ndjson') return 'ndjson';
  return table.writeCopy !== undefined && out !== undefined ? 'xlsx' : 'csv';
}

function toIdentity(order: VerifyOrder, input: Input, { found, format }: ResultRules, target: string): RunIdentity {
  const { choices, text, sheet, dateOrder, asks } = order;
  const settings = JSON.stringify([found, format, choices, text, sheet, dateOrder, target, asks]);
  return { input: input.fingerprint, settings: createHash('sha256').update(settings).digest('base64url') };
}

/** Measures the progress by rows. The bytes read so far let the function estimate the total. */
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
