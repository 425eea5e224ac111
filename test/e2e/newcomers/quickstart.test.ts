// `confere quickstart`: what it prints is pasted as it stands.

import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../support/free-port.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { main } from '../../support/program.ts';
import { unhurried } from '../../support/service/unhurried.ts';
import { gatherText } from '../../support/texts.ts';

const run = promisify(execFile);
const env = { ...process.env, ...unhurried, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };

function has(program: string): boolean {
  try {
    execFileSync(program, [program === 'java' ? '-version' : '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write(`SKIPPED: no ${program}, with which quickstart's code would run.\n`);
    return false;
  }
}

function start(cwd: string, folder: string, more: Record<string, string>) {
  const child = spawn(process.execPath, [main, 'quickstart', folder], { cwd, env: { ...env, ...more } });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  onTestFinished(() => void child.kill('SIGKILL'));
  return { output: gatherText(child.stdout, child.stderr), ended, child };
}

test('a folder is chosen once; the first person is verified, and each piece of code asks with the key', async () => {
  const cwd = createOutputDirectory('quickstart');
  const more = { CONFERE_PORT: String(await findFreePort()), CONFERE_ADMIN_PORT: '0' };
  const first = start(cwd, 'my folder', more);
  await expect.poll(first.output).toContain('Ctrl-C');
  const home = join(cwd, 'my folder');
  const text = first.output();
  expect(text).toContain(`Data         ${home}/data`);
  expect(text).toContain('Ana Beatriz Carvalho: verified, risk low, score 812');
  expect(text).not.toContain('"event":');
  const keyFile = join(home, 'secrets/sandbox.key');
  const key = readFileSync(keyFile, 'utf8').trim();
  expect([text.includes(key), statSync(keyFile).mode & 0o777]).toEqual([true, 0o600]);

  const pieces = [...text.matchAll(/^# (\S+)[^\n]*\n(.*?)\n\n/gms)].map(([, title, code]) => [
    title as string,
    code as string,
  ]);
  expect(pieces.map(([title]) => title)).toEqual(['curl', 'Node', 'Python', 'Java']);
  const programs: Record<string, string> = { curl: 'curl', Node: 'node', Python: 'python3', Java: 'java' };
  for (const [title = '', code = ''] of pieces.filter(([title = '']) => has(programs[title] ?? ''))) {
    const { stdout } = await run('sh', ['-c', code], { cwd, env });
    expect(stdout, title).toMatch(/verified.*ANA BEATRIZ CARVALHO/s);
  }
  // The other commands find the folder as it says, from anywhere.
  const config = { ...env, CONFERE_CONFIG: join(home, 'confere.yaml') };
  expect((await run(process.execPath, [main, 'keys', 'list'], { cwd, env: config })).stdout).toContain('key_sandbox');

  // A second one, in another terminal, shows the same and ends.
  const second = start(cwd, 'my folder', more);
  expect(await second.ended).toEqual([0, null]);
  expect(second.output()).toContain('Confere runs already on');
  expect(second.output()).toContain(key);
  first.child.kill('SIGINT');
  expect(await first.ended).toEqual([0, null]);

  // The next day: the same folder, the same key.
  const again = start(cwd, 'my folder', more);
  await expect.poll(again.output).toContain('Ctrl-C');
  expect(again.output()).toContain(key);
});
