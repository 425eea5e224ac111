// Works batches off, row by row, by the same use cases and within the same limits as single requests; where a limit is reached it
// waits. A row is claimed on the disk before anybody is asked about it: killed after that, its outcome is unknown, and nobody is asked again.

import { setTimeout as sleep } from 'node:timers/promises';
import { isUsable, type KeyRecord, type Scope } from '../../domain/access/api-key.ts';
import type { RiskLevel } from '../../domain/risk/risk-policy.ts';
import { AppError, errorKinds } from '../../errors.ts';
import type { Question } from '../bulk/question.ts';
import type { Caller } from '../caller.ts';
import type { CreateEvent } from '../events/new-event.ts';
import { insist } from '../insist.ts';
import type { Turn } from '../jobs/watched-work.ts';
import type { CountRequest } from '../keys/key-limits.ts';
import { isKnownOutcome } from '../once/answer-once.ts';
import type { Clock, InWork, KeyStore } from '../ports.ts';
import type { Seal } from '../seal.ts';
import { type BatchRow, isSameQuestion, openResult, openRows, type RowResult, sealResult } from './batch-row.ts';
import { isOperatorOwner } from './operator-owner.ts';
import type { Places } from './places.ts';
import { type BatchEnd, type BatchStore, portionMs, type RowStatus, type StoredBatch } from './ports.ts';
import { createRenewal, createRowQueue, type QueuedRow, type RowQueue } from './row-queue.ts';

/** Answers one question as a single request is answered. */
export type AnswerQuestion = (question: Question, caller: Caller, explain: boolean) => Promise<Answer>;
type Answer = object & { readonly risk_level: RiskLevel };

interface RunBatchesOptions {
  readonly store: BatchStore;
  readonly keys: Pick<KeyStore, 'find'>;
  readonly countRequest: CountRequest;
  readonly inWork: InWork;
  readonly answer: AnswerQuestion;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly createRequestId: () => string;
  readonly createEvent: CreateEvent;
  /** Rows of one batch that are worked on at one time. */
  readonly rowsAtOnce: number;
  /** For the rows of all batches together: sources are asked about single requests, too. */
  readonly places: Places;
  /** For how long a finished batch is kept. */
  readonly keptMs: number;
  readonly onRow?: (status: RowStatus) => void;
  /** Something could not be written down; it is tried again until it can be. */
  readonly onStoreFault?: (error: unknown) => void;
}

/** Ends a batch before its last row. */
class BatchEnded extends Error {
  readonly reason: BatchEnd;
  constructor(reason: BatchEnd) {
    super(reason);
    this.reason = reason;
  }
}

/** The batch was deleted, this process stops, or others do what is left: nothing more is to be done here. */
class BatchLeft extends Error {}

/** Another process has taken the rows, for this one had given no sign for too long. */
class PortionLost extends Error {}

/** The row asks what another one asks, which is being asked elsewhere: it waits for that answer. */
class AskedElsewhere extends Error {}

const scopeOf: Readonly<Record<Question['kind'], Scope>> = { cpf: 'verify:cpf', cnpj: 'verify:cnpj' };
const ageMsMax = 30 * 86_400_000;
/** A key may be revoked, and a batch deleted, during a long wait. */
const lookEveryMs = 5_000;
const busyWaitMs = 100;
const attemptsMax = 5;
const firstRetryMs = 5_000;
const writeAgainMs = 1_000;
const elsewhereMs = 500;
const renewEveryMs = portionMs / 6;
/** Far more than all deadlines of one verification together: what hangs for longer must not keep its place. */
const rowMsMax = 60_000;
/** These say nothing of the row: it waits for as long as they last. */
const waitedFor: ReadonlySet<string> = new Set(['audit_unavailable', 'overloaded']);

type RunTurn = Pick<Turn, 'signal' | 'beat'>;
export type RunBatch = (id: string, turn: RunTurn) => Promise<void>;

/** Resolves when the batch is finished or deleted, or soon after the signal aborts: with no row under way. */
export function createRunBatch(options: RunBatchesOptions): RunBatch {
  const renewal = createRenewal(options.store, renewEveryMs, options.onStoreFault);
  const { store, keys, countRequest, inWork, answer, seal, clock, createRequestId, createEvent } = options;

  async function getKey({ keyId, createdAtMs }: StoredBatch): Promise<KeyRecord> {
    const found = await keys.find(keyId);
    const nowMs = clock.nowMs();
    if (found === undefined || found.record.revokedAtMs !== null) throw new BatchEnded('key_revoked');
    if (!isUsable(found.record, nowMs)) throw new BatchEnded('key_expired');
    if (nowMs - createdAtMs > ageMsMax) throw new BatchEnded('too_old');
    return found.record;
  }

  async function wait(batch: StoredBatch, ms: number, { signal, beat }: Waiting): Promise<void> {
    for (let left = ms; left > 0; left -= lookEveryMs) {
      beat();
      await sleep(Math.min(left, lookEveryMs), undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted || (await store.find(batch.id)) === undefined) throw new BatchLeft();
      await getKey(batch);
    }
  }

  /** One at a time: those behind a row that waits for the key's limit would only use up more of it. */
  function createGate(batch: StoredBatch, waiting: Waiting) {
    let last: Promise<unknown> = Promise.resolve();
    const pass = async (): Promise<{ readonly key: KeyRecord; leave(): void }> => {
      for (;;) {
        if (waiting.signal.aborted) throw new BatchLeft();
        const key = await getKey(batch);
        const { refusal } = await countRequest(key, { events: 1, added: 1 });
        if (refusal === null) return { key, leave: await enter(key) };
        await wait(batch, (refusal.retryAfterSeconds ?? 1) * 1000, waiting);
      }
    };
    const enter = async (key: KeyRecord): Promise<() => void> => {
      const { concurrency } = key;
      if (concurrency === null) return () => {};
      while (!(await inWork.enter(key.id, concurrency))) await wait(batch, busyWaitMs, waiting);
      return () => inWork.leave(key.id);
    };
    return () => {
      const turn = last.then(pass);
      last = turn.catch(() => {});
      return turn;
    };
  }

  /** However long that takes; a disk that is full is no reason to take the batch for hung. */
  const write = (action: () => Promise<void>, { stop, beat }: Run) =>
    insist(
      () => {
        beat();
        return action();
      },
      { stop, onRefused: options.onStoreFault },
    );

  async function settle(batch: StoredBatch, row: number, outcome: Outcome, run: Run): Promise<void> {
    const { status, ...result } = outcome;
    const sealed = sealResult(seal, batch.id, row, status, result);
    const risk = outcome.answer?.risk_level ?? null;
    await write(() => store.settle(batch.id, sealed, risk), run);
    options.onRow?.(status);
  }

  /** Nobody is asked about a row before it is claimed, however long that takes. */
  async function claim(batch: StoredBatch, row: number, waiting: Waiting): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        if (await store.claim(batch.id, row)) return;
      } catch (error) {
        if (isFirst) options.onStoreFault?.(error);
        await wait(batch, writeAgainMs, waiting);
        continue;
      }
      if ((await store.find(batch.id))?.state !== 'running') throw new BatchLeft();
      throw new PortionLost();
    }
  }

  async function ask(batch: StoredBatch, question: Question, key: KeyRecord): Promise<Asked> {
    try {
      const caller = { keyId: key.id, mode: key.mode, requestId: createRequestId(), purpose: batch.purpose };
      const given = await withinMs(rowMsMax, answer(question, caller, batch.explain));
      return { status: 'answered', reason: null, answer: given, isFinal: true };
    } catch (error) {
      if (!isKnownOutcome(error)) {
        const reason = error instanceof AppError ? error.code : 'internal_error';
        return { status: 'outcome_unknown', reason, answer: null, isFinal: true };
      }
      return { status: 'failed', reason: error.code, answer: null, isFinal: !errorKinds[error.code].retryable };
    }
  }

  /** What became of the row that asks the same; undefined where there is no such row after all. */
  async function findOutcome(batch: StoredBatch, row: number, question: Question, run: Run) {
    const input = await store.getInput(batch.id, row);
    const asked = openRows(seal, batch.id, input)[row - input.firstRow];
    if (asked === undefined || 'fault' in asked || !isSameQuestion(asked.question, question)) return undefined;
    await run.underWay.get(row)?.catch(() => {});
    const [settled] = await store.listResults(batch.id, row, row, 1);
    if (settled === undefined) throw new AskedElsewhere();
    const { row: _, ...outcome } = openResult(seal, batch.id, settled);
    return { ...outcome, kind: question.kind } as Outcome;
  }

  async function runRow(batch: StoredBatch, row: number, work: BatchRow, run: Run): Promise<void> {
    const { line } = work;
    if ('fault' in work) {
      const outcome = { status: 'invalid', line, kind: null, reason: work.fault, mended: null, answer: null } as const;
      return settle(batch, row, outcome, run);
    }
    const { question, mended } = work;
    const first = work.sameAs === undefined ? undefined : await findOutcome(batch, work.sameAs, question, run);
    if (first !== undefined) return settle(batch, row, { ...first, line, mended }, run);
    const settleAs = (asked: Pick<Outcome, 'status' | 'reason' | 'answer'>) =>
      settle(batch, row, { line, kind: question.kind, mended, ...asked }, run);
    for (let attempt = 1; ; ) {
      const { key, leave } = await run.pass();
      const free = await options.places.enter();
      try {
        // It may have waited for its place while the process began to stop.
        if (run.signal.aborted) throw new BatchLeft();
        if (!key.scopes.includes(scopeOf[question.kind])) {
          return await settleAs({ status: 'failed', reason: 'insufficient_scope', answer: null });
        }
        await claim(batch, row, run);
        const { isFinal, ...asked } = await ask(batch, question, key);
        const isCounted = asked.reason === null || !waitedFor.has(asked.reason);
        if (isFinal || (isCounted && attempt === attemptsMax)) return await settleAs(asked);
        await write(() => store.postpone(batch.id, row), run);
        if (isCounted) attempt++;
      } finally {
        free();
        leave();
      }
      await wait(batch, firstRetryMs * 2 ** Math.max(0, attempt - 2), run);
    }
  }

  async function runAll(batch: StoredBatch, turn: RunTurn): Promise<void> {
    const ended = new AbortController();
    const waiting = { signal: AbortSignal.any([turn.signal, ended.signal]), beat: turn.beat };
    const run: Run = {
      ...waiting,
      underWay: new Map(),
      read: createRowReader(batch),
      pass: createGate(batch, waiting),
      stop: turn.signal,
    };
    const queue = createRowQueue({ store, batch, rowsAtOnce: options.rowsAtOnce });
    let failure: unknown;
    const worker = async (): Promise<void> => {
      try {
        for (let next = await queue.next(); next !== undefined; next = await queue.next()) {
          if (waiting.signal.aborted) return;
          await runQueued(batch, next, queue, run);
        }
      } catch (error) {
        // The first one tells why; the others leave because of it.
        failure ??= error;
        ended.abort();
      }
    };
    try {
      // Again until nothing is left: while the last rows are done here, others may have let go of theirs.
      do await Promise.all(Array.from({ length: options.rowsAtOnce }, worker));
      while (failure === undefined && !turn.signal.aborted && (await queue.hasMore()));
    } finally {
      if (queue.isHolding()) await store.giveBack(batch.id).catch(() => {});
    }
    if (failure !== undefined) throw failure;
    if (turn.signal.aborted || queue.isLeftToOthers()) throw new BatchLeft();
  }

  async function runQueued(batch: StoredBatch, queued: QueuedRow, queue: RowQueue, run: Run): Promise<void> {
    const { row } = queued;
    const running = run.read(row).then((work) => runRow(batch, row, work, run));
    run.underWay.set(row, running);
    try {
      await running;
      await queue.settled(queued);
    } catch (error) {
      if (error instanceof PortionLost) queue.drop(queued);
      else if (error instanceof AskedElsewhere) {
        queue.putOff(queued);
        await wait(batch, elsewhereMs, run);
      } else throw error;
    } finally {
      run.underWay.delete(row);
    }
  }

  function createRowReader(batch: StoredBatch) {
    let chunk: { readonly firstRow: number; readonly rows: readonly BatchRow[] } = { firstRow: 0, rows: [] };
    return async (row: number): Promise<BatchRow> => {
      if (row < chunk.firstRow || row >= chunk.firstRow + chunk.rows.length) {
        const input = await store.getInput(batch.id, row);
        chunk = { firstRow: input.firstRow, rows: openRows(seal, batch.id, input) };
        return chunk.rows[row - input.firstRow] as BatchRow;
      }
      return chunk.rows[row - chunk.firstRow] as BatchRow;
    };
  }

  async function finish(id: string, reason: BatchEnd | null): Promise<void> {
    const batch = await store.find(id);
    if (batch === undefined) return;
    const finishedAtMs = clock.nowMs();
    const state = reason === null ? 'completed' : 'failed';
    const { rows, counts } = batch;
    // An operator reads of theirs in the console.
    const event = isOperatorOwner(batch.keyId)
      ? null
      : createEvent(batch, 'batch.finished', { batch_id: id, status: state, reason, rows, counts });
    await store.finish(id, { state, reason, finishedAtMs, expiresAtMs: finishedAtMs + options.keptMs, event });
  }

  return async (id, turn) => {
    const batch = await store.find(id);
    if (batch?.state !== 'running') return;
    const stopRenewing = renewal.begin(id, turn.signal);
    try {
      await runAll(batch, turn);
      await finish(id, null);
    } catch (error) {
      if (error instanceof BatchEnded) await finish(id, error.reason);
      else if (!(error instanceof BatchLeft)) throw error;
    } finally {
      stopRenewing();
    }
  };
}

type Outcome = RowResult & { readonly status: RowStatus; readonly answer: Answer | null };
type Asked = Pick<Outcome, 'status' | 'reason' | 'answer'> & { readonly isFinal: boolean };

interface Waiting {
  /** Nothing more is to be begun: another row has ended the batch, or the process stops. */
  readonly signal: AbortSignal;
  beat(): void;
}

interface Run extends Waiting {
  /** Rows that this process is asking about. */
  readonly underWay: Map<number, Promise<void>>;
  readonly read: (row: number) => Promise<BatchRow>;
  readonly pass: () => Promise<{ readonly key: KeyRecord; leave(): void }>;
  /** The process stops. */
  readonly stop: AbortSignal;
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
