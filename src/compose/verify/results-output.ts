// Where results and the journal of a run go. A file appears under its name when it is whole.

import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Journal, Output } from '../../app/bulk/run/run.ts';
import { createRunCounts } from '../../app/bulk/run/run-counts.ts';
import { findJournal, openJournal, type RunIdentity } from '../../bulk/journal.file.ts';
import { openFileOutput, toStreamOutput } from '../../bulk/output.ts';
import { takeRunLock } from '../../bulk/run-lock.ts';
import { OperatorError } from '../../errors.ts';

export interface ResultsOptions {
  /** The value undefined selects the standard output. */
  readonly out: string | undefined;
  /** The results go to this stream if the options name no file. */
  readonly dataOutput: NodeJS.WritableStream;
  readonly force: boolean;
}

export interface ResultsOutput {
  readonly journal: Journal;
  readonly output: Output;
  /** The result appears under its name. `compose` makes it of what was written, where that is not the result itself. */
  finish(compose?: Compose): Promise<void>;
}

/** The function composes a new file from the file that was written. */
export type Compose = (written: string, result: string) => Promise<void>;

/** Refuses an existing file. The caller checks before the work begins, and again once no other process can write there. */
export function refuseExisting({ out, force }: Pick<ResultsOptions, 'out' | 'force'>): void {
  if (out === undefined || force || !existsSync(out)) return;
  throw new OperatorError(`${out} already exists. Give another name, or --force to replace it.`);
}

/** `begin`: what comes once nothing refuses the run, and before anything is written. */
export async function openResultsOutput(
  order: ResultsOptions & { begin(): Promise<void> },
  identity: RunIdentity,
  opened: AsyncDisposableStack,
): Promise<ResultsOutput> {
  const runId = randomBytes(16).toString('base64url');
  const { out } = order;
  if (out === undefined) {
    await order.begin();
    const start = { rows: 0, bytes: 0, counts: createRunCounts() };
    const journal: Journal = { runId, start, kept: new Map(), keep: () => {}, checkpoint: async () => {} };
    return { journal, output: toStreamOutput(order.dataOutput), finish: async () => {} };
  }
  const [partial, path] = [`${out}.part`, `${out}.journal`];
  opened.use(takeRunLock(`${out}.lock`, out));
  refuseExisting(order);
  const before = order.force ? undefined : findJournal(path);
  if (before === undefined && existsSync(partial) && !order.force) {
    throw new OperatorError(
      `${partial} is there already, and no journal says of what run it is. Use --force to start over.`,
    );
  }
  if (before !== undefined) refuseOther(before, identity, { out, partial });
  await order.begin();
  const output = opened.use(await openFileOutput(partial, before?.start.bytes ?? 0));
  const journal = opened.use(
    openJournal({ path, identity, runId: before?.run ?? runId, start: before?.start, kept: before?.kept }),
  );
  return {
    journal,
    output,
    async finish(compose) {
      if (compose === undefined) {
        renameSync(partial, out);
      } else {
        const whole = `${out}.whole`;
        await compose(partial, whole);
        renameSync(whole, out);
        rmSync(partial, { force: true });
      }
      rmSync(path, { force: true });
    },
  };
}

function refuseOther(
  before: RunIdentity & { readonly start: { readonly bytes: number } },
  identity: RunIdentity,
  { out, partial }: { readonly out: string; readonly partial: string },
): void {
  const what =
    before.input !== identity.input
      ? 'the input is another one now'
      : before.settings !== identity.settings
        ? 'the columns, the form, the service or the lists are others now'
        : (statSync(partial, { throwIfNoEntry: false })?.size ?? 0) < before.start.bytes
          ? `${partial} is gone or shorter than its journal says`
          : undefined;
  if (what === undefined) return;
  throw new OperatorError(
    `An earlier run for ${out} is not finished, and cannot resume: ${what}. Run it as before, or start over with --force.`,
  );
}
