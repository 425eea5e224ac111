// The journal of a run, beside its output: which run it is, how far the output is written, and answers that came before their turn.
// Lines of JSON; the last one may be torn by a kill, and is no loss: what it would have said is asked again under the same
// idempotency key, and answered from the service's own record.

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { Outcome } from '../app/bulk/run/outcome.ts';
import type { Checkpoint, Journal } from '../app/bulk/run/run.ts';
import { createRunCounts, type RunCounts } from '../app/bulk/run/run-counts.ts';
import { ifThere } from '../errors.ts';

/** A `RunIdentity` identifies two runs as the same run. */
export interface RunIdentity {
  /** `input` identifies the input by its size and its beginning. */
  readonly input: string;
  /** `settings` identifies the questions about the input and the service that answers them. */
  readonly settings: string;
}

interface Header extends RunIdentity {
  readonly version: 1;
  readonly run: string;
}

type Line = Header | CheckpointLine | { readonly place: number; readonly outcome: Outcome };

interface CheckpointLine {
  readonly at: Omit<Checkpoint, 'counts'> & { readonly tally: RunCounts };
}

/** Beyond this the journal is written anew, with what still counts. */
const bytesMax = 1024 * 1024;
const none: Checkpoint = { rows: 0, bytes: 0, counts: createRunCounts() };

/** Reads the journal that an earlier run left at `path`. Returns undefined if there is no readable journal. */
export function findJournal(
  path: string,
):
  | (RunIdentity & { readonly run: string; readonly start: Checkpoint; readonly kept: Map<number, Outcome> })
  | undefined {
  const text = ifThere(() => readFileSync(path, 'utf8'));
  if (text === undefined) return undefined;
  let header: Header | undefined;
  let start = none;
  const kept = new Map<number, Outcome>();
  for (const written of text.split('\n')) {
    const line = findLine(written);
    if (line === undefined) continue;
    if ('run' in line) header ??= line;
    else if ('at' in line) start = toCheckpoint(line);
    else kept.set(line.place, line.outcome);
  }
  if (header?.version !== 1) return undefined;
  for (const place of kept.keys()) if (place < start.rows) kept.delete(place);
  return { ...header, start, kept };
}

function toCheckpoint({ at: { rows, bytes, tally: counts } }: CheckpointLine): Checkpoint {
  return { rows, bytes, counts };
}

function toCheckpointLine({ rows, bytes, counts: tally }: Checkpoint): CheckpointLine {
  return { at: { rows, bytes, tally } };
}

function findLine(written: string): Line | undefined {
  try {
    return JSON.parse(written) as Line;
  } catch {
    return undefined;
  }
}

function write(descriptor: number, lines: readonly Line[]): number {
  const text = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  for (let from = 0; from < text.length; ) from += writeSync(descriptor, text, from);
  return text.length;
}

interface JournalOptions {
  readonly path: string;
  readonly identity: RunIdentity;
  readonly runId: string;
  readonly start?: Checkpoint | undefined;
  readonly kept?: ReadonlyMap<number, Outcome> | undefined;
}

export function openJournal({
  path,
  identity,
  runId,
  start = none,
  kept = new Map(),
}: JournalOptions): Journal & Disposable {
  let descriptor = -1;
  let bytes = 0;

  function append(...lines: readonly Line[]): void {
    bytes += write(descriptor, lines);
  }

  /** Writes the journal under another name first, so that a whole journal exists at any moment. */
  function rewrite(at: Checkpoint, pending: ReadonlyMap<number, Outcome>): void {
    const before = descriptor;
    const next = openSync(`${path}.new`, 'w', 0o600);
    try {
      const answers = [...pending].map(([place, outcome]) => ({ place, outcome }));
      bytes = write(next, [{ version: 1, run: runId, ...identity }, toCheckpointLine(at), ...answers]);
      fsyncSync(next);
      renameSync(`${path}.new`, path);
    } catch (error) {
      // What comes now still belongs to the one that is there.
      closeSync(next);
      rmSync(`${path}.new`, { force: true });
      throw error;
    }
    descriptor = next;
    if (before >= 0) closeSync(before);
  }

  rewrite(start, kept);
  return {
    runId,
    start,
    kept,
    keep: (place, outcome) => append({ place, outcome }),
    async checkpoint(at, pending) {
      if (bytes > bytesMax) rewrite(at, pending);
      else append(toCheckpointLine(at));
    },
    [Symbol.dispose]: () => closeSync(descriptor),
  };
}
