// Works one row of a batch off. It is claimed on the disk before anybody is asked about it: killed after that, its outcome is unknown, and
// nobody is asked again.

import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyRecord } from '../../../domain/access/api-key.ts';
import type { Scope } from '../../../domain/access/scopes.ts';
import type { RiskLevel } from '../../../domain/risk/risk-policy.ts';
import { errorKinds } from '../../../error-codes.ts';
import { AppError, type Bilingual } from '../../../errors.ts';
import type { Question } from '../../bulk/question.ts';
import type { ShortScreening } from '../../bulk/run/outcome.ts';
import type { Caller } from '../../caller.ts';
import type { Clock } from '../../clock.ts';
import { isKnownOutcome } from '../../idempotency/answer-once.ts';
import type { Seal } from '../../seal.ts';
import { toBackoffMs } from '../../waiting/backoff.ts';
import { insist } from '../../waiting/insist.ts';
import type { Semaphore } from '../../waiting/semaphore.ts';
import {
  type BatchRow,
  isSameQuestion,
  openResult,
  openRows,
  type RowResult,
  sealResult,
  unknownOutcome,
} from '../batch-row.ts';
import { isOperatorOwner } from '../operator-owner.ts';
import type { BatchStore, RowStatus, StoredBatch } from '../ports.ts';
import type { KeyGate, Waiting } from './key-gate.ts';
import { type RefusedRow, type ScreenQuestion, screenRow } from './screen-row.ts';
import { AskedElsewhere, BatchLeft, PortionLost } from './why-ended.ts';

/** Answers one question as a single request is answered. */
export type AnswerQuestion = (question: Question, caller: Caller, form: AnswerForm) => Promise<Answer>;
export interface AnswerForm {
  readonly explain: boolean;
  /** Of the sentences of a screening. */
  readonly language: keyof Bilingual;
}
type Answer = object & { readonly risk_level: RiskLevel };

export interface RunRowOptions {
  readonly store: BatchStore;
  readonly answer: AnswerQuestion;
  readonly screen: ScreenQuestion;
  /** Every verification is screened by itself: its answer says what was found, and only a row without an answer is looked up here. */
  readonly isAlwaysScreened: boolean;
  readonly clock: Clock;
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

/** One question through all attempts at it. */
interface Asking {
  readonly row: number;
  /** What its result says of it, whatever becomes of it. */
  readonly said: Pick<Outcome, 'line' | 'kind' | 'mended'>;
  readonly question: Question;
  readonly run: Run;
  /** Found by an earlier attempt: nobody is looked up twice because a source was down for a moment. */
  screened: { readonly screening: ShortScreening; readonly atMs: number } | undefined;
}

const scopeOf: Readonly<Record<Question['kind'], Scope>> = { cpf: 'verify:cpf', cnpj: 'verify:cnpj' };
const attemptsMax = 5;
const retries = { firstMs: 5_000, maxMs: Number.POSITIVE_INFINITY };
const writeAgainMs = 1_000;
/** Far more than all deadlines of one verification together: what hangs for longer must not keep its place. */
const rowMsMax = 60_000;
/** A budget may let a row wait until the next month, and lists change meanwhile. */
const screeningMsMax = 15 * 60_000;
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

  /** However long that takes. A process that is killed after it has what the lists say in its place. */
  async function claim({ row, said, screened, run: { batch, gate } }: Asking): Promise<void> {
    const lost = screened && { ...said, ...unknownOutcome, screening: screened.screening };
    const sealed = lost === undefined ? null : sealResult(seal, batch.id, row, 'outcome_unknown', lost).sealed;
    for (let isFirst = true; ; isFirst = false) {
      try {
        if (await store.claim(batch.id, row, sealed)) return;
      } catch (error) {
        if (isFirst) options.onStoreFault?.(error);
        await gate.wait(writeAgainMs);
        continue;
      }
      if ((await store.find(batch.id))?.state !== 'running') throw new BatchLeft();
      throw new PortionLost();
    }
  }

  async function ask({ question, run, screened }: Asking, caller: Caller): Promise<Asked> {
    const { keyId, explain, screenLanguage } = run.batch;
    const language = screenLanguage ?? (isOperatorOwner(keyId) ? 'pt' : 'en');
    try {
      const given = await withinMs(rowMsMax, answer(question, caller, { explain, language }));
      const whole = screened === undefined ? given : { ...given, screening: screened.screening };
      return { status: 'answered', reason: null, answer: whole, isFinal: true };
    } catch (error) {
      if (!isKnownOutcome(error)) {
        const reason = error instanceof AppError ? error.code : 'internal_error';
        return { status: 'outcome_unknown', reason, answer: null, isFinal: true };
      }
      return { status: 'failed', reason: error.code, answer: null, isFinal: !errorKinds[error.code].retryable };
    }
  }

  /** Undefined where it was done, or is not wanted. */
  async function lookUp(asking: Asking, caller: Caller): Promise<RefusedRow | undefined> {
    const { screen, clock } = options;
    const { screenLanguage } = asking.run.batch;
    const atMs = clock.monotonicMs();
    if (screenLanguage === null) return undefined;
    if (asking.screened !== undefined && atMs - asking.screened.atMs < screeningMsMax) return undefined;
    const found = await screenRow(() => screen(asking.question, caller, screenLanguage));
    if (found.kind === 'failed') return found;
    asking.screened = { screening: found.screening, atMs };
    return undefined;
  }

  const toCaller = ({ id, mode }: KeyRecord, { batch: { purpose } }: Run): Caller => ({
    ...{ keyId: id, mode, purpose },
    requestId: createRequestId(),
  });

  /** The lists first: where they cannot be asked, no source is. */
  async function attempt(asking: Asking, key: KeyRecord): Promise<Asked & { readonly isClaimed: boolean }> {
    const { question, run } = asking;
    if (!toScopes(question, run.batch).every((scope) => key.scopes.includes(scope))) {
      return { status: 'failed', reason: 'insufficient_scope', answer: null, isFinal: true, isClaimed: false };
    }
    const caller = toCaller(key, run);
    const refused = options.isAlwaysScreened ? undefined : await lookUp(asking, caller);
    if (refused !== undefined) {
      const { code: reason, isFinal } = refused;
      return { status: 'failed', reason, answer: null, isFinal, isClaimed: false };
    }
    await claim(asking);
    return { ...(await ask(asking, caller)), isClaimed: true };
  }

  /** What the lists say of a row that ends without an answer: nobody who is listed is lost by a source that is down. */
  async function findBeside(asking: Asking, key: KeyRecord): Promise<Pick<Outcome, 'screening'>> {
    const { run } = asking;
    while (options.isAlwaysScreened && (await lookUp(asking, toCaller(key, run)))?.isFinal === false) {
      await run.gate.wait(writeAgainMs);
    }
    return asking.screened === undefined ? {} : { screening: asking.screened.screening };
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
    const said = { line, kind: question.kind, mended };
    const asking: Asking = { row, said, question, run, screened: undefined };
    for (let attempts = 1; ; ) {
      const { key, leave } = await run.gate.pass();
      const free = await options.rowsInWork.enter();
      try {
        // It may have waited for its place while the process began to stop.
        if (run.signal.aborted) throw new BatchLeft();
        const { isFinal, isClaimed, ...asked } = await attempt(asking, key);
        const isCounted = asked.reason === null || !waitedFor.has(asked.reason);
        if (isFinal || (isCounted && attempts === attemptsMax)) {
          const beside = isClaimed && asked.answer === null ? await findBeside(asking, key) : {};
          return await settle(row, { ...said, ...asked, ...beside }, run);
        }
        if (isClaimed) await write(() => store.postpone(run.batch.id, row), run);
        if (isCounted) attempts++;
      } finally {
        free();
        leave();
      }
      await run.gate.wait(toBackoffMs(Math.max(1, attempts - 1), retries));
    }
  };
}

function toScopes({ kind }: Question, { screenLanguage }: StoredBatch): readonly Scope[] {
  return screenLanguage === null ? [scopeOf[kind]] : [scopeOf[kind], 'screen'];
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
