import { describe, expect, test } from 'vitest';
import {
  chain,
  check,
  endOf,
  makeSecrets,
  opener,
  packRows,
  purge,
  sealGroup,
  secrets,
  signEnd,
  toAct,
  toIntent,
  toPages,
  toVerification,
  withoutRecords,
  writeRows,
  writeVerifications,
} from '../../../../test/support/written-chain.ts';
import { createExtendChain, emptyChain, hashOf } from '../chain.ts';
import { type KeptGroup, toFindOf } from '../groups/group.ts';
import { writePart } from '../groups/parts.ts';
import { type ChainPart, checkPart } from './check-part.ts';

const rows = writeVerifications(3) as [KeptGroup, KeptGroup, KeptGroup];
const [first, second, third] = rows;
const stranger = makeSecrets(101);

function prove(groups: readonly KeptGroup[], part: Partial<ChainPart> = {}) {
  return checkPart({ chain, start: emptyChain, heads: [], ...part }, toPages(groups), check);
}

const findBroken = async (groups: readonly KeptGroup[], part: Partial<ChainPart> = {}) =>
  (await prove(groups, part)).broken;

test('a part that holds is reported with all that it holds', async () => {
  expect(await prove(rows)).toEqual({
    ...{ part: { chain, start: emptyChain, heads: [] }, end: endOf(third), broken: undefined, records: 3 },
    ...{ lastSigned: 0, gone: [], withoutEvidence: 0, newestWithout: undefined, covers: [], policyUses: [], open: [] },
  });
});

describe('a record that is not there', () => {
  const fault = 'a record is missing';

  test('is found between two others, and at the end of a part that should go on', async () => {
    expect(await findBroken([first, third])).toEqual({ chain, sequence: 2, fault });
    expect(await findBroken([second, third])).toEqual({ chain, sequence: 1, fault });
    expect(await findBroken(rows, { until: 5 })).toEqual({ chain, sequence: 4, fault });
    expect(await findBroken(rows, { until: 3 })).toBeUndefined();
  });

  test('is found by the head that this machine remembers', async () => {
    const { sequence, hash } = endOf(third);
    const remembered = { chain, sequence, hash: hash.toString('hex') };
    expect(await findBroken(rows, { remembered })).toBeUndefined();
    const lost = { chain, sequence, fault: 'records that this machine wrote are missing' };
    expect(await findBroken([first, second], { remembered })).toEqual(lost);
    const other = { ...remembered, hash: endOf(second).hash.toString('hex') };
    const another = { chain, sequence, fault: 'the record is not the one that this machine wrote' };
    expect(await findBroken(rows, { remembered: other })).toEqual(another);
  });
});

describe('a signed head', () => {
  test('names the record that it signs, and no other', async () => {
    const heads = [signEnd(first), signEnd(second)];
    expect(await prove(rows, { heads })).toMatchObject({ broken: undefined, lastSigned: 2, records: 3 });
    const fault = 'the record is not the one that the signed head names';
    expect(await findBroken(rows, { heads: [signEnd(third, { as: 2 })] })).toEqual({ chain, sequence: 2, fault });
    const lost = { chain, sequence: 4, fault: 'records up to the signed head are missing' };
    expect(await findBroken(rows, { heads: [signEnd(third, { as: 4 })] })).toEqual(lost);
  });

  test('by a stranger is none, whether its record is there or not', async () => {
    const fault = 'the signature of the head is not ours';
    expect(await findBroken(rows, { heads: [signEnd(second, { by: stranger })] })).toEqual({
      ...{ chain, sequence: 2, fault },
    });
    expect(await findBroken([first], { heads: [signEnd(second, { by: stranger })] })).toMatchObject({ fault });
  });

  test('may be one of several of one record, and lies at the last record of its group', async () => {
    const [pair] = writeRows([[toVerification(), toVerification({ requestId: 'req_2' })]]) as [KeptGroup];
    const heads = [signEnd(pair), signEnd(pair, { atMs: 2 })];
    expect(await prove([pair], { heads })).toMatchObject({ broken: undefined, lastSigned: 2 });
    expect(await findBroken([pair], { heads: [heads[0], signEnd(first, { as: 2 })] as never })).toMatchObject({
      ...{ sequence: 2, fault: 'the record is not the one that the signed head names' },
    });
  });
});

describe('the links', () => {
  const fault = 'the record does not follow from the one before it';

  test('of a stranger do not hold, from the first record of the group on', async () => {
    const two = [toVerification(), toVerification({ requestId: 'req_2' })];
    const [forged] = writeRows([two], { from: endOf(first), by: { ...secrets, linkKey: stranger.linkKey } });
    expect(await findBroken([first, forged as KeptGroup])).toEqual({ chain, sequence: 2, fault });
  });

  test('do not let a record lie in two groups', async () => {
    const [two] = writeRows([[toVerification(), toVerification({ requestId: 'req_2' })]]) as [KeptGroup];
    const [next] = writeRows([[toVerification(), toVerification()]], { from: endOf(two) }) as [KeptGroup];
    expect(await findBroken([two, { ...next, first: 2 }])).toEqual({ chain, sequence: 2, fault });
  });

  test('do not lead back', async () => {
    expect(await findBroken([first, second, first])).toEqual({ chain, sequence: 1, fault });
  });
});

describe('a row that was packed', () => {
  const packed = packRows(rows);

  test('is proven as its groups were, also from its middle on', async () => {
    expect(await prove([packed])).toMatchObject({ broken: undefined, records: 3, end: endOf(third) });
    const rest = await prove([packed], { start: endOf(second) });
    expect(rest).toMatchObject({ broken: undefined, records: 1, end: endOf(third) });
  });

  test.each([
    ['the count', { count: 2 }],
    ['the first time', { fromMs: 2 }],
    ['the last time', { toMs: 2 }],
    ['the groups', { parts: Buffer.alloc(7) }],
  ])('does not hold where somebody changed %s', async (_what, change) => {
    const broken = { chain, sequence: 1, fault: 'the record was changed' };
    expect(await findBroken([{ ...packed, ...change }])).toEqual(broken);
    expect(await findBroken([purge({ ...packed, ...change })])).toEqual(broken);
  });

  test('names the record of it that does not follow from its commitments', async () => {
    const opened = opener.open(packed);
    const contents = opened.contents.map((content, index) => (index === 1 ? `${content} ` : content));
    const forged = sealGroup(packed, { ...opened, contents }, toFindOf(contents));
    expect(await findBroken([forged])).toEqual({ chain, sequence: 2, fault: 'the record was changed' });
  });

  test('notes only what comes after the start of the part', async () => {
    const own = writeRows([[toIntent('req_1')], [toIntent('req_2')]]) as [KeptGroup, KeptGroup];
    const rest = await prove([packRows(own)], { start: endOf(own[0]) });
    expect(rest.open.map(({ requestId, sequence }) => [requestId, sequence])).toEqual([['req_2', 2]]);
  });
});

describe('what is gone', () => {
  test('is noted where a row was purged, as far as the part goes', async () => {
    const packed = purge(packRows(rows));
    expect(await prove([packed])).toMatchObject({ broken: undefined, gone: [[1, 3]] });
    expect((await prove([packed], { start: endOf(first) })).gone).toEqual([[2, 3]]);
    expect((await prove([first, purge(second), third])).gone).toEqual([[2, 2]]);
  });

  test('leaves nothing of itself in its row', async () => {
    const broken = { chain, sequence: 2, fault: 'the record was changed' };
    for (const left of ['find', 'evidence'] as const)
      expect(await findBroken([first, { ...purge(second), [left]: second[left] }])).toEqual(broken);
  });

  test('is noted record by record where a row lost some', async () => {
    const erased = withoutRecords(packRows(rows), [1]);
    expect(await prove([erased])).toMatchObject({ broken: undefined, gone: [[2, 2]], withoutEvidence: 0 });
    expect((await prove([withoutRecords(packRows(rows), [0, 2])], { start: endOf(first) })).gone).toEqual([[3, 3]]);
  });

  test('of evidence is counted, with the newest record that lost it', async () => {
    const times = [5, 9, 9, 7];
    const all = writeRows(times.map((atMs) => [toVerification({ atMs })])).map((row) => ({ ...row, evidence: null }));
    const newestWithout = { chain, sequence: 3, atMs: 9 };
    expect(await prove(all)).toMatchObject({ broken: undefined, withoutEvidence: 4, newestWithout });
    // Who never had evidence has lost none.
    expect(await prove(writeRows([[toIntent('req_1')]]))).toMatchObject({ broken: undefined, withoutEvidence: 0 });
  });
});

describe('a seal', () => {
  test('that does not open is told, of the record and of its evidence', async () => {
    const damaged = Buffer.alloc(60, 1);
    const place = { chain, sequence: 2 };
    expect(await findBroken([first, { ...second, contents: damaged }])).toEqual({
      ...{ ...place, fault: 'the record was changed' },
    });
    expect(await findBroken([first, { ...second, evidence: damaged }])).toEqual({
      ...{ ...place, fault: 'the details were changed' },
    });
  });

  test('does not cover what the record is found by: that has a checksum of its own', async () => {
    const broken = { chain, sequence: 2, fault: 'what the record is found by was changed' };
    const emptied = { ...second, find: Buffer.alloc(11) };
    expect(await findBroken([first, emptied])).toEqual(broken);
    expect(await findBroken([first, { ...second, findMac: null }])).toEqual(broken);
    // Somebody who has the key of the checksum, and no key of the links.
    const forged = sealGroup(second, opener.open(second), '\0'.repeat(11));
    expect(await findBroken([first, forged])).toEqual(broken);
  });

  test('around a content of a later form is proven by its commitment, and tells nothing', async () => {
    const [head, subject, tail] = toIntent('req_1');
    const [row] = writeRows([[[head.replace('[1,', '[99,'), subject, tail, null]]]) as [KeptGroup];
    const kept = sealGroup(row, opener.open(row), '\0'.repeat(11));
    expect(await prove([kept])).toMatchObject({ broken: undefined, gone: [], open: [] });
  });
});

describe('a group that somebody seals anew who has the key of the seals, and not that of the links', () => {
  const opened = opener.open(first);

  test.each([
    ['as it was', opened, undefined],
    [
      'with another content',
      { ...opened, contents: [opened.contents[0]?.replace('"verified"', '"not_found"') ?? ''] },
      'the record was changed',
    ],
    ['with other evidence', { ...opened, evidence: ['{"format":2}'] }, 'the details were changed'],
    ['with evidence that is empty', { ...opened, evidence: [''] }, 'the details were changed'],
  ])('is judged %s by its commitments', async (_what, changed, fault) => {
    const forged = sealGroup(first, changed, toFindOf(changed.contents));
    expect(await findBroken([forged])).toEqual(fault === undefined ? undefined : { chain, sequence: 1, fault });
  });
});

describe('what the records of a part say', () => {
  test('is the first use of each policy', async () => {
    const hashes = ['one', 'other', 'one', undefined];
    const all = writeRows(hashes.map((policyHash) => [toVerification(policyHash === undefined ? {} : { policyHash })]));
    expect((await prove(all)).policyUses).toEqual([
      ['one', { chain, sequence: 1 }],
      ['other', { chain, sequence: 2 }],
    ]);
  });

  test('is which intents nothing completes', async () => {
    const lists = [[toIntent('req_1'), toIntent('req_2')], [toVerification({ requestId: 'req_1' })]];
    const { open } = await prove(writeRows(lists));
    expect(open).toMatchObject([{ chain, sequence: 2, requestId: 'req_2', parties: ['bureau_a'] }]);
  });

  test('is what acts cover, and no other act', async () => {
    const covers = { contents: { [chain]: '1-2' } };
    const acts = [toAct('audit_purged', JSON.stringify({ covers })), toAct('key_created', 'key_a')];
    expect((await prove(writeRows([acts]))).covers).toEqual([covers]);
  });
});

test('progress is told every ten thousand records, and the rest at the end', async () => {
  const extend = createExtendChain(secrets.linkKey, chain);
  const write = (counts: readonly number[]) => {
    let end = emptyChain;
    return counts.map((count): KeptGroup => {
      const contentsHash = hashOf(Buffer.from('record'));
      const facts = { count, fromMs: 1, toMs: 1, contentsHash, evidenceHash: contentsHash };
      end = extend(end, facts);
      return purge({ ...first, first: end.sequence - count + 1, count, parts: writePart(facts, end.hash) });
    });
  };
  const tell = async (counts: readonly number[]) => {
    const told: number[] = [];
    const part = { chain, start: emptyChain, heads: [] };
    const { broken } = await checkPart(part, toPages(write(counts)), check, (records) => told.push(records));
    expect(broken).toBeUndefined();
    return told;
  };
  expect(await tell([6_000, 6_000, 6_000])).toEqual([12_000, 6_000]);
  expect(await tell([10_000, 5])).toEqual([10_000, 5]);
  expect(await prove(write([12_000]))).toMatchObject({ broken: undefined, records: 12_000 });
});
