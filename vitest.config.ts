import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isWhole, parts } from './test/long/parts.ts';

/**
 * Node runs our files as they are, in the tests as in the service. Their compiled form is kept where `src/cli/main.js` keeps its
 * own, and the variable reaches the threads and processes that tests start: loading was two thirds of what the tests took.
 */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/confere-compiled');

/** Where this run writes (`test/support/output.ts`); its workers and their processes are told by the same variable. */
process.env['TEST_RUN'] = String(process.pid);

/**
 * Tests inside one process come first; those that start processes of their own follow, and wait for those half of the time. More files of either
 * are at work together than there are cores, so that none is idle and other work on the machine takes less of them. No test leaves anything
 * behind, so that files which follow each other in a process share what they load.
 */
const inProcess = { testTimeout: 120_000, maxWorkers: 6, isolate: false, sequence: { groupOrder: 0 } };
const withProcesses = {
  ...inProcess,
  testTimeout: 600_000,
  sequence: { groupOrder: 1 },
  globalSetup: ['test/support/bundled-program.ts'],
};

type ProjectLimits = typeof inProcess & Partial<typeof withProcesses> & { exclude?: string[]; execArgv?: string[] };

/** Those that take longest, which begin first: what begins last is waited for by nothing but idle cores. */
const longest = [
  'long/image',
  'reliability/short',
  'e2e/cluster/cluster',
  'http/nodes/two-nodes',
  'http/key-owned/batches',
  'http/console/registry',
  'http/nodes/old-primary',
  'e2e/operators/secrets',
  'e2e/nodes/moving',
  'e2e/console/looks',
  'e2e/registry/commands',
  'e2e/verify/bureaus',
  'e2e/verify/verify-local',
  'e2e/verify/verify-memory',
  'e2e/service/reload',
  'e2e/service/workers',
  'e2e/nodes/shared-store',
  'e2e/console/live',
  'e2e/console/console',
  'e2e/console/dashboard',
  'e2e/verify/verify',
  'e2e/nodes/waiting',
  'e2e/verify/batches',
  'e2e/operators/doctor',
  'e2e/operators/keys',
  'e2e/operators/erasure',
  'e2e/operators/usage',
  'e2e/registry/download',
  'e2e/registry/judgement',
  'e2e/operators/operator-mistakes',
  'e2e/operators/backup',
  'e2e/registry/crash',
  'e2e/nodes/batches',
  'e2e/console/lists',
  'e2e/console/batch',
  'e2e/console/errors',
  'e2e/console/registry',
  'e2e/verify/mcp',
  'e2e/registry/import',
  'e2e/service/trouble/disk',
].map((name) => join(import.meta.dirname, `test/${name}.test.ts`));
const moved = [...longest, ...Object.values(parts).map(({ file }) => join(import.meta.dirname, file))].filter(
  (path) => !existsSync(path),
);
if (moved.length > 0) throw new Error(`vitest.config.ts names tests that are elsewhere: ${moved.join(', ')}`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      longest.includes(moduleId) ? longest.indexOf(moduleId) : longest.length;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

const long = Object.values(parts).map(({ file }) => file);
const onlyLong = Object.values(parts).flatMap(({ file, hasShortForm }) => (hasShortForm ? [] : [file]));
const unlisted = readdirSync(join(import.meta.dirname, 'test/long')).filter(
  (name) => name.endsWith('.test.ts') && !long.includes(`test/long/${name}`),
);
if (unlisted.length > 0) throw new Error(`test/long/parts.ts must name ${unlisted.join(', ')}`);
/** The adapters of ARCHITECTURE.md's picture, and what puts them together or calls them. */
const adapters = [
  'src/{bulk,compose,datasets,http,registry,screening,sim,sources,sso,stores,telemetry,webhooks}/**/*.test.ts',
  'packages/*/src/**/*.test.ts',
];
const project = (name: string, include: string[], limits: ProjectLimits = inProcess) => ({
  extends: true as const,
  test: { name, include, hookTimeout: 300_000, ...limits },
});

export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Tests wait for conditions, not for a time; both cores may be taken by other work.
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['test/support/global-setup.ts'],
    projects: [
      // Rules and use cases, then what gives them files, databases, threads and servers.
      project('unit', ['src/**/*.test.ts', 'console/**/*.test.ts'], {
        ...inProcess,
        exclude: [...configDefaults.exclude, ...adapters],
      }),
      project('adapters', adapters),
      project('contracts', ['test/contracts/**/*.test.ts']),
      project('http', ['test/http/**/*.test.ts']),
      project('e2e', ['test/e2e/**/*.test.ts'], {
        ...withProcesses,
        exclude: [...configDefaults.exclude, ...onlyLong],
      }),
      project('reliability', ['test/reliability/**/*.test.ts'], {
        ...withProcesses,
        exclude: [...configDefaults.exclude, ...onlyLong],
      }),
      // The check of regular expressions goes as deep as a text is long; how much stack that takes depends on what was compiled by then.
      project('drift', ['test/drift/**/*.test.ts'], { ...inProcess, execArgv: ['--stack-size=3900'] }),
      // Short forms belong to the folder that they are in, unless somebody asks for the whole.
      project('long', isWhole ? long : onlyLong, {
        ...withProcesses,
        maxWorkers: 4,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
