// Keeps the compiled form of our files between runs: more than half of the time from start to first answer went into stripping
// types and compiling. Where the folder cannot be written, everything works as before, only slower.

import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Beside the dependencies, which belong to whoever installed Confere: in the system's folder for temporary files another user
 * could plant code. Node keys each entry by the content of its file and its own version.
 */
const folder = join(import.meta.dirname, '../../node_modules/.cache/confere-compiled');

/** Affects what is loaded after this call. */
export function useCompileCache(): void {
  enableCompileCache(folder);
}

/** Writes at once what was compiled, because a service may run for months and be killed in the end. */
export function keepCompiled(): void {
  flushCompileCache();
}
