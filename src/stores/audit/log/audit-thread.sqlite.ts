// The thread that writes the audit: waiting for the disk never holds up an answer to somebody else. What arrives while one
// group is being committed forms the next.

import { statSync } from 'node:fs';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { toFaultCode } from '../../../errors.ts';
import { toAuditPath } from '../audit-database.sqlite.ts';
import type { AuditOrder, AuditReceipt } from './audit-orders.ts';
import { type AuditWriter, type AuditWriterOptions, openAuditWriter } from './audit-writer.sqlite.ts';

let options = workerData as AuditWriterOptions;
const path = toAuditPath(options.dataDirectory);
const port = parentPort as MessagePort;

let open: { readonly writer: AuditWriter; readonly file: bigint } | undefined;

/** A file that was deleted or replaced can still be written to, and nobody would ever find what was written. */
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
function attempt(ids: readonly number[], work: (writer: AuditWriter) => Partial<AuditReceipt>): void {
  let fault: string | null = null;
  let found: Partial<AuditReceipt> = {};
  let isRemembered = true;
  try {
    const writer = getWriter();
    found = work(writer);
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

function carryOut(orders: readonly AuditOrder[]): void {
  takeSecrets(orders);
  const appends = orders.filter((order) => order.kind === 'append');
  const last = appends.at(-1);
  if (last !== undefined) {
    attempt(
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
      attempt([order.id], (writer) => {
        writer.signHead(order.nowMs);
        return { unfinished: writer.countUnfinished(order.inWorkFromMs) };
      });
    } else if (order.kind === 'probe') {
      attempt([order.id], (writer) => {
        writer.probe(order.bytes);
        return {};
      });
    } else if (order.kind === 'purge') {
      attempt([order.id], (writer) => ({
        purged: writer.purge(order.what, order.beforeMs, order.recordsMax, order.nowMs),
      }));
    } else if (order.kind === 'close') {
      closeWriter();
      port.close();
    }
  }
}

port.on('message', (first: AuditOrder) => {
  const orders = [first];
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    orders.push(next.message as AuditOrder);
  }
  carryOut(orders);
});
