import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Node runs our files as they are, in the tests as in the service. Their compiled form is kept where `src/cli/main.js` keeps its
 * own, and the variable reaches the threads and processes that tests start: loading was two thirds of what the tests took.
 */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/confere-compiled');

/**
 * Tests inside one process leave nothing behind, so that files which follow each other share what they load. Those that start processes of
 * their own come after them, and wait for those half of the time: more of them are at work together than there are cores. Imports give way
 * to whatever else wants a core, so they are among themselves. Floods come alone.
 */
const inProcess = { testTimeout: 120_000, maxWorkers: 3, isolate: false, sequence: { groupOrder: 0 } };
const withImports = { testTimeout: 600_000, maxWorkers: 3, isolate: true, sequence: { groupOrder: 1 } };
const withProcesses = { testTimeout: 600_000, maxWorkers: 6, isolate: true, sequence: { groupOrder: 2 } };
const alone = { testTimeout: 600_000, maxWorkers: 1, isolate: true, sequence: { groupOrder: 3 } };

const imports = 'test/e2e/registry-*.test.ts';

const project = (name: string, include: string[], limits = inProcess, exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude, hookTimeout: 300_000, ...limits },
});

export default defineConfig({
  test: {
    pool: 'forks',
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Tests wait for conditions, not for a time; both cores may be taken by other work.
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['test/support/global-setup.ts'],
    projects: [
      project('unit', ['src/**/*.test.ts', 'packages/*/src/**/*.test.ts']),
      project('contracts', ['test/contracts/**/*.test.ts']),
      project('http', ['test/http/**/*.test.ts']),
      project('imports', [imports], withImports),
      project('e2e', ['test/e2e/**/*.test.ts'], withProcesses, [imports]),
      project('reliability', ['test/reliability/**/*.test.ts'], alone),
      project('drift', ['test/drift/**/*.test.ts']),
    ],
  },
});
