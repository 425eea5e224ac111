// The thread of `table-threads.ts`: reads one table after the other, step by step, as it is asked. It may be ended at any moment.

import { parentPort } from 'node:worker_threads';
import type { TableOrder } from '../app/bulk/open-table.ts';
import { type Row, type Table, TableError } from '../app/bulk/table.ts';
import type { Bilingual } from '../errors.ts';
import { openSentTable } from './sent-table.ts';

/** Each is answered before the next one comes. */
export type TableQuestion =
  | { readonly kind: 'open'; readonly order: TableOrder & { readonly rowsMax: number } }
  /** The question follows the answer `more`. It carries no bytes once there are no more. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array | undefined }
  | { readonly kind: 'next' }
  | { readonly kind: 'close' };

export type TableAnswer =
  | { readonly kind: 'more' }
  | { readonly kind: 'table'; readonly head: TableHead }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'no table'; readonly message: string; readonly detail: Bilingual | undefined }
  | { readonly kind: 'failed'; readonly code: string };

/** All but what cannot be sent. */
export type TableHead = Omit<Table, 'rows' | 'writeCopy'>;

/** A `TableMessage` carries the thread's answer and the processor time that the thread has used since it began. */
export interface TableMessage {
  readonly answer: TableAnswer;
  readonly usedMicros: number;
}

/** The other thread takes them apart at once, and has other things to do. */
const rowsPerAnswer = 500;
const charactersPerAnswer = 256 * 1024;
/** Every cell takes at least this much room, regardless of its content. */
const charactersPerCell = 8;

let wanted: PromiseWithResolvers<Uint8Array | undefined> | undefined;
let opened = new AsyncDisposableStack();
let portions: AsyncIterator<readonly Row[]> | undefined;
let left: readonly Row[] = [];

function say(answer: TableAnswer): void {
  const { user, system } = process.threadCpuUsage();
  const message: TableMessage = { answer, usedMicros: user + system };
  parentPort?.postMessage(message);
}

async function* readBytes(): AsyncGenerator<Uint8Array> {
  for (;;) {
    wanted = Promise.withResolvers();
    say({ kind: 'more' });
    const bytes = await wanted.promise;
    if (bytes === undefined) return;
    yield bytes;
  }
}

async function open(order: TableOrder & { readonly rowsMax: number }): Promise<TableAnswer> {
  const { rows, format, columns, firstRow, headerLine, sample, csv, sheets } = await openSentTable(
    readBytes(),
    order,
    opened,
  );
  portions = rows[Symbol.asyncIterator]();
  const head = { format, columns, firstRow, headerLine, sample, csv, ...(sheets && { sheets }) };
  return { kind: 'table', head };
}

async function next(): Promise<TableAnswer> {
  while (left.length === 0) {
    const portion = await portions?.next();
    if (portion === undefined || portion.done === true) return { kind: 'end' };
    left = portion.value;
  }
  let count = 0;
  for (let characters = 0; count < Math.min(left.length, rowsPerAnswer) && characters < charactersPerAnswer; count++)
    characters += weigh(left[count] as Row);
  const rows = left.slice(0, count);
  left = left.slice(count);
  return { kind: 'rows', rows };
}

function weigh({ cells, text }: Row): number {
  return cells.reduce((sum, cell) => sum + cell.length + charactersPerCell, text?.length ?? 0);
}

async function close(): Promise<TableAnswer> {
  await portions?.return?.();
  await opened.disposeAsync();
  [opened, portions, left] = [new AsyncDisposableStack(), undefined, []];
  return { kind: 'closed' };
}

async function answer(question: Exclude<TableQuestion, { kind: 'bytes' }>): Promise<TableAnswer> {
  try {
    if (question.kind === 'open') return await open(question.order);
    return question.kind === 'next' ? await next() : await close();
  } catch (error) {
    if (error instanceof TableError) return { kind: 'no table', message: error.message, detail: error.detail };
    // A message may quote the table.
    return { kind: 'failed', code: String((error as { code?: unknown }).code ?? 'unknown') };
  }
}

parentPort?.on('message', async (question: TableQuestion) => {
  if (question.kind === 'bytes') wanted?.resolve(question.bytes);
  else say(await answer(question));
});
