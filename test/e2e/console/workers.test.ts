// The console in front of several workers: a session is one everywhere, the dashboard is of all of them, and an open dashboard does not keep
// the service from stopping.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { openManageOperators } from '../../../src/compose/commands/operators.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { loadConfig } from '../../../src/config.ts';
import {
  type ConsolePage,
  consolePassword,
  openConsolePage,
  openStream,
  signInTo,
} from '../../support/console/console-page.ts';
import { createHome } from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';
import { startFleet, type WorkerFleet } from '../../support/service/worker-fleet.ts';

const home = createHome();
let fleet: WorkerFleet;
beforeAll(async () => {
  fleet = await startFleet(home, 2);
  const config = loadConfig({ cwd: home.directory, env: home.env });
  const stores = await openStores(config, systemClock);
  const operators = openManageOperators(config, stores);
  await operators.create({ name: 'ana', role: 'admin', password: consolePassword });
  await operators.create({ name: 'bia', role: 'viewer', password: consolePassword });
  await stores.close();
});
afterAll(() => fleet.stop());

/** On a connection of its own each time, so that whichever worker is free answers. */
async function askOften(page: ConsolePage): Promise<readonly number[]> {
  const ask = async () => {
    const response = await fetch(`${page.address}/console/api/sessions`, {
      headers: { cookie: page.cookie, connection: 'close' },
    });
    await response.arrayBuffer();
    return response.status;
  };
  return Promise.all(Array.from({ length: 24 }, ask));
}

test('a session made by one worker holds with all of them, and ends with all of them', async () => {
  await expect.poll(async () => (await fleet.readPids()).length).toBe(2);
  const bia = await signInTo(openConsolePage(fleet.address), 'bia');
  const ana = await signInTo(openConsolePage(fleet.address), 'ana');
  expect(new Set(await askOften(bia))).toEqual(new Set([200]));
  const { sessions } = (await ana.get('sessions')).body;
  const own = sessions.find(({ operator }: { operator: string }) => operator === 'bia');
  expect((await ana.post('end-session', { id: own.id })).body).toEqual({ ended: true });
  expect(new Set(await askOften(bia))).toEqual(new Set([401]));
  expect(new Set(await askOften(ana))).toEqual(new Set([200]));
});

test('the dashboard of either worker shows what all of them did', async () => {
  const ana = await signInTo(openConsolePage(fleet.address), 'ana');
  const asked = 40;
  await Promise.all(
    Array.from({ length: asked }, () =>
      post(fleet.url, { cpf: '40442820135' }, { key: fleet.key, headers: { connection: 'close' } }),
    ),
  );
  const boards = await Promise.all([openStream(ana, 'dashboard-stream'), openStream(ana, 'dashboard-stream')]);
  for (const dashboard of boards) {
    for (;;) {
      const { data } = (await dashboard.next()) ?? {};
      if (data.hour.test_verifications < asked || data.processes.known < 2) continue;
      expect([data.hour.test_verifications, data.processes]).toEqual([asked, { ready: 2, known: 2 }]);
      break;
    }
    await dashboard.close();
  }
});

test('what a worker counted is still there when it is gone', async () => {
  const ana = await signInTo(openConsolePage(fleet.address), 'ana');
  const read = async () => {
    const stream = await openStream(ana, 'dashboard-stream');
    const event = await stream.next();
    await stream.close();
    return event?.data.hour.test_verifications as number;
  };
  const before = await read();
  const [first] = await fleet.readPids();
  process.kill(first as number, 'SIGKILL');
  await expect.poll(async () => (await fleet.readPids()).includes(first as number)).toBe(false);
  await expect.poll(read).toBe(before);
});

test('a service that is told to stop tells the open boards, and ends', async () => {
  const ana = await signInTo(openConsolePage(fleet.address), 'ana');
  const dashboard = await openStream(ana, 'dashboard-stream');
  await dashboard.next();
  const stopped = fleet.stop('SIGTERM');
  for (;;) {
    const event = await dashboard.next();
    if (event?.name === 'tick') continue;
    expect(event).toEqual({ name: 'end', data: { why: 'stopping' } });
    break;
  }
  expect((await stopped).code).toBe(0);
});
