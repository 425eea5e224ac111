// A release, as docs/operations.md installs it: packed from a clean checkout, unpacked in an empty folder, without what only develops.

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCleanCheckout } from '../../support/clean-checkout.ts';
import { createHome, startProcess } from '../../support/service/process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

let checkout: string;
let installed: string;

beforeAll(async () => {
  checkout = createCleanCheckout();
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  const { stdout } = await run('npm', ['pack', '--silent'], { cwd: checkout });
  installed = join(mkdtempSync(join(tmpdir(), 'confere-release-')), 'confere');
  mkdirSync(installed);
  const archive = join(checkout, stdout.trim().split('\n').at(-1) as string);
  await run('tar', ['-xzf', archive, '--strip-components=1', '-C', installed]);
  await run('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: installed });
});
afterAll(() => {
  for (const folder of [checkout, installed]) if (folder !== undefined) rmSync(folder, { recursive: true });
});

test('holds the console built in, the bundle and its locked versions, and neither tests nor what builds', () => {
  for (const made of ['console/dist/index.html', 'dist/main.js', 'npm-shrinkwrap.json'])
    expect([made, existsSync(join(installed, made))]).toEqual([made, true]);
  for (const passing of ['dist', 'npm-shrinkwrap.json'])
    expect([passing, existsSync(join(checkout, passing))]).toEqual([passing, false]);
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('node_modules'),
  );
  expect(files.filter((path) => path.endsWith('.test.ts') || path.startsWith('test/'))).toEqual([]);
  for (const tool of ['vite', 'rolldown', 'vitest', 'typescript', 'preact'])
    expect([tool, existsSync(join(installed, 'node_modules', tool))]).toEqual([tool, false]);
});

test('serves the API and the console from an empty folder, by its bundle', async () => {
  const service = await startProcess({ ...createHome(), root: installed });
  try {
    expect(readFileSync(`/proc/${service.pid}/cmdline`, 'utf8').split('\0')).toContain(join(installed, 'dist/main.js'));
    for (const path of ['/readyz', '/console', '/docs', '/openapi.json']) {
      expect([path, (await fetch(`${service.address}${path}`)).status]).toEqual([path, 200]);
    }
  } finally {
    await service.stop();
  }
});

test('a checkout that is installed without what builds the console serves the API, and its page says how to get one', async () => {
  rmSync(join(installed, 'console/dist'), { recursive: true });
  const service = await startProcess({ ...createHome(), root: installed });
  try {
    const answer = await fetch(`${service.address}/console`);
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('npm ci without --omit=dev');
    expect((await fetch(`${service.address}/readyz`)).status).toBe(200);
  } finally {
    await service.stop();
  }
});
