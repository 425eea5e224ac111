// The thread that reads the audit for the console: a search through millions of records never holds up an answer to somebody else.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { AuditTrail } from '../../../app/audit/ports.ts';
import { toFaultCode } from '../../../errors.ts';
import { openSqliteAuditTrail } from './audit-trail.sqlite.ts';

export type AuditQuestions = Pick<AuditTrail, 'find' | 'findHead' | 'findPolicy' | 'lastHeads'>;

/** `close`: no more questions. */
export type ReaderOrder = ReaderQuestion | 'close';

export interface ReaderQuestion {
  readonly id: number;
  readonly ask: keyof AuditQuestions;
  readonly given: readonly unknown[];
}

/** `fault` is a code of the database or the system, never a value. */
export interface ReaderAnswer {
  readonly id: number;
  readonly value: unknown;
  readonly fault: string | null;
}

const port = parentPort as MessagePort;
const trail = openSqliteAuditTrail((workerData as { readonly dataDirectory: string }).dataDirectory);

port.on('message', async (order: ReaderOrder) => {
  if (order === 'close') {
    trail.close();
    port.close();
    return;
  }
  const { id, ask, given } = order;
  const answer: ReaderAnswer = await (trail[ask] as (...given: readonly unknown[]) => Promise<unknown>)(...given).then(
    (value) => ({ id, value, fault: null }),
    (error: unknown) => ({ id, value: undefined, fault: toFaultCode(error) }),
  );
  port.postMessage(answer);
});
