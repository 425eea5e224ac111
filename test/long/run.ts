// `npm run test:long [-- --seconds N] [PART…]`: all parts, or those that are named. With a budget of seconds on the clock, those are begun
// that fit into it, by what has changed and by the day; the rest is named as left out.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChanged } from '../../scripts/near/changed.ts';
import { readImporters } from '../../scripts/near/import-graph.ts';
import { systemClock } from '../../src/clock.ts';
import { chooseParts } from './choose-parts.ts';
import { parts } from './parts.ts';
import { listReachedParts } from './reached-parts.ts';

const root = join(import.meta.dirname, '../..');
/** Four parts at a time on two cores: those that take 402 s one after another took 288 s in November 2026. */
const togetherShare = 0.75;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { seconds: { type: 'string' } } });
const names = Object.keys(parts);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) fail(`There is no ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
const budget = values.seconds === undefined ? Number.POSITIVE_INFINITY : Number(values.seconds);
if (Number.isNaN(budget)) fail('--seconds takes a number of seconds.');

const named = Object.fromEntries(
  Object.entries(parts).filter(([name]) => positionals.length === 0 || positionals.includes(name)),
);
const reached =
  budget === Number.POSITIVE_INFINITY ? [] : listReachedParts(named, findChanged(root) ?? [], readImporters(root));
const day = Math.floor(systemClock.nowMs() / 86_400_000);
const { begun, leftOut, overdue } = chooseParts({ parts: named, reached, day, seconds: budget / togetherShare });

const status = begun.length === 0 ? 0 : runTests(begun.map((name) => parts[name]?.file ?? ''));
if (leftOut.length > 0)
  process.stdout.write(
    `LEFT OUT, for want of time: ${leftOut.map((name) => `${name} (${parts[name]?.seconds} s)`).join(', ')}. ` +
      `To run it: npm run test:long -- ${leftOut.join(' ')}\n`,
  );
if (overdue.length > 0)
  process.stdout.write(`OF TODAY among them, and so not run in this turn: ${overdue.join(', ')}\n`);
process.exit(status);

function runTests(files: readonly string[]): number {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', 'long', ...files];
  const env = { ...process.env, TEST_LENGTH: 'whole' };
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
