// One flipped byte in a row of each sealed table: the real service and the real commands leave the row out, name it, and go on with the rest.
// On both stores.

import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealJudgement } from '../../../src/app/screening/clearances/sealed-judgement.ts';
import { sealChange, type WatchedItem } from '../../../src/app/watches/told-changes.ts';
import { sealListText, writePeople } from '../../../src/app/watches/watched-person.ts';
import { systemClock } from '../../../src/clock.ts';
import { toSubjects } from '../../../src/compose/parts/audit/audit-secrets.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { openEvents } from '../../../src/compose/parts/webhook-parts.ts';
import { loadConfig } from '../../../src/config.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import { type Cpf, completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { toDatabasePath } from '../../../src/stores/sqlite/database.ts';
import { refusal, success, useCommands } from '../../support/service/commands.ts';
import { createHome, createKey, type Home, type RunningProcess, startProcess } from '../../support/service/process.ts';
import { get } from '../../support/service/service.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';
import { parseLines } from '../../support/texts.ts';

const { confereHere, confereHereWithInput } = useCommands();

const [theirs, other] = [completeCpf('610200301') as Cpf, completeCpf('610200302') as Cpf];
/** The second of each is damaged; it is about the person, as the first one is. */
const named = [theirs, theirs, other];
const tables = ['clearances', 'events', 'watch_changes', 'watch_lists', 'webhook_deliveries'] as const;
type Table = (typeof tables)[number];

/** Gives the rows that are damaged, as they are named, and how each is found. */
async function plant(
  home: Home,
  keyId: KeyId,
): Promise<Readonly<Record<Table, readonly [name: string, where: string]>>> {
  const stores = await openStores(loadConfig({ cwd: home.directory, env: home.env }), systemClock);
  const nowMs = systemClock.nowMs();
  await stores.webhooks.insertEndpoint({ id: 'wh_1', keyId, sealed: Buffer.from('not opened'), createdAtMs: 1 });
  const createEvent = openEvents(stores, systemClock);
  const eventIds: string[] = [];
  for (const cpf of named) {
    const event = createEvent({ keyId, webhookId: 'wh_1' }, 'watch.changed', { trade_name: `ANA ${cpf}` });
    await stores.webhooks.enqueue(event);
    const settled = { attempts: 9, dueAtMs: 0, lastOutcome: 'timeout', settledAtMs: nowMs };
    await stores.webhooks.recordAttempt(event.id, { state: 'dead', ...settled });
    eventIds.push(event.id);
  }
  for (const [index, cpf] of named.entries()) {
    const id = `clr_${index}`;
    const [subject] = toSubjects(stores.secret, `cpf:${index === 1 ? other : cpf}`);
    const sealed = sealJudgement(stores.sealFor('clearance'), id, { reason: `Homônimo de ${cpf}`, judged: [] });
    const made = {
      state: 'cleared',
      madeBy: keyId,
      createdAtMs: nowMs,
      confirmedBy: null,
      confirmedAtMs: null,
      kind: 'cleared',
      until: null,
      steps: null,
    } as const;
    await stores.clearances.keep({ id, mode: 'test', subject, row: `ceis:${index}`, sealed, ...made }, null);
  }
  const terms = { kind: 'person', lists: null, purpose: 'credit', legalBasis: 'consent', untilMs: 2 ** 50 } as const;
  const watch = { id: 'wat_1', keyId, mode: 'test', webhookId: null, snapshot: null, ...terms } as const;
  await stores.watches.begin({ ...watch, repeatId: null, createdAtMs: 1 }, 9);
  const seal = stores.sealFor('watch');
  for (const [part, cpf] of named.entries()) {
    const people = [{ cpf, name: 'Ana', birthDate: null, reference: null }];
    await stores.watches.appendList('wat_1', sealListText(seal, 'wat_1', part, writePeople(people)));
  }
  await stores.watches.start('wat_1', 3, 'f');
  const toChange = (cpf: Cpf) => ({ kind: 'removed', from: '2026-10-10', to: `ANA ${cpf}` }) as unknown as WatchedItem;
  const changes = named.map((cpf, index) => sealChange(seal, 'wat_1', index + 1, toChange(cpf)));
  await stores.watches.appendChanges('wat_1', changes);
  const from = { snapshot: null, lists: null, rewrites: 0, lastChange: 0 };
  const compared = { snapshot: null, lists: null, lastChange: 3, comparedAtMs: nowMs, isMissed: false, event: null };
  expect(await stores.watches.finish('wat_1', { from, ...compared })).toBe(true);
  await stores.close();
  return {
    clearances: ['clearances clr_1', "id = 'clr_1'"],
    events: [`events ${eventIds[1]}`, `id = '${eventIds[1]}'`],
    watch_changes: ['watch_changes wat_1:2', "watch_id = 'wat_1' AND number = 2"],
    watch_lists: ['watch_lists wat_1:1', "watch_id = 'wat_1' AND part = 1"],
    webhook_deliveries: [`webhook_deliveries ${eventIds[1]}`, `id = '${eventIds[1]}'`],
  };
}

interface Engine {
  readonly env: Record<string, string>;
  /** The value of a column in one row, and another one in its place. */
  edit(home: Home, table: string, column: string, where: string, change: (sealed: Buffer) => Buffer): Promise<void>;
}

function describeDamage(open: () => Promise<Engine>): void {
  let home: Home;
  let service: RunningProcess;
  let key: string;
  let damaged: readonly string[];
  const ask = async (path: string) => get(`${service.address}${path}`, { key });
  const type = (...words: string[]) => confereHereWithInput(home, `${theirs}\n`, ...words);

  beforeAll(async () => {
    const engine = await open();
    home = createHome({ ...engine.env });
    const scopes = ['--scope', 'verify:cpf', 'screen', 'watch:person', 'watch:company', 'manage:clearances'];
    const created = await createKey(home, '--mode', 'test', '--rate', 'unlimited', ...scopes);
    ({ key } = created);
    const rows = await plant(home, created.id as KeyId);
    for (const table of tables) {
      const column = table === 'events' || table === 'webhook_deliveries' ? 'sealed_body' : 'sealed';
      await engine.edit(home, table, column, rows[table][1], (sealed) => {
        sealed.writeUInt8(sealed.readUInt8(30) ^ 1, 30);
        return sealed;
      });
    }
    damaged = tables.map((table) => rows[table][0]);
    service = await startProcess(home);
  });
  afterAll(() => service?.stop('SIGKILL'));

  test('lists show all the others', async () => {
    const events = await ask('/v1/events');
    expect([events.status, events.body.events.map(({ cursor }: { cursor: string }) => cursor)]).toEqual([
      200,
      ['1', '3'],
    ]);
    const changes = await ask('/v1/watches/wat_1/changes');
    expect([changes.status, changes.body.changes.length]).toEqual([200, 2]);
    const clearances = await ask('/v1/screen/clearances');
    const ids = clearances.body.clearances.map(({ id }: { id: string }) => id);
    expect([clearances.status, ids.toSorted()]).toEqual([200, ['clr_0', 'clr_2']]);
    expect((await ask('/v1/screen/clearances/clr_1')).body.code).toBe('clearance_not_found');
  });

  test('the log and a metric name each that somebody asked for, without a word of the person', async () => {
    const asked = damaged.filter((row) => /^(clearances|events|watch_changes) /.test(row));
    const readFaults = () =>
      service
        .output()
        .split('\n')
        .filter((line) => line.includes('"row_fault"'))
        .join('\n');
    const readTold = () =>
      parseLines(readFaults()).map(({ component, internal }) => `${component} ${String(internal).split(': ')[0]}`);
    await expect.poll(() => [...new Set(readTold())].toSorted()).toEqual(asked.toSorted());
    expect(readFaults()).not.toContain(theirs);
    const operators = /For operators: (http:\/\/[^/\s]+)/.exec(service.output())?.[1];
    const metrics = await (await fetch(`${operators}/metrics`)).text();
    for (const row of asked)
      expect(metrics).toMatch(new RegExp(`confere_row_faults_total\\{table="${row.split(' ')[0]}"\\} [1-9]`));
  });

  test('doctor names all of them', async () => {
    const { code, stdout } = await confereHere(home, 'doctor', '--json');
    const { findings } = JSON.parse(stdout) as { findings: { subject: string; state: string; says: string }[] };
    const found = findings.find(({ subject }) => subject === 'rows');
    expect([code, found?.state]).toEqual([1, 'fault']);
    for (const row of damaged) expect(found?.says).toContain(row);
  });

  test('the report counts the others, and says that there are rows which nobody can read', async () => {
    const report = await type('privacy', 'report', '--format', 'json');
    expect(report.code, report.stderr).toBe(0);
    const { held, damaged: unread } = JSON.parse(report.stdout);
    const counts = Object.fromEntries(held.map(({ place, count }: { place: string; count: number }) => [place, count]));
    const one = { events: 1, webhook_events: 1, clearances: 1, watched_people: 1, watch_changes: 1 };
    expect(counts).toMatchObject(one);
    expect(unread.toSorted()).toEqual(damaged.toSorted());
    expect((await type('privacy', 'report')).stdout).toContain('5 registros estão danificados');
  });

  test('an erasure erases the others, and says that it could not look into these', async () => {
    const erased = await type('privacy', 'erase', '--yes');
    expect(erased).toMatchObject(refusal(1, 'could not look into'));
    for (const row of damaged) expect(erased.stderr).toContain(row);
    expect(erased.stdout).toContain('1 event deleted.');
    expect(erased.stdout).not.toContain('Nothing of this person is left');
    const again = await type('privacy', 'erase', '--yes', '--json');
    expect([again.code, JSON.parse(again.stdout).damaged.toSorted()]).toEqual([1, damaged.toSorted()]);
    expect((await ask('/v1/events')).body.events).toHaveLength(1);
  });

  test('once they are gone, nothing is left', async () => {
    await service.stop();
    const engine = await open();
    for (const row of damaged) {
      const [table, id = ''] = row.split(' ');
      const [first, second] = id.split(':');
      const where =
        table === 'watch_lists'
          ? `part = ${second}`
          : table === 'watch_changes'
            ? `number = ${second}`
            : `id = '${first}'`;
      await engine.edit(home, table as string, '', where, (sealed) => sealed);
    }
    expect(await type('privacy', 'erase', '--yes')).toMatchObject(success('Nothing of this person is left'));
  });
}

describe('a damaged row in SQLite', () => {
  describeDamage(async () => ({
    env: {},
    async edit(home, table, column, where, change) {
      const database = new Database(toDatabasePath(`${home.directory}/data`));
      if (column === '') database.exec(`DELETE FROM ${table} WHERE ${where}`);
      else {
        const sealed = database.prepare(`SELECT ${column} FROM ${table} WHERE ${where}`).pluck().get() as Buffer;
        database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`).run(change(sealed));
      }
      database.close();
    },
  }));
});

describeOnPostgres('a damaged row in PostgreSQL', () => {
  let server: TestPostgres;
  let database: TestDatabase;
  beforeAll(async () => {
    server = await startPostgres();
    database = await server.createDatabase();
  });
  afterAll(() => server?.close());

  describeDamage(async () => ({
    env: { CONFERE_STORE: database.service, CONFERE_STORE_MAINTENANCE: database.owner },
    async edit(_, table, column, where, change) {
      if (column === '') return void (await database.query(`DELETE FROM confere.${table} WHERE ${where}`));
      const found = await database.query<{ sealed: Buffer }>(
        `SELECT ${column} AS sealed FROM confere.${table} WHERE ${where}`,
      );
      const sealed = change(Buffer.from(found[0]?.sealed ?? []));
      await database.query(`UPDATE confere.${table} SET ${column} = $1 WHERE ${where}`, [sealed]);
    },
  }));
});
