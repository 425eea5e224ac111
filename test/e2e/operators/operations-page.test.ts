// docs/operations.md followed to the letter, with other folders: its settings, its unit, its user, its commands.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCheckout, openOutputDirectory } from '../../support/open-checkout.ts';
import { gatherText } from '../../support/texts.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: 65_534, gid: 65_534 } : {};

function getBlock(kind: string): string {
  const block = new RegExp(`\`\`\`${kind}\n(.*?)\`\`\``, 's').exec(page)?.[1];
  if (block === undefined) throw new Error(`The page has no ${kind} block`);
  return block;
}

const unit = readFileSync(join(root, 'deploy/systemd/confere.service'), 'utf8');
const getLine = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

test('the unit can be enabled, and lets the service write where its settings say', () => {
  expect(page).toContain('sudo cp /opt/confere/deploy/systemd/confere* /etc/systemd/system/');
  expect(unit).toMatch(/^\[Install\]\nWantedBy=multi-user\.target$/m);
  const folders = [...getBlock('yaml').matchAll(/_dir: (.*)$/gm)].map((match) => match[1]);
  expect(getLine('ReadWritePaths').split(' ')).toEqual(folders);
  for (const folder of folders)
    expect(page).toMatch(new RegExp(`install -d -m 0700 -o confere -g confere .*${folder}`));
});

test('the service of the page starts as a user of its own, and its other commands work beside it', async () => {
  const checkout = openCheckout();
  const folder = openOutputDirectory('operations');
  chmodSync(folder, 0o755);
  // As the page says: the settings are the administrator's, the two folders the service's.
  mkdirSync(join(folder, 'etc/secrets'), { recursive: true });
  mkdirSync(join(folder, 'var'));
  for (const own of [join(folder, 'etc/secrets'), join(folder, 'var')]) {
    chmodSync(own, 0o700);
    if (isRoot) chownSync(own, 65_534, 65_534);
  }
  const moved = (text: string) =>
    text
      .replaceAll('/etc/confere', join(folder, 'etc'))
      .replaceAll('/var/lib/confere', join(folder, 'var'))
      .replaceAll('/opt/confere', checkout);
  writeFileSync(join(folder, 'etc/confere.yaml'), moved(getBlock('yaml')).replace('port: 8080', 'port: 0'));

  const [variable = '', value = ''] = moved(getLine('Environment')).split('=');
  const env = { PATH: '/usr/bin:/bin', [variable]: value };
  const start = (...args: string[]) =>
    spawn(join(checkout, 'bin/confere'), args, { cwd: moved(getLine('WorkingDirectory')), env, ...user });
  const [program, ...args] = moved(getLine('ExecStart')).split(' ');
  expect(program).toBe(join(checkout, 'bin/confere'));
  const service = start(...args);
  const ended = once(service, 'exit');
  try {
    const output = gatherText(service.stdout, service.stderr);
    await expect
      .poll(() => (service.exitCode === null ? output() : `ended: ${output()}`), { timeout: 60_000 })
      .toMatch(/listens on \S+/);
    const address = /listens on (\S+)/.exec(output())?.[1];
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 60_000 }).toBe(200);
    expect(statSync(join(folder, 'etc/secrets/master.key')).mode & 0o777).toBe(0o600);

    const list = start('keys', 'list', '--json');
    const printed = gatherText(list.stdout);
    expect(await once(list, 'close')).toEqual([0, null]);
    expect(JSON.stringify(JSON.parse(printed()))).toContain('key_sandbox');
  } finally {
    service.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }
});
