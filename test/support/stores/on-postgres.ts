// Tests that need PostgreSQL: where it is missing they say so, and are skipped.

import { describe } from 'vitest';
import { findPostgres } from '../machine.ts';
import { noPostgres } from './postgres.ts';

export function describeOnPostgres(title: string, tests: () => void): void {
  const isMissing = findPostgres() === undefined;
  if (isMissing) process.stderr.write(`"${title}" is skipped: ${noPostgres}\n`);
  describe.skipIf(isMissing)(title, tests);
}
