// The import of a dataset as a use case: what must hold before a draft may go live, and in which order things happen. A dataset brings
// what it judges; its session does all that happens to the disk.

import { OperatorError } from '../../errors.ts';
import type { DatasetName, DatedSnapshot } from './dataset-name.ts';
import { type AgeJudgementName, judgeAge } from './judge-age.ts';
import { type Judgement, settle } from './judgement.ts';

/** An `ImportSession` carries out one import of a dataset, step by step. Its owner holds the import lock until `close`. */
export interface ImportSession<Draft, Name extends string = string> {
  readonly dataset: DatasetName;
  /** The value is undefined if no snapshot is live or the manifest is unreadable. */
  readonly live: DatedSnapshot | undefined;
  /** Tells whether a rollback keeps the dataset unchanged. */
  readonly isHeld: boolean;
  /** The day of the data, by the names of the files. Throws an OperatorError where they are no whole set of this dataset. */
  survey(): Promise<string>;
  build(): Promise<Draft>;
  /** Returns the judgements that speak against the draft. Throws an OperatorError for a fault that no name overrides. */
  judge(draft: Draft): readonly Judgement<Name>[];
  /** Reads the whole draft back. Throws when anything differs. */
  verify(draft: Draft): Promise<void>;
  /** Atomic: before it the old snapshot is live, after it the new one. */
  publish(): Promise<void>;
  /** Removes all data that was not published, records the outcome and releases the lock. */
  close(outcome: ImportOutcome<Draft>): Promise<void>;
}

export type ImportOutcome<Draft> =
  | { readonly kind: 'succeeded'; readonly imported: Imported<Draft> }
  /** The import switched nothing. It only tried the draft, or the draft equals the live data. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'interrupted' };

export type Imported<Draft, Name extends string = string> = Draft & {
  /** `overridden` lists the objections that the operator overrode. */
  readonly overridden: readonly Judgement<Name>[];
};

interface ImportOrder {
  /** The names of judgements in spite of which it goes live. */
  readonly overridden: readonly string[];
  readonly signal: AbortSignal;
}

export async function importDraft<Draft, Name extends string>(
  session: ImportSession<Draft, Name>,
  order: ImportOrder,
): Promise<Imported<Draft, Name | AgeJudgementName>> {
  return run(session, order, async () => publish(session, await prepare(session, order), order));
}

/** Imports a draft and switches to it. Returns undefined and switches nothing if the draft turns out to be unnecessary. */
export async function importNeededDraft<Draft, Name extends string>(
  session: ImportSession<Draft, Name>,
  order: ImportOrder,
  isNeeded: () => boolean,
): Promise<Imported<Draft, Name | AgeJudgementName> | undefined> {
  return run(session, order, async () => {
    const draft = await prepare(session, order);
    return isNeeded() ? publish(session, draft, order) : undefined;
  });
}

export interface TriedDraft<Draft, Name extends string, Effects> {
  readonly draft: Draft;
  /** `judgements` lists the objections to the draft, and `overridden` lists those that the order overrides. */
  readonly judgements: readonly Judgement<Name | AgeJudgementName>[];
  readonly overridden: readonly Judgement<Name | AgeJudgementName>[];
  readonly effects: Effects;
}

/**
 * Performs an import without the switch. While the draft exists, `look` examines what it would do. Objections to the draft do not prevent that
 * look.
 */
export async function tryDraft<Draft, Name extends string, Effects>(
  session: ImportSession<Draft, Name>,
  { overridden, signal }: ImportOrder,
  look: (draft: Draft) => Promise<Effects>,
): Promise<TriedDraft<Draft, Name, Effects>> {
  try {
    const early = judgeAge(session, await session.survey());
    const draft = await session.build();
    const found = [...early, ...session.judge(draft)];
    signal.throwIfAborted();
    const isOverridden = ({ name }: Judgement) => overridden.includes(name);
    const judgements = found.filter((each) => !isOverridden(each));
    return { draft, judgements, overridden: found.filter(isOverridden), effects: await look(draft) };
  } finally {
    await session.close({ kind: 'unchanged' });
  }
}

/** Throws where something speaks against the draft that no name of the order overrides. */
async function prepare<Draft, Name extends string>(
  session: ImportSession<Draft, Name>,
  { overridden }: ImportOrder,
): Promise<Imported<Draft, Name | AgeJudgementName>> {
  const early = settle(judgeAge(session, await session.survey()), overridden);
  const draft = await session.build();
  return { ...draft, overridden: [...early, ...settle(session.judge(draft), overridden)] };
}

async function publish<Draft, Result extends Draft>(
  session: ImportSession<Draft>,
  draft: Result,
  { signal }: ImportOrder,
): Promise<Result> {
  await session.verify(draft);
  signal.throwIfAborted();
  await session.publish();
  return draft;
}

/** Runs the import and closes the session with any outcome. */
async function run<Draft, Result extends Imported<Draft> | undefined>(
  session: ImportSession<Draft>,
  { signal }: ImportOrder,
  work: () => Promise<Result>,
): Promise<Result> {
  let outcome: ImportOutcome<Draft> = { kind: 'interrupted' };
  try {
    const imported = await work();
    outcome = imported === undefined ? { kind: 'unchanged' } : { kind: 'succeeded', imported };
    return imported;
  } catch (error) {
    if (!signal.aborted)
      outcome = { kind: 'failed', reason: error instanceof OperatorError ? error.message : 'An internal fault.' };
    throw error;
  } finally {
    await session.close(outcome);
  }
}

/** Returns the audit text of an import: the snapshot, the overridden objections and any further notes. */
export function toImportTarget(snapshot: string, overridden: readonly Judgement[], notes: readonly string[]): string {
  const names = overridden.map(({ name }) => name).join(',');
  return [snapshot, ...(names === '' ? [] : [`forced:${names}`]), ...notes].join(' ');
}
