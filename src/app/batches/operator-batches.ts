// Batches that operators start from a file in the console: looked at, taken in, listed, read and deleted, each act in the audit before
// it happens. They are worked off as any other batch is.

import type { KeyId } from '../../domain/access/api-key.ts';
import type { OperatorRecord } from '../../domain/access/operator.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { SourceName } from '../../domain/person/evidence.ts';
import { AppError } from '../../errors.ts';
import type { OperatorAct } from '../audit/entry.ts';
import type { Forecast, OpenForecast } from '../budgets/forecast.ts';
import type { OpenTable, Sent } from '../bulk/open-table.ts';
import type { QuestionRules } from '../bulk/question.ts';
import { type Estimate, estimateRun } from '../bulk/run/estimate.ts';
import type { Table } from '../bulk/table.ts';
import type { Clock } from '../clock.ts';
import { filePlace } from '../kept/batches.ts';
import { toActor } from '../operators/sessions.ts';
import type { Seal } from '../seal.ts';
import { type BatchFile, openFile } from './batch-file.ts';
import type { OnResultFault } from './batch-row.ts';
import { isOperatorOwner, isSandboxOwner, toBatchOwner, toOwnerId, toOwnerKey } from './operator-owner.ts';
import type { AtBudget, BatchStore, Sheet, StoredBatch } from './ports.ts';
import { type PreviewOrder, previewTable, type TablePreview } from './preview-table.ts';
import type { ReceiveBatch } from './receive-batch.ts';
import type { RepeatBatch } from './repeat-batch.ts';
import { openPortugueseSheet, type WhichRows, writeResultTable } from './results/result-table.ts';
import { type ResultFilter, type ResultPage, searchResults } from './results/search-results.ts';
import { toBatchProblem, withinRows } from './within-limits.ts';

/** These rules tell how to read the file, as far as the file does not show it. */
interface TableRules {
  readonly hasHeader: boolean | undefined;
  /** `sheet` names the sheet of a spreadsheet. */
  readonly sheet: string | undefined;
}

export interface FileBatch {
  readonly batch: StoredBatch;
  readonly file: Pick<BatchFile, 'name' | 'format'>;
  readonly isSandbox: boolean;
}

/** A batch as everybody sees it who may see what was asked, and by whom. */
export interface OthersBatch extends Pick<FileBatch, 'batch'> {
  readonly ownerId: string;
  /** The value is undefined for a batch of an API key, which alone says whether it is a test key. */
  readonly isSandbox: boolean | undefined;
}

export interface StartOrder extends EstimateOrder {
  readonly name: string;
  readonly isSandbox: boolean;
  readonly purpose: string | null;
  readonly isScreened: boolean;
  readonly atBudget: AtBudget;
  /** The same for each try at sending this file: it becomes one batch. */
  readonly attempt: string;
}

export type EstimateOrder = TableRules & Omit<QuestionRules, 'today'>;

export type PreviewFileOrder = TableRules & Omit<PreviewOrder, 'today'>;

export interface OperatorBatches {
  /** Estimates the questions that the whole file would put to real sources, and asks none of them. */
  estimate(
    operator: OperatorRecord,
    body: Sent,
    order: EstimateOrder,
  ): Promise<Estimate & { readonly forecast: Forecast }>;
  preview(body: Sent, order: PreviewFileOrder): Promise<TablePreview>;
  start(operator: OperatorRecord, order: StartOrder, body: Sent): Promise<FileBatch>;
  /** The newest first. */
  list(operator: OperatorRecord): Promise<readonly FileBatch[]>;
  /** Returns how many rows these batches have, of anybody's, as far as they are still kept. */
  countRows(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Lists batches of others that are running, the oldest first: how far they are, and nothing of their files. */
  listOthers(operator: OperatorRecord): Promise<readonly OthersBatch[]>;
  /** Finds anybody's batch. Throws `batch_not_found`. */
  show(id: string): Promise<OthersBatch>;
  /** Throws `batch_not_found`. */
  delete(operator: OperatorRecord, id: string): Promise<void>;
  /** A new one of its incomplete rows. */
  repeat(operator: OperatorRecord, id: string): Promise<FileBatch>;
  /** Returns some rows at a time, as CSV or as a workbook in Portuguese. */
  results(operator: OperatorRecord, id: string, form: ResultForm): Promise<AsyncGenerator<string | Uint8Array>>;
  /** Returns the rows that pass the filter, a page at a time. */
  search(operator: OperatorRecord, id: string, filter: ResultFilter): Promise<ResultPage>;
}

export interface ResultForm {
  readonly format: 'csv' | 'xlsx';
  readonly which: WhichRows;
}

interface OperatorBatchesOptions {
  readonly store: BatchStore;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly receiveBatch: ReceiveBatch;
  readonly repeatBatch: RepeatBatch;
  readonly openTable: OpenTable;
  readonly openForecast: OpenForecast;
  readonly writeWorkbook: WriteWorkbook;
  readonly rowsMax: number;
  readonly record: RecordOperatorAct;
  readonly onFault: OnResultFault;
  /** Lists the parties that are asked about every person. */
  readonly listParties: () => readonly SourceName[];
}

/** Writes the sheet as a spreadsheet. */
export type WriteWorkbook = (sheet: Sheet) => AsyncGenerator<Uint8Array>;

/** Records the act of an operator. An act that cannot be recorded does not happen. */
export type RecordOperatorAct = (actor: string, act: OperatorAct, target: string) => Promise<void>;

const listedMax = 100;
/** The page asks every second or two while one of its own runs. */
const othersMax = 20;
const runningLooked = 40;

export function createOperatorBatches(options: OperatorBatchesOptions): OperatorBatches {
  const {
    store,
    seal,
    clock,
    receiveBatch,
    repeatBatch,
    openTable,
    openForecast,
    writeWorkbook,
    rowsMax,
    record,
    listParties,
    onFault,
  } = options;
  const results = { store, seal, onFault };

  const toOwners = ({ id }: OperatorRecord): readonly KeyId[] => [toBatchOwner(id, false), toBatchOwner(id, true)];

  async function toFileBatch(batch: StoredBatch): Promise<FileBatch> {
    const { name, format } = openFile(seal, batch.id, await store.getInput(batch.id, filePlace));
    return { batch, file: { name, format }, isSandbox: isSandboxOwner(batch.keyId) };
  }

  /** No row of the sandbox is in the audit, so that such a batch stands for none there. */
  const toStarted = (id: string, isSandbox: boolean) => (isSandbox ? `${id} sandbox` : id);

  async function getAny(id: string): Promise<StoredBatch> {
    const batch = await store.find(id);
    if (batch === undefined || batch.state === 'receiving') throw new AppError('batch_not_found');
    return batch;
  }

  async function get(operator: OperatorRecord, id: string): Promise<StoredBatch> {
    const batch = await getAny(id);
    if (!toOwners(operator).includes(batch.keyId)) throw new AppError('batch_not_found');
    return batch;
  }

  /** Reads the table and reports an input that is no table as a fault of the batch. */
  async function readTable<Result>(
    body: Sent,
    { hasHeader, sheet }: TableRules,
    read: (table: Table) => Promise<Result>,
  ): Promise<Result> {
    await using opened = new AsyncDisposableStack();
    try {
      return await read(await openTable(body, { kind: 'file', hasHeader, sheet, mayBeEmpty: true }, opened));
    } catch (error) {
      throw toBatchProblem(error);
    }
  }

  return {
    estimate: (operator, body, { columns, dateOrder, ...rules }) =>
      readTable(body, rules, async ({ rows }) => {
        const asking = { columns, dateOrder, today: toBrazilDay(clock.nowMs()) };
        const forecast = await openForecast({ id: toBatchOwner(operator.id, false), mode: 'live' });
        const estimate = await estimateRun(withinRows(rows, rowsMax), asking, listParties(), forecast.count);
        return { ...estimate, forecast: forecast.end() };
      }),
    preview: (body, { columns, dateOrder, isCut, ...rules }) =>
      readTable(body, rules, (table) =>
        previewTable(table, { columns, dateOrder, isCut, today: toBrazilDay(clock.nowMs()) }),
      ),
    async start(operator, order, body) {
      const { name, isSandbox, purpose, columns, hasHeader, sheet, dateOrder, attempt } = order;
      const owner = toBatchOwner(operator.id, isSandbox);
      const key = toOwnerKey(owner, [operator])?.record;
      if (key === undefined) throw new AppError('role_too_low');
      const { batch } = await receiveBatch({
        key: { ...key, id: owner },
        purpose,
        // Its reasons are a column of the results.
        explain: true,
        screenLanguage: order.isScreened ? 'pt' : null,
        atBudget: order.atBudget,
        webhookId: null,
        idempotencyKey: attempt,
        body,
        file: {
          name,
          columns,
          sheet,
          dateOrder,
          hasHeader,
        },
        beforeStart: (id) => record(toActor(operator), 'batch_started', toStarted(id, isSandbox)),
      });
      return toFileBatch(batch);
    },
    async list(operator) {
      const batches = await store.listOf(toOwners(operator), listedMax);
      return Promise.all(batches.map(toFileBatch));
    },
    async listOthers(operator) {
      const own = toOwners(operator);
      const running = await store.listRunning(runningLooked);
      const found = await Promise.all(running.map((id) => store.find(id)));
      const others = found.filter((batch) => batch !== undefined).filter(({ keyId }) => !own.includes(keyId));
      return others.slice(0, othersMax).map(toOthersBatch);
    },
    show: async (id) => toOthersBatch(await getAny(id)),
    async countRows(ids) {
      const found = await Promise.all(ids.map((id) => store.find(id)));
      return new Map(found.flatMap((batch) => (batch === undefined ? [] : [[batch.id, batch.rows]])));
    },
    async delete(operator, id) {
      const { keyId } = await get(operator, id);
      await record(toActor(operator), 'batch_deleted', id);
      if (!(await store.delete(id, keyId))) throw new AppError('batch_not_found');
    },
    async repeat(operator, id) {
      const before = await get(operator, id);
      const isSandbox = isSandboxOwner(before.keyId);
      return toFileBatch(
        await repeatBatch(before, (id) => record(toActor(operator), 'batch_started', toStarted(id, isSandbox))),
      );
    },
    async results(operator, id, { format, which }) {
      const batch = await get(operator, id);
      await record(toActor(operator), 'batch_read', id);
      return format === 'csv'
        ? writeResultTable(batch, { ...results, which })
        : writeWorkbook(await openPortugueseSheet(batch, { ...results, which }));
    },
    async search(operator, id, filter) {
      const batch = await get(operator, id);
      // The pages that follow belong to the same look.
      if (filter.from === 1) await record(toActor(operator), 'batch_read', id);
      return searchResults(batch, results, filter);
    },
  };
}

function toOthersBatch(batch: StoredBatch): OthersBatch {
  const { keyId } = batch;
  return {
    batch,
    ownerId: toOwnerId(keyId),
    isSandbox: isOperatorOwner(keyId) ? isSandboxOwner(keyId) : undefined,
  };
}
