// What becomes of watches when a list changes, on a real store and with lists that say what they are told: trouble of every kind.

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NewEvent } from '../../../src/app/events/ports.ts';
import type { ClearanceStore } from '../../../src/app/screening/clearances/ports.ts';
import type { ScreeningLists } from '../../../src/app/screening/ports.ts';
import { createSeal } from '../../../src/app/seal.ts';
import { withDamageTold } from '../../../src/app/sealed-rows.ts';
import { createCompareLists } from '../../../src/app/watches/lists/compare-lists.ts';
import type { CustomerChange, ListComparer } from '../../../src/app/watches/lists/list-comparer.ts';
import { type LiveLists, neverCompared, readPoint } from '../../../src/app/watches/lists/lists-point.ts';
import { createOpenWithdrawn } from '../../../src/app/watches/lists/withdrawn-clearances.ts';
import type { NewWatch, SealedList, WatchStore } from '../../../src/app/watches/ports.ts';
import { findChange, type WatchedHit } from '../../../src/app/watches/told-changes.ts';
import { sealListText, writePeople } from '../../../src/app/watches/watched-person.ts';
import type { KeyId, KeyRecord } from '../../../src/domain/access/api-key.ts';
import { type Cnpj, completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { type Cpf, completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { Hit } from '../../../src/domain/screening/hit.ts';
import { createClearances } from '../../../src/stores/clearances/clearances.sql.ts';
import { createInstanceTaking } from '../../../src/stores/key-owned/taking-in.ts';
import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import { createInstanceLock } from '../../../src/stores/sqlite/instance-lock.ts';
import { createWatchStore } from '../../../src/stores/watches/watches.sql.ts';
import { toEntry } from '../../support/lists/list-editions.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openTestStore, testRowProof } from '../../support/stores/sqlite-store.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const keyId = 'key_1' as KeyId;
const clock = createManualClock({ nowMs: Date.parse('2026-11-18T12:00:00Z') });
let damaged: string[];
const seal = withDamageTold(createSeal(Buffer.alloc(32, 7)), ({ table, id }) => damaged.push(`${table} ${id}`));
const cpfs = [1, 2, 3].map((digit) => completeCpf(`30045678${digit}`) as Cpf);
const toHit = (id: string): Hit => ({
  ...{ list: 'ceis', dataAsOf: '2026-11-18', entry: toEntry({ id, names: ['X'] }), state: 'in_force', otherRows: [] },
  ...{ match: 'document', strength: 'hit', similarity: null, agreed: ['cpf'], disagreed: [], establishment: null },
});

let store: WatchStore;
let clearances: ClearanceStore;
let close: () => Promise<void>;
let key: Partial<KeyRecord> | undefined;
let events: NewEvent[];
/** By CPF, the row of a new hit. */
let found: Map<Cpf, string>;
let opened: number;
let asked: Cpf[];
let gone: boolean;
let unread: string[];
let companyName: string | null | undefined;
let onCompare: () => Promise<void>;
let isCleared: boolean;
let isAuditDown: boolean;
let recorded: (told: { readonly screened: string | null }) => Promise<void>;
const lists = { screen: () => ({ hits: [toHit('1'), toHit('2')] }) } as unknown as ScreeningLists;

const comparer: ListComparer = {
  async open(before) {
    opened++;
    return {
      gone: gone ? [...before.editions] : [],
      unread,
      contents: new Map([['ceis', 'content']]),
      isEmpty: false,
      async compare(customers) {
        await onCompare();
        return customers.flatMap((each, customer): CustomerChange[] => {
          const { cpf } = each as { cpf: Cpf };
          asked.push(cpf);
          const id = found.get(cpf);
          return id === undefined ? [] : [{ customer, kind: 'new_hit', before: null, after: toHit(id) }];
        });
      },
      async close() {},
    };
  },
};

beforeEach(() => {
  const directory = createTemporaryFolder('list-watches');
  const sqlite = openTestStore(directory);
  const instance = createInstanceLock(directory);
  store = createWatchStore(
    createSqliteSql(sqlite),
    createInstanceTaking(createSqliteSql(sqlite), instance),
    testRowProof,
  );
  clearances = createClearances(createSqliteSql(sqlite), testRowProof);
  close = async () => {
    instance.release();
    await sqlite.close();
  };
  key = { revokedAtMs: null, expiresAtMs: null };
  events = [];
  damaged = [];
  found = new Map([[cpfs[0] as Cpf, '1']]);
  opened = 0;
  asked = [];
  gone = false;
  unread = [];
  companyName = null;
  onCompare = async () => {};
  isCleared = false;
  isAuditDown = false;
  recorded = async () => {};
});
afterEach(() => close());

const compare = () =>
  createCompareLists({
    store,
    comparer,
    seal,
    clock,
    keys: { find: async () => (key === undefined ? undefined : ({ record: key } as never)) },
    markCleared: async (hits) =>
      hits.map((each) => ({ ...each, clearance: isCleared ? { id: 'clr_1', atMs: 1 } : null, judgement: null })),
    openWithdrawn: createOpenWithdrawn(
      () => lists,
      (text) => [text],
    ),
    recordTold: async (screened) => {
      if (isAuditDown) throw new Error('audit');
      await recorded({ screened: screened.kind === 'person' ? screened.cpf : screened.cnpj });
      return `req_${screened.kind}`;
    },
    findSubject: ({ cpf }) => (cpf === null ? null : `subject of ${cpf}`),
    findCompanyName: () => companyName,
    createEvent(owner, event, data) {
      const sealedBody = Buffer.from(JSON.stringify(data));
      const made = {
        id: `msg_${events.length}`,
        keyId: owner.keyId,
        endpointId: null,
        event,
        sealedBody,
        createdAtMs: 1,
      };
      events.push(made);
      return made;
    },
  });
const at = (edition: string): LiveLists => ({
  lists: [{ list: 'ceis', edition, asOf: '2026-11-18', state: 'current' }],
  today: '2026-11-18',
  isForwardOnly: false,
});
const { signal } = new AbortController();
const run = (edition: string) => compare().run('live', at(edition), { signal, beat: () => {} });
const rowsOf = async (id: string) =>
  (await store.listChanges(id, 0, 99)).map(
    (change) => (JSON.parse(findChange(seal, id, change) ?? '') as WatchedHit).row,
  );
const editionsOf = async (id: string) =>
  readPoint((await store.find(id))?.lists ?? '').editions.map(({ list }) => list);
const editionOf = async (id: string) => readPoint((await store.find(id))?.lists ?? '').editions[0]?.edition;

async function watch(id: string, parts = [cpfs], untilMs = 2 ** 50, company?: Cnpj): Promise<void> {
  const terms = { purpose: 'credit', legalBasis: 'contract' as const, untilMs };
  const made: NewWatch = {
    ...{ id, keyId, mode: 'live', webhookId: null, snapshot: null, lists: neverCompared, ...terms },
    kind: company === undefined ? 'person' : 'company',
    ...{ repeatId: null, createdAtMs: 1 },
  };
  await store.begin(made, 9);
  for (const [part, people] of parts.entries()) {
    const list = people.map((cpf) => ({ cpf, name: 'X', birthDate: null, reference: null }));
    await store.appendList(id, sealListText(seal, id, part, company ?? writePeople(list)));
  }
  await store.start(id, parts.flat().length, 'f');
}

test('what differs is found once for all watches of one point, and each of their people is asked about once', async () => {
  await watch('wat_1');
  await watch('wat_2');
  expect(await compare().hasWork('live', at('1'))).toBe(true);
  await run('1');
  expect([opened, asked]).toEqual([1, [...cpfs, ...cpfs]]);
  expect([await rowsOf('wat_1'), await rowsOf('wat_2'), events.length]).toEqual([['ceis:1'], ['ceis:1'], 2]);
  expect(await compare().hasWork('live', at('1'))).toBe(false);
  expect(await compare().hasWork('test', at('2'))).toBe(false);
  await run('1');
  expect(opened).toBe(1);
});

test('parts are compared side by side, and told in their order whichever is answered first', async () => {
  await watch(
    'wat_1',
    cpfs.map((cpf) => [cpf]),
  );
  found = new Map(cpfs.map((cpf, place) => [cpf, String(place + 1)]));
  const last = Promise.withResolvers<void>();
  let calls = 0;
  onCompare = async () => {
    if (++calls === cpfs.length) last.resolve();
    else await last.promise;
  };
  await run('1');
  expect(asked[0]).toBe(cpfs.at(-1));
  expect(await rowsOf('wat_1')).toEqual(['ceis:1', 'ceis:2', 'ceis:3']);
});

test('one that is stopped in the middle shows nothing, and is made again from its beginning', async () => {
  await watch('wat_1');
  const { finish } = store;
  store = { ...store, finish: () => Promise.reject(new Error('killed')) };
  await expect(run('1')).rejects.toThrow('killed');
  store = { ...store, finish };
  expect([await rowsOf('wat_1'), await compare().hasWork('live', at('1'))]).toEqual([[], true]);
  await run('1');
  expect([await rowsOf('wat_1'), await editionOf('wat_1')]).toEqual([['ceis:1'], '1']);
  expect((await store.find('wat_1'))?.lists).toContain('"content"');
});

test('a damaged part of a list keeps nobody of the others from being compared, and is told as missed', async () => {
  await watch(
    'wat_1',
    cpfs.map((cpf) => [cpf]),
  );
  const { findList } = store;
  const flip = ({ part, sealed }: SealedList) => ({
    part,
    sealed: sealed.map((byte, at) => (at === 30 ? byte ^ 1 : byte)),
  });
  store = {
    ...store,
    async findList(id, part) {
      const list = await findList(id, part);
      return list !== undefined && part === 1 ? flip(list) : list;
    },
  };
  await run('1');
  expect([asked, await rowsOf('wat_1')]).toEqual([[cpfs[0], cpfs[2]], ['ceis:1']]);
  expect([damaged, (await store.find('wat_1'))?.missed]).toEqual([['watch_lists wat_1:1'], 1]);
  expect(JSON.parse(Buffer.from(events[0]?.sealedBody ?? []).toString())).toMatchObject({ missed: true });
});

test('an edition that is gone is counted and told, with what there is now', async () => {
  await watch('wat_1');
  await run('1');
  gone = true;
  await run('2');
  expect([(await store.find('wat_1'))?.missed, await rowsOf('wat_1')]).toEqual([1, ['ceis:1', 'ceis:1']]);
  expect(JSON.parse(Buffer.from(events[1]?.sealedBody ?? []).toString())).toMatchObject({ missed: true, after: '1' });
});

test('one that cannot be compared keeps no other from it, at its point or another', async () => {
  await watch('wat_0');
  await run('1');
  await watch('wat_1');
  await watch('wat_2');
  const { findList } = store;
  const refuse = () => Promise.reject(new Error('cannot be read'));
  store = { ...store, findList: (id, part) => (id === 'wat_1' ? refuse() : findList(id, part)) };
  await expect(run('2')).rejects.toThrow('cannot be read');
  expect(await Promise.all(['wat_0', 'wat_1', 'wat_2'].map(editionOf))).toEqual(['2', undefined, '2']);
  expect(await rowsOf('wat_2')).toEqual(['ceis:1']);
});

test('a list that cannot be read stays where it was, is tried again, and keeps no other from it', async () => {
  await watch('wat_1');
  const onu = { list: 'onu', edition: '1', asOf: '2026-11-18', state: 'current' } as const;
  const both: LiveLists = { ...at('1'), lists: [...at('1').lists, onu] };
  unread = ['onu'];
  const runBoth = () => compare().run('live', both, { signal, beat: () => {} });
  await expect(runBoth()).rejects.toThrow('cannot be read now');
  expect([await rowsOf('wat_1'), await editionsOf('wat_1')]).toEqual([['ceis:1'], ['ceis']]);
  await expect(runBoth()).rejects.toThrow('cannot be read now');
  expect([await rowsOf('wat_1'), asked]).toEqual([['ceis:1'], cpfs]);
  unread = [];
  found = new Map([[cpfs[1] as Cpf, '2']]);
  await runBoth();
  expect([await rowsOf('wat_1'), await editionsOf('wat_1')]).toEqual([
    ['ceis:1', 'ceis:2'],
    ['ceis', 'onu'],
  ]);
});

test('a person who is erased meanwhile is not told: the comparison is made again without them', async () => {
  await watch('wat_1');
  onCompare = async () => {
    onCompare = async () => {};
    await store.replaceList('wat_1', sealListText(seal, 'wat_1', 0, writePeople([])), 3);
  };
  await run('1');
  expect([await rowsOf('wat_1'), await editionOf('wat_1')]).toEqual([[], undefined]);
  expect(await store.listAllChanges(undefined, 9)).toEqual([]);
  await run('1');
  expect([await rowsOf('wat_1'), await editionOf('wat_1'), asked]).toEqual([[], '1', cpfs]);
});

test('what somebody’s reference said of an erased person is not told: the comparison is made again', async () => {
  await watch('wat_1');
  const rest = sealListText(
    seal,
    'wat_1',
    0,
    writePeople([{ cpf: cpfs[0] as Cpf, name: 'X', birthDate: null, reference: null }]),
  );
  let isDone = false;
  recorded = async () => {
    // Between what was found and its end; nobody was removed.
    if (!isDone) await store.replaceList('wat_1', rest, 0);
    isDone = true;
  };
  await run('1');
  expect([await rowsOf('wat_1'), await store.listAllChanges(undefined, 9)]).toEqual([[], []]);
  await run('1');
  expect(await rowsOf('wat_1')).toEqual(['ceis:1']);
});

test('nobody of a list that an erasure has written anew is written down in the audit by what was read before', async () => {
  await watch('wat_1');
  found = new Map(cpfs.map((cpf) => [cpf, '1']));
  const told: (string | null)[] = [];
  recorded = async ({ screened }) => {
    told.push(screened);
    await store.replaceList('wat_1', sealListText(seal, 'wat_1', 0, writePeople([])), 3);
  };
  await run('1');
  expect([told, await rowsOf('wat_1')]).toEqual([cpfs.slice(0, 1), []]);
});

test('while its key is expired it stays where it is, and then loses no hit; with a revoked key it goes', async () => {
  await watch('wat_1');
  key = { revokedAtMs: null, expiresAtMs: 1 };
  expect(await compare().hasWork('live', at('1'))).toBe(false);
  await run('1');
  expect([opened, asked, events, await editionOf('wat_1')]).toEqual([0, [], [], undefined]);
  key = { revokedAtMs: null, expiresAtMs: null };
  await run('2');
  expect([(await store.find('wat_1'))?.missed, await rowsOf('wat_1')]).toEqual([0, ['ceis:1']]);
  key = { revokedAtMs: 1, expiresAtMs: null };
  await run('3');
  expect(await store.find('wat_1')).toBeUndefined();
});

test('one that is over is compared no more', async () => {
  await watch('wat_1', [cpfs], clock.nowMs());
  expect(await compare().hasWork('live', at('1'))).toBe(false);
  await run('1');
  expect([opened, events]).toEqual([0, []]);
  // Beside one that is not, it stays where it was.
  await watch('wat_2');
  await run('1');
  expect([await editionOf('wat_1'), await editionOf('wat_2'), events.length]).toEqual([undefined, '1', 1]);
});

test('a company waits while the registry cannot say its name, by which a list may know it', async () => {
  const names: (string | null)[] = [];
  const { open } = comparer;
  comparer.open = async (...points) => ({
    ...(await open(...points)),
    async compare(customers) {
      names.push(...customers.map(({ name }) => name));
      return [];
    },
  });
  try {
    await watch('wat_1', [[]], 2 ** 50, completeCnpj('112223330001'));
    companyName = undefined;
    await expect(run('1')).rejects.toThrow('registry');
    expect([names, await editionOf('wat_1')]).toEqual([[], undefined]);
    companyName = 'EXEMPLO LTDA';
    await run('1');
    expect([names, await editionOf('wat_1')]).toEqual([['EXEMPLO LTDA'], '1']);
  } finally {
    comparer.open = open;
  }
});

test('a hit whose clearance somebody withdraws is told once, to who was compared before, unless it is cleared again', async () => {
  const withdraw = async (id: string, state: 'proposed' | 'cleared' = 'cleared') => {
    const made = {
      madeBy: 'key_1',
      createdAtMs: 1,
      confirmedBy: null,
      confirmedAtMs: null,
      kind: 'cleared' as const,
      until: null,
      steps: null,
    };
    const cleared = { id, mode: 'live', subject: `cpf:${cpfs[1]}`, row: 'ceis:2', sealed: Buffer.from('x') } as const;
    await clearances.keep({ ...cleared, ...made, state }, null);
    const isWithdrawn = await clearances.withdraw(id, 'key_2', 300);
    await clearances.remove(id);
    return isWithdrawn;
  };
  found = new Map();
  await watch('wat_1');
  await run('1');
  await watch('wat_2');
  expect([await withdraw('clr_1', 'proposed'), await compare().hasWork('live', at('1'))]).toEqual([true, true]);
  await run('1');
  expect([await rowsOf('wat_1'), await rowsOf('wat_2')]).toEqual([[], []]);

  await watch('wat_3');
  expect([await withdraw('clr_2'), await withdraw('clr_2')]).toEqual([true, true]);
  // A new edition is told first, and a list that cannot be read is waited for.
  unread = ['ceis'];
  await expect(run('2')).rejects.toThrow('cannot be read now');
  expect(await rowsOf('wat_1')).toEqual([]);
  unread = [];
  const { finish } = store;
  store = {
    ...store,
    finish: (id, all) => (all.withdrawn === undefined ? finish(id, all) : Promise.reject(new Error('killed'))),
  };
  await expect(run('2')).rejects.toThrow('killed');
  store = { ...store, finish };
  await run('2');
  await run('2');
  expect(await compare().hasWork('live', at('2'))).toBe(false);
  expect(await Promise.all(['wat_1', 'wat_2', 'wat_3'].map(rowsOf))).toEqual([['ceis:2'], ['ceis:2'], []]);
  expect(events.at(-1)?.event).toBe('watch.hits');
  await withdraw('clr_3');
  isCleared = true;
  await run('2');
  expect([await rowsOf('wat_1'), (await store.find('wat_1'))?.withdrawn]).toEqual([['ceis:2'], null]);
});

test('a clearance that somebody withdraws during the first comparison is told of, and one from before it is told once', async () => {
  const withdraw = async (id: string) => {
    const made = {
      madeBy: 'key_1',
      createdAtMs: 1,
      confirmedBy: null,
      confirmedAtMs: null,
      kind: 'cleared' as const,
      until: null,
      steps: null,
    };
    const cleared = { id, mode: 'live', subject: `cpf:${cpfs[0]}`, row: 'ceis:1', sealed: Buffer.from('x') } as const;
    await clearances.keep({ ...cleared, ...made, state: 'cleared' }, null);
    const isWithdrawn = await clearances.withdraw(id, 'key_2', 300);
    await clearances.remove(id);
    return isWithdrawn;
  };
  await watch('wat_1');
  await watch('wat_2');
  await withdraw('clr_1');
  isCleared = true;
  const { finish } = store;
  // Everybody was compared while it counted, and then it does not any more.
  store = {
    ...store,
    async finish(id, all) {
      if (isCleared) await withdraw('clr_2');
      isCleared = false;
      return finish(id, all);
    },
  };
  for (let runs = 0; runs < 3; runs++) await run('1');
  expect([await rowsOf('wat_1'), await rowsOf('wat_2')]).toEqual([['ceis:1'], ['ceis:1']]);
  expect(await compare().hasWork('live', at('1'))).toBe(false);
});

test('a hit that cannot be written down is not told, until it can', async () => {
  await watch('wat_1');
  isAuditDown = true;
  await expect(run('1')).rejects.toThrow('audit');
  expect([await rowsOf('wat_1'), events]).toEqual([[], []]);
  isAuditDown = false;
  await run('1');
  const [change] = await store.listChanges('wat_1', 0, 9);
  expect(change && JSON.parse(findChange(seal, 'wat_1', change) ?? '')).toMatchObject({ request_id: 'req_person' });
});
