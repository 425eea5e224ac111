// The bundle that a release brings, and that the tests of processes start: whole, and true to the sources.

import { globSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { toSourceStack } from '../../../src/source-stack.ts';
import { bundles, main } from '../../support/program.ts';

const source = join(import.meta.dirname, '../../../src');
const folder = dirname(main);
const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
const texts = new Map(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
const read = (name: string) => texts.get(name) ?? '';

test('is what the tests of this run start', () => {
  expect(main.startsWith(bundles)).toBe(true);
});

test('holds every thread and process that the sources start, each as a file that nothing imports', () => {
  const started = globSync('**/*.ts', { cwd: source }).flatMap((file) => {
    const code = file.endsWith('.test.ts') ? '' : readFileSync(join(source, file), 'utf8');
    return [...code.matchAll(/new URL\(\s*['"`](\.[^'"`]+\.ts)['"`]/g)].map(([, name = '']) =>
      relative(source, resolve(source, dirname(file), name))
        .replace(/\.ts$/, '.js')
        .replaceAll('/', '-'),
    );
  });
  expect(started.length).toBeGreaterThan(10);
  expect(started.filter((name) => !files.includes(name))).toEqual([]);
  const importing = files.filter((file) => started.some((name) => read(file).includes(`from "./${name}"`)));
  expect(importing).toEqual([]);
});

test('starts none of the sources, and takes no module of Node in the costly form', () => {
  // The place of a source serves to find what lies beside it.
  const other = /new URL\("[^"]+\.ts", import\.meta\.url\)(?!\.href)/;
  expect(files.filter((name) => other.test(read(name)))).toEqual([]);
  const imported = files.flatMap((name) => [...read(name).matchAll(/^import .*from "([^"]+)";$/gm)]);
  expect(imported.length).toBeGreaterThan(files.length);
  expect(imported.map(([, from = '']) => from).filter(isBuiltin)).toEqual([]);
});

test.each([
  ['function openService(', 'compose/service/service.ts'],
  ['function toStackFrames(', 'errors.ts'],
  // Below lines that were rewritten: it starts a thread, and uses modules of Node.
  ['function answerInThreads(', 'compose/verify/local-threads.ts'],
])('its maps lead to the source: %s', (text, file) => {
  const name = files.find((each) => read(each).includes(text)) as string;
  const lines = read(name).split('\n');
  const line = lines.findIndex((each) => each.includes(text));
  const place = `${pathToFileURL(join(folder, name))}:${line + 1}:${(lines[line] as string).indexOf(text) + 10}`;
  const lineInSource = readFileSync(join(source, file), 'utf8')
    .split('\n')
    .findIndex((each) => each.includes(text));
  expect(toSourceStack(`at it (${place})`)).toContain(`${pathToFileURL(join(source, file))}:${lineInSource + 1}:`);
});

test('brings the licence of every package in it, as far as they publish one', () => {
  const parts = readFileSync(join(folder, 'LICENCES.txt'), 'utf8').split(/\n\n-{80}\n\n/);
  expect(parts.map((part) => part.split(' ')[0])).toEqual(
    expect.arrayContaining(['commander', 'fastify', 'pg', 'undici']),
  );
  const withoutText = parts.filter((part) => part.split('\n').length < 3).map((part) => part.split(' ')[0]);
  expect(withoutText).toEqual(['abstract-logging', 'pg-types', 'pgpass']);
});
