// What speaks of a person without naming them: hits by the row of a list, a request that came later, the act of a clearance, the answer that
// said only "later". The report counts all of it, and an erasure leaves nothing. On both stores, by the real service.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import type { Cpf } from '../../../src/domain/numbers/cpf.ts';
import type { Simulator } from '../../../src/sim/server.ts';
import { toEntry, writeEdition } from '../../support/lists/list-editions.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { success, useCommands } from '../../support/service/commands.ts';
import { createKey, type Home, type RunningProcess, startProcess } from '../../support/service/process.ts';
import { get, post } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres } from '../../support/stores/postgres.ts';

const { confereHere, confereHereWithInput } = useCommands();
const terms = { 'confere-purpose': 'legal_obligation' };
const [theirs, other] = [createQuery(62_001), createQuery(62_002)];
const reports = {
  ...{ roles: ['identity'], deadline_ms: 5_000, connect_ms: 5_000 },
  async: { poll: { pause_ms: 100, pause_max_ms: 1_000 } },
};
const theirRow = 'ceis:77';

function describeTraces(open: () => Promise<Record<string, string>>): void {
  let simulator: Simulator;
  let home: Home;
  let service: RunningProcess;
  let key: string;

  const verify = () =>
    post(
      `${service.address}/v1/verify/cpf`,
      { cpf: theirs.cpf, name: theirs.name, birth_date: theirs.birthDate },
      { key, headers: { prefer: 'respond-async', 'idempotency-key': 'later-1', ...terms } },
    );
  const readEvents = async () => (await get(`${service.address}/v1/events`, { key })).body.events;
  const readTypes = async () => (await readEvents()).map(({ type }: { type: string }) => type).toSorted();
  const waitFor = (types: string) =>
    vi.waitUntil(async () => (await readTypes()).join() === types, { timeout: 120_000, interval: 250 });
  const listActs = async () => (await confereHere(home, 'audit', 'list', '--json')).stdout;
  const type = (...words: string[]) => confereHereWithInput(home, `${theirs.cpf}\n`, ...words);
  const listBodies = async () => {
    const { stdout } = await confereHere(home, 'webhooks', 'deliveries', '--json');
    const ids = (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
    return Promise.all(ids.map(async (id) => (await confereHere(home, 'webhooks', 'show', id)).stdout));
  };

  beforeAll(async () => {
    simulator = await startParties();
    await simulator.set('idwall', { laterMs: 3_600_000 });
    home = createSimulatedHome(simulator, {
      wiring: { ...parties, reports: 'idwall' },
      settings: { reports },
      env: {
        ...(await open()),
        CONFERE_WEBHOOKS_ALLOW_HTTP: 'true',
        CONFERE_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.1',
      },
    });
    const scopes = ['--scope', 'verify:cpf', 'watch:person', 'screen', 'manage:clearances', 'read:verification'];
    const created = await createKey(home, '--mode', 'live', '--rate', 'unlimited', ...scopes);
    ({ key } = created);
    const today = toBrazilDay(systemClock.nowMs());
    const toRow = (id: string, { cpf }: { cpf: Cpf }) =>
      toEntry({ id, names: ['NOME INVENTADO'], document: { kind: 'cpf', number: cpf }, category: 'Suspensão' });
    const lists = join(home.env['CONFERE_DATA_DIR'] as string, 'lists');
    writeEdition(lists, 'ceis', [toRow('77', theirs), toRow('78', other)], {
      dataAsOf: today,
      id: '20261118T000000-000',
    });
    // Nobody answers there: what is told stays undelivered.
    const added = await confereHere(home, 'webhooks', 'add', 'http://127.0.0.1:9/hook', '--key', created.id, '--json');
    service = await startProcess(home);
    const query = `?legal_basis=legal_obligation&webhook=${JSON.parse(added.stdout).id}`;
    const people = [theirs, other].map(({ cpf }) => ({ cpf, name: 'NOME INVENTADO' }));
    const watched = await post(`${service.address}/v1/watches${query}`, { people }, { key, headers: terms });
    expect(watched.status, JSON.stringify(watched.body)).toBe(201);
    expect((await verify()).status).toBe(202);
    await simulator.set('idwall', { laterMs: 0 });
    await waitFor('verification.completed,watch.hits');
    const clearances = `${service.address}/v1/screen/clearances`;
    const order = { cpf: theirs.cpf, name: 'NOME INVENTADO', row: theirRow, reason: 'Engano.', despite_number: true };
    const made = await post(clearances, order, { key, headers: terms });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${clearances}/${made.body.id}`, { method: 'DELETE', headers })).status).toBe(204);
    // Once nobody judges it false any more, it is a hit again.
    await waitFor('verification.completed,watch.hits,watch.hits');
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await simulator?.close();
  });

  test('the report counts it', async () => {
    const { stdout } = await type('privacy', 'report', '--format', 'json');
    const { held, consultations } = JSON.parse(stdout);
    const counts = Object.fromEntries(held.map(({ place, count }: { place: string; count: number }) => [place, count]));
    expect(counts).toMatchObject({ events: 3, webhook_events: 3, idempotent_answers: 1, watch_changes: 2 });
    const acts = JSON.parse(await listActs()) as readonly { act: string | null; target: string | null }[];
    const ofRow = acts.filter(({ target }) => target?.includes(theirRow)).map(({ act }) => act);
    expect(ofRow.toSorted()).toEqual(['clearance_made', 'clearance_revoked']);
    expect(counts['audit_records']).toBe(consultations.length + 2);
  });

  test('an erasure leaves nothing of it, and tells the other hits on', async () => {
    expect((await verify()).status).toBe(202);
    const erased = await type('privacy', 'erase', '--yes');
    expect(erased, erased.stderr).toMatchObject(success('Nothing of this person is left'));
    const events = await readEvents();
    expect(events).toMatchObject([{ type: 'watch.hits', data: { hits_total: 1, hits: [{ row: 'ceis:78' }] } }]);
    expect(JSON.stringify(events)).not.toContain(theirRow);
    const bodies = await listBodies();
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain('ceis:78');
    expect(bodies[0]).not.toContain(theirRow);
    expect(await listActs()).not.toContain(theirRow);
    expect((await confereHere(home, 'audit', 'verify')).stdout).toContain('Intact');
  });

  test('a retry of the call that was answered "later" is told that its answer is gone', async () => {
    const repeated = await verify();
    expect([repeated.status, repeated.body.code]).toEqual([409, 'idempotency_outcome_unknown']);
    expect(repeated.body.detail).toContain('erased');
  });

  test('the report finds nothing more', async () => {
    const { held, consultations } = JSON.parse((await type('privacy', 'report', '--format', 'json')).stdout);
    expect([held.filter(({ count }: { count: number | null }) => count !== null), consultations]).toEqual([[], []]);
  });
}

describe('what speaks of a person without naming them, in SQLite', () => {
  describeTraces(async () => ({}));
});

describeOnPostgres('what speaks of a person without naming them, in PostgreSQL', () => {
  let close: () => Promise<void>;
  afterAll(() => close?.());
  describeTraces(async () => {
    const server = await startPostgres();
    close = () => server.close();
    const database = await server.createDatabase();
    return { CONFERE_STORE: database.service, CONFERE_STORE_MAINTENANCE: database.owner };
  });
});
