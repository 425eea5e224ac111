// The import of a list as a use case: what must hold before it may go live, and in which order things happen.

import { OperatorError } from '../../../errors.ts';
import { type Judgement, settle } from '../../datasets/judgement.ts';
import { judgeList, judgeListAge, type ListJudgementName } from './judge-list.ts';
import type { ListDraft, ListInfo } from './list-counts.ts';

/** Everything that one import does to the disk. Its owner holds the lock of the list until `close`. */
export interface ListSession {
  /** Undefined where nothing is live, or it cannot be read. */
  readonly live: ListInfo | undefined;
  /** Whether a rollback keeps it as it is. */
  readonly isHeld: boolean;
  /** The day of the data, by the names of the file; throws an OperatorError where the file is none of this list. */
  survey(): Promise<string>;
  build(): Promise<ListDraft>;
  /** Whether the draft has the very entries of the live edition. */
  isUnchanged(): boolean;
  /** Whether the draft is known to be current on a later day than the live edition. */
  isFresher(): boolean;
  /** Reads the whole draft back. */
  verify(draft: ListDraft): Promise<void>;
  /** Atomic: before it the old list is live, after it the new one. */
  publish(): void;
  close(outcome: ListOutcome): void;
}

export type ListOutcome =
  | { readonly kind: 'succeeded'; readonly draft: ImportedList }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'interrupted' };

export interface ImportedList extends ListDraft {
  /** What spoke against it and was overridden. */
  readonly overridden: readonly Judgement<ListJudgementName>[];
}

export async function importList(
  session: ListSession,
  overridden: readonly string[],
  signal: AbortSignal,
): Promise<ImportedList> {
  return run(session, signal, async () => {
    const { draft, judgements } = await prepare(session, overridden);
    return publish(session, draft, judgements, signal);
  });
}

interface ChangedOrder {
  readonly overridden: readonly string[];
  /** Whether the same entries go live as well, where they are known to be current on a later day. */
  readonly isRenewed: boolean;
}

/** Undefined where the file has the very entries of the live edition: then nothing is switched. */
export async function importChangedList(
  session: ListSession,
  { overridden, isRenewed }: ChangedOrder,
  signal: AbortSignal,
): Promise<ImportedList | undefined> {
  return run(session, signal, async () => {
    const { draft, judgements } = await prepare(session, overridden);
    const isNeeded = !session.isUnchanged() || (isRenewed && session.isFresher());
    return isNeeded ? publish(session, draft, judgements, signal) : undefined;
  });
}

type ListJudgements = readonly Judgement<ListJudgementName>[];

/** Throws where something speaks against the file that nobody has overridden. */
async function prepare(
  session: ListSession,
  overridden: readonly string[],
): Promise<{ readonly draft: ListDraft; readonly judgements: ListJudgements }> {
  const { live, isHeld } = session;
  const early = settle(judgeListAge(await session.survey(), live, isHeld), overridden);
  const draft = await session.build();
  if (draft.counts.entries === 0 && !draft.isEmpty)
    throw new OperatorError({
      en: 'The file has no entry: nothing to publish, and the live list stays in use.',
      pt: 'O arquivo não tem nenhum registro: não há o que publicar, e a lista em uso continua valendo.',
    });
  return { draft, judgements: [...early, ...settle(judgeList(draft, live), overridden)] };
}

async function publish(
  session: ListSession,
  draft: ListDraft,
  overridden: ListJudgements,
  signal: AbortSignal,
): Promise<ImportedList> {
  await session.verify(draft);
  signal.throwIfAborted();
  session.publish();
  return { ...draft, overridden };
}

/** Closes the session with the outcome, whatever it is. */
async function run<Result extends ImportedList | undefined>(
  session: ListSession,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  let outcome: ListOutcome = { kind: 'interrupted' };
  try {
    const imported = await work();
    outcome = imported === undefined ? { kind: 'unchanged' } : { kind: 'succeeded', draft: imported };
    return imported;
  } catch (error) {
    if (!signal.aborted)
      outcome = { kind: 'failed', reason: error instanceof OperatorError ? error.message : 'An internal fault.' };
    throw error;
  } finally {
    session.close(outcome);
  }
}
