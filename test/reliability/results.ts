// What the last full run of each row found, kept beside the code so that the page can be rendered from it at any time.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of one row's last full run. */
export interface Result {
  readonly figures: readonly string[];
  /** What must never happen, and did. */
  readonly broken: readonly string[];
  /** A time or a share that was not reached. */
  readonly missed: readonly string[];
  /** A load that fell short of what the promise names; not recorded by older runs. */
  readonly unreached?: readonly string[];
  /** Of the code that was run, or, where that was not written down, of the commit that brought the figures. */
  readonly commit: string;
  readonly date: string;
  /** Load of the machine when it began: processes that wanted to run. */
  readonly load: number;
  readonly seconds: number;
  /** How much of the counts that the row names was made, where it was not all. */
  readonly share?: number;
  readonly machine: string;
}

export type Results = Readonly<Record<string, Result>>;

const file = join(import.meta.dirname, 'results.json');

export function readResults(): Results {
  return JSON.parse(readFileSync(file, 'utf8')) as Results;
}

/** Read anew each time: another run may have written other rows meanwhile. */
export function keepResult(id: string, result: Result): void {
  writeFileSync(file, `${JSON.stringify({ ...readResults(), [id]: result }, null, 2)}\n`);
}
