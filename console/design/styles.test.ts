// The styles of a screen stay in the page when another one is shown: each rule must be about something of its own.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['dist/**'] }).map((path) => ({
    path,
    room: path.split('/')[0] ?? '',
    text: readFileSync(join(root, path), 'utf8'),
  }));

/** Returns the folders that use each class. */
function findRooms(): ReadonlyMap<string, ReadonlySet<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const { room, text } of read('*/**/*.tsx')) {
    for (const [, attribute = ''] of text.matchAll(/class=("[^"]*"|\{`[^`]*`\}|\{[^}]*\})/g)) {
      for (const [name] of attribute.matchAll(/[a-z][\w-]*/gi))
        rooms.set(name, (rooms.get(name) ?? new Set()).add(room));
    }
  }
  return rooms;
}

function listSelectors(css: string): string[] {
  return [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => selector.split(/,(?![^(]*\))/).map((one) => one.trim()));
}

test('no rule of a screen reaches into another one', () => {
  const rooms = findRooms();
  const strays = read('*/**/*.css')
    // What is of all screens is in these two.
    .filter(({ room }) => room !== 'design' && room !== 'shell')
    .flatMap(({ path, room, text }) =>
      listSelectors(text)
        .filter((selector) => {
          const classes = [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);
          return !classes.some((name) => [...(rooms.get(name) ?? [])].every((one) => one === room || one === 'design'));
        })
        .map((selector) => `${path}: ${selector}`),
    );
  expect(strays).toEqual([]);
});
