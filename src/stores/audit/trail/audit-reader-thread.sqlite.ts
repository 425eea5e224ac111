// The thread that reads the audit for the console: a search through millions of records never holds up an answer to somebody else.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { AuditTrail, ChainStretch } from '../../../app/audit/ports.ts';
import type { AuditSecrets } from '../../../app/audit/record.ts';
import { toFaultCode } from '../../../errors.ts';
import { openSqliteAuditTrail } from './audit-trail.sqlite.ts';

export type AuditQuestions = Pick<
  AuditTrail,
  'find' | 'search' | 'findGroup' | 'findHead' | 'findPolicy' | 'lastHeads' | 'pages'
>;

/** `close`: no more questions. */
export type ReaderOrder = ReaderQuestion | 'close';

export interface ReaderQuestion {
  readonly id: number;
  readonly ask: keyof AuditQuestions;
  readonly given: readonly unknown[];
  /** `secrets` holds the secrets at the time of the question, because the thread may outlive a rotation. */
  readonly secrets: readonly AuditSecrets[];
}

/** `fault` is a code of the database or the system, never a value. */
export interface ReaderAnswer {
  readonly id: number;
  readonly value: unknown;
  readonly fault: string | null;
}

const port = parentPort as MessagePort;
let secrets: readonly AuditSecrets[] = [];
const trail = openSqliteAuditTrail((workerData as { readonly dataDirectory: string }).dataDirectory, () => secrets);
const questions = { ...trail, pages: (stretch: ChainStretch) => Array.fromAsync(trail.pages(stretch)) };

port.on('message', async (order: ReaderOrder) => {
  if (order === 'close') {
    trail.close();
    port.close();
    return;
  }
  const { id, ask, given } = order;
  secrets = order.secrets;
  const answer: ReaderAnswer = await (questions[ask] as (...given: readonly unknown[]) => Promise<unknown>)(
    ...given,
  ).then(
    (value) => ({ id, value, fault: null }),
    (error: unknown) => ({ id, value: undefined, fault: toFaultCode(error) }),
  );
  port.postMessage(answer);
});
