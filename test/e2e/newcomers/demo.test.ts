// `npm run demo`: works beside whatever else runs, and leaves nothing behind.

import { type ChildProcess, exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { rememberKey } from '../../support/canaries.ts';
import { findCurl } from '../../support/machine.ts';
import { createOutputDirectory } from '../../support/output.ts';

const root = join(import.meta.dirname, '../../..');
const run = promisify(exec);

interface Demo {
  readonly child: ChildProcess;
  readonly address: string;
  readonly commands: readonly string[];
  readonly folder: string;
}

async function startDemo(folder: string, more: Record<string, string> = {}): Promise<Demo> {
  const child = spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: root,
    env: { ...process.env, TMPDIR: folder, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  await expect
    .poll(() => (child.exitCode === null ? output : `ended with ${child.exitCode}: ${output}`), { timeout: 60_000 })
    .toContain('Ctrl-C ends the demo');
  rememberKey(/cfr_live_\w+/.exec(output)?.[0] ?? '');
  const address = /listens on (\S+),/.exec(output)?.[1] ?? '';
  return { child, address, folder, commands: output.split('\n').filter((line) => line.startsWith('curl ')) };
}

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
  const [known, , , silence, unsure, healed] = demos[0].commands as [string, string, string, string, string, string];
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
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  const [code] = await once(child, 'close');
  expect(code).not.toBe(0);
  expect(output).toContain('CONFERE_LOG_FORMAT');
  expect(output).not.toContain('ReferenceError');
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
