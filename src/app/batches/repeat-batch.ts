// A new batch of the incomplete rows of one that has ended: those that nobody was asked about, that failed, or whose answer lacks a source
// that could not be asked or did not answer. Asked twice, it gives the same batch.

import { AppError } from '../../errors.ts';
import { createRepeatedQuestions } from '../bulk/repeated-questions.ts';
import type { Clock } from '../clock.ts';
import { filePlace } from '../kept/batches.ts';
import { requireStored } from '../key-owned/require-stored.ts';
import type { Seal } from '../seal.ts';
import { openFile, sealFile } from './batch-file.ts';
import {
  type BatchRow,
  createOpenResult,
  type OnResultFault,
  type OpenedResult,
  openRows,
  sealRows,
} from './batch-row.ts';
import { beginBatch, startBatch } from './begin-batch.ts';
import { isOperatorOwner } from './operator-owner.ts';
import type { BatchStore, StoredBatch } from './ports.ts';
import { createListWholeResults } from './results/whole-results.ts';

interface RepeatOptions {
  readonly store: BatchStore;
  readonly seal: Seal;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly createId: () => string;
  readonly unfinishedPerKeyMax: number;
  readonly onFault: OnResultFault;
}

/** `beforeStart`: all of it is there, and nothing was asked yet. */
export type RepeatBatch = (batch: StoredBatch, beforeStart?: (id: string) => Promise<void>) => Promise<StoredBatch>;

export function createRepeatBatch(options: RepeatOptions): RepeatBatch {
  const { store, seal, clock, createId, unfinishedPerKeyMax, onFault } = options;
  const open = createOpenResult(seal, onFault);
  const listResults = createListWholeResults({ store, onMissing: onFault });

  async function* listIncomplete({ id, state, rows }: StoredBatch): AsyncGenerator<readonly BatchRow[]> {
    for (let next = 1; next <= rows; ) {
      const [chunk] = await store.listInputs(id, next, 1);
      if (chunk === undefined) return;
      const all = openRows(seal, id, chunk);
      const { firstRow } = chunk;
      next = firstRow + all.length;
      const results = await listResults({ id, state, rows }, firstRow, next - 1, all.length);
      const settled = new Map(results.map((result) => [result.row, open(id, result)]));
      yield all.filter((work, place) => !('fault' in work) && isIncomplete(settled.get(firstRow + place)));
    }
  }

  async function fill(before: StoredBatch, id: string): Promise<number> {
    if (isOperatorOwner(before.keyId)) {
      const file = openFile(seal, before.id, await store.getInput(before.id, filePlace));
      await requireStored(store.appendInput(id, sealFile(seal, id, file)));
    }
    const repeated = createRepeatedQuestions();
    let count = 0;
    for await (const some of listIncomplete(before)) {
      if (some.length === 0) continue;
      const firstRow = count + 1;
      const rows = some.map((work): BatchRow => {
        count++;
        if ('fault' in work) return work;
        const { sameAs: _, ...row } = work;
        const sameAs = repeated.findFirst(row.question, count);
        return sameAs === undefined ? row : { ...row, sameAs };
      });
      await requireStored(store.appendInput(id, sealRows(seal, id, firstRow, rows)));
    }
    return count;
  }

  return async (before, beforeStart = async () => {}) => {
    if (before.state !== 'completed' && before.state !== 'failed') throw toInvalidBatch(running);
    const { keyId, purpose, explain, screenLanguage, webhookId } = before;
    const id = createId();
    // What was left out for a budget waits for it now.
    const said = { keyId, purpose, explain, screenLanguage, webhookId, atBudget: 'wait' as const };
    const batch = { ...said, id, repeatId: `repeat of ${before.id}`, createdAtMs: clock.nowMs() };
    const older = await beginBatch(store, batch, unfinishedPerKeyMax);
    if (older !== undefined) {
      if (older.state === 'receiving') throw new AppError('idempotency_in_progress', { retryAfterSeconds: 1 });
      return older;
    }
    const started = await startBatch(store, id, async () => {
      const rows = await fill(before, id);
      if (rows === 0) throw toInvalidBatch(whole);
      await beforeStart(id);
      return { rows, fingerprint: batch.repeatId };
    });
    return started.batch;
  };
}

const running = {
  en: 'The batch has not ended yet. Repeat its incomplete rows once it has.',
  pt: 'O lote ainda não terminou. Repita as linhas incompletas quando ele terminar.',
};
const whole = {
  en: 'The batch has no incomplete row.',
  pt: 'O lote não tem nenhuma linha incompleta.',
};

function toInvalidBatch(detail: { readonly en: string; readonly pt: string }): AppError {
  return new AppError('invalid_batch', { detail });
}

interface Explained {
  readonly status?: string;
  readonly explanation?: {
    readonly sources?: Readonly<Record<string, { readonly outcome: string; readonly reason: string | null }>>;
  };
}

/** An answer without an explanation does not state why it is inconclusive. */
function isIncomplete(result: OpenedResult | undefined): boolean {
  if (result === undefined || result.status === 'failed' || result.status === 'outcome_unknown') return true;
  const { status, explanation } = (result.answer ?? {}) as Explained;
  if (status !== 'inconclusive') return false;
  const { sources } = explanation ?? {};
  if (sources === undefined) return true;
  return Object.values(sources).some(
    ({ outcome, reason }) =>
      (outcome === 'unavailable' && reason !== 'not_configured') || (outcome === 'not_asked' && reason === 'budget'),
  );
}
