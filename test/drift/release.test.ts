// What a release says of itself against what is in it, by the bundle of these sources. test/e2e/newcomers/release.test.ts installs one.

import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bundle } from '../../scripts/bundle.ts';
import { listReleased } from '../../scripts/pages/licences.ts';
import { toName } from '../../scripts/release/lock-file.ts';
import { createReleaseManifest, createShrinkwrap, leftOut } from '../../scripts/release/manifest.ts';
import { listOutside } from '../../scripts/release/outside.ts';
import { copied } from '../../scripts/release.ts';

const root = join(import.meta.dirname, '../..');
const aside = mkdtempSync(join(tmpdir(), 'confere-drift-release-'));
afterAll(() => rmSync(aside, { recursive: true }));

const folder = join(aside, 'dist');
const { packages } = await bundle(folder);
const outside = listOutside(folder);
const manifest = createReleaseManifest(outside);
const shrinkwrap = createShrinkwrap(manifest);

test('a release installs what the bundle leaves outside and nothing else: one more package is a decision', () => {
  expect(Object.keys(manifest.dependencies)).toEqual([
    '@fontsource-variable/ibm-plex-sans',
    'better-sqlite3',
    'swagger-ui-dist',
    'yaml',
  ]);
  expect([...outside].filter((name) => !(name in manifest.dependencies)).sort()).toEqual([...leftOut].sort());
  expect(packages.filter(({ name }) => outside.has(name))).toEqual([]);
});

test('a release that the bundle needs a package for which package.json does not name is not made', () => {
  expect(() => createReleaseManifest(new Set([...outside, 'left-pad', 'vitest']))).toThrow(/: left-pad, vitest$/);
});

test('every way to ask for a package is seen', () => {
  const texts = {
    'a.js':
      'import "a"; export * from "b"; export { c } from "c/d.js"; await import("@e/f/g.woff2"); import "node:fs"; import "./b.js";',
    'b.js':
      '__require("h"); createRequire(import.meta.url)("i"); createRequire(new URL("./x", import.meta.url).href).resolve("j/k.json"); import.meta.resolve("l"); __require("fs");',
  };
  const written = join(aside, 'forms');
  mkdirSync(written);
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(written, name), text);
  expect([...listOutside(written)].sort()).toEqual(['@e/f', 'a', 'b', 'c', 'h', 'i', 'j', 'l']);
});

test('its lock file has every package that these bring, each with its integrity and from no particular registry', () => {
  const { '': own, ...brought } = shrinkwrap.packages;
  expect(own?.dependencies).toEqual(manifest.dependencies);
  expect(own).not.toHaveProperty('devDependencies');
  const names = new Set(Object.keys(brought).map(toName));
  for (const [path, locked] of Object.entries(brought)) {
    expect([path, locked.integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
    expect(locked).not.toHaveProperty('resolved');
    expect(locked.dev).toBeUndefined();
    for (const name of Object.keys(locked.dependencies ?? {})) expect(names).toContain(name);
  }
  expect(names.size).toBeLessThan(60);
});

test('every package in the bundle is told, by the maps of the bundle too, and all of them stand on the page of licences', () => {
  const told = packages.map(({ name }) => name);
  const mapped = globSync('*.map', { cwd: folder }).flatMap((name) => {
    const { sources } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { sources: string[] };
    return sources.flatMap((source) => /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
  });
  expect(told).toContain('fastify');
  expect([...new Set(mapped)].filter((name) => !told.includes(name))).toEqual([]);
  const listed = listReleased().map(({ name, version }) => `${name}@${version}`);
  expect(packages.map(({ name, version }) => `${name}@${version}`).filter((one) => !listed.includes(one))).toEqual([]);
  for (const name of ['preact', 'uplot', ...Object.keys(shrinkwrap.packages).filter(Boolean).map(toName)])
    expect(listed.some((one) => one.startsWith(`${name}@`))).toBe(true);
});

test('every file that the program reads beside its sources is in a release', () => {
  const made = ['package.json', 'node_modules/'];
  const read = globSync('src/**/*.{ts,js}', { cwd: root, exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /(?:new URL\(|join\(import\.meta\.dirname, )'([^']+)'(?:, import\.meta\.url)?\)/g,
      ),
    ].flatMap(([, path = '']) => {
      const target = relative(root, resolve(root, dirname(file), path));
      // Threads and processes are in the bundle, and the root itself is no file.
      return target.endsWith('.ts') || target === '' ? [] : [target];
    }),
  );
  expect(read.length).toBeGreaterThan(5);
  const isThere = (path: string) =>
    [...copied, ...made].some((one) => path === one || path.startsWith(one.endsWith('/') ? one : `${one}/`));
  expect(read.filter((path) => !isThere(path))).toEqual([]);
});
