// A dataset as the suites for all datasets see it.

import { readFileSync, writeFileSync } from 'node:fs';
import type { Dataset } from '../../../src/datasets/folder/dataset.ts';

export interface ImportedDirectory {
  readonly directory: string;
  /** Of the snapshot that is live there. */
  readonly id: string;
}

interface DamagedFile {
  readonly name: string;
  /** A byte that its checksum covers; by default the one in the middle. */
  readonly at?: number;
}

export interface DatasetCase {
  readonly dataset: Dataset;
  readonly newFolder: () => string;
  /** After one, two and three imports: 2026-09-12, 2026-10-10, and the same day published anew. */
  readonly made: () => readonly ImportedDirectory[];
  /** `FIRST`, `SECOND` or `THIRD`, by what a reader of the live snapshot gets; undefined where nothing is live. */
  readonly read: (directory: string) => Promise<string | null | undefined>;
  /** The same, read from a part without which a snapshot serves. */
  readonly readWhole: (directory: string) => Promise<string | null | undefined>;
  readonly files: {
    /** Without these a snapshot does not serve. The first has several pieces. */
    readonly needed: readonly [DamagedFile, ...DamagedFile[]];
    readonly spare: readonly DamagedFile[];
  };
}

export function flipByte(path: string, where?: number): void {
  const bytes = readFileSync(path);
  const at = where ?? bytes.length >> 1;
  bytes[at] = ~(bytes[at] as number) & 0xff;
  writeFileSync(path, bytes);
}
