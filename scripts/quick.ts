// `npm run quick [-- FILE…]`: what a change can be told in a minute. Format and types of what changed against main, the arrows, and the
// nearest tests beside the code, of contracts and over HTTP, by who imports whom. `npm run check` and `npm test` decide; this only says early what they would say.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChanged } from './near/changed.ts';
import { readImporters } from './near/import-graph.ts';
import { chooseNearTests } from './near/near-tests.ts';

const root = join(import.meta.dirname, '..');
const changed = (process.argv.length > 2 ? process.argv.slice(2) : (findChanged(root) ?? [])).filter((path) =>
  existsSync(join(root, path)),
);
if (changed.length === 0) {
  process.stdout.write('Nothing has changed.\n');
  process.exit(0);
}
const code = changed.filter((path) => /\.(?:tsx?|m?js)$/.test(path));
const { near, leftOut } = chooseNearTests(code, readImporters(root));
const program = (name: string) => join(root, 'node_modules/.bin', name);

const steps: [string, string, readonly string[]][] = [
  ['format', program('biome'), ['check', '--no-errors-on-unmatched', ...changed]],
  ['types', program('tsc'), ['--noEmit']],
  ...(code.some((path) => path.startsWith('console/'))
    ? ([['types of the console', program('tsc'), ['-p', 'console', '--noEmit']]] as [string, string, string[]][])
    : []),
  ['boundaries', process.execPath, ['scripts/check-boundaries.ts']],
  ...(near.length === 0
    ? []
    : ([['tests', program('vitest'), ['run', '--reporter=dot', ...near]]] as [string, string, string[]][])),
];
const failed: string[] = [];
for (const [name, file, args] of steps) {
  const beganMs = performance.now();
  const { status } = spawnSync(file, args, { cwd: root, stdio: 'inherit' });
  process.stdout.write(
    `${name}: ${status === 0 ? 'good' : 'FAILED'}, ${((performance.now() - beganMs) / 1000).toFixed(1)} s\n`,
  );
  if (status !== 0) failed.push(name);
}
if (leftOut > 0) process.stdout.write(`${leftOut} tests further away were left out: npm test\n`);
process.exit(failed.length === 0 ? 0 : 1);
