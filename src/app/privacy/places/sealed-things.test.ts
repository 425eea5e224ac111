import { describe, expect, test } from 'vitest';
import { sealBody } from '../../events/new-event.ts';
import type { EventPlace, EventStore, StoredEvent } from '../../events/ports.ts';
import { toBodyPlace } from '../../kept/events.ts';
import type { ClearanceStore, StoredClearance } from '../../screening/clearances/ports.ts';
import { sealJudgement } from '../../screening/clearances/sealed-judgement.ts';
import { createSeal } from '../../seal.ts';
import { type DamagedRow, withDamageTold } from '../../sealed-rows.ts';
import type { BoughtAnswerStore } from '../../verify/ports.ts';
import type { PlacedChange, WatchStore } from '../../watches/ports.ts';
import { sealChange, type WatchedItem } from '../../watches/told-changes.ts';
import type { Delivery, WebhookStore } from '../../webhooks/ports.ts';
import type { Person } from '../person.ts';
import { createTraces, type PersonalDataPlace } from '../place.ts';
import {
  createBoughtAnswersPlace,
  createClearancesPlace,
  createDeliveriesPlace,
  createEventsPlace,
  createWatchChangesPlace,
} from './sealed-things.ts';

const number = '40442820135';
const subjects = ['subject_1', 'subject_2'];
const person: Person = { subjects, cpf: undefined, untilMs: 10, isNamedIn: (text) => text.includes(number) };
const told: DamagedRow[] = [];
const seal = withDamageTold(createSeal(Buffer.alloc(32, 7)), (row) => told.push(row));
const pieceOf = (sealed: Uint8Array) => Buffer.from(sealed).toString('latin1', 0, 16);

async function erase(place: PersonalDataPlace) {
  const traces = createTraces();
  const count = await place.erase(person, traces, async () => {});
  return { count, pieces: traces.pieces };
}

/** A page of two of these, after the one that is named. */
function pageOf<Thing>(things: readonly Thing[], isAfter: (thing: Thing) => boolean, limit: number): readonly Thing[] {
  return things.filter(isAfter).slice(0, Math.min(limit, 2));
}

test('bought answers go by the name of the person, and leave name and bytes to the traces', async () => {
  const asked: unknown[] = [];
  const sealed = Buffer.from('the bytes of a bought answer');
  const store: Partial<BoughtAnswerStore> = {
    async count(...given) {
      asked.push(given);
      return 2;
    },
    async erase(...given) {
      asked.push(given);
      return [{ name: 'name_1', sealed }];
    },
  };
  const place = createBoughtAnswersPlace(store as BoughtAnswerStore);
  expect(await place.count(person)).toBe(2);
  const { count, pieces } = await erase(place);
  expect(count).toBe(1);
  expect([pieces.has('name_1'), pieces.has(pieceOf(sealed))]).toEqual([true, true]);
  expect(asked).toEqual([
    [subjects, 10],
    [subjects, 10],
  ]);
});

describe('clearances', () => {
  function toClearance(id: string, fields: Partial<StoredClearance> = {}, reason = 'outra pessoa'): StoredClearance {
    const sealed = sealJudgement(seal, id, { reason, judged: [] });
    return { id, subject: 'subject_9', createdAtMs: 1, sealed, ...fields } as StoredClearance;
  }

  test('of the person go, and those whose reason names them, with the notes of withdrawn ones', async () => {
    const own = toClearance('clr_1', { subject: 'subject_2', createdAtMs: 10 });
    const named = toClearance('clr_2', {}, `o CPF ${number} é de outro`);
    const kept = [
      ...[own, named, toClearance('clr_3'), toClearance('clr_4', { subject: 'subject_1', createdAtMs: 11 })],
      toClearance('clr_5', { sealed: Buffer.alloc(40) }),
    ];
    const [removed, forgotten]: [string[], unknown[]] = [[], []];
    const store: Pick<ClearanceStore, 'listAll' | 'remove' | 'forgetWithdrawn'> = {
      listAll: async (after, limit) => pageOf(kept, ({ id }) => id > after, limit),
      remove: async (id) => removed.push(id) > 0,
      async forgetWithdrawn(names) {
        forgotten.push(names);
      },
    };
    const place = createClearancesPlace(store, seal);
    told.length = 0;
    expect(await place.count(person)).toBe(2);
    expect(told).toEqual([{ table: 'clearances', id: 'clr_5' }]);
    expect(forgotten).toEqual([]);
    const { count, pieces } = await erase(place);
    expect([count, removed, forgotten]).toEqual([2, ['clr_1', 'clr_2'], [subjects]]);
    expect([...pieces]).toContain(pieceOf(own.sealed));
    // Its name is random.
    expect([...pieces]).not.toContain('clr_1');
  });
});

/** Makes an event of several hits, one of each subject. */
const toHits = (about: readonly (string | null)[], more: object = {}, total = about.length) => ({
  text: JSON.stringify({ data: { hits: about.map((name) => ({ name })), hits_total: total, ...more } }),
  about,
});

interface Case {
  readonly what: string;
  readonly body: { readonly text: string; readonly about: readonly (string | null)[] };
  /** The field is undefined if nothing of the event is left. */
  readonly left?: object;
  readonly aboutLeft?: readonly (string | null)[];
}

const cases: readonly Case[] = [
  { what: 'one that names the person', body: { text: `{"data":{"cpf":"${number}"}}`, about: [] } },
  { what: 'one about the person alone', body: { text: '{"data":{}}', about: ['subject_1'] } },
  { what: 'hits of the person alone', body: toHits(['subject_1', 'subject_2']) },
  {
    what: 'a hit of the person among others',
    body: toHits(['subject_9', 'subject_1', null], { list: 'ceis' }, 7),
    left: { data: { hits: [{ name: 'subject_9' }, { name: null }], hits_total: 6, list: 'ceis' } },
    aboutLeft: ['subject_9', null],
  },
  { what: 'hits whose rest names the person', body: toHits(['subject_9', 'subject_1'], { reference: number }) },
  {
    what: 'hits of which nobody can say whose is which',
    body: { ...toHits(['subject_1']), about: ['subject_1', null] },
  },
  { what: 'hits without their number', body: toHits(['subject_9', 'subject_1'], { hits_total: undefined }) },
  { what: 'a number without hits', body: toHits(['subject_9', 'subject_1'], { hits: undefined }) },
];

describe.each(cases)('an event: $what', ({ body, left, aboutLeft }) => {
  const sealedBody = sealBody(seal, 'evt_1', body);

  function expectRest(rest: Uint8Array | undefined): void {
    if (left === undefined) expect(rest).toBeUndefined();
    else
      expect(
        rest &&
          seal
            .open(rest, toBodyPlace('evt_1'))
            .split('\n')
            .map((line) => JSON.parse(line)),
      ).toEqual([left, aboutLeft]);
  }

  test('is not on its way any more, or goes on without them', async () => {
    const kept = [{ id: 'evt_1', sealedBody, createdAtMs: 10 } as Delivery];
    let rest: Uint8Array | undefined;
    let removed: string | undefined;
    const store: Partial<WebhookStore> = {
      listAll: async (after, limit) => pageOf(kept, ({ id }) => id > after, limit),
      async remove(id) {
        removed = id;
      },
      async replaceBody(id, replaced) {
        expect(id).toBe('evt_1');
        rest = replaced;
      },
    };
    const { count, pieces } = await erase(createDeliveriesPlace(store as WebhookStore, seal));
    expect([count, [...pieces].includes(pieceOf(sealedBody))]).toEqual([1, true]);
    expectRest(rest);
    expect(removed).toBe(left === undefined ? 'evt_1' : undefined);
  });

  test('cannot be read again, or without them', async () => {
    const kept = [{ id: 'evt_1', keyId: 'key_a', number: 1, sealedBody, createdAtMs: 10 } as StoredEvent];
    let rest: Uint8Array | undefined;
    let removed: EventPlace | undefined;
    const store: Partial<EventStore> = {
      listAll: async (after, limit) => pageOf(kept, ({ number: own }) => own > (after?.number ?? 0), limit),
      async remove(place) {
        removed = place;
      },
      async replace(place, replaced) {
        expect(place).toBe(kept[0]);
        rest = replaced;
      },
    };
    const { count, pieces } = await erase(createEventsPlace(store as EventStore, seal));
    expect([count, [...pieces].includes(pieceOf(sealedBody))]).toEqual([1, true]);
    expectRest(rest);
    expect(removed).toBe(left === undefined ? kept[0] : undefined);
  });
});

describe('events of others', () => {
  const others = ['evt_1', 'evt_2', 'evt_3'].map((id, index) => ({
    ...{ id, keyId: 'key_a', number: index + 1, createdAtMs: index === 0 ? 11 : 1 },
    sealedBody:
      index === 2
        ? Buffer.alloc(60)
        : sealBody(seal, id, { text: '{"data":{}}', about: index === 0 ? ['subject_1'] : ['subject_9'] }),
  }));

  test('stay, and those of later; what does not open is told', async () => {
    const events: Partial<EventStore> = {
      listAll: async (after, limit) =>
        pageOf(
          others as readonly object[] as readonly StoredEvent[],
          ({ number: own }) => own > (after?.number ?? 0),
          limit,
        ),
    };
    const deliveries: Partial<WebhookStore> = {
      listAll: async (after, limit) =>
        pageOf(others as readonly object[] as readonly Delivery[], ({ id }) => id > after, limit),
    };
    told.length = 0;
    expect(await createEventsPlace(events as EventStore, seal).count(person)).toBe(0);
    expect(await createDeliveriesPlace(deliveries as WebhookStore, seal).count(person)).toBe(0);
    expect(told).toEqual([
      { table: 'events', id: 'evt_3' },
      { table: 'webhook_deliveries', id: 'evt_3' },
    ]);
  });
});

test('changes of a watch that name the person go, and others stay', async () => {
  const toChange = (watchNumber: number, item: object): PlacedChange => ({
    ...{ watchId: 'wat_1', ...sealChange(seal, 'wat_1', watchNumber, item as WatchedItem) },
  });
  const theirs = toChange(2, { legal_name: `ANA ${number}` });
  const kept = [toChange(1, { cpf: '11144477735' }), theirs, toChange(3, {}), { ...theirs, number: 4 }];
  const removed: unknown[] = [];
  const store: Partial<WatchStore> = {
    listAllChanges: async (after, limit) => pageOf(kept, ({ number: own }) => own > (after?.number ?? 0), limit),
    async removeChange(...place) {
      removed.push(place);
    },
  };
  const place = createWatchChangesPlace(store as WatchStore, seal);
  told.length = 0;
  expect(await place.count(person)).toBe(1);
  expect(told).toEqual([{ table: 'watch_changes', id: 'wat_1:4' }]);
  const { count, pieces } = await erase(place);
  expect([count, removed, [...pieces].includes(pieceOf(theirs.sealed))]).toEqual([1, [['wat_1', 2]], true]);
});
