import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSequenceRanges, parseSequenceRanges } from './sequence-ranges.ts';

const small = fc.tuple(fc.nat(60), fc.nat(6)).map(([first, more]) => [first, first + more] as const);

/** One by one, as the ranges mean it. */
function toMembers(ranges: readonly (readonly [number, number])[]): readonly number[] {
  const all = ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
  return [...new Set(all)].sort((one, other) => one - other);
}

describe('ranges of a chain', () => {
  test.each([
    [[], ''],
    [[[5, 5]], '5'],
    [
      [
        [1, 500],
        [503, 503],
      ],
      '1-500,503',
    ],
    [
      [
        [1, 2],
        [3, 4],
      ],
      '1-4',
    ],
    [
      [
        [1, 5],
        [2, 3],
      ],
      '1-5',
    ],
    [
      [
        [1, 5],
        [1, 9],
      ],
      '1-9',
    ],
    [
      [
        [7, 8],
        [1, 2],
      ],
      '1-2,7-8',
    ],
    [
      [
        [7, 8],
        [1, 6],
      ],
      '1-8',
    ],
    [
      [
        [4, 4],
        [6, 6],
        [5, 5],
      ],
      '4-6',
    ],
  ] as [[number, number][], string][])('%j are written as %j', (ranges, text) => {
    expect(createSequenceRanges(ranges).toString()).toBe(text);
    expect(parseSequenceRanges(text).toString()).toBe(text);
  });

  test('hold each of their records once, whatever the order they came in', () => {
    fc.assert(
      fc.property(fc.array(small), (ranges) => {
        const members = toMembers(ranges);
        const set = createSequenceRanges();
        for (const [index, [first, last]] of ranges.entries()) {
          if (first === last) set.add(first);
          else set.add(first, last);
          // Reading in between changes nothing.
          if (index % 2 === 0) set.list();
        }
        expect(toMembers(set.list())).toEqual(members);
        expect(set.count()).toBe(members.length);
        expect(parseSequenceRanges(set.toString()).list()).toEqual(set.list());
        const list = set.list();
        for (const [index, [first]] of list.entries())
          expect(first).toBeGreaterThan((list[index - 1]?.[1] ?? Number.NEGATIVE_INFINITY) + 1);
      }),
    );
  });

  test('know the end of the range that holds a record, and none for another', () => {
    fc.assert(
      fc.property(fc.array(small), fc.nat(70), (ranges, sequence) => {
        const set = createSequenceRanges(ranges);
        const holding = set.list().find(([first, last]) => first <= sequence && sequence <= last);
        expect(set.findLast(sequence)).toBe(holding?.[1]);
      }),
    );
  });

  test('find their first record that others do not have', () => {
    fc.assert(
      fc.property(fc.array(small), fc.array(small), (ranges, others) => {
        const held = toMembers(others);
        const first = toMembers(ranges).find((member) => !held.includes(member));
        expect(createSequenceRanges(ranges).findOutside(createSequenceRanges(others))).toBe(first);
      }),
    );
  });
});
