// `npm run demo`: works beside whatever else runs, and leaves nothing behind.

import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { rememberKey } from '../../support/canaries.ts';
import { findCurl } from '../../support/machine.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { gatherText } from '../../support/texts.ts';

const root = join(import.meta.dirname, '../../..');
const run = promisify(exec);

async function startDemo(folder: string, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: root,
    env: { ...process.env, TMPDIR: folder, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = gatherText(child.stdout, child.stderr);
  await expect
    .poll(() => (child.exitCode === null ? said() : `ended with ${child.exitCode}: ${said()}`), { timeout: 60_000 })
    .toContain('Ctrl-C ends the demo');
  const output = said();
  rememberKey(/cfr_live_\w+/.exec(output)?.[0] ?? '');
  const address = /listens on (\S+),/.exec(output)?.[1] ?? '';
  const commands = output.split('\n').filter((line) => /^(curl|CONFERE_)/.test(line));
  return { child, address, output, commands };
}

type CommandsToTry = [plan: string, usage: string, known: string, silence: string, unsure: string, healed: string];

/** An answer for each reason to ask nobody else, a failure with its stand-in and without one, and what each of them costs. */
const shownCases = [
  /: verified, low risk, R\$ 2\.7590\n.*\n +not asked +bureau_a \(not_in_plan\), report \(fallback_not_needed\), income \(condition\)/,
  /: verified, medium risk, R\$ 4\.3280\n +asked +bureau_b, fraud_registry, receita, income\n/,
  /: not_verified, high risk, R\$ 0\.6590\n +asked +receita\n.*income \(decided_earlier\)/,
  /: verified, low risk, R\$ 11\.1000\n +asked +bureau_b, .*, report\n +failed +receita \(upstream_error\)/,
  /: inconclusive, high risk, R\$ 2\.1000\n.*\n +failed +receita .*\n +not asked .*, report \(budget\)/,
];

async function isAnswering(address: string): Promise<boolean> {
  return fetch(`${address}/livez`).then(
    ({ ok }) => ok,
    () => false,
  );
}

test.skipIf(findCurl() === undefined)('two demos run side by side, and what they print works when pasted', async () => {
  const folder = createOutputDirectory('demo');
  const demos = await Promise.all([startDemo(folder), startDemo(folder)]);
  expect(demos[0].address).not.toBe(demos[1].address);
  for (const shown of shownCases) expect(demos[0].output).toMatch(shown);
  const [plan, usage, known, silence, unsure, healed] = demos[0].commands as CommandsToTry;
  expect((await run(plan)).stdout).toContain('receita! (else report)');
  // What was counted is written now and then.
  await expect.poll(async () => (await run(usage)).stdout, { timeout: 60_000, interval: 1000 }).toContain('20.95');
  expect(JSON.parse((await run(known)).stdout)).toMatchObject({ status: 'verified' });
  await run(silence);
  expect(JSON.parse((await run(unsure)).stdout)).toMatchObject({ fraud_registry: { fraud_alert: null } });
  await run(healed);
  const ended = demos.map(({ child }) => once(child, 'exit'));
  for (const { child } of demos) child.kill('SIGINT');
  expect((await Promise.all(ended)).map(([code]) => code)).toEqual([0, 0]);
  expect(readdirSync(folder)).toEqual([]);
  for (const { address } of demos) expect(await isAnswering(address)).toBe(false);
});

test('a demo whose service cannot start ends with a sentence and leaves nothing', async () => {
  const folder = createOutputDirectory('demo');
  const child = spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: root,
    env: { ...process.env, TMPDIR: folder, CONFERE_LOG_FORMAT: 'loud' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = gatherText(child.stderr);
  const [code] = await once(child, 'close');
  expect(code).not.toBe(0);
  expect(output()).toContain('CONFERE_LOG_FORMAT');
  expect(output()).not.toContain('ReferenceError');
  expect(readdirSync(folder)).toEqual([]);
});

test('a demo that is killed outright takes its service with it, and the next one removes what it left', async () => {
  const folder = createOutputDirectory('demo');
  const killed = await startDemo(folder);
  killed.child.kill('SIGKILL');
  await expect.poll(() => isAnswering(killed.address), { timeout: 60_000 }).toBe(false);
  expect(readdirSync(folder)).toHaveLength(1);
  mkdirSync(join(folder, 'confere-demonstration'));
  writeFileSync(join(folder, 'confere-demonstration/mine'), 'not the demo’s');
  const next = await startDemo(folder);
  expect(readdirSync(folder)).toHaveLength(2);
  const ended = once(next.child, 'exit');
  next.child.kill('SIGTERM');
  await ended;
  expect(readdirSync(folder)).toEqual(['confere-demonstration']);
});
