// The thread that writes the audit: waiting for the disk never holds up an answer to somebody else. What arrives while one
// group is being committed forms the next.

import { statSync } from 'node:fs';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { toFaultCode } from '../../../errors.ts';
import { toAuditPath } from '../audit-database.sqlite.ts';
import { packedRowsMax } from '../audit-forgetting.sqlite.ts';
import type { AuditOrder, AuditReceipt } from './audit-orders.ts';
import { type AuditWriter, type AuditWriterOptions, openAuditWriter } from './audit-writer.sqlite.ts';

let options = workerData as AuditWriterOptions;
const path = toAuditPath(options.dataDirectory);
const port = parentPort as MessagePort;

let open: { readonly writer: AuditWriter; readonly file: bigint } | undefined;

/** Returns the writer. A deleted or replaced file still accepts writes, and they would be lost. */
function getWriter(): AuditWriter {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
  if (open !== undefined && open.file !== file) closeWriter();
  if (open === undefined && file === undefined && wasThere) throw Object.assign(new Error(), { code: 'AUDIT_GONE' });
  open ??= { writer: openAuditWriter(options), file: statSync(path, { bigint: true }).ino };
  wasThere = true;
  return open.writer;
}
let wasThere = false;

function closeWriter(): void {
  try {
    open?.writer.close();
  } catch {
    // It is being given up because it no longer works.
  }
  open = undefined;
}

/** Runs the work and sends its receipt; after a fault the database is opened anew the next time. */
async function attempt(
  ids: readonly number[],
  work: (writer: AuditWriter) => Partial<AuditReceipt> | Promise<Partial<AuditReceipt>>,
): Promise<void> {
  let fault: string | null = null;
  let found: Partial<AuditReceipt> = {};
  let isRemembered = true;
  try {
    const writer = getWriter();
    const done = work(writer);
    // What appends is not held up by a turn of the event loop.
    found = done instanceof Promise ? await done : done;
    isRemembered = writer.isRemembered();
  } catch (error) {
    fault = toFaultCode(error);
    closeWriter();
  }
  port.postMessage({ ids, fault, purged: 0, isRemembered, unfinished: null, ...found } satisfies AuditReceipt);
}

function takeSecrets(orders: readonly AuditOrder[]): void {
  const renewed = orders.findLast((order) => order.kind === 'secrets');
  if (renewed === undefined) return;
  options = { ...options, secrets: renewed.secrets };
  closeWriter();
  const [{ generation }] = renewed.secrets;
  port.postMessage({
    ids: [],
    fault: null,
    purged: 0,
    isRemembered: true,
    unfinished: null,
    generation,
  } satisfies AuditReceipt);
}

async function carryOut(orders: readonly AuditOrder[]): Promise<void> {
  takeSecrets(orders);
  const appends = orders.filter((order) => order.kind === 'append');
  const last = appends.at(-1);
  if (last !== undefined) {
    await attempt(
      appends.map(({ id }) => id),
      (writer) => {
        writer.append(
          appends.flatMap(({ drafts }) => drafts),
          last.nowMs,
        );
        return {};
      },
    );
  }
  for (const order of orders) {
    if (order.kind === 'sign') {
      await attempt([order.id], async (writer) => {
        writer.signHead(order.nowMs);
        return { unfinished: await writer.countUnfinished(order.inWorkFromMs) };
      });
    } else if (order.kind === 'probe') {
      await attempt([order.id], (writer) => {
        writer.probe(order.bytes);
        return {};
      });
    } else if (order.kind === 'purge') {
      await attempt([order.id], (writer) => ({
        purged: writer.purge(order.what, order.beforeMs, order.recordsMax, order.nowMs),
      }));
    } else if (order.kind === 'close') {
      clearTimeout(packing);
      closeWriter();
      port.close();
    }
  }
}

/** So long after the last order nobody waits, as far as anybody knows. */
const quietMs = 500;
/** Where somebody always does, small rows are packed all the same, but only many at a time, and no more often than that. */
const betweenMs = 100;
let packing: NodeJS.Timeout | undefined;
let isRested = true;

function packSoon(): void {
  clearTimeout(packing);
  const { packs = true } = options;
  if (!packs) return;
  packing = setTimeout(() => packSome(2), quietMs);
  if (!isRested) return;
  // Orders that came meanwhile are carried out first.
  setImmediate(packSome, packedRowsMax);
}

/** Packs some small rows. A fault here stops no write: the next write finds out about it. */
function packSome(rowsMin: number): void {
  isRested = false;
  setTimeout(() => {
    isRested = true;
  }, betweenMs).unref();
  try {
    if (open?.writer.pack(rowsMin) && rowsMin === 2) packing = setTimeout(() => packSome(2), 0);
  } catch {
    // Another process holds the lock, or the disk is full.
  }
}

/** One after the other: what one waits for does not wait for the system, and ends before the next message comes. */
let work = Promise.resolve();

port.on('message', (first: AuditOrder) => {
  const orders = [first];
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    orders.push(next.message as AuditOrder);
  }
  work = work.then(() => carryOut(orders));
  if (!orders.some(({ kind }) => kind === 'close')) packSoon();
});
