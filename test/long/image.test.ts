// The image, built: every stage of its Dockerfile from a clean checkout, by an engine that Debian has, then started and called. The base
// images are made by debootstrap here, because no registry of images may be in reach; their digests are judged by test/drift.

import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findFreePort } from '../support/free-port.ts';
import { findBuildah, findDebootstrap, findMachineNpm } from '../support/machine.ts';
import { createCleanCheckout } from '../support/open-checkout.ts';

const run = promisify(execFile);
const buildah = findBuildah();
const debootstrap = findDebootstrap();
const mayBuild = buildah !== undefined && debootstrap !== undefined && process.getuid?.() === 0;
if (!mayBuild) {
  process.stderr.write(
    'NOT TESTED: the image was not built. That needs root, buildah and debootstrap: apt-get install buildah debootstrap\n',
  );
}

const authorities = '/etc/ssl/certs/ca-certificates.crt';
const home = mkdtempSync(join(tmpdir(), 'confere-image-'));
const names = {
  node: 'localhost/confere-test-node',
  debian: 'localhost/confere-test-debian',
  ours: 'localhost/confere-test',
};

afterAll(() => rmSync(home, { recursive: true, force: true }));

async function build(...args: readonly string[]): Promise<string> {
  const places = ['--storage-driver', 'overlay', '--root', join(home, 'storage'), '--runroot', join(home, 'run')];
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
  const { stdout } = await run(buildah as string, [...places, ...args], { env, maxBuffer: 64 << 20 });
  return stdout.trim();
}

/** Debian as its own image has it, and the same with a Node that runs npm. */
async function makeBases(): Promise<void> {
  const base = join(tmpdir(), 'confere-bookworm-base');
  if (!existsSync(base)) {
    const draft = mkdtempSync(join(tmpdir(), 'confere-bookworm-'));
    const sources = readFileSync('/etc/apt/sources.list.d/debian.sources', 'utf8');
    const mirror = /^URIs:\s*(\S+)/m.exec(sources)?.[1] as string;
    await run(debootstrap as string, ['--variant=minbase', '--include=ca-certificates', 'bookworm', draft, mirror]);
    copyFileSync(authorities, join(draft, authorities));
    execFileSync('mv', [draft, base]);
  }
  const made = await build('from', 'scratch');
  await build('add', '-q', made, base, '/');
  await build('commit', '-q', made, names.debian);
  await build('add', '-q', made, realpathSync(process.execPath), '/usr/local/bin/node');
  await build('add', '-q', made, findMachineNpm() as string, '/usr/local/lib/node_modules/npm');
  await build('run', made, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm');
  await build('config', '--env', `NODE_EXTRA_CA_CERTS=${authorities}`, made);
  await build('commit', '-q', made, names.node);
}

test.runIf(mayBuild || process.env['CI'] === 'true')(
  'builds in all its stages from a clean checkout; what is in it serves, with its console and few packages, and makes keys',
  async () => {
    expect(mayBuild, 'CI must be able to build the image').toBe(true);
    await makeBases();
    const checkout = createCleanCheckout();
    const file = join(checkout, 'deploy/docker/Dockerfile');
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace(/^FROM node:\S+/m, `FROM ${names.node}`).replace(/^FROM debian:\S+/m, `FROM ${names.debian}`),
    );
    const context = ['--ignorefile', `${file}.dockerignore`, '-f', file, '-t', names.ours, checkout];
    await build('build', '--pull-never', '--format', 'docker', ...context);
    rmSync(checkout, { recursive: true });

    const container = await build('from', '--pull-never', names.ours);
    const inspected = parse(await build('inspect', container)) as { Docker: { config: Record<string, unknown> } };
    expect(inspected.Docker.config).toMatchObject({ User: '10001:10001', Cmd: ['serve'] });
    const [port, operators] = [await findFreePort(), await findFreePort()];
    const places = ['--storage-driver', 'overlay', '--root', join(home, 'storage'), '--runroot', join(home, 'run')];
    const settings = ['--env', `CONFERE_PORT=${port}`, '--env', `CONFERE_ADMIN_PORT=${operators}`];
    const command = ['run', '--isolation', 'chroot', ...settings, container, '--', '/opt/confere/bin/confere', 'serve'];
    const service = spawn(buildah as string, [...places, ...command], { stdio: 'ignore' });
    const ended = once(service, 'exit');
    try {
      const readStatus = (path: string, of = port) =>
        fetch(`http://127.0.0.1:${of}${path}`).then(({ status }) => status, String);
      await expect.poll(() => readStatus('/readyz'), { timeout: 120_000 }).toBe(200);
      expect(await readStatus('/console', operators)).toBe(200);
      const readInside = async (path: string) =>
        JSON.parse(await build('run', container, '--', '/bin/cat', `/opt/confere/${path}`));
      const { packages } = await readInside('node_modules/.package-lock.json');
      expect(Object.keys(packages).length).toBeLessThan(60);
      expect(await readInside('confere.cdx.json')).toMatchObject({ bomFormat: 'CycloneDX' });
      const made = await build(
        'run',
        container,
        '--',
        '/opt/confere/bin/confere',
        'keys',
        'create',
        '--name',
        'image',
        '--mode',
        'test',
      );
      const answer = await fetch(`http://127.0.0.1:${port}/v1/verify/cpf`, {
        method: 'POST',
        headers: { authorization: `Bearer ${made.split('\n')[0]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ cpf: '40442820135' }),
      });
      expect(answer.status).toBe(200);
    } finally {
      service.kill('SIGTERM');
      await ended;
    }
  },
);
