// Every path that an operator can name, wrong in every way: a sentence that names the path, exit code 2, no stack trace.
// Permissions bind nobody who is root, so the commands run as another user where the tests run as root.

import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNode, openCheckout, openOutputDirectory } from '../../support/open-checkout.ts';
import { startCommands } from '../../support/service/commands.ts';
import type { CommandResult } from '../../support/service/process.ts';
import { unhurried } from '../../support/service/unhurried.ts';

const root = join(import.meta.dirname, '../../..');
const isRoot = process.getuid?.() === 0;
const operator = isRoot ? { uid: 65_534, gid: 65_534 } : {};

let folder: string;
/** One that the other user can enter. */
let checkout: string;
const clearings: (() => void)[] = [];
let oldBackup: string;
let commands: ReturnType<typeof startCommands> | undefined;
/** Ways in which a path is wrong; each is made once, under the folder. */
const wrong = {
  missing: 'nowhere/at-all',
  'a folder that may not be read': 'closed',
  'inside a folder that may not be read': 'closed/inside',
  'inside a folder that may not be written': 'read-only/new',
  'a file that may not be read': 'unreadable',
  'an empty file': 'empty',
  'inside a file': 'empty/inside',
  'a folder': 'folder',
  'a link to itself': 'loop',
  'a file of random bytes': 'random',
} as const;
type Wrong = keyof typeof wrong;

beforeAll(async () => {
  const onEnd = (clear: () => void) => clearings.push(clear);
  checkout = openCheckout({ also: ['scripts', 'test/support'], onEnd });
  folder = openOutputDirectory('mistakes', onEnd);
  chmodSync(folder, 0o755);
  const at = (name: string) => join(folder, name);
  for (const [name, mode] of [
    ['closed', 0o000],
    ['read-only', 0o555],
    ['folder', 0o755],
    ['home', 0o755],
  ] as const) {
    mkdirSync(at(name));
    chmodSync(at(name), mode);
  }
  writeFileSync(at('unreadable'), '{}');
  chmodSync(at('unreadable'), 0o000);
  writeFileSync(at('empty'), '');
  writeFileSync(at('random'), Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 89) % 256)));
  symlinkSync('loop', at('loop'));
  if (isRoot) chownSync(at('home'), 65_534, 65_534);
  oldBackup = at('home/backup');
  for (const args of [
    ['keys', 'create', '--name', 'x', '--mode', 'test'],
    ['backup', oldBackup],
  ]) {
    const { code, stderr } = await confereApart(args);
    expect(code, stderr).toBe(0);
  }
  commands = startCommands({ checkout, user: operator, env: { NODE_COMPILE_CACHE: compiled() } });
});
afterAll(async () => {
  await commands?.close();
  for (const clear of clearings) clear();
});

type Confere = (args: readonly string[], more?: Record<string, string>) => Promise<CommandResult>;

/** In a process of its own, which has to end by itself. */
const confereApart: Confere = (args, more = {}) => runScript(['src/cli/main.js', ...args], more);

/** In the one process that runs all of the others. */
const confereInTurn: Confere = (args, more = {}) =>
  (commands as NonNullable<typeof commands>).run({ args, env: toEnv(more), cwd: join(folder, 'home'), input: typed });

/** Typed into every question; nobody is asked with it. */
const typed = '40442820135\n1990-01-01\nAna Beatriz Carvalho\n';

/** Nobody but the owner of the checkout can write into its cache, and compiling is half of what a command takes. */
const compiled = () => join(folder, 'home/compiled');

const toEnv = (more: Record<string, string>) => ({
  ...process.env,
  // An import that lowers its priority would lower it for all that come after it in the same process.
  ...unhurried,
  NODE_COMPILE_CACHE: compiled(),
  CONFERE_PORT: '0',
  CONFERE_DATA_DIR: join(folder, 'home/data'),
  CONFERE_SECRETS_DIR: join(folder, 'home/secrets'),
  ...more,
});

function runScript(
  [script, ...args]: readonly [string, ...string[]],
  more: Record<string, string> = {},
): Promise<CommandResult> {
  const env = toEnv(more);
  return new Promise((resolve) => {
    const child = execFile(
      findNode(checkout),
      [join(checkout, script), ...args],
      { cwd: join(folder, 'home'), env, ...operator, timeout: 60_000 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(typed);
  });
}

const file: readonly Wrong[] = [
  'missing',
  'inside a folder that may not be read',
  'a file that may not be read',
  'inside a file',
  'a folder',
  'a link to itself',
  'a file of random bytes',
];
const place: readonly Wrong[] = [
  'inside a folder that may not be read',
  'inside a folder that may not be written',
  'a folder that may not be read',
  'an empty file',
  'inside a file',
  'a link to itself',
];

/** A description of one party, with what is told. */
function describeParty(more: readonly string[]): string {
  const path = join(folder, 'home', `party-${Math.random()}.yaml`);
  const lines = [
    'sources:',
    '  bureau_a:',
    '    title: A',
    '    base_url: https://127.0.0.1:1',
    '    request: { path: "/{cpf}" }',
    '    mapping: { cpf: cpf, name: name }',
    ...more.map((line) => `    ${line}`),
  ];
  writeFileSync(path, lines.join('\n'));
  chmodSync(path, 0o644);
  return path;
}

interface Row {
  readonly what: string;
  readonly ways: readonly Wrong[];
  readonly run: (path: string, confere: Confere) => Promise<CommandResult>;
  /** What the sentence names in place of the path: somebody may have written the secret itself there. */
  readonly names?: string;
}

const rows: readonly Row[] = [
  { what: 'CONFERE_CONFIG', ways: file, run: (path, confere) => confere(['serve'], { CONFERE_CONFIG: path }) },
  {
    what: 'policy.file of serve',
    ways: ['missing'],
    run: (path, confere) => confere(['serve'], { CONFERE_POLICY_FILE: path }),
  },
  {
    what: 'policy.file of policy show',
    ways: ['missing', 'a folder'],
    run: (path, confere) => confere(['policy', 'show'], { CONFERE_POLICY_FILE: path }),
  },
  { what: 'data_dir of serve', ways: place, run: (path, confere) => confere(['serve'], { CONFERE_DATA_DIR: path }) },
  {
    what: 'data_dir of keys list',
    ways: place,
    run: (path, confere) => confere(['keys', 'list'], { CONFERE_DATA_DIR: path }),
  },
  {
    what: 'data_dir of keys create',
    ways: ['inside a folder that may not be written', 'an empty file'],
    run: (path, confere) => confere(['keys', 'create', '--name', 'x', '--mode', 'test'], { CONFERE_DATA_DIR: path }),
  },
  {
    what: 'data_dir of registry import',
    ways: place,
    run: (path, confere) => confere(['registry', 'import', join(folder, 'folder')], { CONFERE_DATA_DIR: path }),
  },
  {
    what: 'data_dir of registry rollback',
    ways: ['a folder that may not be read', 'inside a file'],
    run: (path, confere) => confere(['registry', 'rollback'], { CONFERE_DATA_DIR: path }),
  },
  {
    what: 'data_dir of registry status',
    ways: [
      'inside a folder that may not be read',
      'a folder that may not be read',
      'inside a file',
      'a link to itself',
    ],
    run: (path, confere) => confere(['registry', 'status'], { CONFERE_DATA_DIR: path }),
  },
  {
    what: 'secrets_dir of serve',
    ways: place,
    run: (path, confere) => confere(['serve'], { CONFERE_SECRETS_DIR: path }),
  },
  {
    what: 'secrets_dir of keys list',
    ways: ['inside a folder that may not be written', 'an empty file'],
    run: (path, confere) => confere(['keys', 'list'], { CONFERE_SECRETS_DIR: path }),
  },
  {
    what: 'policy check FILE',
    ways: [...file, 'an empty file'],
    run: (path, confere) => confere(['policy', 'check', path]),
  },
  { what: 'sources check FILE', ways: file, run: (path, confere) => confere(['sources', 'check', path]) },
  {
    what: 'sources try --file',
    ways: ['missing', 'a folder', 'a file of random bytes'],
    run: (path, confere) => confere(['sources', 'try', 'bureau_a', '--file', path]),
  },
  {
    what: 'a certificate in confere.yaml',
    ways: ['missing', 'a file that may not be read', 'a folder', 'a file of random bytes'],
    run: (path, confere) => confere(['sources', 'check', describeParty([`tls: { ca_file: ${path} }`])]),
  },
  {
    what: 'a secret in confere.yaml',
    ways: ['missing', 'a folder', 'a file of random bytes'],
    names: 'bureau_a.auth.token',
    run: (path, confere) =>
      confere(['sources', 'check', describeParty([`auth: { kind: bearer, token: { file: ${path} } }`])]),
  },
  {
    what: 'a secret in confere.yaml of serve',
    ways: ['a file that may not be read'],
    names: 'bureau_a.auth.token',
    run: (path, confere) =>
      confere(['serve'], { CONFERE_CONFIG: describeParty([`auth: { kind: bearer, token: { file: ${path} } }`]) }),
  },
  {
    what: 'sources try --record',
    ways: ['missing', 'inside a folder that may not be written', 'an empty file', 'a folder'],
    run: (path, confere) => confere(['sources', 'try', 'bureau_a', '--file', describeParty([]), '--record', path]),
  },
  {
    what: 'make-dump --out',
    ways: ['inside a folder that may not be written', 'an empty file'],
    run: (path) => runScript(['scripts/make-dump.ts', '--establishments', '10000', '--out', path]),
  },
  {
    what: 'registry import PATH',
    ways: [...file, 'an empty file', 'a folder that may not be read'],
    run: (path, confere) => confere(['registry', 'import', path]),
  },
  {
    what: 'registry download --to',
    ways: place,
    run: (path, confere) =>
      confere(['registry', 'download', '--to', path], { CONFERE_REGISTRY_DOWNLOAD_URL: 'http://127.0.0.1:1/' }),
  },
  {
    what: 'backup DIR',
    ways: ['inside a folder that may not be written', 'a folder'],
    run: (path, confere) => confere(['backup', path]),
  },
  {
    what: 'backup --with-secrets',
    ways: ['inside a folder that may not be written', 'an empty file'],
    run: (path, confere) =>
      confere(['backup', join(folder, 'home', `backup-${Math.random()}`), '--with-secrets', path]),
  },
  {
    what: 'restore DIR',
    ways: ['missing', 'a folder', 'a folder that may not be read', 'an empty file'],
    run: (path, confere) => confere(['restore', path, '--check']),
  },
  {
    what: 'restore --with-secrets',
    ways: ['missing', 'a folder', 'a file that may not be read', 'a file of random bytes'],
    run: (path, confere) => confere(['restore', oldBackup, '--with-secrets', path, '--force']),
  },
  {
    what: 'data_dir of secrets rotate',
    ways: ['missing', 'an empty file'],
    run: (path, confere) => confere(['secrets', 'rotate'], { CONFERE_DATA_DIR: path }),
  },
  {
    what: 'data_dir of secrets retire',
    ways: ['missing', 'an empty file'],
    run: (path, confere) => confere(['secrets', 'retire'], { CONFERE_DATA_DIR: path }),
  },
  {
    what: 'data_dir of audit verify',
    ways: ['inside a folder that may not be written', 'an empty file'],
    run: (path, confere) => confere(['audit', 'verify'], { CONFERE_DATA_DIR: path }),
  },
  {
    what: 'audit verify --heads',
    ways: ['missing', 'a folder'],
    run: (path, confere) => confere(['audit', 'verify', '--heads', path]),
  },
  {
    what: 'audit export --out',
    ways: ['inside a folder that may not be written', 'an empty file'],
    run: (path, confere) => confere(['audit', 'export', '--out', path]),
  },
  {
    what: 'privacy report --out',
    ways: ['inside a folder that may not be written', 'an empty file'],
    run: (path, confere) => confere(['privacy', 'report', '--out', path]),
  },
  {
    what: 'data_dir of usage',
    ways: ['inside a folder that may not be written'],
    run: (path, confere) => confere(['usage'], { CONFERE_DATA_DIR: path }),
  },
  {
    what: 'registry update --to',
    ways: ['inside a folder that may not be written', 'an empty file'],
    run: (path, confere) =>
      confere(['registry', 'update', '--to', path], { CONFERE_REGISTRY_DOWNLOAD_URL: 'http://127.0.0.1:1/' }),
  },
  {
    what: 'keys list --since-restore with the file of settings',
    ways: file,
    run: (path, confere) => confere(['keys', 'list', '--since-restore'], { CONFERE_CONFIG: path }),
  },
];

test('every command of docs/operations.md is among them, or is `doctor`, which tells of mistakes by itself', () => {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map((match) => match[1]).join('\n');
  // The user and the unit have the name of the program.
  const commands = [...blocks.matchAll(/(?:^|[ /])confere ([a-z]+(?: [a-z]+\b(?![./]))?)/gm)]
    .map((match) => (match[1] ?? '').replace(/^confere ?/, ''))
    .filter((command) => command !== '');
  expect(commands.length).toBeGreaterThan(5);
  const unknown = commands.filter((command) => {
    const [first = ''] = command.split(' ');
    // `completion` and `man` are given no path.
    return (
      !['doctor', 'completion', 'man'].includes(first) &&
      !rows.some(({ what }) => what.includes(command) || what.startsWith(`${first} `))
    );
  });
  expect(unknown).toEqual([]);
});

describe.each(rows)('$what', ({ ways, run, names }) => {
  test.each(ways)('is refused in a sentence when it is %s', async (way) => {
    const path = join(folder, wrong[way]);
    const { code, stdout, stderr } = await run(path, way === ways[0] ? confereApart : confereInTurn);
    expect(stderr + stdout).not.toMatch(/please report|^\s+at |node:|Error:/m);
    expect(code, stderr).toBe(2);
    expect(stderr).toContain(names ?? path);
  });
});

test.each(['data_dir', 'secrets_dir'])(
  'a %s that is a file is called one, whatever its rights are',
  async (setting) => {
    for (const mode of [0o600, 0o644]) {
      const path = join(folder, 'home', `${setting}-${mode}`);
      writeFileSync(path, '', { mode });
      const { code, stderr } = await confereInTurn(['keys', 'list'], { [`CONFERE_${setting.toUpperCase()}`]: path });
      expect([code, stderr]).toEqual([
        2,
        `${setting}: ${path} is not a folder. Name a folder, or one that can be made.\n`,
      ]);
    }
  },
);

test('a master.key that is a folder is called one', async () => {
  const secrets = join(folder, 'home', 'odd-secrets');
  mkdirSync(join(secrets, 'master.key'), { recursive: true });
  for (const path of [secrets, join(secrets, 'master.key')]) {
    chmodSync(path, 0o700);
    if (isRoot) chownSync(path, 65_534, 65_534);
  }
  const { code, stderr } = await confereInTurn(['keys', 'list'], { CONFERE_SECRETS_DIR: secrets });
  expect([code, stderr]).toEqual([
    2,
    `${join(secrets, 'master.key')} is not a file. Put the master secret of your backup in its place.\n`,
  ]);
});

test('an unwritable folder stays as it was', () => {
  chmodSync(join(folder, 'read-only'), 0o555);
  expect(readdirSync(join(folder, 'read-only'))).toEqual([]);
});
