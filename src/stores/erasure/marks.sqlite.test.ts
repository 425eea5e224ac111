import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { createSqliteMarks } from './marks.sqlite.ts';

test('a database whose tables are just being made has nothing to go through', async () => {
  const path = join(createTemporaryFolder('marks'), 'audit.db');
  writeFileSync(path, '');
  const marks = createSqliteMarks(path, (at) => at);
  await marks.add({ id: 'an erasure', sealed: 'sealed', at: '2026-11-19T00:00:00.000Z' });
  expect(await marks.list()).toBeUndefined();
});
