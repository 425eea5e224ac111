// Hoje's figures over real sockets: who gets them, by which days they count, and that a part which cannot be read takes no other with it.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { codeOf, startConsole } from '../../support/console/console-service.ts';
import { post } from '../../support/service/service.ts';

const dayMs = 86_400_000;
const { clock, service, openPage, signInAs } = await startConsole();
const key = await service.createKey();
const withDatabase = (work: (database: DatabaseSync) => void) => {
  const database = new DatabaseSync(join(service.directory, 'data/confere.db'));
  work(database);
  database.close();
};
const ask = async (cpf: string) => {
  expect((await post(`${service.address}/v1/verify/cpf`, { cpf }, { key })).status).toBe(200);
};
const people = { approve: 0, complete: 0, review: 0, manual: 0, none: 0 };

test('they are for those who are signed in, whatever their role', async () => {
  expect(codeOf(await openPage().get('morning'))).toBe('sign_in_required');
  const { status, body } = await (await signInAs('viewer')).get('morning');
  expect([status, body.judgements]).toEqual([200, { freeze: 0, review: 0, approval: 0 }]);
  expect(body.cost).toMatchObject({ has_prices: false, this_month: { people: 0, reais_per_approved: null } });
  // Only the list of the United Nations is missed.
  expect(body.lists).toMatchObject({ current: 0, unreliable: [{ state: 'missing', is_bad: true }] });
});

test('they count today, yesterday, and the seven days before it', async () => {
  const days = async () => (await (await signInAs('viewer')).get('morning')).body.verifications;
  await ask('40442820135');
  await ask('90000000841');
  const first = { people: { ...people, complete: 1, manual: 1 }, companies: 0 };
  const nothing = { people, companies: 0 };
  // The counts go to the disk every second.
  await expect.poll(async () => (await days()).today, { timeout: 60_000 }).toEqual(first);
  clock.advance(dayMs);
  const second = await days();
  expect([second.yesterday, second.today, second.week]).toEqual([first, nothing, nothing]);
  expect(second.day).toBe(new Date(clock.nowMs() - dayMs).toISOString().slice(0, 10));
  clock.advance(dayMs);
  expect(await days()).toMatchObject({ yesterday: nothing, week: first });
  clock.advance(6 * dayMs);
  expect(await days()).toMatchObject({ yesterday: nothing, week: first });
  clock.advance(dayMs);
  expect(await days()).toMatchObject({ yesterday: nothing, week: nothing });
});

test('deliveries that were tried in vain are counted by endpoint', async () => {
  withDatabase((database) => {
    database.exec(`INSERT INTO webhook_endpoints (id, key_id, sealed, created_at_ms, checksum) VALUES ('wh_1', 'key_1', x'00', 1, x'00');
      INSERT INTO webhook_deliveries (id, endpoint_id, event, sealed_body, created_at_ms, state, attempts, due_at_ms, settled_at_ms)
      VALUES ('evt_1', 'wh_1', 'webhook.test', x'00', 1, 'dead', 9, 1, 99999999999999)`);
  });
  const { body } = await (await signInAs('viewer')).get('morning');
  expect(body.webhooks.troubles).toEqual([{ endpoint_id: 'wh_1', waiting: 0, dead: 1 }]);
});

test('a part that cannot be read is null, and the others are there', async () => {
  withDatabase((database) => database.exec('ALTER TABLE usage_verifications RENAME TO taken_away'));
  const { status, body } = await (await signInAs('viewer')).get('morning');
  expect([status, body.verifications, body.cost]).toEqual([200, null, null]);
  expect([body.sources, body.judgements, body.lists, body.webhooks]).not.toContain(null);
  withDatabase((database) => database.exec('ALTER TABLE taken_away RENAME TO usage_verifications'));
});
