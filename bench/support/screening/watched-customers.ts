// Watched people against what changed in all lists from one day to the next, as the service does it: a real store with sealed people, the
// job's own comparison and its thread, and hits that are written down. Two editions of each list have the sizes of their publishers, and
// a hundredth of the rows was taken away, added or altered.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Random } from '../../../scripts/make-dump/values/random.ts';
import { createSeal } from '../../../src/app/seal.ts';
import { withDamageTold } from '../../../src/app/sealed-rows.ts';
import { createPersonForm } from '../../../src/app/watches/intake/list-forms.ts';
import { createCompareLists } from '../../../src/app/watches/lists/compare-lists.ts';
import type { ListComparer } from '../../../src/app/watches/lists/list-comparer.ts';
import { writePoint } from '../../../src/app/watches/lists/lists-point.ts';
import type { WatchStore } from '../../../src/app/watches/ports.ts';
import { sealListText, type WatchedPerson, writePeople } from '../../../src/app/watches/watched-person.ts';
import { systemClock } from '../../../src/clock.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import type { Cpf } from '../../../src/domain/numbers/cpf.ts';
import type { ListEntry } from '../../../src/domain/screening/entry/list-entry.ts';
import { createListComparer } from '../../../src/screening/changes/list-comparer.ts';
import { createInstanceTaking } from '../../../src/stores/key-owned/taking-in.ts';
import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import { createInstanceLock } from '../../../src/stores/sqlite/instance-lock.ts';
import { createWatchStore } from '../../../src/stores/watches/watches.sql.ts';
import { nationalLists } from '../../../test/support/lists/invented/national-lists.ts';
import { inventPerson } from '../../../test/support/lists/invented/people.ts';
import { writeEdition } from '../../../test/support/lists/list-editions.ts';
import { openTestStore, testRowProof } from '../../../test/support/stores/sqlite-store.ts';

const [first, second] = [
  { id: '20261117T000000-000', dataAsOf: '2026-11-17' },
  { id: '20261118T000000-000', dataAsOf: '2026-11-18' },
];
/** Of 300 rows one leaves, one comes and one is altered. */
const oneOf = 300;
const { perPart } = createPersonForm(1);
/** One in so many people is in a row that changed. */
const listedOneOf = 5_000;

interface WatchedFigures {
  readonly changedRows: number;
  readonly hits: number;
  /** Processor time of all threads, and time on the clock. */
  readonly find: Figures;
  readonly all: Figures;
  /** How long others waited for their turn. */
  readonly delay: { readonly p99Ms: number; readonly maxMs: number };
}

interface Figures {
  readonly cpuMs: number;
  readonly wallMs: number;
}

export async function measureWatched(folder: string, people: number): Promise<WatchedFigures> {
  const directory = join(folder, 'lists');
  const { changedRows, listed } = writeEditions(directory);
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  const sqlite = openTestStore(join(folder, 'data'));
  const instance = createInstanceLock(join(folder, 'data'));
  const store = createWatchStore(
    createSqliteSql(sqlite),
    createInstanceTaking(createSqliteSql(sqlite), instance),
    testRowProof,
  );
  await writeWatch(store, 'wat_bench', people, listed);
  const measured = await compareOnce(store, createListComparer({ directory }));
  const hits = (await store.find('wat_bench'))?.lastChange ?? 0;
  instance.release();
  await sqlite.close();
  return { changedRows, hits, ...measured };
}

function writeEditions(directory: string) {
  let changedRows = 0;
  const listed: WatchedPerson[] = [];
  for (const { list, rows, entries } of nationalLists) {
    writeEdition(directory, list, editionOf(entries(), 0, []), first);
    writeEdition(directory, list, editionOf(entries(), 1, listed), second);
    changedRows += Math.ceil(rows / oneOf) * 3;
  }
  return { changedRows, listed };
}

function* editionOf(entries: Iterable<ListEntry>, edition: number, changed: WatchedPerson[]): Generator<ListEntry> {
  let row = 0;
  for (const entry of entries) {
    const turn = row++ % oneOf;
    const { document, names } = entry;
    if (turn <= 2 && document?.kind === 'cpf')
      changed.push({ cpf: document.number, name: names[0] ?? '', birthDate: null, reference: null });
    if (turn === edition) continue;
    yield turn === 2 && edition === 1 ? { ...entry, until: '2033-03-03' } : entry;
  }
}

const keyId = 'key_bench' as KeyId;
const seal = withDamageTold(createSeal(Buffer.alloc(32, 7)), () => {});
const editionsOf = ({ id, dataAsOf }: typeof first) =>
  nationalLists.map(({ list }) => ({ list, edition: id, asOf: dataAsOf, state: 'current' as const }));

async function writeWatch(store: WatchStore, id: string, people: number, listed: readonly WatchedPerson[]) {
  const lists = writePoint({ day: first.dataAsOf, editions: editionsOf(first) });
  const terms = { purpose: 'credit', legalBasis: 'contract' as const, untilMs: null };
  const made = { id, keyId, kind: 'person', mode: 'live', webhookId: null, snapshot: null, lists, ...terms } as const;
  await store.begin({ ...made, repeatId: null, createdAtMs: 1 }, 9);
  const random = new Random().restart(8);
  for (let part = 0; part * perPart < people; part++) {
    const some = Array.from({ length: Math.min(perPart, people - part * perPart) }, (_, place): WatchedPerson => {
      const row = part * perPart + place;
      const known = row % listedOneOf === 0 ? listed[(row / listedOneOf) % listed.length] : undefined;
      const { cpf, ...person } = inventPerson(random);
      return known ?? { cpf: cpf as Cpf, ...person, reference: String(row) };
    });
    await store.appendList(id, sealListText(seal, id, part, writePeople(some)));
  }
  await store.start(id, people, 'f');
}

async function compareOnce(store: WatchStore, comparer: ListComparer) {
  const find = createStopwatch();
  const compare = createCompareLists({
    store,
    comparer: { open: (...points) => find.during(() => comparer.open(...points)) },
    seal,
    clock: systemClock,
    keys: { find: async () => ({ record: { revokedAtMs: null, expiresAtMs: null } }) as never },
    markCleared: async (hits) => hits.map((each) => ({ ...each, clearance: null, judgement: null })),
    openWithdrawn: () => {
      throw new Error('Nobody has cleared anything here');
    },
    recordTold: async () => null,
    findSubject: () => null,
    findCompanyName: () => null,
    createEvent: (owner, event) => ({
      ...{ id: `msg_${owner.keyId}${find.figures.wallMs}`, keyId, endpointId: null, event },
      ...{ sealedBody: Buffer.alloc(1), createdAtMs: 1 },
    }),
  });
  const live = { lists: editionsOf(second), today: second.dataAsOf, isForwardOnly: false };
  const all = createStopwatch();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const turn = { signal: new AbortController().signal, beat: () => {} };
  await all.during(() => compare.run('live', live, turn));
  delay.disable();
  return {
    find: find.figures,
    all: all.figures,
    delay: { p99Ms: delay.percentile(99) / 1e6, maxMs: delay.max / 1e6 },
  };
}

function createStopwatch() {
  const figures = { cpuMs: 0, wallMs: 0 };
  return {
    figures,
    async during<Result>(work: () => Promise<Result>): Promise<Result> {
      const [cpu, wall] = [process.cpuUsage(), performance.now()];
      const result = await work();
      figures.wallMs = performance.now() - wall;
      const { user, system } = process.cpuUsage(cpu);
      figures.cpuMs = (user + system) / 1000;
      return result;
    },
  };
}
