// `npm run test:mutation [file…]`: changes the code, one small fault at a time, and reports each fault that no test noticed.
// The mutation tester has its own lock file here and is installed on first use. One file after the other, one process at a time,
// behind all other work of the machine.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { installExtra } from '../../scripts/extra-packages.ts';
import { goal, rooms } from './rooms.ts';

const root = join(import.meta.dirname, '../..');
const output = join(import.meta.dirname, '.work');
const modules = join(import.meta.dirname, 'node_modules/@stryker-mutator');

/** Counted from 1. */
interface Position {
  readonly line: number;
  readonly column: number;
}

interface Mutant {
  readonly status: string;
  readonly replacement?: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

const wanted = process.argv.slice(2).map((path) => relative(root, resolve(path)));
const targets = rooms.flatMap(({ sources, tests }) =>
  sources
    .flatMap(listFiles)
    .map((file) => ({ file, tests: tests ?? [file.replace(/\.ts$/, '.test.ts')] }))
    .filter((target) => target.tests.every((test) => existsSync(join(root, test)))),
);
const unknown = wanted.filter((path) => !targets.some(({ file }) => file.startsWith(path)));
if (unknown.length > 0) {
  process.stderr.write(`Not in test/mutation/rooms.ts, or without a test beside it: ${unknown.join(', ')}\n`);
  process.exit(2);
}
installExtra(import.meta.dirname);
mkdirSync(output, { recursive: true });
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const failed: string[] = [];
const scores: { file: string; mutants: number; score: number }[] = [];
for (const { file, tests } of targets) {
  if (wanted.length > 0 && !wanted.some((path) => file.startsWith(path))) continue;
  const mutants = mutate(file, tests);
  if (mutants === undefined) {
    failed.push(file);
    continue;
  }
  const counted = mutants.filter(({ status }) => status !== 'Ignored');
  if (counted.length === 0) continue;
  const unnoticed = counted.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  scores.push({ file, mutants: counted.length, score: 100 * (1 - unnoticed.length / counted.length) });
  report(file, unnoticed);
  const late = counted.filter(({ status }) => status === 'Timeout').length;
  if (late > 0) process.stdout.write(`  ${late} noticed by a timeout only\n`);
}
process.stdout.write('\n| file | mutants | noticed |\n|---|---:|---:|\n');
for (const { file, mutants, score } of scores)
  process.stdout.write(`| ${file} | ${mutants} | ${score.toFixed(1)} % |\n`);
const below = scores.filter(({ score }) => score < goal).map(({ file }) => file);
if (below.length > 0) process.stderr.write(`\nBelow the goal of ${goal} %: ${below.join(', ')}\n`);
if (failed.length > 0) process.stderr.write(`\nNot measured, see above: ${failed.join(', ')}\n`);
if (below.length > 0 || failed.length > 0) process.exit(1);

function listFiles(source: string): string[] {
  if (!source.endsWith('/')) return [source];
  return readdirSync(join(root, source))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => `${source}${name}`);
}

function mutate(file: string, tests: readonly string[]): readonly Mutant[] | undefined {
  const name = file.replaceAll('/', '_');
  const result = join(output, `${name}.result.json`);
  const config = join(output, `${name}.config.json`);
  const settings = {
    plugins: [join(modules, 'vitest-runner/dist/src/index.js')],
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    mutate: [file],
    concurrency: 1,
    // One small test file per source: to count which test runs what costs more than to run them until the first fails.
    coverageAnalysis: 'off',
    reporters: ['json'],
    jsonReporter: { fileName: result },
    tempDirName: 'test/mutation/.work/sandbox',
    ignorePatterns: ['test-output', 'test/mutation/.work', 'bench', 'data', 'secrets', 'docs'],
    // A busy machine must not turn a survivor into a timeout, which counts as noticed.
    timeoutMS: 30_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 30,
    // The tester would rewrite tsconfig.json by a programming interface that TypeScript 7 no longer has; nothing here needs it.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    allowEmpty: true,
  };
  writeFileSync(config, JSON.stringify(settings));
  const stryker = spawnSync(process.execPath, [join(modules, 'core/bin/stryker.js'), 'run', config], {
    cwd: root,
    env: { ...process.env, MUTATION_TESTS: tests.join(',') },
    encoding: 'utf8',
  });
  if (stryker.status !== 0) {
    process.stderr.write(`${file}\n${stryker.stdout}${stryker.stderr}`);
    return undefined;
  }
  const { files } = JSON.parse(readFileSync(result, 'utf8')) as { files: Record<string, { mutants: Mutant[] }> };
  return files[file]?.mutants ?? [];
}

function report(file: string, unnoticed: readonly Mutant[]): void {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  process.stdout.write(`\n${file}: ${unnoticed.length} unnoticed\n`);
  for (const { status, replacement, location } of unnoticed) {
    const { start, end } = location;
    const line = lines[start.line - 1] ?? '';
    const was = start.line === end.line ? line.slice(start.column - 1, end.column - 1) : '{…}';
    const never = status === 'NoCoverage' ? ' (run by no test)' : '';
    process.stdout.write(`  ${start.line}: ${was}  ->  ${replacement}${never}\n`);
  }
}
