// `npm run test:reliability [ID…]`: runs every row, or those that are named, at full length, prints promise, figure and verdict,
// and writes docs/reliability.md. RELIABILITY_SHARE=0.1 makes a tenth of every count. `npm run test:reliability -- --prove [ID…]`: shows that they notice what they are for.

import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { findLeaks } from '../support/canaries.ts';
import { createOutputDirectory, searchedDirectory } from '../support/output.ts';
import { renderPage, toVerdict } from './page.ts';
import { mutants } from './prove/mutants.ts';
import { keepOutcome } from './prove/outcomes.ts';
import { isProven, prove, toLine } from './prove/prove.ts';
import { keepResult, type Result, readResults } from './results.ts';
import { createFindings, type Findings, type Row, type Suite, share, times } from './row.ts';
import { rows } from './rows.ts';

const root = join(import.meta.dirname, '../..');
const machine = `${cpus().length} cores (${process.arch}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
const pageFile = join(root, 'docs/reliability.md');

const wanted = process.argv.slice(2).filter((word) => word !== '--prove');
const unknown = wanted.filter((id) => !rows.some((row) => row.id === id));
if (unknown.length > 0) {
  process.stderr.write(`There is no row ${unknown.join(', ')}. There are: ${rows.map(({ id }) => id).join(', ')}.\n`);
  process.exit(2);
}

const chosen = rows.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
if (process.argv.includes('--prove')) {
  // Of the code that was copied when it began.
  const outcome = { commit: describeCommit(), date: new Date().toISOString().slice(0, 10) };
  const proofs = await prove(chosen, mutants, (proof) => {
    process.stdout.write(`${toLine(proof)}\n`);
    if (proof.mutant !== undefined && proof.colour !== 'none')
      keepOutcome(proof.mutant, { colour: proof.colour, ...outcome });
  });
  writeFileSync(pageFile, renderPage(rows, readResults()));
  const unproven = proofs.filter((proof) => !isProven(proof)).length;
  process.stdout.write(`\n${proofs.length - unproven} of ${proofs.length} as they must be.\n`);
  process.exit(unproven === 0 ? 0 : 1);
}

let isGood = true;
for (const row of chosen) {
  process.stdout.write(`\n${row.promise}: ${row.test}\n`);
  const result = await runRow(row);
  keepResult(row.id, result);
  writeFileSync(pageFile, renderPage(rows, readResults()));
  for (const figure of result.figures) process.stdout.write(`  ${figure}\n`);
  process.stdout.write(`  ${toVerdict(result).replaceAll('*', '')} (${row.pass})\n`);
  if (toVerdict(result) !== 'pass') isGood = false;
}
process.exitCode = isGood ? 0 : 1;

async function runRow(row: Row): Promise<Result> {
  const startedAtMs = Date.now();
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  const findings = createFindings();
  for (const suite of row.suites ?? []) runSuite(suite, findings);
  if (row.drive !== undefined) {
    // What an earlier row left was searched by that row, and is gigabytes.
    rmSync(searchedDirectory, { recursive: true, force: true });
    createOutputDirectory('row');
    await row.drive('full', findings).catch((error: unknown) => {
      const examples = [error instanceof Error ? error.message : String(error)];
      findings.none('drives that ended early', 1, { examples });
    });
    findings.none('canaries in what was written', findLeaks(searchedDirectory).length);
  }
  return {
    figures: findings.figures(),
    broken: findings.broken(),
    missed: findings.missed(),
    unreached: findings.unreached(),
    commit: describeCommit(),
    date: new Date(startedAtMs).toISOString().slice(0, 10),
    load,
    seconds: Math.round((Date.now() - startedAtMs) / 1000),
    machine,
    ...(share === 1 ? {} : { share }),
  };
}

/** What was run; with a sign where it is not what was committed. The record of figures itself does not count. */
function describeCommit(): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const changed = git(
    'status',
    '--porcelain',
    '--',
    'src',
    'test',
    ':!test/reliability/results.json',
    ':!test/reliability/prove/outcomes.json',
  );
  return `${git('rev-parse', '--short=8', 'HEAD')}${changed === '' ? '' : '+'}`;
}

function runSuite({ file, env: full = {} }: Suite, findings: Findings): void {
  const env = Object.fromEntries(Object.entries(full).map(([name, count]) => [name, String(times(Number(count)))]));
  const args = ['node_modules/vitest/vitest.mjs', 'run', file, '--reporter=dot'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  const tests = /Tests\s+(.*?) \(\d+\)\n/.exec(stripColours(stdout))?.[1] ?? 'no tests';
  const length = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const outcome = `${[file, ...length].join(' ')}: ${tests}`;
  if (status === 0) findings.note(outcome);
  else findings.none('suites failed', 1, { examples: [outcome] });
  if (status !== 0) process.stdout.write(stderr.slice(-4_000));
}

function stripColours(text: string): string {
  return text.replaceAll(/\u001b\[[0-9;]*m/g, '');
}
