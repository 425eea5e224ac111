// What another sensitivity of a list would have told of the screenings that are on record, for whoever thinks of changing it.

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConsolePage, consolePassword, openConsolePage, signInTo } from '../../../support/console/console-page.ts';
import { toEntry, writeEdition } from '../../../support/lists/list-editions.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let analyst: ConsolePage;
const requests: Record<string, string> = {};

const screen = async (name: string) => (await analyst.post('screen', { with: 'live', purpose: null, name })).body.pt;

beforeAll(async () => {
  service = await startTestService();
  const lists = join(service.directory, 'data/lists');
  const person = { kind: 'person', births: ['1971-02-03'] } as const;
  writeEdition(lists, 'ofac', [toEntry({ ...person, id: '1', names: ['AHMED QASIM KHALIL'] })]);
  writeEdition(lists, 'ue', [toEntry({ ...person, id: '2', names: ['AHMED QASIM KHALIL'] })]);
  analyst = await signInTo(openConsolePage(service.address), await service.createOperator('analyst', consolePassword));
  await vi.waitUntil(async () => (await screen('Ahmed Qasim Khalil')).hits.length === 2, {
    timeout: 60_000,
    interval: 50,
  });
  for (const name of ['Ahmed Khali', 'Somebody Else']) requests[name] = (await screen(name)).request_id;
});
afterAll(() => service.close());

const attempt = async (list: string, level: string) => (await analyst.post('sensitivity-trial', { list, level })).body;

test('a lower one says which screenings it would have kept silent, and that another list told them anyway', async () => {
  const found = await attempt('ofac', 'low');
  expect(found).toMatchObject({ from: 'high', to: 'low', days: 90, is_all: true, with_more: 0, with_fewer: 1 });
  expect(found.screenings).toBeGreaterThanOrEqual(3);
  expect(found).toMatchObject({ now_silent: 0, now_told: 0 });
  expect(found.examples).toMatchObject([{ request_id: requests['Ahmed Khali'], more: [], fewer: ['ofac:1'] }]);
});

test('the setting in force changes nothing', async () => {
  expect(await attempt('ofac', 'high')).toMatchObject({ with_more: 0, with_fewer: 0, examples: [] });
});

test('it is for analysts, of a list that is there, and the audit says who tried it', async () => {
  const viewer = await signInTo(
    openConsolePage(service.address),
    await service.createOperator('viewer', consolePassword),
  );
  const refused = await viewer.post('sensitivity-trial', { list: 'ofac', level: 'low' });
  expect(refused.body.code).toBe('role_too_low');
  expect((await attempt('cnep', 'low')).code).toBe('not_found');
  expect((await attempt('ofac', 'none')).code).toBe('invalid_request');
  const { body } = await analyst.post('audit-search', { kind: 'act' });
  expect(body.rows).toContainEqual(expect.objectContaining({ act: 'audit_read', target: 'sensitivity ofac=low' }));
});
