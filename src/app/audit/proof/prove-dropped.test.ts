import { expect, test } from 'vitest';
import { chain, check, endOf, signEnd, toTrail, writeVerifications } from '../../../../test/support/written-chain.ts';
import type { KeptGroup } from '../groups/group.ts';
import { proveDropped } from './prove-dropped.ts';

const rows = writeVerifications(4) as [KeptGroup, KeptGroup, KeptGroup, KeptGroup];
const [first, second, third, fourth] = rows;
const other = writeVerifications(2, 'chain_b') as [KeptGroup, KeptGroup];
const toEnd = (row: KeptGroup) => ({ chain: row.chain, ...endOf(row) });
const damaged = (row: KeptGroup): KeptGroup => ({ ...row, toMs: row.toMs + 1 });
const changed = 'the record was changed';

test('what goes is proven up to its last record, and nothing behind it is looked at', async () => {
  const trail = toTrail([first, second, damaged(third), ...other]);
  expect(await proveDropped([toEnd(second), toEnd(other[1])], { trail, check })).toBeUndefined();
  expect(await proveDropped([toEnd(third)], { trail, check })).toEqual({ chain, sequence: 3, fault: changed });
  expect(await proveDropped([], { trail, check })).toBeUndefined();
});

test('the first record that does not hold is told, of whichever chain', async () => {
  const trail = toTrail([...rows, damaged(other[0]), other[1]]);
  const broken = { chain: 'chain_b', sequence: 1, fault: changed };
  expect(await proveDropped([toEnd(second), toEnd(other[1])], { trail, check })).toEqual(broken);
});

test('a chain whose months went before is proven from where it goes on', async () => {
  const starts = new Map([[chain, endOf(second)]]);
  // A head of what went before is nothing to compare with any more.
  const heads = [signEnd(fourth, { as: 2 }), signEnd(third)];
  expect(
    await proveDropped([toEnd(fourth)], { trail: toTrail([third, fourth], { starts, heads }), check }),
  ).toBeUndefined();
  const without = toTrail([third, fourth], { heads });
  expect(await proveDropped([toEnd(fourth)], { trail: without, check })).toMatchObject({
    fault: 'a record is missing',
  });
});

test('signed heads of the records that go are compared with them, and no others', async () => {
  const fault = 'the record is not the one that the signed head names';
  const prove = (heads: readonly ReturnType<typeof signEnd>[]) =>
    proveDropped([toEnd(second)], { trail: toTrail([...rows, ...other], { heads }), check });
  expect(await prove([signEnd(first), signEnd(second)])).toBeUndefined();
  expect(await prove([signEnd(third, { as: 2 })])).toEqual({ chain, sequence: 2, fault });
  // Of a later record, and of another chain.
  expect(await prove([signEnd(first, { as: 3 }), { ...signEnd(other[0]), sequence: 2 }])).toBeUndefined();
});
