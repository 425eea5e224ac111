// `npm ci` runs it at its end: bundles the program of this checkout, so that it starts as quickly as a release. `bin/confere` runs the bundle while
// every file that it was made of is the same, and the sources otherwise.

import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bundle } from './bundle.ts';

const root = join(import.meta.dirname, '..');
// Beside the packages that are in it: whoever removes these removes it too.
const folder = join(root, 'node_modules/.cache/confere-program');

async function bundleCheckout(): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  const beganMs = Date.now();
  const { files } = await bundle(draft);
  rmSync(folder, { recursive: true, force: true });
  // One that changed meanwhile may have been read before that or after it.
  if (files.some((file) => statSync(file).ctimeMs >= beganMs)) {
    rmSync(draft, { recursive: true });
    throw new Error('Files changed while they were bundled.');
  }
  // Packages do not share the type of ours.
  writeFileSync(join(draft, 'package.json'), '{"type":"module"}');
  writeWhatItIsMadeOf(draft, root, files);
  renameSync(draft, folder);
}

/** Records the state of the source files in the same form in which `bin/confere` checks it. */
export function writeWhatItIsMadeOf(folder: string, root: string, files: readonly string[]): void {
  const paths = files.map((file) => `${relative(root, file)}\n`).join('');
  const options = { cwd: root, env: { ...process.env, TZ: 'UTC0' }, input: paths, maxBuffer: 2 ** 24 };
  writeFileSync(join(folder, 'files'), paths);
  writeFileSync(join(folder, 'made-of'), execFileSync('xargs', ['stat', '-c', '%z %s %n'], options));
}

// Elsewhere `stat` has other options, and the sources run.
if (import.meta.main && process.platform === 'linux') await bundleCheckout();
