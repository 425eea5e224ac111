// `npm run test:long [-- --seconds N] [PART…]`: all parts, or those that are named. With a budget, those are begun that fit into it; the
// rest is named as left out.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parts } from './parts.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { seconds: { type: 'string' } } });
const names = Object.keys(parts);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) fail(`There is no ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
const budget = values.seconds === undefined ? Number.POSITIVE_INFINITY : Number(values.seconds);
if (Number.isNaN(budget)) fail('--seconds takes a number of seconds.');

const [begun, leftOut]: [string[], string[]] = [[], []];
let planned = 0;
for (const [name, { seconds }] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const fits = planned + seconds <= budget;
  if (fits) planned += seconds;
  (fits ? begun : leftOut).push(name);
}

const status = begun.length === 0 ? 0 : runTests(begun.map((name) => parts[name]?.file ?? ''));
if (leftOut.length > 0)
  process.stdout.write(
    `LEFT OUT, for want of time: ${leftOut.map((name) => `${name} (${parts[name]?.seconds} s)`).join(', ')}. ` +
      `To run it: npm run test:long -- ${leftOut.join(' ')}\n`,
  );
process.exit(status);

function runTests(files: readonly string[]): number {
  const root = join(import.meta.dirname, '../..');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', 'long', ...files];
  const env = { ...process.env, TEST_LENGTH: 'whole' };
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
