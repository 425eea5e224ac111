// Once around the tests that start processes: bundles the program from the sources as they are now, in about a second, and tells the tests
// where it lies. Bundles go by the content of what they are made of, so that no test ever starts an old one.

import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundle } from '../../scripts/bundle.ts';
import { bundles } from './program.ts';

const root = join(import.meta.dirname, '../..');

/** As many as runs with different sources may be under way in one checkout. */
const keptBundles = 4;

export async function setup({ config }: TestProject): Promise<void> {
  // A run that watches goes on while sources change.
  if (config.watch) return;
  const name = hashSources();
  const folder = join(bundles, name);
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`;
    await bundle(draft);
    try {
      renameSync(draft, folder);
    } catch {
      // Another run was faster, with the same result.
      rmSync(draft, { recursive: true });
    }
  }
  utimesSync(folder, new Date(), new Date());
  removeOldest();
  process.env['TEST_PROGRAM'] = name;
}

function hashSources(): string {
  const hash = createHash('sha256');
  const sources = globSync(['src/**/*.{ts,js}', 'packages/client/src/**/*.ts'], { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts'),
  );
  // The versions of what is bundled with them, and the way it is done.
  for (const path of [...sources.sort(), 'node_modules/.package-lock.json', 'scripts/bundle.ts'])
    hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 16);
}

function removeOldest(): void {
  // Another run may rename its draft meanwhile.
  const byAge = readdirSync(bundles)
    .map((name) => join(bundles, name))
    .map((path) => ({ path, usedMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.usedMs - a.usedMs);
  for (const { path } of byAge.slice(keptBundles)) rmSync(path, { recursive: true, force: true });
}
