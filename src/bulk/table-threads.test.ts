import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { writeXlsx } from '../../test/support/xlsx.ts';
import type { TableOrder } from '../app/bulk/open-table.ts';
import { TableError } from '../app/bulk/table.ts';
import { openSentTable } from './sent-table.ts';
import { type AbandonedTable, createTableThreads } from './table-threads.ts';

const anyFile: TableOrder = { kind: 'file', hasHeader: undefined, sheet: undefined, mayBeEmpty: false };
const ndjson: TableOrder = { kind: 'text', format: 'ndjson', mayDiffer: true };
const rowsMax = 100_000;
const csv = `CPF;Nome\n${'40442820135;"Ana; Beatriz"\n'.repeat(3_000)}1;x;y\n`;

function openThreads(options: Partial<Parameters<typeof createTableThreads>[0]> = {}) {
  const abandoned: AbandonedTable[] = [];
  const threads = createTableThreads({ rowsMax, onAbandoned: (why) => abandoned.push(why), ...options });
  onTestFinished(() => threads.close());
  async function read(bytes: AsyncIterable<Uint8Array>, order = anyFile, signal = new AbortController().signal) {
    await using opened = new AsyncDisposableStack();
    const { rows, ...head } = await threads.open({ bytes, signal }, order, opened);
    return { ...head, rows: (await Array.fromAsync(rows)).flat() };
  }
  return { ...threads, abandoned, read };
}

function inPieces(bytes: string | Buffer, size = 10_000): Readable {
  const whole = Buffer.from(bytes as string);
  return Readable.from(
    Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
      whole.subarray(index * size, (index + 1) * size),
    ),
  );
}

/** Makes a workbook with texts that unpack to tens of megabytes and all stand before the first row. */
function makeLongXlsx(): Buffer {
  const strings = Array.from({ length: 150_000 }, (_, index) => `<t>${index} ${'x'.repeat(40)}</t>`);
  const sheet = '<row r="1"><c r="A1" t="inlineStr"><is><t>CPF</t></is></c></row>';
  return readFileSync(writeXlsx(join(createTemporaryFolder('threads'), 'long.xlsx'), { sheet, strings }));
}

/** Makes a table that the reader refuses only after it has built millions of cells for the first rows, all in one step. */
function makeSparse(): string {
  const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, 1]));
  return `${JSON.stringify(fields)}\n${'{}\n'.repeat(60_000)}`;
}

/** Counts the open scratch files that no longer have a name. */
function countScratchFiles(): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return /\/confere-.*\(deleted\)$/.test(readlinkSync(`/proc/self/fd/${descriptor}`));
    } catch {
      return false;
    }
  }).length;
}

async function* endless(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('CPF;Nome\n');
  for (;;) yield Buffer.from('40442820135;Ana\n'.repeat(500));
}

describe('a table that is read in a thread', () => {
  it('is the same as one that is read at once, and so is the next one in the thread', async () => {
    const { read, abandoned } = openThreads();
    for (const [bytes, order] of [
      [csv, anyFile],
      ['{"cpf":"1"}\n{"cnpj":"2"}\nx\n', ndjson],
      [makeLongXlsx(), { ...anyFile, hasHeader: false }],
      [csv, { ...anyFile, hasHeader: false }],
    ] as const) {
      await using opened = new AsyncDisposableStack();
      const { rows, writeCopy: _, ...head } = await openSentTable(inPieces(bytes), { ...order, rowsMax }, opened);
      const { format, columns, firstRow, headerLine, sample, csv: style, sheets } = head;
      expect(await read(inPieces(bytes), order)).toEqual({
        ...{ format, columns, firstRow, headerLine, sample, csv: style },
        ...(sheets && { sheets }),
        rows: (await Array.fromAsync(rows)).flat(),
      });
    }
    expect(abandoned).toEqual([]);
  });

  it('is refused with the sentence that says why, and the next one is read', async () => {
    const { read } = openThreads();
    const refused = await read(inPieces('')).catch((error: unknown) => error);
    expect([refused instanceof TableError, (refused as TableError).detail]).toEqual([
      true,
      { en: 'The file is empty.', pt: 'O arquivo está vazio.' },
    ]);
    expect((await read(inPieces(csv))).rows).toHaveLength(3_001);
  });

  it('leaves the event loop free: other work goes on between each two of its rows', async () => {
    const { read } = openThreads();
    let turns = 0;
    let isRead = false;
    const reading = read(inPieces(makeSparse(), 300_000), ndjson).catch((error: unknown) => error);
    void reading.then(() => {
      isRead = true;
    });
    while (!isRead) {
      turns++;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(await reading).toBeInstanceOf(TableError);
    expect(turns).toBeGreaterThan(20);
  });

  it('ends with the one who sent it, in the middle of a step; nothing of it stays on the disk', async () => {
    const { open, abandoned, read } = openThreads();
    const before = countScratchFiles();
    const gone = new AbortController();
    const bytes = makeLongXlsx();
    await using opened = new AsyncDisposableStack();
    const opening = open({ bytes: inPieces(bytes), signal: gone.signal }, anyFile, opened).catch((error) => error);
    await expect.poll(countScratchFiles, { interval: 5 }).toBeGreaterThan(before);
    gone.abort(new Error('left'));
    expect((await opening).message).toBe('left');
    await opened.disposeAsync();
    await expect.poll(countScratchFiles).toBe(before);
    expect(abandoned).toEqual(['left']);
    expect((await read(inPieces(csv))).rows).toHaveLength(3_001);
  });

  it('ends with the one who sends it, also between two rows', async () => {
    const { open, abandoned } = openThreads();
    const gone = new AbortController();
    await using opened = new AsyncDisposableStack();
    const { rows } = await open({ bytes: endless(), signal: gone.signal }, anyFile, opened);
    const portions = rows[Symbol.asyncIterator]();
    expect((await portions.next()).done).toBe(false);
    gone.abort(new Error('left'));
    await expect(portions.next()).rejects.toThrow('left');
    await opened.disposeAsync();
    expect(abandoned).toEqual(['left']);
    const late = new AsyncDisposableStack();
    await expect(open({ bytes: endless(), signal: gone.signal }, anyFile, late)).rejects.toThrow('left');
  });

  it('ends with the one who sent it, also while it waits for its turn, which goes to the next one', async () => {
    const { open, read, abandoned } = openThreads({ wholeMax: 1 });
    const { signal } = new AbortController();
    const first = new AsyncDisposableStack();
    await open({ bytes: inPieces('CPF\n191\n'), signal }, anyFile, first);
    const gone = new AbortController();
    let hasArrived = false;
    async function* untilItsEnd() {
      yield Buffer.from('CPF\n191\n');
      hasArrived = true;
    }
    const second = new AsyncDisposableStack();
    const opening = open({ bytes: untilItsEnd(), signal: gone.signal }, anyFile, second).catch((error) => error);
    await expect.poll(() => hasArrived).toBe(true);
    gone.abort(new Error('left'));
    expect((await opening).message).toBe('left');
    await second.disposeAsync();
    expect(abandoned).toEqual(['left']);
    await first.disposeAsync();
    expect((await read(inPieces(csv))).rows).toHaveLength(3_001);
  });

  it('may take so much of the processor in one step, and so much memory', async () => {
    const short = openThreads({ stepMsMax: 1 });
    await expect(short.read(inPieces(makeLongXlsx()))).rejects.toThrow('more time or memory');
    expect(short.abandoned).toEqual(['time']);
    const small = openThreads({ memoryMbMax: 24 });
    await expect(small.read(inPieces(makeSparse(), 300_000), ndjson)).rejects.toThrow('more time or memory');
    expect(small.abandoned).toEqual(['memory']);
  });

  it('waits once it has arrived whole, while as many others hold theirs', async () => {
    const { open } = openThreads({ wholeMax: 1 });
    const { signal } = new AbortController();
    const order: string[] = [];
    const first = new AsyncDisposableStack();
    await open({ bytes: inPieces('CPF\n191\n'), signal }, anyFile, first);
    async function* untilItsEnd() {
      yield Buffer.from('CPF\n191\n');
      order.push('second arrived');
    }
    await using second = new AsyncDisposableStack();
    const opening = open({ bytes: untilItsEnd(), signal }, anyFile, second).then(() => order.push('second opened'));
    await expect.poll(() => order).toEqual(['second arrived']);
    // Others are read from their beginning meanwhile; they take up more time than it would.
    const others = new AsyncDisposableStack();
    for (let count = 0; count < 3; count++) await open({ bytes: endless(), signal }, anyFile, others);
    order.push('first closed');
    await Promise.all([first.disposeAsync(), opening]);
    expect(order).toEqual(['second arrived', 'first closed', 'second opened']);
    await others.disposeAsync();
  });

  it('leaves half of all places to others than its sender', async () => {
    const { open } = openThreads({ tablesMax: 4 });
    const { signal } = new AbortController();
    await using opened = new AsyncDisposableStack();
    const start = (owner: string | undefined) => open({ bytes: endless(), signal, owner }, anyFile, opened);
    await Promise.all([start('one'), start('one')]);
    await expect(start('one')).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 5 });
    await Promise.all([start('other'), start(undefined)]);
    await expect(start(undefined)).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('is one of so many, and the next one is told to come again', async () => {
    const { open, read } = openThreads({ tablesMax: 1 });
    const opened = new AsyncDisposableStack();
    await open({ bytes: endless(), signal: new AbortController().signal }, anyFile, opened);
    await expect(read(inPieces(csv))).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 5 });
    await opened.disposeAsync();
    expect((await read(inPieces(csv))).rows).toHaveLength(3_001);
  });
});
