import { defineConfig } from 'vitest/config';

/** The runner starts vitest itself, so what to include comes through the environment. */
const include = (process.env['MUTATION_TESTS'] ?? 'src/**/*.test.ts').split(',');

export default defineConfig({ test: { include, testTimeout: 120_000, hookTimeout: 120_000 } });
