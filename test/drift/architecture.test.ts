// The rooms that ARCHITECTURE.md names, against the folders that there are, and their order against the check's.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rules } from '../../scripts/check-boundaries.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

/** What stands beneath the heading of each house of rooms, by its folder. */
const sections = new Map(
  page
    .split(/^### /m)
    .flatMap((section) => [...section.matchAll(/^The rooms of `([^`]+)`\n/g)].map(([, folder]) => [folder, section])),
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

const drawn = [...sections.keys()] as string[];

describe('the rooms of ARCHITECTURE.md', () => {
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

  test('every folder of src is named', () => {
    expect(findRooms('src').filter((name) => !page.includes(`\`src/${name}\``))).toEqual([]);
  });
});
