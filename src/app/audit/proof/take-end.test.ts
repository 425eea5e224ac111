import { describe, expect, test } from 'vitest';
import {
  chain,
  endOf,
  makeSecrets,
  packRows,
  secrets,
  toTrail,
  writeVerifications,
} from '../../../../test/support/written-chain.ts';
import { emptyChain } from '../chain.ts';
import type { KeptGroup } from '../groups/group.ts';
import type { PlacedGroup } from '../ports.ts';
import { createJudgeLink } from './audit-check.ts';
import { findOwnEnd, takeEnd } from './take-end.ts';

const rows = writeVerifications(3) as [KeptGroup, KeptGroup, KeptGroup];
const judge = createJudgeLink([secrets], chain);
const judgeOfStranger = createJudgeLink([makeSecrets(101)], chain);
const place = async (groups: readonly KeptGroup[]) => (await toTrail(groups).findGroup(chain)) as PlacedGroup;
const end = endOf(rows[2]);

describe('the end of a row', () => {
  test('is that of its last group, where each follows from what is before it', async () => {
    expect(findOwnEnd(await place(rows), judge)).toEqual(end);
    expect(findOwnEnd(await place([packRows(rows)]), judge)).toEqual(end);
    expect(findOwnEnd(await place(rows.slice(0, 1)), judge)).toEqual(endOf(rows[0]));
  });

  test('is none where a link is not ours, or the row is no list of groups', async () => {
    expect(findOwnEnd(await place(rows), judgeOfStranger)).toBeUndefined();
    expect(findOwnEnd({ ...(await place(rows)), parts: Buffer.alloc(3) }, judge)).toBeUndefined();
    const packed = await place([packRows(rows)]);
    const parts = Buffer.from(packed.parts);
    parts.writeUInt8((parts.at(-1) as number) ^ 1, parts.length - 1);
    expect(findOwnEnd({ ...packed, parts }, judge)).toBeUndefined();
  });

  test('is none where what is before it is not there, or is not right before it', async () => {
    const last = await place(rows);
    expect(findOwnEnd({ ...last, before: undefined }, judge)).toBeUndefined();
    expect(findOwnEnd({ ...last, before: { ...endOf(rows[1]), sequence: 1 } }, judge)).toBeUndefined();
    expect(findOwnEnd({ ...last, first: 4 }, judge)).toBeUndefined();
  });

  test('of a first row follows from nothing, whatever is said to be before it', async () => {
    const first = await place(rows.slice(0, 1));
    expect(findOwnEnd({ ...first, before: { sequence: 0, hash: Buffer.alloc(32, 1) } }, judge)).toEqual(endOf(rows[0]));
  });
});

describe('a chain', () => {
  const known = endOf(rows[1]);

  test('goes on where its end is ours, and descends from what is known of it', async () => {
    const last = await place(rows);
    expect(takeEnd({ last, atKnown: undefined }, undefined, judge)).toEqual(end);
    expect(takeEnd({ last, atKnown: known.hash }, known, judge)).toEqual(end);
    expect(takeEnd({ last: undefined, atKnown: undefined }, undefined, judge)).toEqual(emptyChain);
    // A chain without a record has nothing to descend from.
    expect(takeEnd({ last: undefined, atKnown: undefined }, emptyChain, judge)).toEqual(emptyChain);
  });

  test.each([
    ['another record stands there', async () => ({ last: await place(rows), atKnown: endOf(rows[0]).hash })],
    ['nothing stands there', async () => ({ last: await place(rows), atKnown: undefined })],
    ['the chain is empty', async () => ({ last: undefined, atKnown: known.hash })],
  ])('was set back where its known end is gone: %s', async (_what, found) => {
    const there = await found();
    expect(() => takeEnd(there, known, judge)).toThrow(expect.objectContaining({ code: 'AUDIT_REWOUND' }));
  });

  test('is forged where its last group is not ours', async () => {
    const last = await place(rows);
    const forged = expect.objectContaining({ code: 'AUDIT_FORGED' });
    expect(() => takeEnd({ last, atKnown: undefined }, undefined, judgeOfStranger)).toThrow(forged);
    expect(() => takeEnd({ last, atKnown: known.hash }, known, judgeOfStranger)).toThrow(forged);
  });
});
