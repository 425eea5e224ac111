import { describe, expect, test } from 'vitest';
import { judgeList } from './judge-list.ts';
import type { ListCounts, ListDraft, ListInfo } from './list-counts.ts';

const whole: ListCounts = {
  rows: 20_000,
  entries: 20_000,
  rejected: 0,
  without_document: 0,
  unusable_documents: 12,
  unreadable_dates: 3,
  left_out: 0,
  joined: 0,
  repeated_ids: 0,
};
const info = (counts: Partial<ListCounts> = {}, dataAsOf = '2026-09-30'): ListInfo => ({
  id: '20260930T000000-000',
  dataAsOf,
  importedAt: '2026-09-30T10:00:00.000Z',
  counts: { ...whole, ...counts },
});
const none = { moved: [], added: [], missing: [] };
const draft = (counts: Partial<ListCounts> = {}, header: ListDraft['header'] = none): ListDraft => ({
  ...info(counts),
  list: 'ceis',
  header,
  gone: undefined,
  changes: undefined,
  isEmpty: false,
  unreadNames: [],
  rejectedReport: undefined,
});
const namesOf = (judgements: readonly { readonly name: string }[]) => judgements.map(({ name }) => name);

describe('an edition', () => {
  test('as its publisher makes it is not spoken against, the usual defects included', () => {
    expect(judgeList(draft(), info())).toEqual([]);
    expect(judgeList(draft({ entries: 18_001 }), info())).toEqual([]);
    expect(judgeList(draft({ entries: 1 }), undefined)).toEqual([]);
  });

  test('that has lost a tenth of its entries is, with both figures', () => {
    const [judgement, ...more] = judgeList(draft({ entries: 18_000 }), info());
    expect(judgement).toMatchObject({
      name: 'fewer_rows',
      sentence: expect.stringMatching(/18,000 entries.*2026-09-30 has 20,000/),
    });
    expect(more).toEqual([]);
  });

  test.each([
    ['CPF or CNPJ', 'numbers', 'CPF ou CNPJ'],
    ['name', 'names', 'nome'],
  ] as const)(
    'that has as many entries, and a tenth of those before have lost their %s, is',
    (what, part, portuguese) => {
      const kept = { before: 20_000, gone: 0 };
      const withGone = (before: number, gone: number) =>
        judgeList({ ...draft(), gone: { numbers: kept, names: kept, [part]: { before, gone } } }, info());
      expect(withGone(20_000, 1_999)).toEqual([]);
      expect(withGone(20_000, 2_000)).toMatchObject([
        {
          name: 'fewer_rows',
          sentence: expect.stringContaining(`20,000 entries with a ${what}, and the file has it of only 18,000`),
          portuguese: expect.stringContaining(`20.000 registros com ${portuguese}`),
        },
      ]);
      // Of a handful only all together.
      expect(withGone(20, 19)).toEqual([]);
      expect(namesOf(withGone(5, 5))).toEqual(['fewer_rows']);
      expect(withGone(4, 4)).toEqual([]);
    },
  );

  test('of which half the rows or more are unreadable is, however few they are', () => {
    expect(namesOf(judgeList(draft({ rows: 4, entries: 2, rejected: 2 }), undefined))).toEqual(['rejected_rows']);
    expect(judgeList(draft({ rows: 4, entries: 3, rejected: 1, unusable_documents: 0 }), undefined)).toEqual([]);
  });

  test('is not judged by shares of a handful', () => {
    expect(judgeList(draft({ entries: 2, rejected: 20, unusable_documents: 2 }), info({ entries: 20 }))).toEqual([]);
  });

  test.each([
    ['rejected_rows', { rejected: 21 }],
    ['unusable_documents', { unusable_documents: 1001 }],
    ['unreadable_dates', { unreadable_dates: 201 }],
  ] as const)('with more %s than its files ever had is', (name, counts) => {
    expect(namesOf(judgeList(draft(counts), info()))).toEqual([name]);
    const [key, value] = Object.entries(counts)[0] as [string, number];
    expect(judgeList(draft({ [key]: value - 1 }), info())).toEqual([]);
  });

  test('with another header is, and is told which columns', () => {
    const header = { moved: ['CATEGORIA DA SANÇÃO'], added: ['NOVA'], missing: ['OBSERVAÇÕES'] };
    const [judgement] = judgeList(draft({}, header), info());
    expect(judgement).toMatchObject({
      name: 'columns',
      sentence: expect.stringContaining('moved: CATEGORIA DA SANÇÃO; new: NOVA; missing: OBSERVAÇÕES'),
    });
  });
});
