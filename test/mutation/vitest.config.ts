import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The runner starts vitest itself, so what to include comes through the environment. */
const include = (process.env['MUTATION_TESTS'] ?? 'src/**/*.test.ts').split(',');

export default defineConfig({
  resolve: { alias: [{ find: /^fast-check$/, replacement: join(import.meta.dirname, 'fast-check.ts') }] },
  test: { include, testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 60_000 } } },
});
