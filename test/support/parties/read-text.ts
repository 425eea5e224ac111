// Reads a text as confere.yaml, from a folder of its own that goes with the test.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readSources } from '../../../src/sources/read/read-sources.ts';

interface Surroundings {
  /** The value of every variable. */
  readonly secret?: string | undefined;
  /** What stands beside it, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

export async function readText(text: string, { secret, files = {} }: Surroundings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-read-text-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries({ ...files, 'confere.yaml': text })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const file = join(folder, 'confere.yaml');
  const reading = await readSources({ file, findVariable: () => secret });
  const isValid = reading.kind === 'valid';
  return { file, reading, faults: isValid ? [] : reading.faults, warnings: isValid ? reading.sources.warnings : [] };
}
