// A short form of every promise, for `npm run test:long`: nothing wrong, nothing lost. How long anything took decides nothing here.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFindings } from './row.ts';
import { rows } from './rows.ts';

const root = join(import.meta.dirname, '../..');

describe.each(rows)('$promise', ({ suites = [], drive }) => {
  test('holds on a short drive', { skip: drive === undefined }, async () => {
    const findings = createFindings();
    await drive?.('short', findings);
    expect(findings.broken(), findings.figures().join(', ')).toEqual([]);
  });

  test('has suites that exist', { skip: suites.length === 0 }, () => {
    expect(suites.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
  });
});
