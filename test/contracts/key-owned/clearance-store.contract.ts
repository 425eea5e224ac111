import { describe, expect, it } from 'vitest';
import type { ClearanceFilter, ClearanceStore, StoredClearance } from '../../../src/app/screening/clearances/ports.ts';
import type { WatchStore } from '../../../src/app/watches/ports.ts';
import type { KeyId, KeyMode } from '../../../src/domain/access/api-key.ts';

const toClearance = (id: string, more: Partial<StoredClearance> = {}): StoredClearance => ({
  id,
  mode: 'live',
  subject: 'ana',
  row: 'ceis:1',
  sealed: new TextEncoder().encode(`sealed ${id}`),
  state: 'cleared',
  madeBy: 'key_1',
  createdAtMs: 100,
  confirmedBy: null,
  confirmedAtMs: null,
  kind: 'cleared',
  until: null,
  steps: null,
  ...more,
});

/** On one database. */
interface ClearedWatches {
  readonly store: ClearanceStore;
  readonly watches: WatchStore;
}

export function describeClearanceStore(name: string, open: () => ClearedWatches): void {
  async function openWith(...clearances: StoredClearance[]): Promise<ClearanceStore> {
    const { store } = open();
    for (const clearance of clearances) expect(await store.keep(clearance, null)).toBe(true);
    return store;
  }
  const toIds = (found: readonly StoredClearance[]) => found.map(({ id }) => id);

  describe(`clearances in ${name}`, () => {
    it('are found as they were kept', async () => {
      const kept = toClearance('clr_1', { state: 'proposed' });
      const store = await openWith(kept);
      const found = await store.find('clr_1');
      expect({ ...found, sealed: Buffer.from(found?.sealed ?? []).toString() }).toEqual({
        ...kept,
        sealed: 'sealed clr_1',
      });
      expect(await store.find('clr_2')).toBeUndefined();
    });

    it('are there once for a customer and a row; another one takes its place in one step', async () => {
      const store = await openWith(toClearance('clr_1'));
      expect(await store.keep(toClearance('clr_2'), null)).toBe(false);
      expect(await store.keep(toClearance('clr_2'), 'clr_1')).toBe(true);
      expect(toIds(await store.findOf('live', ['ana']))).toEqual(['clr_2']);
      // Who comes late with the same one to replace changes nothing.
      expect(await store.keep(toClearance('clr_3'), 'clr_1')).toBe(false);
      expect(toIds(await store.findOf('live', ['ana']))).toEqual(['clr_2']);
    });

    it('of a customer are found by any of their hashes, and never those of the other mode', async () => {
      const store = await openWith(
        toClearance('clr_1'),
        toClearance('clr_2', { subject: 'ana before', createdAtMs: 99 }),
        toClearance('clr_3', { row: 'pep:9', createdAtMs: 98 }),
        toClearance('clr_4', { mode: 'test' }),
        toClearance('clr_5', { subject: 'bia' }),
      );
      expect(toIds(await store.findOf('live', ['ana', 'ana before']))).toEqual(['clr_1', 'clr_2', 'clr_3']);
      expect(toIds(await store.findOf('test', ['ana', 'bia']))).toEqual(['clr_4']);
      expect(await store.findOf('live', [])).toEqual([]);
    });

    it('of a mode are listed a page at a time, the newest first', async () => {
      const store = await openWith(
        toClearance('clr_1', { row: 'ceis:1' }),
        toClearance('clr_2', { row: 'ceis:2' }),
        toClearance('clr_3', { row: 'ceis:3', createdAtMs: 99 }),
        toClearance('clr_4', { mode: 'test' }),
      );
      expect(toIds(await store.list('live', 2))).toEqual(['clr_2', 'clr_1']);
      expect(toIds(await store.list('live', 2, { createdAtMs: 100, id: 'clr_1' }))).toEqual(['clr_3']);
    });

    it('of one state are listed without the others', async () => {
      const store = await openWith(
        toClearance('clr_1', { row: 'ceis:1', state: 'proposed' }),
        toClearance('clr_2', { row: 'ceis:2' }),
        toClearance('clr_3', { row: 'ceis:3', state: 'proposed', createdAtMs: 99 }),
        toClearance('clr_4', { mode: 'test', state: 'proposed' }),
      );
      expect(toIds(await store.list('live', 9, undefined, { state: 'proposed' }))).toEqual(['clr_1', 'clr_3']);
      expect(toIds(await store.list('live', 9, { createdAtMs: 100, id: 'clr_1' }, { state: 'proposed' }))).toEqual([
        'clr_3',
      ]);
      expect(toIds(await store.list('live', 9, undefined, { state: 'cleared' }))).toEqual(['clr_2']);
    });

    it('that are proposed are confirmed once, by somebody else', async () => {
      const store = await openWith(toClearance('clr_1', { state: 'proposed' }));
      expect(await store.confirm('clr_1', 'key_1', 200)).toBe(false);
      expect((await store.find('clr_1'))?.state).toBe('proposed');
      expect(await store.confirm('clr_1', 'key_2', 200)).toBe(true);
      expect(await store.confirm('clr_1', 'key_3', 300)).toBe(false);
      expect(await store.find('clr_1')).toMatchObject({ state: 'cleared', confirmedBy: 'key_2', confirmedAtMs: 200 });
    });

    it('are found by kind, list, who judged and when', async () => {
      const store = await openWith(
        toClearance('clr_1', { row: 'pep:1', kind: 'accepted', state: 'proposed', until: '2027-01-31' }),
        toClearance('clr_2', { row: 'pep:2', kind: 'confirmed', state: 'confirmed', createdAtMs: 99 }),
        toClearance('clr_3', { row: 'pepe:3', madeBy: 'key_3', createdAtMs: 98 }),
      );
      await store.confirm('clr_1', 'key_2', 200);
      const find = async (filter: ClearanceFilter) => toIds(await store.list('live', 9, undefined, filter));
      expect(await find({ kind: 'accepted' })).toEqual(['clr_1']);
      expect(await find({ kind: 'cleared' })).toEqual(['clr_3']);
      expect(await find({ list: 'pep' })).toEqual(['clr_1', 'clr_2']);
      expect(await find({ by: 'key_2' })).toEqual(['clr_1']);
      expect(await find({ by: 'key_3', kind: 'confirmed' })).toEqual([]);
      expect(await find({ state: 'accepted', kind: 'accepted' })).toEqual(['clr_1']);
      expect(await find({ fromMs: 99, toMs: 100 })).toEqual(['clr_2']);
    });

    it('of a freeze take each step once, and nothing else takes one', async () => {
      const store = await openWith(
        toClearance('clr_1', { row: 'onu:1', kind: 'frozen', state: 'frozen', steps: {} }),
        toClearance('clr_2'),
      );
      const coaf = { atMs: 300, by: 'key_2', notedAtMs: 500 };
      expect(await store.noteStep('clr_1', 'coaf', coaf)).toBe(true);
      expect(await store.noteStep('clr_1', 'coaf', { atMs: 400, by: 'key_3', notedAtMs: 500 })).toBe(false);
      expect(await store.noteStep('clr_1', 'bcb', { atMs: 500, by: 'key_3', notedAtMs: 500 })).toBe(true);
      expect(await store.noteStep('clr_2', 'coaf', coaf)).toBe(false);
      expect((await store.find('clr_1'))?.steps).toEqual({ coaf, bcb: { atMs: 500, by: 'key_3', notedAtMs: 500 } });
    });

    it('that are over lapse once, and watches look again at those that kept them silent', async () => {
      const { store, watches } = open();
      const terms = { purpose: null, legalBasis: null, untilMs: null, repeatId: null, createdAtMs: 1, lists: 'p0' };
      const whose = { keyId: 'key_1' as KeyId, mode: 'live', kind: 'person', webhookId: null, snapshot: null } as const;
      await watches.begin({ id: 'wat_1', ...whose, ...terms }, 9);
      await watches.start('wat_1', 1, 'f');
      const accepted = { kind: 'accepted', state: 'accepted', until: '2027-01-31' } as const;
      await store.keep(toClearance('clr_1', { row: 'pep:1', ...accepted }), null);
      await store.keep(toClearance('clr_2', { row: 'pep:2', ...accepted, state: 'proposed' }), null);
      await store.keep(toClearance('clr_3', { row: 'pep:3', ...accepted, until: '2027-02-01' }), null);
      await store.keep(toClearance('clr_4', { row: 'pep:4' }), null);
      expect(await store.listOver('2027-01-31', 9)).toEqual([]);
      expect(toIds(await store.listOver('2027-02-01', 9))).toEqual(['clr_1', 'clr_2']);
      expect([await store.lapse('clr_1'), await store.lapse('clr_1')]).toEqual([true, false]);
      expect(await store.lapse('clr_2')).toBe(true);
      expect((await store.find('clr_1'))?.state).toBe('lapsed');
      expect(await store.listOver('2027-02-01', 9)).toEqual([]);
      expect(JSON.parse((await watches.find('wat_1'))?.withdrawn ?? 'null')).toEqual([['ana', 'pep:1']]);
    });

    it('that have ended are kept as they were, with who ended them, and count no more', async () => {
      const store = await openWith(
        toClearance('clr_1', { createdAtMs: 101 }),
        toClearance('clr_2', { row: 'ceis:2', state: 'proposed' }),
        toClearance('clr_3', { row: 'ceis:3', createdAtMs: 99 }),
      );
      const end = { by: 'key_2', atMs: 300, replacedBy: null };
      for (const id of ['clr_1', 'clr_2', 'clr_4'])
        expect(await store.withdraw(id, end.by, end.atMs)).toBe(id !== 'clr_4');
      await store.keep(toClearance('clr_5', { row: 'ceis:3', madeBy: 'key_3', createdAtMs: 400 }), 'clr_3');
      expect(toIds(await store.findOf('live', ['ana']))).toEqual(['clr_5']);
      const listed = await store.list('live', 9);
      const toEnded = ({ id, state, end: ended }: StoredClearance) => [id, state, ended];
      expect(listed.map(toEnded)).toEqual([
        ['clr_5', 'cleared', undefined],
        ['clr_1', 'revoked', end],
        ['clr_2', 'rejected', end],
        ['clr_3', 'replaced', { by: 'key_3', atMs: 400, replacedBy: 'clr_5' }],
      ]);
      expect(Buffer.from(listed[1]?.sealed ?? []).toString()).toBe('sealed clr_1');
      expect(toIds(await store.list('live', 2))).toEqual(['clr_5', 'clr_1']);
      expect(toIds(await store.list('live', 2, { createdAtMs: 101, id: 'clr_1' }))).toEqual(['clr_2', 'clr_3']);
      expect(toIds(await store.list('live', 9, undefined, { state: 'rejected' }))).toEqual(['clr_2']);
      expect(toIds(await store.list('live', 9, undefined, { state: 'cleared' }))).toEqual(['clr_5']);
      expect([await store.find('clr_1'), await store.findEnded('clr_5')]).toEqual([undefined, undefined]);
      expect((await store.findEnded('clr_1'))?.end).toEqual(end);
      expect(await store.withdraw('clr_1', 'key_2', 500)).toBe(false);
      expect(await store.confirm('clr_2', 'key_2', 500)).toBe(false);
      // The same customer and row can be judged again.
      expect(await store.keep(toClearance('clr_6'), null)).toBe(true);
      expect(toIds(await store.listAll('', 2))).toEqual(['clr_1', 'clr_2']);
      expect(toIds(await store.listAll('clr_2', 9))).toEqual(['clr_3', 'clr_5', 'clr_6']);
      expect(await store.purgeEnded(400, 1)).toBe(true);
      expect(await store.purgeEnded(400, 9)).toBe(false);
      expect(toIds(await store.listAll('', 9))).toEqual(['clr_3', 'clr_5', 'clr_6']);
      expect([await store.remove('clr_3'), await store.remove('clr_3')]).toEqual([true, false]);
    });

    it('are removed, and all of both modes can be gone through', async () => {
      const store = await openWith(toClearance('clr_1'), toClearance('clr_2', { mode: 'test' }));
      expect(toIds(await store.listAll('', 1))).toEqual(['clr_1']);
      expect(toIds(await store.listAll('clr_1', 9))).toEqual(['clr_2']);
      expect([await store.remove('clr_1'), await store.remove('clr_1')]).toEqual([true, false]);
      expect(toIds(await store.listAll('', 9))).toEqual(['clr_2']);
    });

    it('that are withdrawn are marked in each watch of their mode, until the customer is erased', async () => {
      const { store, watches } = open();
      const begin = async (id: string, mode: KeyMode, lists: string | null) => {
        const terms = { purpose: null, legalBasis: null, untilMs: null, repeatId: null, createdAtMs: 1 };
        const whose = { id, keyId: 'key_1' as KeyId, mode, kind: 'person', webhookId: null, snapshot: null } as const;
        await watches.begin({ ...whose, ...terms, lists }, 9);
        await watches.start(id, 1, 'f');
      };
      await begin('wat_1', 'live', 'p0');
      await begin('wat_2', 'test', 'p0');
      await begin('wat_3', 'live', null);
      const marksOf = async (id: string) => JSON.parse((await watches.find(id))?.withdrawn ?? 'null');
      const withdraw = async (subject: string, more: Partial<StoredClearance> = {}) => {
        await store.keep(toClearance('clr_1', { subject, ...more }), null);
        expect(await store.withdraw('clr_1', 'key_2', 300)).toBe(true);
        await store.remove('clr_1');
      };
      await withdraw('ana', { state: 'proposed' });
      expect(await marksOf('wat_1')).toBeNull();
      await withdraw('ana');
      await withdraw('bia');
      await withdraw('ana', { row: 'ceis:2' });
      const [ana, bia] = [
        ['ana', 'ceis:1'],
        ['bia', 'ceis:1'],
      ];
      expect(await marksOf('wat_1')).toEqual([ana, bia, ['ana', 'ceis:2']]);
      expect([await marksOf('wat_2'), await marksOf('wat_3')]).toEqual([null, null]);
      expect(await watches.listWithdrawn('live')).toEqual(['wat_1']);
      await store.forgetWithdrawn(['older hash of ana', 'ana']);
      expect(await marksOf('wat_1')).toEqual([bia]);
      await store.forgetWithdrawn(['bia']);
      expect([await marksOf('wat_1'), await watches.listWithdrawn('live')]).toEqual([null, []]);
    });
  });
}
