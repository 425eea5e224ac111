import { describe, expect, test } from 'vitest';
import {
  chain,
  check,
  endOf,
  makeSecrets,
  packRows,
  signEnd,
  toTrail,
  writeVerifications,
} from '../../../../test/support/written-chain.ts';
import { emptyChain } from '../chain.ts';
import type { KeptGroup } from '../groups/group.ts';
import type { SignedHead } from '../head.ts';
import { planParts } from './plan-parts.ts';

const rows = writeVerifications(10);
const row = (sequence: number) => rows[sequence - 1] as KeptGroup;
const toKnown = (of: KeptGroup) => ({
  chain: of.chain,
  sequence: endOf(of).sequence,
  hash: endOf(of).hash.toString('hex'),
});

type Options = Parameters<typeof planParts>[0];

function plan(options: Partial<Options> = {}) {
  const defaults = { heads: [], remembered: [], starts: new Map(), sinceMs: undefined, recordsPerPart: 100 };
  return planParts({ trail: toTrail(rows), check, ...defaults, ...options });
}

async function cut(options: Partial<Options> = {}) {
  const planned = await plan(options);
  if (planned.kind === 'broken') throw new Error(planned.fault);
  return planned.parts.map(({ start, until, heads, remembered }) => ({
    ...{ from: start.sequence, until, heads: heads.map(({ sequence }) => sequence), remembered: remembered?.sequence },
  }));
}

const whole = { from: 0, until: undefined, heads: [], remembered: undefined };

describe('a chain', () => {
  test('is one part where it is short enough, with what is known of it', async () => {
    const starts = new Map();
    const heads = [signEnd(row(10)), signEnd(row(4))];
    expect(await plan({ heads, starts, remembered: [toKnown(row(10))] })).toEqual({
      ...{ kind: 'plan', dropped: starts, notRead: 0, unlisted: [], records: 10 },
      parts: [
        ...[{ chain, start: emptyChain, until: undefined, heads: [heads[1], heads[0]], remembered: toKnown(row(10)) }],
      ],
    });
    expect(await cut({ recordsPerPart: 10 })).toEqual([whole]);
  });

  test('is cut so that each part begins with the end of the one before it', async () => {
    const planned = await plan({ recordsPerPart: 4 });
    expect(planned).toMatchObject({
      parts: [
        { start: emptyChain, until: 4 },
        { start: endOf(row(4)), until: 8 },
        { start: endOf(row(8)), until: undefined },
      ],
    });
  });

  test('is cut between its rows, never within one', async () => {
    const packed = [packRows(rows.slice(0, 3)), packRows(rows.slice(3, 9)), row(10)];
    expect(await cut({ trail: toTrail(packed), recordsPerPart: 4 })).toEqual([
      { ...whole, until: 9 },
      { ...whole, from: 9 },
    ]);
    const ends = await cut({ trail: toTrail([packRows(rows)]), recordsPerPart: 4 });
    expect(ends).toEqual([whole]);
  });

  test('stays whole from where a row is missing: the part that should hold it finds that', async () => {
    const trail = toTrail(rows.filter((each) => each.first !== 8));
    expect(await cut({ trail, recordsPerPart: 4 })).toEqual([
      { ...whole, until: 4 },
      { ...whole, from: 4 },
    ]);
    const broken = {
      ...toTrail(rows),
      findGroup: async () => ({ first: 1, parts: Buffer.alloc(0), before: undefined }),
    };
    expect(await cut({ trail: broken, recordsPerPart: 4 })).toEqual([whole]);
    // A row that says it ends where the part begins would cut forever.
    const back = { ...toTrail(rows), findGroup: async () => ({ first: 0, parts: row(1).parts, before: undefined }) };
    expect(await cut({ trail: back, recordsPerPart: 4 })).toEqual([whole]);
  });

  test('gives each part the heads and the remembered end of its own records', async () => {
    const heads = [signEnd(row(8)), signEnd(row(4)), signEnd(row(5)), { ...signEnd(row(3)), chain: 'chain_b' }];
    const parts = await cut({ heads, remembered: [toKnown(row(8))], recordsPerPart: 4 });
    expect(parts).toEqual([
      { ...whole, until: 4, heads: [4] },
      { from: 4, until: 8, heads: [5, 8], remembered: 8 },
      { ...whole, from: 8 },
      // A chain of which only a head is left.
      { ...whole, heads: [3] },
    ]);
  });

  test('of which nothing is left but what is known of it is proven, too', async () => {
    const gone = { ...toKnown(row(3)), chain: 'chain_b' };
    expect(await plan({ remembered: [gone] })).toMatchObject({
      records: 10,
      parts: [{ chain }, { chain: 'chain_b', start: emptyChain, remembered: gone }],
    });
  });

  test('whose first months were dropped begins after them', async () => {
    const starts = new Map([[chain, endOf(row(3))]]);
    const planned = await plan({ starts, trail: toTrail(rows.slice(3), { starts }), heads: [signEnd(row(3))] });
    expect(planned).toMatchObject({ parts: [{ start: endOf(row(3)), heads: [] }], dropped: starts, records: 7 });
    // All of its records may be gone.
    const ends = new Map([[chain, { sequence: 12, hash: Buffer.alloc(32) }]]);
    expect(await plan({ starts: ends, trail: toTrail([], { starts: ends }) })).toMatchObject({ records: 0 });
  });

  test('that the list of chains does not name is told, where it has records', async () => {
    const starts = new Map([['chain_c', endOf(row(1))]]);
    const trail = toTrail([...rows, ...writeVerifications(1, 'chain_b')], { starts, unlisted: ['chain_b', 'chain_c'] });
    expect(await plan({ trail })).toMatchObject({ unlisted: ['chain_b'], records: 11 });
  });
});

describe('a proof since a day', () => {
  const sign = (sequence: number, atMs: number) => signEnd(row(sequence), { atMs });
  const heads: readonly SignedHead[] = [sign(2, 20), sign(6, 60), sign(4, 40), sign(8, 80)];

  test('begins with the last head that was signed by then', async () => {
    const planned = await plan({ heads, sinceMs: 60 });
    expect(planned).toMatchObject({ parts: [{ start: endOf(row(6)), heads: [heads[3]] }], notRead: 6, records: 4 });
    expect(await plan({ heads, sinceMs: 59 })).toMatchObject({ parts: [{ start: endOf(row(4)) }], notRead: 4 });
    expect(await cut({ heads, sinceMs: 19 })).toMatchObject([{ from: 0 }]);
    // Each chain by its own heads.
    const others = writeVerifications(3, 'chain_b') as [KeptGroup, KeptGroup, KeptGroup];
    const trail = toTrail([...rows, ...others]);
    expect(await cut({ trail, heads: [signEnd(others[1])], sinceMs: 60 })).toMatchObject([{ from: 0 }, { from: 2 }]);
  });

  test('of a chain without its first months needs no act that covers them, and counts only what is there', async () => {
    const starts = new Map([
      [chain, endOf(row(3))],
      ['chain_b', endOf(row(1))],
    ]);
    const planned = await plan({ heads, sinceMs: 60, starts });
    expect(planned).toMatchObject({ notRead: 3, dropped: new Map([['chain_b', endOf(row(1))]]) });
    // A head of what went with its months begins nothing.
    expect(await plan({ heads, sinceMs: 20, starts })).toMatchObject({ notRead: 0, dropped: starts });
    expect(await plan({ heads: [sign(3, 20)], sinceMs: 20, starts })).toMatchObject({ notRead: 0, dropped: starts });
  });

  test('does not begin with a head that is not ours, or that names no record, or another', async () => {
    const begin = (head: SignedHead, trail = toTrail(rows)) => plan({ heads: [head], sinceMs: 100, trail });
    const place = { kind: 'broken', chain, sequence: 6 };
    const stranger = signEnd(row(6), { by: makeSecrets(101) });
    expect(await begin(stranger)).toEqual({ ...place, fault: 'the signature of the head is not ours' });
    const lost = { ...place, fault: 'records up to the signed head are missing' };
    expect(await begin(sign(6, 60), toTrail(rows.slice(0, 5)))).toEqual(lost);
    const short = { ...toTrail(rows), findGroup: async () => ({ first: 1, parts: row(1).parts, before: undefined }) };
    expect(await begin(sign(6, 60), short)).toEqual(lost);
    const another = { ...place, fault: 'the record is not the one that the signed head names' };
    expect(await begin(signEnd(row(5), { as: 6 }))).toEqual(another);
    // A head within a group, at whose end nothing was signed.
    const wide = { ...toTrail(rows), findGroup: async () => ({ first: 7, parts: row(6).parts, before: undefined }) };
    expect(await begin(sign(6, 60), wide)).toEqual(another);
  });
});
