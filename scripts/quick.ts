// `npm run quick [-- FILE…]`: what a change can be told in a minute. Format and types of what changed against main, the arrows, and the
// nearest tests, by who imports whom. `npm run check` and `npm test` decide; this only says early what they would say.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '..');
/** The nearest ones; more would take longer than a minute. */
const testsMax = 25;

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const changed = (process.argv.length > 2 ? process.argv.slice(2) : findChanged()).filter((path) =>
  existsSync(join(root, path)),
);
if (changed.length === 0) {
  process.stdout.write('Nothing has changed.\n');
  process.exit(0);
}
const code = changed.filter((path) => /\.(?:tsx?|m?js)$/.test(path));
const { near, leftOut } = findTests(code);
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

/** Since the branch left main, committed or not. */
function findChanged(): string[] {
  const base = spawnSync('git', ['merge-base', 'HEAD', 'main'], { cwd: root, encoding: 'utf8' });
  const since = base.status === 0 ? base.stdout.trim() : 'HEAD';
  return [
    ...git('diff', '--name-only', since).split('\n'),
    ...git('ls-files', '--others', '--exclude-standard').split('\n'),
  ].filter((path) => path !== '');
}

/** Tests that changed, and those inside one process that reach what changed by the fewest imports. Real processes are left to `npm test`. */
function findTests(paths: readonly string[]): { near: string[]; leftOut: number } {
  const files = globSync('{src,console,packages,test,scripts}/**/*.{ts,tsx,js}', {
    cwd: root,
    exclude: (path) => path.includes('node_modules') || path.includes('dist'),
  });
  const importers = new Map<string, string[]>();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, target] of text.matchAll(/(?:from|import|new URL)\s*\(?\s*'(\.[^']+)'/g)) {
      const path = normalize(join(dirname(file), target as string));
      importers.set(path, [...(importers.get(path) ?? []), file]);
    }
  }
  const found = new Set(paths);
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
  const isTest = (path: string) => path.endsWith('.test.ts');
  const related = [...found].filter(
    (path) => isTest(path) && (paths.includes(path) || /^(?:src|console|packages)\//.test(path)),
  );
  return { near: related.slice(0, testsMax), leftOut: related.length - Math.min(related.length, testsMax) };
}
