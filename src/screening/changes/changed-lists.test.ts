import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toEntry, writeEdition } from '../../../test/support/lists/list-editions.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { completeCpf } from '../../domain/numbers/cpf.ts';
import { compareHitsOf, type HitChange } from '../../domain/screening/changes/hit-changes.ts';
import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';
import { prepareAsked } from '../../domain/screening/match/judge-entry.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { getRowsAre } from '../lists/catalogue.ts';
import { toAskedKeys } from '../lookup/keys/row-keys.ts';
import { ListIndex } from '../lookup/list-index.ts';
import { screenList } from '../lookup/screen-list.ts';
import { ChangedLists } from './changed-lists.ts';
import type { Days } from './rows/row-turns.ts';

const days: Days = { before: '2026-10-15', after: '2026-10-20' };
const someDays = [
  null,
  '2020-01-01',
  '2026-10-14',
  '2026-10-15',
  '2026-10-17',
  '2026-10-20',
  '2026-10-21',
  '2030-01-01',
];

// Few of each, so that customers and rows meet often, and nearly as often miss each other by little.
const cpfs = ['300456789', '301456789', '300456780', '777888999'].map((digits) => completeCpf(digits));
const cnpjs = ['112223330001', '112223330002', '998887770001'].map((digits) => completeCnpj(digits));
const words = ['LUIZ', 'LUIS', 'MARIA', 'SOUZA', 'SOUSA', 'QADHAFI', 'GADDAFI', 'MUHAMMAD', 'PEREIRA'];
const births = ['1970-05-06', '1970-05-07', '1970', '1981-01-02'];

const oneOf = <Value>(values: readonly Value[]) => fc.constantFrom(...values);
const name = fc.oneof(
  fc.array(oneOf(words), { minLength: 2, maxLength: 4 }).map((some) => some.join(' ')),
  oneOf(['Padaria Souza Ltda', 'PADARIA SOUSA ME']),
);
const document = fc.oneof(
  fc.constant(null),
  fc.constant({ kind: 'unusable' } as const),
  oneOf(cpfs).map((number) => ({ kind: 'cpf', number }) as const),
  oneOf(cpfs).map((number) => ({ kind: 'masked_cpf', digits: number.slice(3, 9) }) as const),
  oneOf(cnpjs).map((number) => ({ kind: 'cnpj', number }) as const),
);
const category = oneOf(['Suspensão', 'Impedimento']);
const content = fc.record({
  kind: oneOf(['person', 'company', 'other', null] as const),
  names: fc.array(name, { minLength: 1, maxLength: 2 }),
  weakNames: fc.array(name, { maxLength: 1 }),
  document,
  births: fc.array(oneOf(births), { maxLength: 1 }),
  from: oneOf(someDays),
  until: oneOf(someDays),
  isUntilMinimum: fc.boolean(),
  category,
  process: oneOf([null, '77/2024']),
});

/** Each row meets one of these fates. An altered row keeps its document, so that rows of one act part and meet. */
const fate = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'stays' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'leaves' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'renumbered' } as const) },
  { weight: 2, arbitrary: content.map((other) => ({ kind: 'altered', other }) as const) },
);
const editions = fc
  .record({
    rows: fc.array(fc.record({ content, fate }), { maxLength: 14 }),
    /** Rows about the same act as one before, and some that say nothing else. */
    repeated: fc.array(fc.record({ of: fc.nat(13), category, fate }), { maxLength: 6 }),
    added: fc.array(content, { maxLength: 4 }),
  })
  .map(({ rows, repeated, added }) => {
    const repeat = ({ of, category: other, fate: own }: (typeof repeated)[number]) => {
      const first = rows[of]?.content;
      return first === undefined ? [] : [{ content: { ...first, category: other }, fate: own }];
    };
    const all = [...rows, ...repeated.flatMap(repeat)];
    const before = all.map((row, index) => toEntry({ ...row.content, id: `r${index}` }));
    const after = all.flatMap(({ content: old, fate: { kind, ...more } }, index): ListEntry[] => {
      if (kind === 'leaves') return [];
      const id = kind === 'renumbered' ? `r${index + 100}` : `r${index}`;
      const changed = 'other' in more ? { ...more.other, document: old.document } : {};
      return [toEntry({ ...old, ...changed, id })];
    });
    return { before, after: [...after, ...added.map((one, index) => toEntry({ ...one, id: `n${index}` }))] };
  });

const customer: fc.Arbitrary<Screened> = fc.oneof(
  fc.record({
    kind: fc.constant('person' as const),
    cpf: oneOf([null, ...cpfs]),
    maskedCpf: oneOf([null, '456789']),
    name: fc.option(name),
    birthDate: oneOf([null, '1970-05-06', '1981-01-02']),
  }),
  fc.record({ kind: fc.constant('company' as const), cnpj: oneOf([null, ...cnpjs]), name: fc.option(name) }),
);

function write(directory: string, list: string, entries: { before: Iterable<ListEntry>; after: Iterable<ListEntry> }) {
  return {
    list,
    before: writeEdition(directory, list, entries.before, { id: '20261015T000000-000' }),
    after: writeEdition(directory, list, entries.after, { id: '20261020T000000-000', dataAsOf: '2026-10-20' }),
  };
}

async function screenFully(folder: string, list: string, today: string, customers: readonly Screened[]) {
  const index = await ListIndex.open(folder, list);
  const hits = customers.map((screened) => {
    const asked = { ...prepareAsked(screened), keys: toAskedKeys(screened), today };
    return screenList(index, asked).hits;
  });
  index.close();
  return hits;
}

const toText = (change: HitChange) => JSON.stringify(change);

describe('what is told of a customer', () => {
  test.each(['ceis', 'pep'])('is the difference of two whole screenings (%s)', async (list) => {
    await fc.assert(
      fc.asyncProperty(editions, fc.array(customer, { minLength: 20, maxLength: 40 }), async (entries, customers) => {
        const directory = createTemporaryFolder('changes');
        const folders = write(directory, list, entries);
        const before = await screenFully(folders.before, list, days.before, customers);
        const after = await screenFully(folders.after, list, days.after, customers);
        const lists = await ChangedLists.open([folders], days);
        for (const [place, screened] of customers.entries()) {
          const expected = compareHitsOf(before[place] ?? [], after[place] ?? [], getRowsAre(list));
          const told = lists.compare(screened);
          expect(told.map(toText).toSorted()).toEqual(expected.map(toText).toSorted());
        }
        lists.close();
        rmSync(directory, { recursive: true });
      }),
      { seed: 20261118, numRuns: 60 },
    );
  });
});

test('rows that come in quite another order are no change, and hide none', async () => {
  const rows = Array.from({ length: 9000 }, (_, index) => toEntry({ id: `r${index}`, names: [`LUIZ ${index}`] }));
  const listed = { document: { kind: 'cpf', number: completeCpf('777888999') } } as const;
  const mixed = rows.toReversed();
  const same = await ChangedLists.open(
    [write(createTemporaryFolder('changes'), 'ceis', { before: rows, after: mixed })],
    days,
  );
  expect(same.isEmpty).toBe(true);
  mixed[7] = toEntry({ ...mixed[7], ...listed });
  const lists = await ChangedLists.open(
    [write(createTemporaryFolder('changes'), 'ceis', { before: rows, after: mixed })],
    days,
  );
  const watched = { kind: 'person', cpf: listed.document.number, name: null, birthDate: null } as const;
  expect(lists.compare(watched)).toMatchObject([{ kind: 'new_hit', after: { entry: { id: 'r8992' } } }]);
  lists.close();
});
