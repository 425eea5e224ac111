// The thread that writes the audit to PostgreSQL: hashing and sealing take no time from those who answer.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { toFaultCode } from '../../../errors.ts';
import { createLineageMemory } from '../../postgres/lineage.ts';
import type { AuditOrder, AuditReceipt } from './audit-orders.ts';
import {
  openPostgresAuditWriter,
  type PostgresAuditOptions,
  type PostgresAuditWriter,
} from './audit-writer.postgres.ts';

let options = workerData as PostgresAuditOptions;
const port = parentPort as MessagePort;
let writer: PostgresAuditWriter | undefined;
let host = 0;
/** One after the other: a chain has one end. */
let work = Promise.resolve();

/** The newest server that was known before the writer was opened. */
let judgedBy: string | undefined;

function readNewestServer(): string | undefined {
  const { lineageFile } = options;
  return lineageFile === undefined ? undefined : JSON.stringify(createLineageMemory(lineageFile).read());
}

async function getWriter(): Promise<PostgresAuditWriter> {
  if (writer?.isBroken()) giveUp();
  // What is learned while it opens may be newer than its server.
  for (let newest = readNewestServer(); writer === undefined || newest !== judgedBy; newest = readNewestServer()) {
    giveUp();
    judgedBy = newest;
    writer = await openPostgresAuditWriter(options, host);
    host = writer.host;
  }
  return writer;
}

function giveUp(): void {
  writer?.close();
  writer = undefined;
}

async function carryOut(order: Exclude<AuditOrder, { kind: 'close' | 'secrets' }>): Promise<void> {
  let fault: string | null = null;
  let isRemembered = true;
  let unfinished: number | null = null;
  try {
    const opened = await getWriter();
    if (order.kind === 'append') await opened.append(order.drafts, order.nowMs);
    else if (order.kind === 'sign') {
      await opened.signHead(order.nowMs, order.isForAll);
      unfinished = await opened.countUnfinished(order.inWorkFromMs);
    } else if (order.kind === 'probe') await opened.probe(order.bytes);
    // The role that writes the audit has no right to forget any of it.
    else throw Object.assign(new Error(), { code: 'AUDIT_APPEND_ONLY' });
    isRemembered = opened.isRemembered();
  } catch (error) {
    fault = toFaultCode(error);
    // Whether a statement arrived is not known: the end of the chain is read anew.
    giveUp();
  }
  port.postMessage({ ids: [order.id], fault, purged: 0, isRemembered, unfinished } satisfies AuditReceipt);
}

port.on('message', (order: AuditOrder) => {
  work = work.then(async () => {
    if (order.kind === 'secrets') options = { ...options, secrets: order.secrets };
    else if (order.kind !== 'close') return carryOut(order);
    giveUp();
    if (order.kind === 'close') return port.close();
    const [{ generation }] = order.secrets;
    port.postMessage({
      ids: [],
      fault: null,
      purged: 0,
      isRemembered: true,
      unfinished: null,
      generation,
    } satisfies AuditReceipt);
  });
});
