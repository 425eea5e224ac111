// A folder for one test, outside of what is searched for canaries; it is gone when the test is over.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export function createTemporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `confere-${purpose}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
