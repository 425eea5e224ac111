import { expect, test } from 'vitest';
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
import type { KeptGroup } from '../groups/group.ts';
import { proveRecord } from './prove-record.ts';

const rows = writeVerifications(4) as [KeptGroup, KeptGroup, KeptGroup, KeptGroup];
const [first, second, third, fourth] = rows;
const damaged = (row: KeptGroup): KeptGroup => ({ ...row, toMs: row.toMs + 1 });
const changed = 'the record was changed';
const prove = (sequence: number, groups: readonly KeptGroup[], heads: readonly ReturnType<typeof signEnd>[] = []) =>
  proveRecord({ chain, sequence }, { trail: toTrail(groups, { heads }), check });

test('a record is signed by the first head at it or after it', async () => {
  const heads = [signEnd(first), signEnd(third), signEnd(fourth)];
  expect(await prove(1, rows, heads)).toEqual({ kind: 'signed', head: heads[0] });
  expect(await prove(2, rows, heads)).toEqual({ kind: 'signed', head: heads[1] });
  expect(await prove(2, [packRows(rows)], heads)).toEqual({ kind: 'signed', head: heads[1] });
});

test('one that no head signs yet follows from the record before it', async () => {
  expect(await prove(4, rows, [signEnd(third)])).toEqual({ kind: 'unsigned' });
  expect(await prove(1, rows)).toEqual({ kind: 'unsigned' });
});

test('a fault before the head that signs it is told, and one outside is none of it', async () => {
  const heads = [signEnd(third)];
  const broken = { kind: 'broken', sequence: 3, fault: changed };
  expect(await prove(2, [first, second, damaged(third), fourth], heads)).toEqual(broken);
  expect(await prove(2, [damaged(first), second, third, damaged(fourth)], heads)).toMatchObject({ kind: 'signed' });
  expect(await prove(3, [first, second, third, damaged(fourth)])).toEqual({ kind: 'unsigned' });
});

test('a head proves nothing that is not ours, or that names another record', async () => {
  const stranger = signEnd(third, { by: makeSecrets(101) });
  const broken = { kind: 'broken', sequence: 3 };
  expect(await prove(2, rows, [stranger])).toEqual({ ...broken, fault: 'the signature of the head is not ours' });
  const fault = 'the record is not the one that the signed head names';
  expect(await prove(2, rows, [signEnd(fourth, { as: 3 })])).toEqual({ ...broken, fault });
});

test('one that is not there is missing', async () => {
  const missing = { kind: 'broken', sequence: 9, fault: 'a record is missing' };
  expect(await prove(9, rows)).toEqual(missing);
  // A row whose groups end before the record.
  const trail = { ...toTrail(rows), findGroup: async () => ({ first: 1, parts: first.parts, before: undefined }) };
  expect(await proveRecord({ chain, sequence: 9 }, { trail, check })).toEqual(missing);
});

test('one whose row before is gone with its months follows from where the chain goes on', async () => {
  const starts = new Map([[chain, endOf(second)]]);
  const trail = toTrail([third, fourth], { starts });
  expect(await proveRecord({ chain, sequence: 3 }, { trail, check })).toEqual({ kind: 'unsigned' });
  expect(await prove(3, [third, fourth])).toMatchObject({ kind: 'broken', sequence: 1, fault: 'a record is missing' });
});
