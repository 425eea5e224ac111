import { describe, expect, test } from 'vitest';
import type { ListEdition } from '../../screening/ports.ts';
import {
  type DatedPoint,
  findNextPoint,
  keepUnread,
  type LiveLists,
  neverCompared,
  readPoint,
  toCompared,
  withContents,
  writePoint,
} from './lists-point.ts';

const day = '2026-11-18';
const ceis = { list: 'ceis', edition: '20261101T000000-000', asOf: '2026-11-01' };
const onu = { list: 'onu', edition: '20261102T000000-000', asOf: '2026-11-02' };
const before: DatedPoint = { day, editions: [ceis, onu] };

const live = (...lists: readonly Partial<ListEdition>[]): LiveLists => ({
  lists: lists.map((each) => ({ ...ceis, state: 'current', ...each })),
  today: day,
  isForwardOnly: false,
});
const withCompared = (point: DatedPoint | undefined) => point && toCompared(point).editions;
const older = { ...ceis, edition: '20261031T000000-000', asOf: '2026-10-31' };
const newer = { ...ceis, edition: '20261117T000000-000', asOf: '2026-11-17' };

test('a point is the same text whatever the order of its lists, and comes back as it was', () => {
  const text = writePoint({ day, editions: [onu, ceis] });
  expect(text).toBe(writePoint(before));
  expect(readPoint(text)).toEqual(before);
  expect(readPoint(neverCompared).editions).toEqual([]);
});

test('a point keeps the content of each edition, also of one that cannot be read, until another takes its place', () => {
  const known = withContents(before, new Map([['ceis', 'c1']]));
  expect(readPoint(writePoint(known))).toEqual(known);
  expect(findNextPoint(known, live(ceis, onu))).toBeUndefined();
  const tomorrow = '2026-11-19';
  const kept = findNextPoint(known, { ...live(onu), today: tomorrow }) as DatedPoint;
  expect(kept.editions).toEqual([onu, { ...ceis, content: 'c1', day }]);
  expect(readPoint(writePoint(kept)).editions).toContainEqual({ ...ceis, content: 'c1', day });
  expect(findNextPoint(known, live(newer, onu))?.editions).toEqual([newer, onu]);
  // A node that has it under an older name can still read it.
  const behind = findNextPoint(known, { ...live(older, onu), today: tomorrow, isForwardOnly: true });
  expect(behind?.editions).toEqual([{ ...ceis, content: 'c1' }, onu]);
});

describe('the next point', () => {
  test('is none while nothing has changed, or a list is still being read', () => {
    expect(findNextPoint(before, live(onu, ceis))).toBeUndefined();
    expect(findNextPoint(before, live(newer, { ...onu, edition: null, asOf: null, state: 'loading' }))).toBeUndefined();
  });

  test('has what is live, of today: a new edition, an older one after a rollback, a list that is new', () => {
    expect(findNextPoint(before, live(newer, onu))?.editions).toEqual([newer, onu]);
    expect(findNextPoint(before, live(older, onu))?.editions).toEqual([older, onu]);
    expect(findNextPoint({ day, editions: [ceis] }, live(ceis, onu))?.editions).toEqual([ceis, onu]);
    expect(findNextPoint(before, { ...live(ceis, onu), today: '2026-11-19' })).toEqual({
      ...before,
      day: '2026-11-19',
    });
  });

  test.each(['damaged', 'missing'] as const)(
    'leaves a list that is %s where it was: its hits have not ended',
    (state) => {
      const unread = { ...onu, edition: null, asOf: null, state };
      expect(findNextPoint(before, live(ceis, unread))).toBeUndefined();
      expect(findNextPoint(before, live(ceis))).toBeUndefined();
      expect(withCompared(findNextPoint(before, live(newer, unread)))).toEqual([newer]);
    },
  );

  test('remembers the day on which a list was last read, until it can be read again', () => {
    const [second, third] = ['2026-11-19', '2026-11-20'];
    const onSecond = findNextPoint(before, { ...live(ceis), today: second }) as DatedPoint;
    expect([onSecond, withCompared(onSecond)]).toEqual([{ day: second, editions: [ceis, { ...onu, day }] }, [ceis]]);
    const stored = readPoint(writePoint(onSecond));
    expect(stored).toEqual(onSecond);
    expect(findNextPoint(stored, { ...live(ceis), today: second })).toBeUndefined();
    expect(findNextPoint(stored, { ...live(ceis), today: third })?.editions).toEqual([ceis, { ...onu, day }]);
    expect(withCompared(findNextPoint(stored, { ...live(ceis, onu), today: second }))).toEqual([ceis, onu]);
  });

  test('stays as it was with lists that could not be read for the comparison, and has none that is new', () => {
    const after = { day: '2026-11-19', editions: [newer, onu, { ...onu, list: 'ofac' }] };
    expect(keepUnread(before, after, ['onu', 'ofac'])).toEqual({ ...after, editions: [newer, { ...onu, day }] });
    expect(keepUnread(before, after, [])).toEqual(after);
  });

  test('never goes back where nodes share the watches, and one of them is behind', () => {
    const shared = { ...live(older, onu), isForwardOnly: true };
    expect(findNextPoint(before, shared)).toBeUndefined();
    expect(findNextPoint(before, { ...shared, today: '2026-11-17' })).toBeUndefined();
    expect(findNextPoint(before, { ...live(newer, onu), isForwardOnly: true })?.editions).toEqual([newer, onu]);
    // One that went back itself from there takes it along, once: no node leads there again, and a newer one leads on.
    const held = { ...shared, heldBack: new Map([['ceis', ceis.edition]]) };
    const back = findNextPoint(before, held) as DatedPoint;
    expect(back.editions).toEqual([{ ...older, backFrom: ceis.edition }, onu]);
    expect(readPoint(writePoint(back))).toEqual(back);
    for (const content of [undefined, 'c1']) {
      const stored = content === undefined ? back : withContents(back, new Map([['ceis', content]]));
      expect(readPoint(writePoint(stored))).toEqual(stored);
      for (const other of [held, shared, { ...live(ceis, onu), isForwardOnly: true }])
        expect(findNextPoint(stored, other)).toBeUndefined();
      const next = findNextPoint(stored, { ...live(newer, onu), isForwardOnly: true });
      expect(next?.editions).toEqual([newer, onu]);
    }
    expect(findNextPoint(before, { ...held, heldBack: new Map([['ceis', newer.edition]]) })).toBeUndefined();
    // What this node cannot read it tries once a day.
    const tomorrow = { ...shared, today: '2026-11-19' };
    const after = findNextPoint(before, tomorrow) as DatedPoint;
    expect(withCompared(after)).toEqual([ceis, onu]);
    expect(findNextPoint(keepUnread(before, after, ['ceis']), tomorrow)).toBeUndefined();
  });
});
