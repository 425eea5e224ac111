// What `package-lock.json` says of packages, and which of them others bring.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export const lockFile = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
) as LockFile;
const { packages } = lockFile;

const inside = 'node_modules/';

export function toName(path: string): string {
  return path.slice(path.lastIndexOf(inside) + inside.length);
}

export function namesIn(locked: LockedPackage | undefined): string[] {
  return Object.keys({ ...locked?.dependencies, ...locked?.optionalDependencies });
}

/** The packages of these names, and all that they bring, by their paths. */
export function reach(names: readonly string[]): Set<string> {
  const found = new Set(names.map((name) => `${inside}${name}`));
  for (const path of found) {
    for (const next of namesIn(packages[path])) {
      const target = resolve(path, next);
      if (target !== undefined) found.add(target);
    }
  }
  return found;
}

/** Resolves a package as Node does: first beside the folder that asks, then further out. */
function resolve(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${inside}`)))) {
    const path = `${folder === '' ? '' : `${folder}/`}${inside}${name}`;
    if (path in packages) return path;
    if (folder === '') return undefined;
  }
}
