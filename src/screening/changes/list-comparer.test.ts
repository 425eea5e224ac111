import { renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toEntry, writeEdition } from '../../../test/support/lists/list-editions.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { ListsPoint, SeenEdition } from '../../app/watches/lists/list-comparer.ts';
import { completeCpf } from '../../domain/numbers/cpf.ts';
import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { entriesFile } from '../snapshot/entries.ts';
import { createListComparer } from './list-comparer.ts';

const [first, second] = ['20261015T000000-000', '20261020T000000-000'];
const [someone, other] = [completeCpf('300456789'), completeCpf('777888999')];
const listed = (id: string, more: Partial<ListEntry> = {}) =>
  toEntry({ id, names: ['MARIA SOUZA'], document: { kind: 'cpf', number: someone }, process: '1/2024', ...more });
const customers: readonly Screened[] = [other, someone].map((cpf) => ({
  kind: 'person',
  cpf,
  name: null,
  birthDate: null,
}));

/** Two editions of lists, and what is told of the customers between them. */
function setUp(lists: Readonly<Record<string, readonly [readonly ListEntry[], readonly ListEntry[]]>>) {
  const directory = createTemporaryFolder('comparer');
  const folders = new Map<string, readonly [string, string]>();
  for (const [list, [before, after]] of Object.entries(lists)) {
    const old = writeEdition(directory, list, before, { id: first });
    folders.set(list, [old, writeEdition(directory, list, after, { id: second, dataAsOf: '2026-10-20' })]);
  }
  const names = Object.keys(lists);
  const at = (edition: string, day: string) => ({ editions: names.map((list) => ({ list, edition })), day });
  const [before, after] = [at(first, '2026-10-15'), at(second, '2026-10-20')];
  const comparer = createListComparer({ directory });
  const open = (signal = new AbortController().signal) => comparer.open(before, after, signal);
  const tell = async () => {
    const comparison = await open();
    const changes = await comparison.compare(customers);
    await comparison.close();
    const { gone, unread, isEmpty } = comparison;
    const told = changes.map(({ customer, kind, before: old, after: young }) => {
      return [customer, kind, `${(young ?? old)?.list}:${(young ?? old)?.entry.id}`];
    });
    return { gone, unread, isEmpty, told };
  };
  return { comparer, before, after, open, tell, folders };
}

const spoilt = [
  ['gone', (folder: string) => rmSync(folder, { recursive: true })],
  ['cut short', (folder: string) => truncateSync(join(folder, entriesFile), 20)],
] as const;

describe('a comparison of the lists', () => {
  test('knows an edition of another machine by its content, and tells nothing anew', async () => {
    const { comparer, before, after, open, folders } = setUp({
      ceis: [[listed('1')], [listed('1'), listed('2', { process: '2' })]],
    });
    const { signal } = new AbortController();
    const [comparison, same] = [await open(), await comparer.open(after, before, signal)];
    const [old, young] = [same.contents?.get('ceis'), comparison.contents?.get('ceis')];
    await Promise.all([comparison.close(), same.close()]);
    for (const folder of folders.get('ceis') ?? []) renameSync(folder, folder.replace('-000', '-001'));
    const at = ({ day }: ListsPoint, edition: SeenEdition) => ({ day, editions: [edition] });
    const theirs = (edition: string, content = '') => ({ list: 'ceis', edition, content });
    const tell = async (earlier: SeenEdition) => {
      const again = await comparer.open(at(before, earlier), at(after, theirs(second, young)), signal);
      const changes = await again.compare(customers);
      await again.close();
      return [again.gone.length, again.unread, changes.map(({ after: hit }) => hit?.entry.id)];
    };
    expect(await tell(theirs(first, old))).toEqual([0, [], ['2']]);
    expect(await tell(theirs(first, young))).toEqual([0, [], []]);
    expect(await tell(theirs(first, 'nobody has it'))).toEqual([1, [], ['1', '2']]);
  });

  test('tells of whom, in which list and which row, in that order', async () => {
    const { tell } = setUp({
      mte: [[listed('1')], [listed('1'), listed('8', { process: '2' }), listed('7', { process: '3' })]],
      ceis: [[listed('1')], []],
    });
    expect(await tell()).toEqual({
      gone: [],
      unread: [],
      isEmpty: false,
      told: [
        [1, 'ended_hit', 'ceis:1'],
        [1, 'new_hit', 'mte:7'],
        [1, 'new_hit', 'mte:8'],
      ],
    });
  });

  test('tells nothing where one of several rows about an act leaves', async () => {
    const { tell } = setUp({ ceis: [[listed('1'), listed('2')], [listed('1')]] });
    expect(await tell()).toEqual({ gone: [], unread: [], isEmpty: false, told: [] });
  });

  test('is empty where rows only stand elsewhere or under other numbers', async () => {
    const two = (one: string, another: string) => [listed(one), listed(another, { process: '2' })];
    const { tell } = setUp({ ceis: [two('1', '2'), two('1', '2').toReversed()], mte: [two('1', '2'), two('2', '3')] });
    expect(await tell()).toEqual({ gone: [], unread: [], isEmpty: true, told: [] });
  });

  test('tells what begins and ends by its dates, also in an edition that stays', async () => {
    const rows = [listed('1', { until: '2026-10-17' }), listed('2', { process: '2', from: '2026-10-18' })];
    const { tell } = setUp({ ceis: [rows, rows] });
    expect((await tell()).told).toEqual([
      [1, 'ended_hit', 'ceis:1'],
      [1, 'new_hit', 'ceis:2'],
    ]);
  });

  test('takes every hit for new in a list that was not there before', async () => {
    const { comparer, after } = setUp({ ceis: [[], [listed('1')]] });
    const comparison = await comparer.open({ editions: [], day: after.day }, after, new AbortController().signal);
    expect(await comparison.compare(customers)).toMatchObject([{ customer: 1, kind: 'new_hit', before: null }]);
    await comparison.close();
  });

  test.each(spoilt)('with an earlier edition that is %s says so, and takes every hit for new', async (_, spoil) => {
    const { tell, folders } = setUp({ ceis: [[listed('1')], [listed('1'), listed('2')]], mte: [[], [listed('5')]] });
    spoil(folders.get('ceis')?.[0] ?? '');
    expect(await tell()).toEqual({
      gone: [{ list: 'ceis', edition: first }],
      unread: [],
      isEmpty: false,
      told: [
        [1, 'new_hit', 'ceis:1'],
        [1, 'new_hit', 'mte:5'],
      ],
    });
  });

  test.each(spoilt)('with a later edition that is %s says so, and tells of all other lists', async (_, spoil) => {
    const { tell, folders } = setUp({ ceis: [[listed('1')], [listed('1'), listed('2')]], mte: [[], [listed('5')]] });
    spoil(folders.get('ceis')?.[1] ?? '');
    expect(await tell()).toEqual({
      gone: [],
      unread: ['ceis'],
      isEmpty: false,
      told: [[1, 'new_hit', 'mte:5']],
    });
  });

  test('goes back to the day on which a list was last seen, where that is longer ago', async () => {
    const rows = [listed('1', { until: '2026-10-12' })];
    const { comparer, before, after } = setUp({ ceis: [rows, rows] });
    const seen = { ...before, editions: before.editions.map((each) => ({ ...each, day: '2026-10-10' })) };
    const comparison = await comparer.open(seen, after, new AbortController().signal);
    expect(await comparison.compare(customers)).toMatchObject([{ customer: 1, kind: 'ended_hit' }]);
    await comparison.close();
  });

  test('rejects where an edition is cut while it is compared, without a word of a row', async () => {
    const { open, folders } = setUp({ ceis: [[], [listed('1')]] });
    const comparison = await open();
    truncateSync(join(folders.get('ceis')?.[1] ?? '', entriesFile), 20);
    await expect(comparison.compare(customers)).rejects.toThrow(/^The lists could not be compared/);
    await comparison.close();
  });

  test('tells of many customers in their order, and the same to several who ask at once', async () => {
    const { open } = setUp({ ceis: [[listed('1')], [listed('1'), listed('2', { process: '2' })]] });
    const comparison = await open();
    const many = Array.from({ length: 12_000 }, (_, place) => customers[place % 500 === 7 ? 1 : 0] as Screened);
    const some = await Promise.all([1, 2, 3].map(() => comparison.compare(many)));
    const found = Array.from({ length: 24 }, (_, turn) => [turn * 500 + 7, '2']);
    for (const each of some) expect(each.map(({ customer, after }) => [customer, after?.entry.id])).toEqual(found);
    await comparison.close();
  });

  test('ends with its signal, before it is open and after', async () => {
    const { open } = setUp({ ceis: [[], [listed('1')]] });
    const early = new AbortController();
    const opening = open(early.signal);
    early.abort();
    await expect(opening).rejects.toThrow('aborted');
    const late = new AbortController();
    const comparison = await open(late.signal);
    const comparing = comparison.compare(customers);
    late.abort();
    await expect(comparing).rejects.toThrow('aborted');
    await expect(comparison.compare(customers)).rejects.toThrow('aborted');
  });
});
