import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { weighHits } from '../../../src/domain/screening/weigh-hits.ts';
import { publishedLists } from '../../../src/screening/lists/catalogue.ts';

const pages = [
  ['docs/lists.md', 'on', 'off', 'days'],
  ['docs/pt-BR/lists.md', 'ligada', 'desligada', 'dias'],
] as const;

describe.each(pages)('%s', (path, on, off, days) => {
  const lines = readFileSync(join(import.meta.dirname, '../../..', path), 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('| `')).map((line) => line.slice(2, -2).split(' | '));
  const rowsOf = (id: string, columns: number) =>
    rows.filter((row) => row.length === columns && row[0]?.split(', ').includes(`\`${id}\``));

  test('says of every list that is published when it is too old, and whether it is on', () => {
    for (const { id, staleAfterDays, isOptIn } of publishedLists) {
      const told = rowsOf(id, 5).map((row) => row.slice(3));
      expect({ id, told }).toEqual({ id, told: [[`${staleAfterDays} ${days}`, isOptIn === true ? off : on]] });
    }
  });

  test('says of every list that is published on which rung an exact hit stands', () => {
    for (const { id } of publishedLists) {
      const [rung] = weighHits([{ list: id, strength: 'hit', state: 'in_force', entry: {} }], true);
      const told = rowsOf(id, 3).flatMap((row) => row.slice(2));
      expect({ id, told }).toEqual({ id, told: [`\`${rung}\``] });
    }
  });
});
