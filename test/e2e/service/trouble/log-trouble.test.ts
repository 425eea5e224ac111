// The log's reader is slow, gone or full, with real processes: no answer and no end ever waits for it.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { findFreePort } from '../../../support/free-port.ts';
import { main } from '../../../support/program.ts';
import { createHome, createKey } from '../../../support/service/process.ts';
import { post } from '../../../support/service/service.ts';
import { gatherText } from '../../../support/texts.ts';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Whoever starts it does not read what it prints, so its port is chosen beforehand. */
async function start(output: 'pipe' | number, errors: 'pipe' | 'ignore' = 'ignore') {
  const port = await findFreePort();
  const home = createHome({ CONFERE_PORT: String(port), CONFERE_LOG_FORMAT: 'json' });
  const { key } = await createKey(home, '--mode', 'test', '--rate', 'unlimited');
  const child = spawn(process.execPath, [main, 'serve'], {
    cwd: home.directory,
    env: { ...process.env, ...home.env },
    stdio: ['ignore', output, errors],
  });
  started.push(child);
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const address = `http://127.0.0.1:${port}`;
  await expect
    .poll(async () => (await fetch(`${address}/livez`).catch(() => undefined))?.status, { timeout: 60_000 })
    .toBe(200);
  const call = () => post(`${address}/v1/verify/cpf`, { cpf: '40442820135' }, { key });
  return { child, exited, call };
}

/** Some 300 bytes of log for each: far more than a pipe holds. */
async function callOften(call: () => Promise<{ status: number }>): Promise<void> {
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(Array.from({ length: 30 }, call));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
}

test('a pipe that nobody reads stops no answer, and its lines are there, whole, once somebody reads', async () => {
  const { child, exited, call } = await start('pipe');
  await callOften(call);
  const output = gatherText(child.stdout);
  await expect.poll(() => output().split('\n').length, { timeout: 60_000 }).toBeGreaterThan(600);
  const lines = output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  for (const line of lines.slice(0, -1)) JSON.parse(line);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('a pipe that nobody reads does not keep SIGTERM from ending it with 0', async () => {
  const { child, exited, call } = await start('pipe');
  await callOften(call);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('a reader that goes away ends nothing, and that is said on the standard error', async () => {
  const { child, exited, call } = await start('pipe', 'pipe');
  const errors = gatherText(child.stderr);
  child.stdout?.destroy();
  await callOften(call);
  await expect.poll(errors, { timeout: 60_000 }).toContain('The reader of the log is gone');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('a full disk under the log stops neither the answers nor the end', async () => {
  const { child, exited, call } = await start(openSync('/dev/full', 'w'));
  await callOften(call);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
