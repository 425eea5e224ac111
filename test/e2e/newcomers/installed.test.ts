// The way from a fresh install to the command line: `bin/confere` and what the README tells to paste.

import { exec, execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { writeWhatItIsMadeOf } from '../../../scripts/bundle-checkout.ts';
import { findCurl } from '../../support/machine.ts';
import { openCheckout, openOutputDirectory } from '../../support/open-checkout.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { confere, createHome, startProcess } from '../../support/service/process.ts';
import { parseLines } from '../../support/texts.ts';

const root = join(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

const flags = '--disable-sigusr1 --no-allocation-site-pretenuring';

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(program: string, args: readonly string[], options: { cwd: string; path?: string }): Promise<Result> {
  const env = { ...process.env, PATH: options.path ?? process.env['PATH'] };
  return new Promise((resolve) => {
    execFile(program, args, { cwd: options.cwd, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });
}

/** A checkout with nothing in it but the launcher, and a machine whose Node says what it is told to say. */
function createCheckout({ installed, machineNode }: { installed: boolean; machineNode: string }) {
  const folder = createOutputDirectory('checkout');
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'machine'));
  copyFileSync(join(root, 'bin/confere'), join(folder, 'bin/confere'));
  if (installed) mkdirSync(join(folder, 'node_modules/better-sqlite3'), { recursive: true });
  const isNewEnough = Number.parseInt(machineNode, 10) >= 24;
  const script = `#!/bin/sh\ncase $1 in -p) echo ${isNewEnough} ;; --version) echo v${machineNode} ;; *) echo "ran $* in $PWD" ;; esac\n`;
  writeFileSync(join(folder, 'machine/node'), script);
  chmodSync(join(folder, 'machine/node'), 0o755);
  return { program: join(folder, 'bin/confere'), folder, path: `${join(folder, 'machine')}:/usr/bin:/bin` };
}

test('bin/confere works through a link from anywhere, on the Node that was installed', async () => {
  const folder = createOutputDirectory('linked');
  symlinkSync(join(root, 'bin/confere'), join(folder, 'confere'));
  symlinkSync('confere', join(folder, 'again'));
  expect(await run(join(folder, 'again'), ['--version'], { cwd: '/', path: '/usr/bin:/bin' })).toEqual({
    code: 0,
    stdout: `${version}\n`,
    stderr: '',
  });
});

test('before npm ci it says what to do', async () => {
  const { program, path, folder } = createCheckout({ installed: false, machineNode: '26.0.0' });
  const { code, stderr } = await run(program, ['serve'], { cwd: folder, path });
  expect([code, stderr]).toEqual([2, `Confere is not installed yet. Run: (cd ${folder} && npm ci)\n`]);
});

test('a release runs its bundle; a checkout runs its sources, or its own bundle while that is of the same files', async () => {
  const { program, folder, path } = createCheckout({ installed: true, machineNode: '26.0.0' });
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/main.js'), '');
  const ran = async () => (await run(program, ['serve'], { cwd: '/', path })).stdout;
  expect(await ran()).toBe(`ran ${flags} ${folder}/dist/main.js serve in /\n`);
  // As in a worktree; a clone has a folder.
  writeFileSync(join(folder, '.git'), 'gitdir: elsewhere');
  const sources = `ran ${flags} ${folder}/src/cli/main.js serve in /\n`;
  expect(await ran()).toBe(sources);

  const bundle = join(folder, 'node_modules/.cache/confere-program');
  mkdirSync(bundle, { recursive: true });
  const files = ['a', 'b'].map((name) => join(folder, name));
  const write = (file: string, text: string) => {
    writeFileSync(file, text);
    // As a copy with its times has it: it does not tell of the change.
    utimesSync(file, 1, 1);
  };
  const changes: readonly ((file: string) => void)[] = [
    (file) => write(file, 'of another length'),
    (file) => write(file, 'AS BUNDLED'),
    (file) => rmSync(file),
  ];
  for (const change of changes) {
    for (const file of files) write(file, 'as bundled');
    writeWhatItIsMadeOf(bundle, folder, files);
    expect(await ran()).toBe(`ran ${flags} ${bundle}/main.js serve in /\n`);
    change(files[1] ?? '');
    expect(await ran()).toBe(sources);
  }
});

test('without the Node of the install it takes the machine’s where that is new enough, and else says what to do', async () => {
  const modern = createCheckout({ installed: true, machineNode: '24.1.0' });
  const ran = await run(modern.program, ['keys', 'list'], { cwd: modern.folder, path: modern.path });
  expect(ran.stdout).toBe(`ran ${flags} ${modern.folder}/src/cli/main.js keys list in ${modern.folder}\n`);
  const old = createCheckout({ installed: true, machineNode: '20.20.2' });
  const refused = await run(old.program, ['keys', 'list'], { cwd: old.folder, path: old.path });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('this machine has v20.20.2');
  expect(refused.stderr).toContain('npm ci --omit=dev');
});

test.runIf(process.getuid?.() === 0)(
  'bin/compile-for lets a user who may not write into the checkout find every file compiled',
  async () => {
    const nobody = 65_534;
    const checkout = openCheckout();
    expect(await run(join(checkout, 'bin/compile-for'), [String(nobody)], { cwd: '/' })).toMatchObject({ code: 0 });
    const home = openOutputDirectory('compiled');
    chownSync(home, nobody, nobody);
    const { stderr } = await promisify(execFile)(join(checkout, 'bin/confere'), ['keys', 'list'], {
      cwd: home,
      uid: nobody,
      gid: nobody,
      env: {
        PATH: '/usr/bin:/bin',
        NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
        CONFERE_DATA_DIR: join(home, 'data'),
        CONFERE_SECRETS_DIR: join(home, 'secrets'),
      },
    });
    const read = stderr.split('\n').filter((line) => /reading cache from .* for (?:StrippedTypeScript|ESM)/.test(line));
    const isBundled = read.some((line) => line.includes('/confere-program/'));
    expect(read.filter((line) => line.includes(' success')).length).toBeGreaterThan(isBundled ? 4 : 40);
    expect(read.filter((line) => !line.includes(' success'))).toEqual([]);
  },
);

const outputs = [
  'results.csv',
  'results.xlsx.part',
  'examples/nightly-recheck/answers-2026-11-17.ndjson',
  'data/x',
  'secrets/x',
];
test.each(outputs)('what commands of the README and examples write is no business of git: %s', async (path) => {
  expect((await run('git', ['check-ignore', '--no-index', path], { cwd: root })).stdout).toBe(`${path}\n`);
});

test('what the examples come with is not ignored', async () => {
  const { stdout } = await run('git', ['ls-files', '-ci', '--exclude-standard', 'examples'], { cwd: root });
  expect(stdout).toBe('');
});

test.skipIf(findCurl() === undefined)(
  'what the README tells to paste after the start works as it stands: a person, a company, a file of customers, the pages',
  async () => {
    const home = createHome();
    const service = await startProcess(home);
    // Beside a running service it only keeps the key, where the README says.
    const port = { CONFERE_PORT: String(service.port) };
    expect(await confere({ ...home, env: { ...home.env, ...port } }, 'quickstart', home.directory)).toMatchObject({
      code: 0,
    });
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
      .replaceAll('http://127.0.0.1:8080', service.address)
      .replaceAll('~/confere', home.directory);
    const blocks = [...readme.matchAll(/```sh\n(.*?)```/gs)].map((match) => match[1] ?? '');
    const pasted = blocks.filter((block) => block.includes(service.address));
    expect(pasted).toHaveLength(3);
    // As in a checkout, but what is written lies elsewhere.
    const folder = createOutputDirectory('readme');
    mkdirSync(join(folder, 'bin'));
    symlinkSync(join(root, 'bin/confere'), join(folder, 'bin/confere'));
    symlinkSync(join(root, 'examples'), join(folder, 'examples'));
    const { stdout, stderr } = await promisify(exec)(
      `set -u\n${pasted.join('\necho\n')}\n[ $? = 3 ] && echo '{"exit":3}'`,
      {
        cwd: folder,
        env: { ...process.env, ...home.env },
      },
    );
    const [person, company, file] = parseLines(stdout);
    expect(person).toMatchObject({ status: 'verified', name_match: 'exact', score: 812 });
    expect(company).toMatchObject({ status: 'verified', company_status: 'active', risk_level: 'low' });
    // A number of the file is mistyped.
    expect(file).toEqual({ exit: 3 });
    // The picture shows what a run says.
    const picture = readFileSync(join(root, 'docs/images/bulk-run.svg'), 'utf8');
    for (const [, label = ''] of picture.matchAll(/>([A-Z][a-z ]+): /g)) expect(stderr).toContain(`${label}: `);
    const table = readFileSync(join(root, 'examples/customers.csv'), 'utf8').trim().split('\n');
    const results = readFileSync(join(folder, 'results.csv'), 'utf8').trim().split('\n');
    expect(results).toHaveLength(table.length);
    for (const [index, line] of table.entries()) expect(results[index]?.startsWith(`${line};`)).toBe(true);
    expect(results.filter((line) => line.includes(';answered;'))).toHaveLength(table.length - 2);
    expect(results.find((line) => line.includes(';invalid;'))).toContain('invalid_check_digits');
    const pages = [...readme.matchAll(/\]\((http[^)]+)\)/g)].map((match) => match[1] ?? '');
    expect(pages.filter((page) => page.startsWith(service.address)).length).toBeGreaterThan(2);
    for (const page of pages) expect((await fetch(page)).status, page).toBe(200);
    await service.stop();
  },
);

const named = new Set(
  [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/`confere ([a-z][^`]*)`/g)].map((match) => match[1] ?? ''),
);
test.each([...named])('the command that the README names is there with its options: confere %s', async (typed) => {
  const words = typed.split(' ');
  const flags = words.filter((word) => word.startsWith('--'));
  const at = words.findIndex((word) => !/^[a-z]+$/.test(word));
  const command = words.slice(0, at < 0 ? words.length : at);
  const { code, stdout } = await run(join(root, 'bin/confere'), [...command, '--help'], { cwd: '/' });
  expect([code, stdout.split('\n')[0]]).toEqual([0, expect.stringContaining(`confere ${command.join(' ')} `)]);
  for (const flag of flags) expect(stdout).toContain(flag);
});
