// The update of several lists, one after the other: one that fails stops no other.

import { type ExitCode, laterExitCode, OperatorError, toFaultCode } from '../../../errors.ts';
import { DraftRefused, type Judgement } from '../../datasets/judgement.ts';
import { type UpdatableDataset, updateDataset } from '../../datasets/update-dataset.ts';
import type { ImportedList } from './import-list.ts';
import type { ListJudgementName } from './judge-list.ts';

/** One list, open for an update. Its owner holds the lock of its download until `close`. */
export interface UpdatableList extends UpdatableDataset<ImportedList> {
  /** The day of what is live; undefined where nothing is. */
  readonly dataAsOf: string | undefined;
  /** Removes what was downloaded, and notes how it went; undefined where it was stopped. */
  close(update: ListUpdate | undefined): void;
}

export type ListUpdate =
  | { readonly kind: 'updated'; readonly list: string; readonly imported: ImportedList }
  | { readonly kind: 'unchanged' | 'held'; readonly list: string; readonly dataAsOf: string | undefined }
  | FailedUpdate;

interface FailedUpdate {
  readonly kind: 'failed';
  readonly list: string;
  readonly reason: string;
  /** The Portuguese text is null for an unforeseen error. */
  readonly portuguese: string | null;
  /** The judgements speak against the file. The list is empty if the failure has another cause that no name overrides. */
  readonly judgements: readonly Judgement<ListJudgementName>[];
  readonly exitCode: ExitCode;
}

export interface UpdateOrder {
  readonly lists: readonly string[];
  readonly overridden: readonly string[];
  readonly signal: AbortSignal;
  readonly onBegin: (list: string) => void;
  readonly onEnd: (update: ListUpdate) => Promise<void> | void;
}

/** One after the other. Throws only what the signal says. */
export async function updateLists(
  open: (list: string) => UpdatableList,
  { lists, overridden, signal, onBegin, onEnd }: UpdateOrder,
): Promise<readonly ListUpdate[]> {
  const updates: ListUpdate[] = [];
  for (const list of lists) {
    onBegin(list);
    const update = await updateList(list, open, overridden, signal);
    await onEnd(update);
    updates.push(update);
  }
  return updates;
}

async function updateList(
  list: string,
  open: (list: string) => UpdatableList,
  overridden: readonly string[],
  signal: AbortSignal,
): Promise<ListUpdate> {
  let opened: UpdatableList | undefined;
  let update: ListUpdate | undefined;
  try {
    signal.throwIfAborted();
    opened = open(list);
    const made = await updateDataset(opened, overridden, signal);
    update = made.kind === 'updated' ? { ...made, list } : { ...made, list, dataAsOf: opened.dataAsOf };
  } catch (error) {
    signal.throwIfAborted();
    update = toFailed(list, error);
  } finally {
    opened?.close(update);
  }
  return update;
}

export function toFailed(list: string, error: unknown): FailedUpdate {
  if (!(error instanceof OperatorError)) {
    const reason = `An internal fault (${toFaultCode(error)}).`;
    return { kind: 'failed', list, reason, portuguese: null, judgements: [], exitCode: 1 };
  }
  const { message: reason, portuguese = null, exitCode } = error;
  const judgements = error instanceof DraftRefused ? (error as DraftRefused<ListJudgementName>).judgements : [];
  return { kind: 'failed', list, reason, portuguese, judgements, exitCode };
}

/** 0 where all went well; 3 where another run may go better; any other code where somebody must do something. */
export function toExitCode(updates: readonly ListUpdate[]): ExitCode {
  const codes = updates.flatMap((update) => (update.kind === 'failed' ? [update.exitCode] : []));
  return codes.find((code) => code !== laterExitCode) ?? codes[0] ?? 0;
}
