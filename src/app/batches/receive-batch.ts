// Takes the rows of a batch in as they arrive: read, checked, sealed and stored a few hundred at a time, so that neither memory nor
// the disk ever holds a body as it came.

import type { KeyRecord } from '../../domain/access/api-key.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { AppError } from '../../errors.ts';
import type { Forecast, OpenForecast } from '../budgets/forecast.ts';
import { type Columns, findColumnsOf } from '../bulk/columns.ts';
import type { OpenTable, Sent } from '../bulk/open-table.ts';
import { readQuestion } from '../bulk/question.ts';
import { createRepeatedQuestions } from '../bulk/repeated-questions.ts';
import { type Row, TableError, withDecimalCommas, withoutEmptyEnd } from '../bulk/table.ts';
import { type TableFacts, toTableFacts } from '../bulk/table-facts.ts';
import type { DateOrder } from '../bulk/written-date.ts';
import type { Clock } from '../clock.ts';
import { findRepeated, type OrderSecrets, openFingerprint } from '../key-owned/repeated-order.ts';
import { requireStored } from '../key-owned/require-stored.ts';
import type { Seal } from '../seal.ts';
import { requireEndpoint } from '../webhooks/endpoint.ts';
import type { WebhookStore } from '../webhooks/ports.ts';
import { type BatchFile, sealFile, toBatchFile } from './batch-file.ts';
import { type BatchRow, sealRows, toBatchRow } from './batch-row.ts';
import { beginBatch, startBatch } from './begin-batch.ts';
import type { BatchStore, NewBatch, StoredBatch } from './ports.ts';
import { toBatchProblem, toNoRows, withinBytes, withinRows } from './within-limits.ts';

export interface BatchLimits {
  readonly rowsMax: number;
  readonly bodyBytesMax: number;
  readonly unfinishedPerKeyMax: number;
}

export interface BatchOrder
  extends Pick<NewBatch, 'purpose' | 'explain' | 'screenLanguage' | 'atBudget' | 'webhookId'> {
  readonly key: KeyRecord;
  readonly idempotencyKey: string | null;
  /** `format` belongs to a body without a file. */
  readonly format?: 'csv' | 'ndjson';
  readonly file?: OrderedFile;
  readonly body: Sent;
  /** All of it is there, and nothing was asked yet. */
  beforeStart?(id: string): Promise<void>;
}

/** Where the body is a file of somebody who chose its columns, and whose results are written beside its rows. */
export interface OrderedFile {
  readonly name: string;
  readonly columns: Columns;
  readonly sheet: string | undefined;
  readonly dateOrder: DateOrder;
  readonly hasHeader: boolean | undefined;
}

interface ReceiveOptions {
  readonly store: BatchStore;
  readonly webhooks: Pick<WebhookStore, 'findEndpoint'>;
  readonly seal: Seal;
  readonly orderSecrets: OrderSecrets;
  readonly openTable: OpenTable;
  readonly openForecast: OpenForecast;
  readonly clock: Clock;
  /** Tells whether every verification includes the results from the lists. Results then have columns for them without a request. */
  readonly isAlwaysScreened: boolean;
  readonly createId: () => string;
  readonly limits: BatchLimits;
}

export interface ReceivedBatch {
  readonly batch: StoredBatch;
  /** It was there already, by the same Idempotency-Key. */
  readonly isRepeated: boolean;
  readonly facts: TableFacts;
  readonly forecast: Forecast;
}

export type ReceiveBatch = (order: BatchOrder) => Promise<ReceivedBatch>;

const rowsPerChunk = 250;

export function createReceiveBatch(options: ReceiveOptions): ReceiveBatch {
  const { store, webhooks, seal, orderSecrets, openTable, openForecast, clock, createId, limits } = options;

  async function begin(order: BatchOrder): Promise<{ readonly id: string; readonly before: StoredBatch | undefined }> {
    const { key, purpose, explain, screenLanguage, atBudget, webhookId } = order;
    if (webhookId !== null) await requireEndpoint(webhooks, webhookId, key.id);
    const id = createId();
    const { repeatId, older } = await findRepeated(order, orderSecrets, store);
    if (older !== undefined) return { id, before: older };
    const said = { purpose, explain, screenLanguage, atBudget, webhookId };
    const batch: NewBatch = { id, keyId: key.id, ...said, repeatId, createdAtMs: clock.nowMs() };
    return { id, before: await beginBatch(store, batch, limits.unfinishedPerKeyMax) };
  }

  async function open(order: BatchOrder, sent: Sent, opened: AsyncDisposableStack) {
    const { file, format } = order;
    if (file === undefined) {
      const table = await openTable(sent, { kind: 'text', format, mayDiffer: true }, opened);
      return { table, columns: findColumnsOf(table) };
    }
    const { hasHeader, sheet } = file;
    const table = await openTable(sent, { kind: 'file', hasHeader, sheet, mayBeEmpty: false }, opened);
    const places = Object.values(file.columns);
    if (places.length === 0 || places.some((place) => place >= table.columns.length)) {
      throw new TableError('There is no such column.', {
        en: 'The file does not have the columns that were chosen.',
        pt: 'O arquivo não tem as colunas que foram escolhidas.',
      });
    }
    return { table, columns: file.columns };
  }

  /** The whole body is read, also of one that is there already: it may be another one under the same key. */
  async function take(order: BatchOrder, keep: Keep) {
    const fingerprint = openFingerprint(orderSecrets);
    const { file, format, explain, screenLanguage, atBudget, webhookId, purpose } = order;
    const said = format ?? [file?.columns, file?.sheet, file?.dateOrder];
    // The language does not matter.
    const isScreenedToo = screenLanguage !== null;
    fingerprint.update(`${JSON.stringify([said, explain, webhookId, purpose, isScreenedToo, atBudget])}\n`);
    await using opened = new AsyncDisposableStack();
    const { bytes, signal } = order.body;
    const sent = { bytes: withinBytes(bytes, limits.bodyBytesMax, (chunk) => fingerprint.update(chunk)), signal };
    const { table, columns } = await open(order, sent, opened);
    const isScreened = screenLanguage !== null || options.isAlwaysScreened;
    if (file !== undefined) await keep.file(toBatchFile(file.name, table, { columns, isScreened }));
    const rules = { columns, today: toBrazilDay(clock.nowMs()), dateOrder: file?.dateOrder ?? ('dmy' as const) };
    const facts = toTableFacts(table, columns, rules);
    const forecast = await openForecast(order.key);
    const repeated = createRepeatedQuestions();
    let rows: BatchRow[] = [];
    let count = 0;
    const flush = async () => {
      if (rows.length > 0) await keep.rows(rows, count - rows.length + 1);
      rows = [];
    };
    for await (const block of withinRows(table.rows, limits.rowsMax)) {
      for (const row of block) {
        count++;
        const cells = file === undefined ? {} : { cells: toKeptCells(row, table.columns.length) };
        const read = readQuestion(row, rules);
        const sameAs = read.kind === 'question' ? repeated.findFirst(read.question, count) : undefined;
        if (read.kind === 'question' && sameAs === undefined) forecast.count(read.question.kind, row.line);
        rows.push(toBatchRow({ line: row.line, ...cells }, read, sameAs));
        if (rows.length === rowsPerChunk) await flush();
      }
    }
    await flush();
    if (count === 0) throw toNoRows();
    return { rows: count, facts, forecast: forecast.end(), fingerprints: fingerprint.digest() };
  }

  async function receive(order: BatchOrder, id: string): Promise<ReceivedBatch> {
    const { batch, filled } = await startBatch(store, id, async () => {
      const { fingerprints, ...taken } = await take(order, {
        file: (file) => requireStored(store.appendInput(id, sealFile(seal, id, file))),
        rows: (rows, firstRow) => requireStored(store.appendInput(id, sealRows(seal, id, firstRow, rows))),
      });
      await order.beforeStart?.(id);
      return { ...taken, fingerprint: fingerprints[0] };
    });
    const { facts, forecast } = filled;
    return { batch, isRepeated: false, facts, forecast };
  }

  return async (order) => {
    const { id, before } = await begin(order);
    try {
      if (before === undefined) return await receive(order, id);
      const { fingerprints, facts, forecast } = await take(order, { file: async () => {}, rows: async () => {} });
      if (before.state === 'receiving') throw new AppError('idempotency_in_progress', { retryAfterSeconds: 1 });
      if (!fingerprints.some((each) => each === before.fingerprint)) throw new AppError('idempotency_key_reused');
      return { batch: before, isRepeated: true, facts, forecast };
    } catch (error) {
      throw toBatchProblem(error);
    }
  };
}

interface Keep {
  file(file: BatchFile): Promise<void>;
  rows(rows: BatchRow[], firstRow: number): Promise<void>;
}

/** Keeps a row that cannot be split as a whole, in the first cell. */
function toKeptCells(row: Row, width: number): readonly string[] {
  if (row.cells.length === 0 || row.cells.length > width) return [row.text ?? row.cells.join(' ')];
  return withoutEmptyEnd(withDecimalCommas(row));
}
