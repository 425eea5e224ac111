// Works one row of a batch off. It is claimed on the disk before anybody is asked about it: killed after that, its outcome is unknown, and
// nobody is asked again.

import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyRecord } from '../../../domain/access/api-key.ts';
import type { Scope } from '../../../domain/access/scopes.ts';
import type { RiskLevel } from '../../../domain/risk/risk-policy.ts';
import { errorKinds } from '../../../error-codes.ts';
import { AppError } from '../../../errors.ts';
import { toBackoffMs } from '../../backoff.ts';
import type { Question } from '../../bulk/question.ts';
import type { Caller } from '../../caller.ts';
import { isKnownOutcome } from '../../idempotency/answer-once.ts';
import { insist } from '../../insist.ts';
import type { Seal } from '../../seal.ts';
import type { Semaphore } from '../../semaphore.ts';
import { type BatchRow, isSameQuestion, openResult, openRows, type RowResult, sealResult } from '../batch-row.ts';
import type { BatchStore, RowStatus, StoredBatch } from '../ports.ts';
import type { KeyGate, Waiting } from './key-gate.ts';
import { AskedElsewhere, BatchLeft, PortionLost } from './why-ended.ts';

/** Answers one question as a single request is answered. */
export type AnswerQuestion = (question: Question, caller: Caller, explain: boolean) => Promise<Answer>;
type Answer = object & { readonly risk_level: RiskLevel };

export interface RunRowOptions {
  readonly store: BatchStore;
  readonly answer: AnswerQuestion;
  readonly seal: Seal;
  readonly createRequestId: () => string;
  /** For the rows of all batches together: sources are asked about single requests, too. */
  readonly rowsInWork: Semaphore;
  readonly onRow?: (status: RowStatus) => void;
  /** Something could not be written down; it is tried again until it can be. */
  readonly onStoreFault?: (error: unknown) => void;
}

/** What the rows of one batch share while this process works on it. */
export interface Run extends Waiting {
  readonly batch: StoredBatch;
  readonly gate: KeyGate;
  /** Rows that this process is asking about. */
  readonly underWay: Map<number, Promise<void>>;
  /** The process stops. */
  readonly stop: AbortSignal;
}

export type RunRow = (row: number, work: BatchRow, run: Run) => Promise<void>;

type Outcome = RowResult & { readonly status: RowStatus; readonly answer: Answer | null };
type Asked = Pick<Outcome, 'status' | 'reason' | 'answer'> & { readonly isFinal: boolean };

const scopeOf: Readonly<Record<Question['kind'], Scope>> = { cpf: 'verify:cpf', cnpj: 'verify:cnpj' };
const attemptsMax = 5;
const retries = { firstMs: 5_000, maxMs: Number.POSITIVE_INFINITY };
const writeAgainMs = 1_000;
/** Far more than all deadlines of one verification together: what hangs for longer must not keep its place. */
const rowMsMax = 60_000;
/** These say nothing of the row: it waits for as long as they last. */
const waitedFor: ReadonlySet<string> = new Set(['audit_unavailable', 'overloaded', 'budget_exhausted']);

export function createRunRow(options: RunRowOptions): RunRow {
  const { store, answer, seal, createRequestId } = options;

  /** However long that takes; a disk that is full is no reason to take the batch for hung. */
  const write = (action: () => Promise<void>, { stop, beat }: Run) =>
    insist(
      () => {
        beat();
        return action();
      },
      { stop, onRefused: options.onStoreFault },
    );

  async function settle(row: number, outcome: Outcome, run: Run): Promise<void> {
    const { status, ...result } = outcome;
    const sealed = sealResult(seal, run.batch.id, row, status, result);
    const risk = outcome.answer?.risk_level ?? null;
    await write(() => store.settle(run.batch.id, sealed, risk), run);
    options.onRow?.(status);
  }

  /** However long that takes. */
  async function claim(row: number, { batch, gate }: Run): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        if (await store.claim(batch.id, row)) return;
      } catch (error) {
        if (isFirst) options.onStoreFault?.(error);
        await gate.wait(writeAgainMs);
        continue;
      }
      if ((await store.find(batch.id))?.state !== 'running') throw new BatchLeft();
      throw new PortionLost();
    }
  }

  async function ask(question: Question, key: KeyRecord, { purpose, explain }: StoredBatch): Promise<Asked> {
    try {
      const caller = { keyId: key.id, mode: key.mode, requestId: createRequestId(), purpose };
      const given = await withinMs(rowMsMax, answer(question, caller, explain));
      return { status: 'answered', reason: null, answer: given, isFinal: true };
    } catch (error) {
      if (!isKnownOutcome(error)) {
        const reason = error instanceof AppError ? error.code : 'internal_error';
        return { status: 'outcome_unknown', reason, answer: null, isFinal: true };
      }
      return { status: 'failed', reason: error.code, answer: null, isFinal: !errorKinds[error.code].retryable };
    }
  }

  /** The result of the row that asks the same; undefined where there is no such row after all. */
  async function findOutcome(row: number, question: Question, { batch, underWay }: Run): Promise<Outcome | undefined> {
    const input = await store.getInput(batch.id, row);
    const asked = openRows(seal, batch.id, input)[row - input.firstRow];
    if (asked === undefined || 'fault' in asked || !isSameQuestion(asked.question, question)) return undefined;
    await underWay.get(row)?.catch(() => {});
    const [settled] = await store.listResults(batch.id, row, row, 1);
    if (settled === undefined) throw new AskedElsewhere();
    const { row: _, ...outcome } = openResult(seal, batch.id, settled);
    return { ...outcome, kind: question.kind } as Outcome;
  }

  return async (row, work, run) => {
    const { line } = work;
    if ('fault' in work) {
      return settle(row, { status: 'invalid', line, kind: null, reason: work.fault, mended: null, answer: null }, run);
    }
    const { question, mended } = work;
    const first = work.sameAs === undefined ? undefined : await findOutcome(work.sameAs, question, run);
    if (first !== undefined) return settle(row, { ...first, line, mended }, run);
    const settleAs = (asked: Pick<Outcome, 'status' | 'reason' | 'answer'>) =>
      settle(row, { line, kind: question.kind, mended, ...asked }, run);
    for (let attempt = 1; ; ) {
      const { key, leave } = await run.gate.pass();
      const free = await options.rowsInWork.enter();
      try {
        // It may have waited for its place while the process began to stop.
        if (run.signal.aborted) throw new BatchLeft();
        if (!key.scopes.includes(scopeOf[question.kind])) {
          return await settleAs({ status: 'failed', reason: 'insufficient_scope', answer: null });
        }
        await claim(row, run);
        const { isFinal, ...asked } = await ask(question, key, run.batch);
        const isCounted = asked.reason === null || !waitedFor.has(asked.reason);
        if (isFinal || (isCounted && attempt === attemptsMax)) return await settleAs(asked);
        await write(() => store.postpone(run.batch.id, row), run);
        if (isCounted) attempt++;
      } finally {
        free();
        leave();
      }
      await run.gate.wait(toBackoffMs(Math.max(1, attempt - 1), retries));
    }
  };
}

async function withinMs<Value>(ms: number, value: Promise<Value>): Promise<Value> {
  const waiting = new AbortController();
  const late = sleep(ms, undefined, { signal: waiting.signal, ref: false }).then(() => {
    throw new Error('It took too long');
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    waiting.abort();
    late.catch(() => {});
  }
}
