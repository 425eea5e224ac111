import { defineConfig } from 'vitest/config';

const project = (name: string, include: string[], testTimeout = 120_000) => ({
  extends: true as const,
  test: { name, include, testTimeout, hookTimeout: 300_000 },
});

export default defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for conditions, not for a time; both cores may be taken by other work.
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['test/support/global-setup.ts'],
    projects: [
      project('unit', ['src/**/*.test.ts']),
      project('contracts', ['test/contracts/**/*.test.ts']),
      project('http', ['test/http/**/*.test.ts']),
      project('e2e', ['test/e2e/**/*.test.ts'], 300_000),
      project('reliability', ['test/reliability/**/*.test.ts'], 600_000),
      project('drift', ['test/drift/**/*.test.ts']),
    ],
  },
});
