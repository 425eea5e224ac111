// Which long parts run where not all of them fit. `.ci/run` depends on it.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readImporters } from '../../../scripts/near/import-graph.ts';
import { chooseParts } from '../../long/choose-parts.ts';
import { type Part, parts } from '../../long/parts.ts';
import { listReachedParts } from '../../long/reached-parts.ts';

const names = Object.keys(parts);
const secondsOf = (some: readonly string[]) => some.reduce((sum, name) => sum + (parts[name]?.seconds ?? 0), 0);
const days = Array.from({ length: 400 }, (_, index) => 20_000 + index);
/** What `.ci/run` leaves for them on two free cores, as the parts count. */
const usual = 480;

describe('within the time that is usual', () => {
  test.each([
    ['nothing', []],
    ['everything', names],
    ['the longest', ['image', 'cluster', 'reliability']],
  ])('each part runs in every third landing at the latest, when a change reaches %s', (_, reached) => {
    for (const day of days.slice(0, 9)) {
      const begun = [0, 1, 2].flatMap((more) => chooseParts({ parts, reached, day: day + more, seconds: usual }).begun);
      expect(names.filter((name) => !begun.includes(name))).toEqual([]);
    }
  });

  test('no more is begun than fits, and what is left out is named', () => {
    for (const seconds of [0, 7, 100, usual, 10_000]) {
      for (const day of days) {
        const { begun, leftOut } = chooseParts({ parts, reached: ['backup', 'image'], day, seconds });
        expect(secondsOf(begun)).toBeLessThanOrEqual(seconds);
        expect([...begun, ...leftOut].toSorted()).toEqual(names.toSorted());
      }
    }
  });

  test('what a change reaches comes first, beside what is due on the day', () => {
    const { begun, overdue } = chooseParts({ parts, reached: ['backup', 'disk'], day: 20_000, seconds: usual });
    expect(begun.slice(0, 2)).toEqual(['backup', 'disk']);
    expect(overdue).toEqual([]);
  });
});

describe('within less', () => {
  const short: Record<string, Part> = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => [name, { file: name, seconds: 10 }]),
  );

  test('what a change reaches has half of the time, and what was due is named', () => {
    const { begun, overdue } = chooseParts({ parts: short, reached: ['a', 'b', 'c', 'd'], day: 0, seconds: 20 });
    expect(begun[0]).toBe('a');
    expect(begun).toHaveLength(2);
    expect(overdue.length).toBeGreaterThan(0);
  });

  test('no part is left out for good', () => {
    const begun = days.flatMap((day) => chooseParts({ parts: short, reached: [], day, seconds: 10 }).begun);
    expect([...new Set(begun)].toSorted()).toEqual(Object.keys(short));
  });
});

describe('a change reaches', () => {
  const importers = readImporters(join(import.meta.dirname, '../../..'));
  test.each([
    ['src/registry/download/month.ts', ['download']],
    ['src/compose/commands/restore-backup.ts', ['backup', 'lists-backup']],
    ['console/batch/batch-screen.tsx', ['console-batch']],
    ['deploy/kubernetes/confere.yaml', ['kubernetes', 'deploy']],
    ['test/e2e/cluster/storm/judge.ts', ['cluster']],
  ])('by %s the parts of its subject', (changed, reached) => {
    const found = listReachedParts(parts, [changed], importers);
    expect(found).toEqual(expect.arrayContaining(reached));
    expect(found.length).toBeLessThan(names.length / 2);
  });

  test('a part first that changed itself', () => {
    expect(listReachedParts(parts, ['test/e2e/service/trouble/disk.test.ts'], importers)[0]).toBe('disk');
  });

  test('nothing by a page', () => {
    expect(listReachedParts(parts, ['docs/decisions/house.md'], importers)).toEqual([]);
  });
});
