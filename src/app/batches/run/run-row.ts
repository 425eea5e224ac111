// Works one row of a batch off: who is asked about it, in which order, and how often.

import type { KeyRecord } from '../../../domain/access/api-key.ts';
import type { Scope } from '../../../domain/access/scopes.ts';
import { withListsInBody } from '../../../domain/coverage/coverage.ts';
import { errorKinds } from '../../../error-codes.ts';
import { AppError, type Bilingual } from '../../../errors.ts';
import type { Question } from '../../bulk/question.ts';
import type { Caller } from '../../caller.ts';
import type { Clock } from '../../clock.ts';
import { isKnownOutcome } from '../../idempotency/answer-once.ts';
import { toBackoffMs } from '../../waiting/backoff.ts';
import type { Semaphore } from '../../waiting/semaphore.ts';
import type { BatchRow } from '../batch-row.ts';
import { isOperatorOwner } from '../operator-owner.ts';
import type { StoredBatch } from '../ports.ts';
import {
  type Answer,
  type Claim,
  createRowOutcomes,
  type Outcome,
  type RowOutcomesOptions,
  type Run,
  writeAgainMs,
} from './row-outcomes.ts';
import { type RefusedRow, type ScreenQuestion, screenRow } from './screen-row.ts';
import { BatchEnded, BatchLeft } from './why-ended.ts';

/** Answers one question as a single request is answered. */
export type AnswerQuestion = (question: Question, caller: Caller, form: AnswerForm) => Promise<Answer>;
export interface AnswerForm {
  readonly explain: boolean;
  /** `language` sets the language of the sentences of a screening. */
  readonly language: keyof Bilingual;
}

export interface RunRowOptions extends RowOutcomesOptions {
  readonly answer: AnswerQuestion;
  readonly screen: ScreenQuestion;
  /** Every verification is screened by itself: its answer says what was found, and only a row without an answer is looked up here. */
  readonly isAlwaysScreened: boolean;
  readonly clock: Clock;
  readonly createRequestId: () => string;
  /** This semaphore covers the rows of all batches together, because sources also answer single requests. */
  readonly rowsInWork: Semaphore;
}

export type RunRow = (row: number, work: BatchRow, run: Run) => Promise<void>;

type Asked = Pick<Outcome, 'status' | 'reason' | 'answer'> & {
  readonly isFinal: boolean;
  /** A new attempt makes no sense before this many milliseconds have passed. */
  readonly waitMs?: number;
};

/** One question through all attempts at it. */
interface Asking extends Claim {
  readonly question: Question;
}

const scopeOf: Readonly<Record<Question['kind'], Scope>> = { cpf: 'verify:cpf', cnpj: 'verify:cnpj' };
const attemptsMax = 5;
const retries = { firstMs: 5_000, maxMs: Number.POSITIVE_INFINITY };
/** Far more than all deadlines of one verification together: what hangs for longer must not keep its place. */
const rowMsMax = 60_000;
/** An operator may raise a budget before its period ends. */
const budgetWaitMsMax = 60_000;
/** A budget may let a row wait until the next month, and lists change meanwhile. */
const screeningMsMax = 15 * 60_000;
/** These say nothing of the row: it waits for as long as they last. */
const waitedFor: ReadonlySet<string> = new Set(['audit_unavailable', 'overloaded', 'budget_exhausted']);

export function createRunRow(options: RunRowOptions): RunRow {
  const { answer, createRequestId } = options;
  const outcomes = createRowOutcomes(options);

  async function ask({ question, run, screened }: Asking, caller: Caller): Promise<Asked> {
    const { keyId, explain, screenLanguage } = run.batch;
    const language = screenLanguage ?? (isOperatorOwner(keyId) ? 'pt' : 'en');
    try {
      const given = await withinMs(rowMsMax, (beatOfRow) => {
        const beat = () => {
          beatOfRow();
          run.beat();
        };
        return answer(question, { ...caller, patience: { stop: run.stop, beat } }, { explain, language });
      });
      const whole =
        screened === undefined
          ? given
          : { ...withListsInBody(given, screened.coverage), screening: screened.screening };
      return { status: 'answered', reason: null, answer: whole, isFinal: true };
    } catch (error) {
      if (!isKnownOutcome(error)) {
        const reason = error instanceof AppError ? error.code : 'internal_error';
        return { status: 'outcome_unknown', reason, answer: null, isFinal: true };
      }
      const isFinal = !errorKinds[error.code].retryable;
      const waitMs = error.code === 'budget_exhausted' ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
      return { status: 'failed', reason: error.code, answer: null, isFinal, waitMs: Math.min(waitMs, budgetWaitMsMax) };
    }
  }

  /** Returns undefined if the screening is done or not wanted. */
  async function lookUp(asking: Asking, caller: Caller): Promise<RefusedRow | undefined> {
    const { screen, clock } = options;
    const { screenLanguage } = asking.run.batch;
    const atMs = clock.monotonicMs();
    if (screenLanguage === null) return undefined;
    if (asking.screened !== undefined && atMs - asking.screened.atMs < screeningMsMax) return undefined;
    const found = await screenRow(() => screen(asking.question, caller, screenLanguage));
    if (found.kind === 'failed') return found;
    asking.screened = { screening: found.screening, coverage: found.coverage, atMs };
    return undefined;
  }

  const toCaller = ({ id, mode }: KeyRecord, { batch }: Run): Caller => ({
    ...{ keyId: id, mode, purpose: batch.purpose, batchId: batch.id },
    requestId: createRequestId(),
    ...(batch.atBudget !== 'skip' && { atBudget: 'refuse' }),
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
    await outcomes.claim(asking);
    return { ...(await ask(asking, caller)), isClaimed: true };
  }

  /** Returns the list results for a row that ends without an answer. A source that is down must not hide a listed person. */
  async function findBeside(asking: Asking, key: KeyRecord): Promise<Pick<Outcome, 'screening'>> {
    const { run } = asking;
    while (options.isAlwaysScreened && (await lookUp(asking, toCaller(key, run)))?.isFinal === false) {
      await run.gate.wait(writeAgainMs);
    }
    return asking.screened === undefined ? {} : { screening: asking.screened.screening };
  }

  return async (row, work, run) => {
    const { line } = work;
    if ('fault' in work) {
      return outcomes.settle(
        row,
        { status: 'invalid', line, kind: null, reason: work.fault, mended: null, answer: null },
        run,
      );
    }
    const { question, mended } = work;
    const first = work.sameAs === undefined ? undefined : await outcomes.find(work.sameAs, question, run);
    if (first !== undefined) return outcomes.settle(row, { ...first, line, mended }, run);
    const said = { line, kind: question.kind, mended };
    const asking: Asking = { row, said, question, run, screened: undefined };
    let isFirst = true;
    for (let attempts = 1; ; ) {
      let waitMs = 0;
      const { key, leave } = await run.gate.pass(!isFirst);
      isFirst = false;
      const free = await options.rowsInWork.enter();
      try {
        // It may have waited for its place while the process began to stop.
        if (run.signal.aborted) throw new BatchLeft();
        const { isFinal, isClaimed, waitMs: toWaitMs = 0, ...asked } = await attempt(asking, key);
        const isCounted = asked.reason === null || !waitedFor.has(asked.reason);
        if (isFinal || (isCounted && attempts === attemptsMax)) {
          const beside = isClaimed && asked.answer === null ? await findBeside(asking, key) : {};
          return await outcomes.settle(row, { ...said, ...asked, ...beside }, run);
        }
        if (isClaimed) await outcomes.postpone(row, run);
        if (asked.reason === 'budget_exhausted' && run.batch.atBudget === 'stop')
          throw new BatchEnded('budget_exhausted');
        if (isCounted) attempts++;
        waitMs = toWaitMs;
      } finally {
        free();
        leave();
      }
      await run.gate.wait(Math.max(waitMs, toBackoffMs(Math.max(1, attempts - 1), retries)));
    }
  };
}

function toScopes({ kind }: Question, { screenLanguage }: StoredBatch): readonly Scope[] {
  return screenLanguage === null ? [scopeOf[kind]] : [scopeOf[kind], 'screen'];
}

/** Without a sign of life for so long, it counts as hung. */
async function withinMs<Value>(ms: number, begin: (beat: () => void) => Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('It took too long')), ms).unref();
  try {
    return await Promise.race([begin(() => void timer.refresh()), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
