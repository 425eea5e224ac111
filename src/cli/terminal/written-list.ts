// Writes a long list to a file, which appears when it is whole, or to the standard output, no faster than it is taken.

import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { systemClock } from '../../clock.ts';
import { OperatorError } from '../../errors.ts';
import { createCountView } from './progress.ts';
import { withStopSignal } from './stop-signal.ts';
import { openDataOutput } from './terminal.ts';

interface Piece {
  readonly text: string;
  readonly records: number;
}
type Pieces = AsyncIterable<Piece> | Iterable<Piece>;

interface ListOrder {
  readonly pieces: Pieces;
  /** The value is undefined if the list goes to the standard output. */
  readonly out: string | undefined;
  /** `what` names the work in the sentence that says it was stopped: `The export`. */
  readonly what: string;
  readonly quiet: boolean;
}

export function refuseExisting(out: string | undefined, mayReplace: boolean): void {
  if (out === undefined || mayReplace || !existsSync(out)) return;
  throw new OperatorError(`${out} already exists. Give another name, or --force to replace it.`);
}

export function writeList({ pieces, out, what, quiet }: ListOrder): Promise<Written> {
  const left = out === undefined ? 'what was written is not whole' : 'no file was written';
  return withStopSignal(`${what} was stopped; ${left}.`, (signal) =>
    out === undefined ? writeTo(openDataOutput(), pieces, signal, quiet) : writeFile(out, pieces, signal, quiet),
  );
}

interface Written {
  readonly records: number;
  readonly bytes: number;
}

/** Writes the list under another name until it is complete, so that half a list never looks like a whole one. */
async function writeFile(out: string, pieces: Pieces, signal: AbortSignal, quiet: boolean): Promise<Written> {
  const partial = `${out}.part`;
  try {
    const file = createWriteStream(partial, { mode: 0o600, flush: true });
    const written = await writeTo(file, pieces, signal, quiet);
    file.end();
    await finished(file);
    renameSync(partial, out);
    return written;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

async function writeTo(
  target: NodeJS.WritableStream,
  pieces: Pieces,
  signal: AbortSignal,
  quiet: boolean,
): Promise<Written> {
  const view = createCountView('written', quiet);
  let [records, bytes] = [0, 0];
  let fault: unknown;
  target.on('error', (error) => {
    fault = error;
  });
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      if (fault !== undefined) throw fault;
      if (!target.write(piece.text)) await once(target, 'drain');
      records += piece.records;
      bytes += Buffer.byteLength(piece.text);
      view.show({ count: records, nowMs: systemClock.monotonicMs() });
    }
  } finally {
    view.stop();
  }
  return { records, bytes };
}
