// What `npm run quick` takes of the tests, on the sources as they are.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countSharedWords, findTargets, measureSteps, readImporters } from '../../../scripts/near/import-graph.ts';
import { chooseNearTests } from '../../../scripts/near/near-tests.ts';

const root = join(import.meta.dirname, '../../..');
const importers = readImporters(root);

test.each([
  ['src/app/privacy/erase-person.ts', 'src/app/privacy/erase-person.test.ts', 'test/http/erasure.test.ts'],
  ['src/app/keys/admit.ts', 'src/app/keys/admit.test.ts', /^test\/http\//],
  ['src/app/audit/proof/check-part.ts', 'src/app/audit/proof/check-part.test.ts', 'test/contracts/audit/audit.test.ts'],
  ['src/domain/person/person.ts', 'src/domain/person/many-sources.test.ts', /^test\/contracts\//],
  [
    'src/stores/limits/counters.redis.ts',
    'test/contracts/limits/counters.test.ts',
    'test/http/limits/key-limits.test.ts',
  ],
  ['src/http/routes/verify-cpf.ts', 'test/http/verify-cpf.test.ts'],
])('a change of %s runs its tests beside the code, of its contract and over HTTP', (changed, ...tests) => {
  const { near } = chooseNearTests([changed], importers);
  expect(near).toEqual(expect.arrayContaining(tests.map((test) => expect.stringMatching(test))));
  expect(near.length).toBeLessThanOrEqual(25);
});

test('all tests that changed are run, and none of those that start processes for another reason', () => {
  const changed = ['test/e2e/operators/backup.test.ts', 'src/clock.ts', 'test/drift/near/near-tests.test.ts'];
  const { near, leftOut } = chooseNearTests(changed, importers);
  expect(near.filter((path) => !/^(?:src|console|packages|test\/contracts|test\/http)\//.test(path))).toEqual(
    changed.filter((path) => path.startsWith('test/')),
  );
  expect(leftOut).toBeGreaterThan(50);
});

test('what is imported for its types alone reaches nobody; a thread and a file that is named do', () => {
  const code = [
    "import type { A } from './types.ts';",
    "import {\n  b,\n  type B,\n} from '../several-lines.ts';",
    "export { c } from './passed-on.ts';",
    "import './effect.ts';",
    "const later = import('./later.ts');",
    "new Worker(new URL('./thread.ts', import.meta.url));",
  ].join('\n');
  const expected = ['effect', 'later', 'passed-on', 'thread'].map((name) => `src/room/${name}.ts`);
  expect(findTargets('src/room/file.ts', code).toSorted()).toEqual([...expected, 'src/several-lines.ts'].toSorted());
});

test('the way to a test is the shortest', () => {
  const graph = new Map([
    ['a', ['b', 'c']],
    ['b', ['c']],
    ['c', ['a', 'd']],
  ]);
  expect([...measureSteps(['a'], graph)]).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 1],
    ['d', 2],
  ]);
});

test('a subject is known in either number, and folders are none', () => {
  expect(countSharedWords('test/http/key-owned/batches.test.ts', ['src/app/bulk/batch.ts'])).toBe(1);
  expect(countSharedWords('test/http/verify-cpf.test.ts', ['src/http/main.ts', 'src/app/verify/verify-cpf.ts'])).toBe(
    2,
  );
});
