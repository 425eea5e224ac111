// The rooms that the page beside them names, against the folders that there are, and their order against the check's.

import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rules } from '../../scripts/check-boundaries.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

/** The page beside the rooms of each folder that has one. */
const sections = new Map(
  globSync(['src/*/README.md', 'console/README.md'], { cwd: root }).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const folder = dirname(path);
    return text.startsWith(`# The rooms of \`${folder}\`\n`) ? [[folder, text] as const] : [];
  }),
);

function findRooms(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'dist')
    .map(({ name }) => name);
}

/** In the first column of a table, in its order. */
function readRooms(folder: string): string[] {
  const rows = sections.get(folder)?.match(/^\| `.*?\|/gm) ?? [];
  return rows.flatMap((row) => [...row.matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name as string));
}

const drawn = [...sections.keys()];

describe('the pages of rooms', () => {
  test.each(drawn)('%s: every folder is named, and no other', (folder) => {
    const section = sections.get(folder) as string;
    const rooms = findRooms(folder);
    expect(rooms.filter((name) => !section.includes(`\`${name}/\``))).toEqual([]);
    expect(readRooms(folder).filter((name) => !rooms.includes(name))).toEqual([]);
  });

  test.each([
    ...rules.lowestFirst.map(({ folder, rooms }) => [`src/${folder}`, rooms] as const),
    ['console', rules.consoleRooms] as const,
  ])('%s: the table has the order that the check has', (folder, rooms) => {
    expect(readRooms(folder)).toEqual(rooms);
  });

  test('ARCHITECTURE.md names every folder of src and every page of rooms, and is read in an hour', () => {
    expect(findRooms('src').filter((name) => !page.includes(`\`src/${name}\``))).toEqual([]);
    expect(drawn.filter((folder) => !page.includes(`(${folder}/README.md)`))).toEqual([]);
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(8_000);
  });
});
