import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Node runs our files as they are, in the tests as in the service. Their compiled form is kept where `src/cli/main.js` keeps its
 * own, and the variable reaches the threads and processes that tests start: loading was two thirds of what the tests took.
 */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/confere-compiled');

/**
 * Tests inside one process come first; those that start processes of their own follow, and wait for those half of the time. More files of either
 * are at work together than there are cores, so that none is idle and other work on the machine takes less of them. No test leaves anything
 * behind, so that files which follow each other in a process share what they load. Floods come alone.
 */
const inProcess = { testTimeout: 120_000, maxWorkers: 5, isolate: false, sequence: { groupOrder: 0 } };
const withProcesses = { testTimeout: 600_000, maxWorkers: 6, isolate: false, sequence: { groupOrder: 1 } };
const alone = { testTimeout: 600_000, maxWorkers: 1, isolate: true, sequence: { groupOrder: 2 } };

/** Those that take longest, which begin first: what begins last is waited for by nothing but idle cores. */
const longest = [
  'operators/operator-mistakes',
  'operators/image',
  'verify/verify-local',
  'operators/secrets',
  'cluster/cluster',
  'newcomers/examples',
  'registry/crash',
  'registry/commands',
  'verify/bureaus',
  'service/workers',
  'service/workers-audit',
  'registry/download',
  'service/reload',
  'verify/verify',
  'verify/batches',
  'registry/judgement',
  'newcomers/reference',
  'console/console',
  'console/keys',
  'console/dashboard',
  'console/audit',
  'console/registry',
  'console/batch',
  'console/live',
].map((name) => join(import.meta.dirname, `test/e2e/${name}.test.ts`));
const moved = longest.filter((path) => !existsSync(path));
if (moved.length > 0) throw new Error(`vitest.config.ts names tests that are elsewhere: ${moved.join(', ')}`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      longest.includes(moduleId) ? longest.indexOf(moduleId) : longest.length;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

const project = (name: string, include: string[], limits = inProcess) => ({
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
      project('unit', ['src/**/*.test.ts', 'console/**/*.test.ts', 'packages/*/src/**/*.test.ts']),
      project('contracts', ['test/contracts/**/*.test.ts']),
      project('http', ['test/http/**/*.test.ts']),
      project('e2e', ['test/e2e/**/*.test.ts'], withProcesses),
      project('reliability', ['test/reliability/**/*.test.ts'], alone),
      project('drift', ['test/drift/**/*.test.ts']),
    ],
  },
});
