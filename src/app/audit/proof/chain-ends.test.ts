import { expect, test } from 'vitest';
import { endOf, packRows, toTrail, writeVerifications } from '../../../../test/support/written-chain.ts';
import type { KeptGroup } from '../groups/group.ts';
import { readChainEnds } from './chain-ends.ts';

const rows = writeVerifications(3) as [KeptGroup, KeptGroup, KeptGroup];
const toText = (row: KeptGroup) => ({ sequence: endOf(row).sequence, hash: endOf(row).hash.toString('hex') });

test('every chain ends with its last record, packed or not', async () => {
  const others = writeVerifications(2, 'chain_b') as [KeptGroup, KeptGroup];
  expect(await readChainEnds(toTrail([packRows(rows), ...others]))).toEqual({
    chain_a: toText(rows[2]),
    chain_b: toText(others[1]),
  });
  expect(await readChainEnds(toTrail([]))).toEqual({});
});

test('a chain whose records are all gone ends where they did, and another goes on after them', async () => {
  const starts = new Map([
    ['chain_a', endOf(rows[1])],
    ['chain_b', { sequence: 7, hash: Buffer.alloc(32, 7) }],
  ]);
  expect(await readChainEnds(toTrail([rows[2]], { starts }))).toEqual({
    chain_a: toText(rows[2]),
    chain_b: { sequence: 7, hash: '07'.repeat(32) },
  });
});
