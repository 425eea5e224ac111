import { describe, expect, test } from 'vitest';
import { emptyChain } from '../chain.ts';
import type { PartReport } from './check-part.ts';
import { judgeCovers, judgePolicies, listReturned } from './judge-covers.ts';
import { hashPolicy } from './kept-policy.ts';
import { type ProvenChain, putTogether } from './proven-chain.ts';

const hash = Buffer.alloc(32, 1);

function toReport(fields: Partial<PartReport> = {}, chain = 'a'): PartReport {
  const part = { chain, start: emptyChain, until: undefined, heads: [] };
  return {
    ...({ part, end: { sequence: 100, hash }, broken: undefined, records: 100, lastSigned: 0, gone: [] } as const),
    ...({ withoutEvidence: 0, newestWithout: undefined, covers: [], policyUses: [], open: [] } as const),
    ...fields,
  } as PartReport;
}

function judge(reports: readonly PartReport[], options: Partial<Parameters<typeof judgeCovers>[1]> = {}) {
  const chains: readonly ProvenChain[] = putTogether(reports);
  return judgeCovers(chains, { dropped: new Map(), evidenceSinceMs: undefined, ...options });
}

describe('what is gone from the audit', () => {
  test('is covered by an act of any chain', () => {
    expect(judge([toReport()])).toBeUndefined();
    const gone = [[4, 5]] as const;
    const fault = 'its content is gone, and no act covers that';
    expect(judge([toReport(), toReport({ gone }, 'b')])).toEqual({ chain: 'b', sequence: 4, fault });
    expect(judge([toReport({ gone, covers: [{ contents: { a: '4' } }] })])).toMatchObject({ sequence: 5 });
    expect(judge([toReport({ covers: [{ contents: { b: '4-5' } }] }), toReport({ gone }, 'b')])).toBeUndefined();
  });

  test('may lie in several parts of one chain', () => {
    const parts = [toReport({ gone: [[4, 4]], covers: [{ contents: { a: '4' } }] }), toReport({ gone: [[9, 9]] })];
    expect(judge(parts)).toMatchObject({ chain: 'a', sequence: 9 });
  });

  test('with its months is covered by an act that names the last record of them', () => {
    const dropped = new Map([['a', { sequence: 7, hash }]]);
    const cover = { dropped: { a: { sequence: 7, hash: hash.toString('hex') } } };
    expect(judge([toReport({ covers: [cover] })], { dropped })).toBeUndefined();
    const fault = 'records up to it were dropped, and no act covers that';
    expect(judge([toReport()], { dropped })).toEqual({ chain: 'a', sequence: 7, fault });
    const other = { dropped: { a: { sequence: 7, hash: '00' } } };
    expect(judge([toReport({ covers: [other] })], { dropped })).toMatchObject({ fault });
  });

  test('of evidence is nothing that should still be there', () => {
    const without = (atMs: number) => toReport({ newestWithout: { chain: 'a', sequence: 3, atMs } });
    const fault = 'the evidence of the record is gone before its time';
    expect(judge([without(50)], { evidenceSinceMs: 50 })).toEqual({ chain: 'a', sequence: 3, fault });
    expect(judge([without(49)], { evidenceSinceMs: 50 })).toBeUndefined();
    expect(judge([toReport(), without(51)], { evidenceSinceMs: 50 })).toMatchObject({ fault });
    // An act that deleted younger evidence counts, and one that deleted older evidence takes nothing back.
    const acts = (evidenceBeforeMs: number) => toReport({ covers: [{ evidenceBeforeMs }] });
    expect(judge([without(55), acts(60)], { evidenceSinceMs: 50 })).toBeUndefined();
    expect(judge([without(55), acts(40)], { evidenceSinceMs: 50 })).toMatchObject({ fault });
    // Nobody said how long evidence is kept.
    expect(judge([without(55)])).toBeUndefined();
  });
});

test('a record that an act covers and that is there again is told, the first of each chain', () => {
  const fault = 'the record was erased, and its content is there again';
  const list = (...reports: readonly PartReport[]) => listReturned(putTogether(reports));
  const covers = [{ contents: { a: '4-5,9', b: '2' } }];
  expect(list(toReport())).toEqual([]);
  const gone = [
    [4, 5],
    [9, 9],
  ] as const;
  expect(list(toReport({ gone, covers }), toReport({ gone: [[2, 2]] }, 'b'))).toEqual([]);
  expect(list(toReport({ gone: [[4, 4]], covers }), toReport({}, 'b'))).toEqual([
    { chain: 'a', sequence: 5, fault },
    { chain: 'b', sequence: 2, fault },
  ]);
  // In several parts of one chain, which was read from its sixth record on.
  const start = { sequence: 5, hash };
  const parts = (from: typeof start, end: typeof start) => ({ part: { chain: 'a', start: from, heads: [] }, end });
  const middle = { sequence: 7, hash };
  const later = toReport(parts(middle, { sequence: 20, hash }));
  expect(list(toReport({ ...parts(start, middle), covers }), later)).toEqual([{ chain: 'a', sequence: 9, fault }]);
  const first = { sequence: 3, hash };
  expect(list(toReport({ ...parts(first, middle), covers }), later)).toEqual([{ chain: 'a', sequence: 4, fault }]);
});

test('a policy that a record names is there, as it was', () => {
  const document = '{"version":"1"}';
  const kept = { hash: hashPolicy(document), document };
  const place = { chain: 'a', sequence: 2 };
  const uses = (name: string) => [toReport(), toReport({ policyUses: [[name, place]] })];
  expect(judgePolicies(uses(kept.hash), [kept])).toBeUndefined();
  expect(judgePolicies(uses(kept.hash), [])).toEqual({ ...place, fault: 'the policy of the record is missing' });
  const edited = { ...kept, document: '{"version":"2"}' };
  expect(judgePolicies(uses(kept.hash), [edited])).toEqual({ ...place, fault: 'the policy of the record was changed' });
});
