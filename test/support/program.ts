// The program that tests start as a process: the bundle that this run made of the sources (`bundled-program.ts`), as a release has it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Where a run keeps its bundles, by the content of what they were made of. */
export const bundles: string = join(root, 'test-output/programs');

const bundle = join(bundles, process.env['TEST_PROGRAM'] ?? 'none', 'main.js');

/** The sources where nobody made a bundle: without Vitest, in its watch mode, and in a copy of this tree. */
export const main: string = existsSync(bundle) ? bundle : join(root, 'src/cli/main.js');
