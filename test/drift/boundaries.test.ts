// The check of the boundaries, on small trees that break one rule each: a rule that finds nothing there would find nothing in ours.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findFaults } from '../../scripts/boundaries/find-faults.ts';
import { rules } from '../../scripts/check-boundaries.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

type Tree = Readonly<Record<string, string>>;

function examine(tree: Tree): readonly string[] {
  const root = createTemporaryFolder('tree');
  for (const folder of ['src', 'packages/client/src', 'console', 'scripts', 'test/support'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const [path, code] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), code);
  }
  return findFaults(root, rules).faults;
}

/** Nearly every part of ours is missing in a small tree, which is a fault of its own. */
const faultsOf = (tree: Tree) => examine(tree).filter((fault) => !fault.endsWith('has a rule and no file'));

/** What these imports stand in for is not there: only the way to it is looked at. */
const importing = (...paths: string[]) => paths.map((path) => `import '${path}';\n`).join('');

const broken: readonly [string, Tree, readonly string[]][] = [
  [
    'the domain knows no use case',
    { 'src/domain/numbers/cpf.ts': importing('../../app/seal.ts') },
    ['src/domain/numbers/cpf.ts may not import src/app/seal.ts'],
  ],
  [
    'an import of a type is an import',
    { 'src/app/verify/a.ts': "import type { Route } from '../../http/a.ts';" },
    ['src/app/verify/a.ts may not import src/http/a.ts'],
  ],
  [
    'an import at the first use is an import',
    { 'src/app/verify/a.ts': "const load = () => import('../../http/a.ts');" },
    ['src/app/verify/a.ts may not import src/http/a.ts'],
  ],
  [
    'the address of a thread is an import, of a page on the web none',
    {
      'src/stores/keys/a.ts':
        "new Worker(new URL('../../registry/a.ts', import.meta.url));\nnew URL('../../registry/a.csv', import.meta.url);\nnew URL(address);",
    },
    ['src/stores/keys/a.ts may not import src/registry/a.ts'],
  ],
  [
    'adapters do not know each other',
    { 'src/http/a.ts': importing('../stores/keys/a.ts') },
    ['src/http/a.ts may not import src/stores/keys/a.ts'],
  ],
  [
    'a room goes by its own rule, not by that of its folder',
    { 'src/registry/files/a.ts': importing('../../sandbox/companies.ts') },
    ['src/registry/files/a.ts may not import src/sandbox/companies.ts'],
  ],
  [
    'a file has a part, also one that imports nothing',
    { 'src/domain/alone.ts': 'export const one = 1;' },
    ['src/domain/alone.ts belongs to no part: add it to the rules'],
  ],
  [
    'the service imports nothing from outside',
    { 'src/app/a.ts': importing('../../scripts/a.ts') },
    ['src/app/a.ts imports ../scripts/a.ts, outside src/'],
  ],
  [
    'only commands that speak to a service use the client',
    {
      'src/app/a.ts': importing('../../packages/client/src/index.ts'),
      'src/mcp/assistant-server.ts': importing('../../packages/client/src/index.ts'),
    },
    ['src/app/a.ts imports ../packages/client/src/index.ts, outside src/'],
  ],
  [
    'the client takes only the numbers',
    {
      'packages/client/src/index.ts': importing(
        './other.ts',
        '../../../src/domain/numbers/cpf.ts',
        '../../../src/errors.ts',
      ),
    },
    ['packages/client/src/index.ts may not import src/errors.ts: callers install only the numbers of the service'],
  ],
  [
    'a lower room of the console does not know a higher one; the top knows all',
    { 'console/words/a.ts': importing('../batch/a.ts'), 'console/app.tsx': importing('./sessions/a.ts') },
    ['console/words/a.ts may not import console/batch/a.ts'],
  ],
  [
    'a lower room of the use cases or of HTTP does not know a higher one; what stands at the top is in no room',
    {
      'src/app/audit/a.ts': importing('../keys/a.ts', '../clock.ts'),
      'src/http/request/a.ts': importing('../routes/a.ts', '../contract.ts'),
      'src/http/server.ts': importing('./console/a.ts'),
    },
    [
      'src/app/audit/a.ts may not import src/app/keys/a.ts: that room is above',
      'src/http/request/a.ts may not import src/http/routes/a.ts: that room is above',
    ],
  ],
  [
    'a room of them is in the order',
    { 'src/app/cellar/a.ts': 'export const one = 1;' },
    ['src/app/cellar/a.ts is in no room: add it to the order'],
  ],
  [
    'the console takes types of its contract, and no code of the server',
    {
      'console/api/a.ts': "import type { Answer } from '../../src/http/console/contract.ts';",
      'console/api/b.ts': "import { table } from '../../src/http/console/contract.ts';",
      'console/api/c.ts': importing('../../src/domain/numbers/cpf.ts', '../../src/app/seal.ts'),
    },
    ['console/api/b.ts may not import src/http/console/contract.ts', 'console/api/c.ts may not import src/app/seal.ts'],
  ],
  [
    'a room of the console is in the order',
    { 'console/cellar/a.ts': 'export const one = 1;' },
    ['console/cellar/a.ts is in no room: add it to the order'],
  ],
  [
    'what helps the tests has rooms that do not know each other',
    { 'test/support/stores/a.ts': importing('../output.ts', '../service/a.ts') },
    ['test/support/stores/a.ts may not import test/support/service/a.ts'],
  ],
  [
    'what stands at the top of it knows no room',
    { 'test/support/a.ts': importing('./service/a.ts') },
    ['test/support/a.ts may not import test/support/service/a.ts'],
  ],
  [
    'a new room of it is named',
    { 'test/support/cellar/a.ts': 'export const one = 1;' },
    ['test/support/cellar is no room: add it'],
  ],
  [
    'no circle of files, wherever they are',
    {
      'src/app/a.ts': importing('./b.ts'),
      'src/app/b.ts': importing('./c.ts'),
      'src/app/c.ts': importing('./a.ts'),
      'scripts/a.ts': importing('./b.ts'),
      'scripts/b.ts': importing('./a.ts'),
    },
    [
      'import cycle: app/a.ts -> app/b.ts -> app/c.ts -> app/a.ts',
      'import cycle: scripts/a.ts -> scripts/b.ts -> scripts/a.ts',
      'rooms of src/app: a.ts -> b.ts -> c.ts -> a.ts',
    ],
  ],
  [
    'no circle of rooms, though no file is in one',
    { 'src/app/keys/a.ts': importing('../usage/a.ts'), 'src/app/usage/b.ts': importing('../keys/b.ts') },
    [
      'src/app/usage/b.ts may not import src/app/keys/b.ts: that room is above',
      'rooms of src/app: keys -> usage -> keys',
    ],
  ],
];

test.each(broken)('%s', (_, tree, faults) => {
  expect(faultsOf(tree)).toEqual(faults);
});

const touched: readonly [string, string, string][] = [
  ['the clock', 'export const now = () => Date.now();', 'take a Clock'],
  ['the day', 'export const day = () => new Date();', 'take a Clock'],
  ['the running time', 'export const now = () => performance.now();', 'take a Clock'],
  ['randomness', 'export const one = Math.random();', 'take randomness as an argument'],
  ['the environment', "export const home = process.env['HOME'];", 'read it in config.ts'],
  ['the network', "export const page = fetch('http://example.com');", 'use an undici Pool'],
  ['the console', "console.error('oh');", 'use the logger'],
  ['a source of the contract', "export const source = 'bureau_a';", 'go by the roles of a source'],
];

test.each(touched)('only its owner touches %s; tests and comments are free', (_, code, instead) => {
  const tree = {
    'src/app/a.ts': code,
    'src/app/a.test.ts': code,
    'src/app/b.ts': `// ${code}\n/* ${code} */\n`,
  };
  expect(faultsOf(tree)).toEqual([expect.stringMatching(new RegExp(`^src/app/a\\.ts uses .*: ${instead}`))]);
});

test('an owner touches what it owns: a file by its name, and all of a folder', () => {
  const tree = {
    'src/clock.ts': 'export const now = () => Date.now();',
    'src/config.ts': "export const home = process.env['HOME'];",
    'src/sim/parties/a.ts': "export const source = 'bureau_a';",
    'src/simulated.ts': "export const source = 'bureau_a';",
  };
  expect(faultsOf(tree).filter((fault) => fault.includes(' uses '))).toEqual([
    expect.stringContaining('src/simulated.ts uses'),
  ]);
});

test('a rule without a file is told, a rule with one is not', () => {
  const faults = examine({ 'src/errors.ts': importing('./error-codes.ts'), 'src/error-codes.ts': '' });
  expect(faults).toHaveLength(Object.keys(rules.mayImport).length - 2);
  expect(faults).toContain('src/app has a rule and no file');
});

test('what the rules allow is no fault: downwards, within a part, and the code of an error', () => {
  const tree = {
    'src/http/routes/a.ts': importing('../../app/a.ts', '../../domain/numbers/cpf.ts', './b.ts'),
    'src/app/a.ts': importing('../errors.ts', '../error-codes.ts'),
    'src/compose/parts/a.ts': importing('../../stores/keys/a.ts', '../backend/a.ts'),
    'test/support/console/a.ts': importing('../service/a.ts', '../output.ts'),
  };
  expect(faultsOf(tree)).toEqual([]);
});
