// Asks about every row of a table, many at a time, and writes the results in the order of the rows. It notes an answer in
// a journal before it writes it: a killed run goes on where it was, and asks no source twice for a row.

import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { toBackoffMs } from '../../waiting/backoff.ts';
import { type Question, type QuestionRules, readQuestion } from '../question.ts';
import type { Row } from '../table.ts';
import type { Mend } from '../written-number.ts';
import type { Ask, AskResult, Outcome } from './outcome.ts';
import { createPace, type Pace } from './pace.ts';
import type { ResultWriter } from './results.ts';
import { addRunCounts, countOutcome, createRunCounts, type RunCounts } from './run-counts.ts';

/** A checkpoint states how much of the output is written permanently. */
export interface Checkpoint {
  readonly rows: number;
  readonly bytes: number;
  readonly counts: RunCounts;
}

/** An interrupted run leaves a journal. This run leaves one too if it is interrupted. */
export interface Journal {
  readonly runId: string;
  readonly start: Checkpoint;
  /** Answers to rows that were not written yet, by their place, counted from 0. */
  readonly kept: ReadonlyMap<number, Outcome>;
  keep(place: number, outcome: Outcome): void;
  checkpoint(at: Checkpoint, pending: ReadonlyMap<number, Outcome>): Promise<void>;
}

export interface Output {
  /** `bytes` counts the bytes so far, over all runs. */
  readonly bytes: number;
  write(piece: string | Uint8Array): Promise<void>;
  /** Makes the written data durable, so that it survives a loss of power. */
  sync(): Promise<void>;
}

export interface BadRow {
  readonly line: number;
  readonly outcome: Exclude<Outcome, { readonly kind: 'answered' }>;
}

export interface RunOptions {
  readonly rows: AsyncIterable<readonly Row[]>;
  readonly rules: QuestionRules;
  readonly writer: ResultWriter;
  readonly ask: Ask;
  readonly journal: Journal;
  readonly output: Output;
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
  readonly concurrency: number;
  /** `patienceMs` limits how long the service may be gone, or ask to wait, before the run stops. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  readonly onBadRow: (row: BadRow) => void;
  readonly onProgress: (counts: RunCounts, trouble: string | undefined) => void;
}

/** The run is not at its end, and can go on from where it is. */
export class RunStopped extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'RunStopped';
  }
}

interface Slot {
  readonly place: number;
  readonly row: Row;
  outcome: Outcome | undefined;
  done: Promise<void> | undefined;
}

const pieceCharacters = 64 * 1024;
const checkpointEveryMs = 1000;
const triesMax = 5;
const usualWaitMs = 1000;
const goneWaitMsMax = 15_000;

export async function runBulk(options: RunOptions): Promise<RunCounts> {
  const { writer, journal, output, clock, concurrency, signal } = options;
  const counts = createRunCounts();
  addRunCounts(counts, journal.start.counts);
  const pace = createPace({ clock, concurrency, sleep: options.sleep });
  const asker = createAsker(options, pace, (trouble) => options.onProgress(counts, trouble));
  /** `slots` keeps the order of the rows. The first rows are written as soon as they have their outcome. */
  const slots: Slot[] = [];
  const windowMax = Math.max(64, concurrency * 8);
  let text = journal.start.rows === 0 && journal.start.bytes === 0 ? writer.head : '';
  let written = journal.start.rows;
  let checkpointAtMs = clock.monotonicMs() + checkpointEveryMs;
  let place = 0;
  let fault: unknown;

  const onAbort = (): void => {
    asker.stop('The run was stopped.');
  };
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();

  /** Where it cannot be noted, nothing more is asked. */
  function keep(at: number, outcome: Outcome): void {
    try {
      journal.keep(at, outcome);
    } catch (error) {
      fault ??= error;
      asker.stop('The journal cannot be written.');
    }
  }

  function collect(): void {
    while (slots[0]?.outcome !== undefined) {
      const { row, outcome } = slots.shift() as Slot & { outcome: Outcome };
      text += writer.row(row, outcome);
      written++;
      countOutcome(counts, outcome);
      if (outcome.kind !== 'answered') options.onBadRow({ line: row.line, outcome });
    }
  }

  /** Answers that are not written: of rows that wait for an earlier one, and of those that were not come to yet. */
  function findPending(): ReadonlyMap<number, Outcome> {
    const pending = new Map([...journal.kept].filter(([kept]) => kept >= place));
    for (const { place: at, outcome } of slots) if (outcome?.kind === 'answered') pending.set(at, outcome);
    return pending;
  }

  async function flush(): Promise<void> {
    collect();
    const isDue = clock.monotonicMs() >= checkpointAtMs;
    if (text.length >= pieceCharacters || (isDue && text !== '')) {
      const piece = text;
      text = '';
      await output.write(piece);
    }
    if (!isDue) return;
    await writeCheckpoint();
    options.onProgress(counts, undefined);
  }

  /** All that was collected is written. */
  async function writeCheckpoint(): Promise<void> {
    checkpointAtMs = clock.monotonicMs() + checkpointEveryMs;
    await output.sync();
    await journal.checkpoint({ rows: written, bytes: output.bytes, counts }, findPending());
  }

  try {
    for await (const batch of options.rows) {
      for (const row of batch) {
        const slot: Slot = { place: place++, row, outcome: undefined, done: undefined };
        if (slot.place < journal.start.rows) continue;
        if (asker.stopped() !== undefined) break;
        const read = readQuestion(row, options.rules);
        const kept = journal.kept.get(slot.place);
        if (read.kind === 'bad') slot.outcome = { kind: 'bad', fault: read.fault };
        else if (kept !== undefined) slot.outcome = kept;
        else {
          await pace.enter(false);
          slot.done = asker.solve(read.question, read.mend).then(
            (outcome) => {
              if (outcome?.kind === 'answered') keep(slot.place, outcome);
              slot.outcome = outcome;
            },
            (error: unknown) => {
              fault ??= error;
              asker.stop('Nothing more can be asked.');
            },
          );
        }
        slots.push(slot);
        if (slots.length >= windowMax && slots[0]?.outcome === undefined) await slots[0]?.done;
        await flush();
      }
      if (asker.stopped() !== undefined) break;
    }
    while (slots.length > 0 && (slots[0]?.outcome !== undefined || asker.stopped() === undefined)) {
      await slots[0]?.done;
      await flush();
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    pace.release();
    await Promise.allSettled(slots.map((slot) => slot.done));
  }
  if (fault !== undefined) throw fault;
  collect();
  await output.write(text);
  await writeCheckpoint();
  const sentence = asker.stopped();
  if (sentence !== undefined) throw new RunStopped(sentence);
  return counts;
}

function createAsker(options: RunOptions, pace: Pace, onTrouble: (trouble: string) => void) {
  const { ask, journal, clock, patienceMs } = options;
  const underWay = new Map<string, Promise<AskResult>>();
  let stopped: string | undefined;
  let lastGoodMs = clock.monotonicMs();
  let goneTimes = 0;

  function stop(sentence: string): void {
    stopped ??= sentence;
    pace.release();
  }

  /** Rows that ask the same at the same time are asked once. */
  function askOnce(question: Question): Promise<AskResult> {
    const key = toIdempotencyKey(journal.runId, question);
    const other = underWay.get(key);
    if (other !== undefined) {
      return other.then((result) => (result.kind === 'answered' ? { ...result, isReplayed: true } : result));
    }
    const asked = ask(question, key).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    return asked;
  }

  function wait(ms: number, isBusy: boolean, why: string): void {
    const withoutMs = clock.monotonicMs() - lastGoodMs;
    if (ms > patienceMs || withoutMs > patienceMs) {
      const minutes = Math.max(1, Math.round(Math.max(ms, withoutMs) / 60_000));
      stop(
        ms > patienceMs
          ? `The service asks to wait for ${minutes} minutes: ${why}`
          : `There was no answer for ${minutes} minutes: ${why}`,
      );
      return;
    }
    pace.pause(ms, isBusy);
    onTrouble(why);
  }

  async function solve(question: Question, mend: Mend | undefined): Promise<Outcome | undefined> {
    for (let tries = 1; stopped === undefined; ) {
      const result = await askOnce(question);
      if (result.kind === 'answered' || result.kind === 'refused') {
        lastGoodMs = clock.monotonicMs();
        goneTimes = 0;
        pace.grow();
        return result.kind === 'answered'
          ? { kind: 'answered', body: result.body, mend, isReplayed: result.isReplayed }
          : toFailed(result, mend);
      }
      if (result.kind === 'stop') {
        stop(result.sentence);
        break;
      }
      if (result.kind === 'gone') {
        wait(toBackoffMs(++goneTimes, { firstMs: usualWaitMs, maxMs: goneWaitMsMax }), true, result.reason);
      } else {
        if (result.counts && tries++ >= triesMax) {
          return toFailed(result, mend);
        }
        wait(result.afterMs ?? usualWaitMs, result.isBusy, result.detail);
      }
      pace.leave();
      await pace.enter(true);
    }
    return undefined;
  }

  return {
    /** Resolves to undefined if the run stopped first. It leaves the place that the question entered. */
    solve: (question: Question, mend: Mend | undefined) => solve(question, mend).finally(() => pace.leave()),
    stop,
    stopped: () => stopped,
  };
}

function toFailed(result: Extract<AskResult, { readonly code: string }>, mend: Mend | undefined): Outcome {
  const { code, detail, screening } = result;
  return { kind: 'failed', code, detail, mend, ...(screening && { screening }) };
}

/** Derives the key from the question and the run. A row that repeats another gets the same answer, and a later run asks again. */
function toIdempotencyKey(runId: string, question: Question): string {
  return `bulk_${createHash('sha256').update(runId).update(JSON.stringify(question)).digest('base64url')}`;
}
