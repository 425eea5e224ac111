// A caller that does not want to wait for a party which answers later: 202, an address, an event, and two records in the audit.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toListsDirectory } from '../../../src/compose/parts/lists-directory.ts';
import { loadConfig } from '../../../src/config.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { toEntry, writeEdition } from '../../support/lists/list-editions.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { parties, simulatorSecrets } from '../../support/parties/simulated-sources.ts';
import { useCommands } from '../../support/service/commands.ts';
import { startLiveStack } from '../../support/service/live-stack.ts';
import { get, post } from '../../support/service/service.ts';

const { confereHere } = useCommands();
const person = { cpf: '12345678909', name: 'João Pedro da Silva Santos', birth_date: '1985-03-14' };

async function start({ checks, env = {} }: { checks?: object; env?: Record<string, string> } = {}) {
  const clock = createManualClock();
  const free = { not_found: 0, minor: 0, timeout: 0, error: 0 };
  const stack = await startLiveStack({
    clock,
    further: {
      reports: {
        party: 'idwall',
        // The only wait of this test: long enough for a busy machine to order.
        settings: {
          ...{ roles: ['identity'], deadline_ms: 10_000, connect_ms: 10_000 },
          async: { poll: { pause_ms: 20, pause_max_ms: 100 }, give_up_after_seconds: 600 },
        },
      },
    },
    prices: { reports: [{ from: '2020-01-01', answered: 2, ...free }] },
    ...(checks && { checks }),
    env,
  });
  const { address } = stack.service;
  const scopes = ['verify:cpf', 'read:verification'] as const;
  const key = await stack.service.createKey({ mode: 'live', rate: null, scopes });
  const other = await stack.service.createKey({ mode: 'live', rate: null, scopes });
  const ask = (headers: Readonly<Record<string, string>>) => post(`${address}/v1/verify/cpf`, person, { key, headers });
  const read = (id: string, reader = key) => get(`${address}/v1/verifications/${id}`, { key: reader });
  const readEvents = async () => (await get(`${address}/v1/events`, { key })).body.events;
  return { ...stack, clock, ask, read, readEvents, other };
}

test('an answer that comes later is read at its address, by the key that asked, and is told of once', async ({
  onTestFinished,
}) => {
  const { simulator, service, file, clock, ask, read, readEvents, other, close } = await start();
  onTestFinished(close);
  await simulator.set('idwall', { laterMs: 60_000 });
  const prefer = { prefer: 'wait=10, Respond-Async', 'idempotency-key': 'once' };
  const open = await ask(prefer);
  const { request_id: id } = open.body;
  expect(open).toMatchObject({ status: 202, body: { request_id: expect.stringMatching(/^req_/), status: 'pending' } });
  expect(Object.fromEntries(open.headers)).toMatchObject({
    location: `/v1/verifications/${id}`,
    'preference-applied': 'respond-async',
  });
  // Repeated, it is the same answer; another key learns nothing.
  const again = await ask(prefer);
  expect([again.status, again.body, again.headers.get('location')]).toEqual([
    202,
    open.body,
    `/v1/verifications/${id}`,
  ]);
  expect(await read(id)).toMatchObject({ status: 202, body: { request_id: id, status: 'pending' } });
  expect(await read(id, other)).toMatchObject({ status: 404, body: { code: 'verification_not_found' } });
  expect(await readEvents()).toEqual([]);

  clock.advance(61_000);
  await expect.poll(async () => (await read(id)).status, { timeout: 60_000 }).toBe(200);
  const complete = await read(id);
  expect(await readEvents()).toMatchObject([{ type: 'verification.completed', data: { request_id: id } }]);
  const countCalls = () => ['idwall', parties.bureau_a].map((party) => simulator.callsFor(party, person.cpf));
  expect(countCalls()).toEqual([1, 1]);

  // It is as if all had been there in time, as it now is for whoever asks the same.
  await simulator.set('idwall', { laterMs: 0 });
  const twin = await ask({ prefer: 'respond-async' });
  expect([twin.status, twin.headers.has('preference-applied')]).toEqual([200, false]);
  const { request_id: _, processed_at: __, ...expected } = twin.body;
  expect(complete.body).toMatchObject({ request_id: id, status: 'verified', ...expected });
  expect(countCalls()).toEqual([2, 2]);

  const { directory } = service;
  const folders = { CONFERE_DATA_DIR: join(directory, 'data'), CONFERE_SECRETS_DIR: join(directory, 'secrets') };
  const home = { directory, env: { ...folders, ...simulatorSecrets, CONFERE_CONFIG: file } };
  const shown = JSON.parse((await confereHere(home, 'audit', 'show', id, '--unmask', '--json')).stdout);
  const records = shown.filter(({ kind }: { kind: string }) => kind === 'cpf');
  expect(records.map(({ replay }: { replay: { kind: string } }) => replay.kind)).toEqual(['same', 'same']);
  expect(records.map((record: object) => JSON.stringify(record).includes('"2.0000"')).toSorted()).toEqual([
    false,
    true,
  ]);
});

test('where the plan says so, a caller waits without the header; an answer that is there in time is the usual one', async ({
  onTestFinished,
}) => {
  const asked = [{ ask: 'bureau_a' }, { ask: 'bureau_b' }, { ask: 'fraud_registry' }];
  const { simulator, clock, ask, read, close } = await start({ checks: [asked, { ask: 'reports', async: 'wait' }] });
  onTestFinished(close);
  await simulator.set('idwall', { laterMs: 60_000 });
  const open = await ask({});
  const { request_id: id } = open.body;
  expect(open).toMatchObject({ status: 202, body: { status: 'pending' } });
  expect(open.headers.get('location')).toBe(`/v1/verifications/${id}`);
  expect(open.headers.has('preference-applied')).toBe(false);
  clock.advance(61_000);
  await expect.poll(async () => (await read(id)).status, { timeout: 60_000 }).toBe(200);
  expect(simulator.callsFor('idwall', person.cpf)).toBe(1);
  await simulator.set('idwall', { laterMs: 0 });
  expect(await ask({})).toMatchObject({ status: 200, body: { status: 'verified' } });
});

test('where verifications are screened, one that completes later carries the field and the weight of the lists', async ({
  onTestFinished,
}) => {
  const { simulator, service, clock, ask, read, close } = await start({ env: { CONFERE_SCREENING_VERIFY: 'true' } });
  onTestFinished(close);
  const env = { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' };
  const lists = toListsDirectory(loadConfig({ cwd: service.directory, env }));
  const listed = toEntry({ names: [person.name], births: [person.birth_date] });
  writeEdition(lists, 'onu', [listed], { dataAsOf: toBrazilDay(clock.nowMs()) });
  await simulator.set('idwall', { laterMs: 60_000 });
  const { body: open } = await ask({ prefer: 'respond-async' });
  expect(open).toEqual({ request_id: expect.stringMatching(/^req_/), status: 'pending' });
  clock.advance(61_000);
  await expect.poll(async () => (await read(open.request_id)).status, { timeout: 60_000 }).toBe(200);
  const { body } = await read(open.request_id);
  expect(body).toMatchObject({ status: 'verified', risk_level: 'high', screening: { status: 'hit' } });
  expect(body.screening.hits).toMatchObject([{ row: 'onu:1', match: 'name_and_birth_date' }]);
  expect(Object.keys(body).at(-1)).toBe('screening');
});
