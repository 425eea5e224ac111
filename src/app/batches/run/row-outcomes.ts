// What happens to a row, on the disk. It is claimed there before anybody is asked about it: killed after that, its outcome is unknown, and
// nobody is asked again.

import type { RiskLevel } from '../../../domain/risk/risk-policy.ts';
import type { Question } from '../../bulk/question.ts';
import type { Seal } from '../../seal.ts';
import { writeWithRetries } from '../../waiting/write-with-retries.ts';
import { isSameQuestion, openResult, openRows, type RowResult, sealResult, unknownOutcome } from '../batch-row.ts';
import type { BatchStore, RowStatus, StoredBatch } from '../ports.ts';
import type { KeyGate, Waiting } from './key-gate.ts';
import type { LookedUpRow } from './screen-row.ts';
import { AskedElsewhere, BatchLeft, PortionLost } from './why-ended.ts';

/** The rows of one batch share this state while this process works on it. */
export interface Run extends Waiting {
  readonly batch: StoredBatch;
  readonly gate: KeyGate;
  /** Rows that this process is asking about. */
  readonly underWay: Map<number, Promise<void>>;
  /** The process stops. */
  readonly stop: AbortSignal;
}

export type Answer = object & { readonly risk_level: RiskLevel };

export type Outcome = RowResult & { readonly status: RowStatus; readonly answer: Answer | null };

export interface Claim {
  readonly row: number;
  /** `said` holds the facts that the result states about the row with any outcome. */
  readonly said: Pick<Outcome, 'line' | 'kind' | 'mended'>;
  readonly run: Run;
  /** An earlier attempt found this screening. Confere does not screen a person twice because a source was down for a moment. */
  screened: (LookedUpRow & { readonly atMs: number }) | undefined;
}

export interface RowOutcomesOptions {
  readonly store: BatchStore;
  readonly seal: Seal;
  readonly onRow?: (status: RowStatus) => void;
  /** Something could not be written down; it is tried again until it can be. */
  readonly onStoreFault?: (error: unknown) => void;
}

export const writeAgainMs = 1_000;

export function createRowOutcomes({ store, seal, onRow, onStoreFault }: RowOutcomesOptions) {
  /** However long that takes; a disk that is full is no reason to take the batch for hung. */
  const write = (action: () => Promise<void>, { stop, beat }: Run) =>
    writeWithRetries(
      () => {
        beat();
        return action();
      },
      { stop, onRefused: onStoreFault },
    );

  async function settle(row: number, outcome: Outcome, run: Run): Promise<void> {
    const { status, ...result } = outcome;
    const sealed = sealResult(seal, run.batch.id, row, status, result);
    const risk = outcome.answer?.risk_level ?? null;
    await write(() => store.settle(run.batch.id, sealed, risk), run);
    onRow?.(status);
  }

  /** However long that takes. A process that is killed after it has what the lists say in its place. */
  async function claim({ row, said, screened, run: { batch, gate } }: Claim): Promise<void> {
    const lost = screened && { ...said, ...unknownOutcome, screening: screened.screening };
    const sealed = lost === undefined ? null : sealResult(seal, batch.id, row, 'outcome_unknown', lost).sealed;
    for (let isFirst = true; ; isFirst = false) {
      try {
        if (await store.claim(batch.id, row, sealed, !isFirst)) return;
      } catch (error) {
        if (isFirst) onStoreFault?.(error);
        await gate.wait(writeAgainMs);
        continue;
      }
      if ((await store.find(batch.id))?.state !== 'running') throw new BatchLeft();
      throw new PortionLost();
    }
  }

  /** The result of the row that asks the same; undefined where there is no such row after all. */
  async function find(row: number, question: Question, { batch, underWay }: Run): Promise<Outcome | undefined> {
    const input = await store.getInput(batch.id, row);
    const asked = openRows(seal, batch.id, input)[row - input.firstRow];
    if (asked === undefined || 'fault' in asked || !isSameQuestion(asked.question, question)) return undefined;
    await underWay.get(row)?.catch(() => {});
    const [settled] = await store.listResults(batch.id, row, row, 1);
    if (settled === undefined) throw new AskedElsewhere();
    const { row: _, ...outcome } = openResult(seal, batch.id, settled);
    return { ...outcome, kind: question.kind } as Outcome;
  }

  return {
    claim,
    settle,
    find,
    postpone: (row: number, run: Run) => write(() => store.postpone(run.batch.id, row), run),
  };
}
