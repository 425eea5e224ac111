// The manifest of a release and its lock file: of the checkout's packages only those that the bundle leaves outside, each as locked.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockedPackage, type LockFile, lockFile, reach, toName } from './lock-file.ts';

type Named = Readonly<Record<string, unknown>>;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly scripts: Named;
  readonly dependencies: Named;
  readonly optionalDependencies: Named;
  readonly allowScripts: Named;
}

const checkout = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as Manifest;

/** The release leaves these packages out on purpose. The packages that ask for them work without them. */
export const leftOut: readonly string[] = [
  // Drivers in C and colours for terminals, which `pg` and `debug` take where they are there.
  'pg-native',
  'supports-color',
  // Builds the console of a checkout. A release has it built.
  'vite',
];

export function createReleaseManifest(outside: ReadonlySet<string>): Manifest {
  const unknown = [...outside].filter((name) => !(name in checkout.dependencies) && !leftOut.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `The bundle needs packages that package.json does not name among its dependencies: ${unknown.join(', ')}`,
    );
  }
  const { name, version, scripts, dependencies, optionalDependencies, allowScripts, ...others } = checkout;
  const { devDependencies, overrides, ...kept } = others as Named;
  const released = pick(dependencies, [...outside]);
  const brought = [...reach(Object.keys(released))].map(toName);
  return {
    name,
    version,
    ...kept,
    scripts: pick(scripts, ['postinstall', 'start']),
    dependencies: released,
    optionalDependencies,
    allowScripts: pick(allowScripts, brought),
  };
}

/** Creates the lock file by which `npm ci` installs. Every package in it has its integrity value. */
export function createShrinkwrap({ dependencies, optionalDependencies }: Manifest): LockFile {
  const paths = [...reach(Object.keys({ ...dependencies, ...optionalDependencies }))].sort();
  const { devDependencies, ...own } = lockFile.packages[''] as LockedPackage;
  const packages = Object.fromEntries(paths.map((path) => [path, lockFile.packages[path] as LockedPackage]));
  for (const [path, { integrity }] of Object.entries(packages))
    if (integrity === undefined) throw new Error(`package-lock.json has no integrity of ${path}.`);
  const released = { ...own, dependencies: dependencies as Record<string, string> };
  return { ...lockFile, packages: { '': released, ...packages } };
}

function pick(object: Named, names: readonly string[]): Named {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}
