// The budget of a key through the whole service: who hears of it, and that all tell the same.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { consolePassword, openConsolePage, signInTo } from '../../support/console/console-page.ts';
import { describeBureau, describeThree, goodAnswer, person } from '../../support/parties/described-sources.ts';
import { json, type PartyServer, startParty } from '../../support/parties/party-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/parties/webhook-receiver.ts';
import { useCommands } from '../../support/service/commands.ts';
import { createHome } from '../../support/service/process.ts';
import { get, post, startTestService, type TestService } from '../../support/service/service.ts';

const { confereHere } = useCommands();
const price = [{ from: '2020-01-01', answered: '0.50', not_found: 0, minor: 0, timeout: 0, error: 0 }];

describe('the budget of a key', () => {
  const home = createHome({ CONFERE_WEBHOOKS_ALLOW_HTTP: 'true', CONFERE_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.1' });
  let party: PartyServer;
  let receiver: WebhookReceiver;
  let service: TestService;
  let told: { id: string; key: string };
  let quiet: { id: string; key: string };
  beforeAll(async () => {
    [party, receiver] = [await startParty(json(200, goodAnswer)), await startWebhookReceiver()];
    const create = async (name: string) => {
      const options = ['--mode', 'live', '--rate', 'unlimited', '--scope', 'verify:cpf', 'read:usage', '--json'];
      return JSON.parse((await confereHere(home, 'keys', 'create', '--name', name, ...options)).stdout);
    };
    [told, quiet] = [await create('told'), await create('quiet')];
    const added = await confereHere(home, 'webhooks', 'add', `${receiver.origin}/hook`, '--key', told.id);
    expect(added, added.stderr).toMatchObject({ code: 0 });
    home.env['CONFERE_CONFIG'] = join(home.directory, 'confere.yaml');
    const budgets = { [told.id]: { day: { calls: 15 } }, [quiet.id]: { month: { reais: '6.00' } } };
    const sources = describeThree(describeBureau(party.origin, { price }));
    writeFileSync(home.env['CONFERE_CONFIG'], stringify({ sources, key_budgets: budgets }));
    service = await startTestService({ ...home.env, CONFERE_VERIFICATION_DEADLINE_MS: '30000' });
  });
  afterAll(async () => {
    await service?.close();
    await receiver?.close();
    await party?.close();
  });

  const verify = async ({ key }: { key: string }) => {
    const body = { cpf: person.cpf, birth_date: person.birthDate };
    const { status, body: answer } = await post(`${service.address}/v1/verify/cpf`, body, { key });
    return status === 200 ? 200 : `${status} ${answer.code}`;
  };
  const verifyTimes = async (key: { key: string }, times: number) => {
    const results = [];
    for (let time = 0; time < times; time++) results.push(await verify(key));
    return results;
  };
  const readEvents = async ({ key }: { key: string }) =>
    (await get(`${service.address}/v1/events`, { key })).body.events;
  const used = (unit: string, limit: string, percent: number) => ({
    ...{ type: 'budget.reached', timestamp: expect.any(String) },
    data: { percent, period: unit === 'calls' ? 'day' : 'month', period_name: expect.any(String), unit, limit },
  });

  test('refuses what goes beyond it, and its endpoint hears of 80 % and of 100 %, once each', async () => {
    expect(await verifyTimes(told, 7)).toEqual([...Array(5).fill(200), ...Array(2).fill('429 budget_exhausted')]);
    const expected = [used('calls', '15', 80), used('calls', '15', 100)];
    await expect.poll(() => receiver.received.map(({ body }) => body)).toEqual(expected);
    const events = await readEvents(told);
    expect(events).toMatchObject(expected);
    expect(events.map(({ id }: { id: string }) => id)).toEqual(receiver.received.map(({ id }) => id));
  });

  test('is told to a key without an endpoint in the list of its events', async () => {
    expect(await verifyTimes(quiet, 5)).toEqual([200, 200, 200, 200, '429 budget_exhausted']);
    const expected = [used('reais', '6.0000', 80), used('reais', '6.0000', 100)];
    await expect.poll(() => readEvents(quiet)).toMatchObject(expected);
    expect(receiver.received).toHaveLength(2);
  });

  test('stands in `keys show`, in Chaves, in the metrics and in the log', async () => {
    const shown = async ({ id }: { id: string }) => (await confereHere(home, 'keys', 'show', id)).stdout;
    await expect.poll(() => shown(told)).toMatch(/Budget +15 of 15 calls today, 100 %, then refuse/);
    await expect.poll(() => shown(quiet)).toMatch(/Budget +6\.00 of 6\.00 reais this month, 100 %, then refuse/);
    const name = await service.createOperator('viewer', consolePassword);
    const viewer = await signInTo(openConsolePage(service.address), name, '');
    const { keys } = (await viewer.post('key-list', { shown: 'all', after: null })).body;
    const budgetsOf = (wanted: { id: string }) => keys.find(({ id }: { id: string }) => id === wanted.id).budgets;
    const full = { percent: 100, is_near: true, at_limit: 'refuse' };
    expect(budgetsOf(told)).toEqual([{ period: 'day', unit: 'calls', limit: '15', used: '15', ...full }]);
    expect(budgetsOf(quiet)).toEqual([{ period: 'month', unit: 'reais', limit: '6.0000', used: '6.0000', ...full }]);
    expect(keys.find(({ id }: { id: string }) => id === 'key_sandbox').budgets).toEqual([]);
    const metrics = await (await fetch(`${await service.listenForOperators()}/metrics`)).text();
    expect(metrics).toContain(`confere_key_budget_used_ratio{key_id="${told.id}",period="day",unit="calls"} 1`);
    const lines = service.readLog().filter(({ event }) => String(event).startsWith('budget_'));
    expect(lines.map(({ event, key_id }) => `${event} ${key_id}`)).toEqual([
      `budget_warning ${told.id}`,
      `budget_exhausted ${told.id}`,
      `budget_warning ${quiet.id}`,
      `budget_exhausted ${quiet.id}`,
    ]);
  });
});
