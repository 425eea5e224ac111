import { describe, expect, test } from 'vitest';
import { formatMoney, parseMoney } from '../../../src/domain/money/money.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { useCommands } from '../../support/service/commands.ts';
import { confere, createHome, createKey, type Home, startProcess } from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { startFleet } from '../../support/service/worker-fleet.ts';

/** For all but the first time that the usage is told, which is a process of its own. */
const { confereHere } = useCommands();
const patient = { timeout: 60_000, interval: 200 };
const verify = async (address: string, key: string, cpf = '40442820135') =>
  (await post(`${address}/v1/verify/cpf`, { cpf }, { key })).status;
const showKey = async (home: Home, id: string) =>
  JSON.parse((await confereHere(home, 'keys', 'show', id, '--json')).stdout) as Record<string, unknown>;

describe('a quota', () => {
  test('holds over a stop and over a kill, and usage tells what was asked', async () => {
    const home = createHome();
    const { id, key } = await createKey(home, '--mode', 'test', '--quota-day', '5', '--name', '=shop, "the" first');
    expect(await showKey(home, id)).toMatchObject({ last_used_at: null, requests_this_month: 0, quota_day: 5 });
    const first = await startProcess(home);
    expect([await verify(first.address, key), await verify(first.address, key)]).toEqual([200, 200]);
    // Nothing was waited for: what was counted is written when the service stops.
    await first.stop();
    expect(await showKey(home, id)).toMatchObject({ last_used_at: expect.any(String), requests_this_month: 2 });
    const second = await startProcess(home);
    expect([await verify(second.address, key), await verify(second.address, key, '1')]).toEqual([200, 400]);
    await expect.poll(async () => (await showKey(home, id))['requests_today'], patient).toBe(4);
    await second.stop('SIGKILL');
    const third = await startProcess(home);
    expect([await verify(third.address, key), await verify(third.address, key)]).toEqual([200, 429]);
    await confereHere(home, 'keys', 'update', id, '--quota-day', '7');
    expect([await verify(third.address, key), await verify(third.address, key)]).toEqual([200, 429]);
    await third.stop();

    const usage = JSON.parse((await confere(home, 'usage', '--json')).stdout);
    expect(usage.requests).toEqual([expect.objectContaining({ key_id: id, count: 8 })]);
    expect(usage.verifications).toEqual([expect.objectContaining({ key_id: id, operation: 'cpf', count: 5 })]);
    expect(usage.calls).toEqual([]);
    const csv = (await confereHere(home, 'usage', '--csv', '--key', id)).stdout.split('\n');
    expect(csv[0]).toBe('month,what,key_id,key_name,operation,outcome,source,count');
    expect(csv[1]).toBe(`${usage.month},requests,${id},"'=shop, ""the"" first",,,,8`);
    expect((await confereHere(home, 'usage')).stdout).toContain('Verifications:');
    expect((await confereHere(home, 'usage', '--month', '2020-01')).stdout).toBe('Nothing was asked in 2020-01.\n');
  });

  test('usage refuses what is no month, and says that it knows no such key', async () => {
    const home = createHome();
    expect((await confereHere(home, 'usage', '--month', '2026-13')).code).toBe(2);
    expect((await confereHere(home, 'usage', '--key', 'key_nobody')).stderr).toContain('There is no key with that id');
  });
});

const atEach = (each: number | string) => ({
  answered: each,
  not_found: each,
  minor: each,
  timeout: each,
  error: each,
});
const bands = [
  { from_call: 1, each: 0.659 },
  { from_call: 21, each: 0.017 },
];
const prices = {
  bureau_a: [{ from: '2020-01-01', ...atEach('band'), volume: 'progressive', bands }],
  bureau_b: [{ from: '2020-01-01', ...atEach(0.659) }],
};

test('calls are what each party was really sent, for its price: cached, equal and unsent questions cost nothing, timeouts and renewed tokens do', async () => {
  const simulator = await startParties();
  const home = createSimulatedHome(simulator, {
    settings: {
      bureau_a: { price: prices.bureau_a },
      bureau_b: { cache_seconds: 3_600, price: prices.bureau_b },
      fraud_registry: { deadline_ms: 2_000, connect_ms: 2_000 },
    },
  });
  const fleet = await startFleet(home);
  const shop = await createKey(home, '--mode', 'live', '--rate', 'unlimited');
  const bank = await createKey(home, '--mode', 'live', '--rate', 'unlimited');
  const verifyPerson = async (key: string, person: number) => {
    const { cpf, name, birthDate } = createQuery(person);
    return (await post(`${fleet.address}/v1/verify/cpf`, { cpf, name, birth_date: birthDate }, { key })).status;
  };
  const countSent = () => Object.values(parties).map((party) => simulator.state().parties[party]?.calls ?? 0);

  for (let person = 0; person < 20; person++) expect(await verifyPerson(shop.key, person)).toBe(200);
  // Again, and many at the same moment: the cache of each worker and the question under way answer for the bureau.
  for (let person = 0; person < 20; person++) expect(await verifyPerson(bank.key, person % 3)).toBe(200);
  await Promise.all(Array.from({ length: 40 }, () => verifyPerson(bank.key, 900)));
  await simulator.set(parties.bureau_a, { fault: { kind: 'status', status: 401 } });
  for (let person = 100; person < 104; person++) await verifyPerson(shop.key, person);
  await simulator.set(parties.bureau_a, { fault: { kind: 'none' } });
  await simulator.set(parties.fraud_registry, { fault: { kind: 'black_hole' } });
  // At once, so that the test waits for one deadline only.
  const silent = [200, 201, 202, 203].map((person) => verifyPerson(shop.key, person));
  expect(await Promise.all(silent)).toEqual([200, 200, 200, 200]);
  const seen = countSent();
  // Nothing leaves when nobody listens, and a second try of it is none either.
  await simulator.set(parties.fraud_registry, { fault: { kind: 'refused' } });
  for (let person = 300; person < 330; person++) await verifyPerson(shop.key, person);
  const [bureauA = 0, bureauB = 0, fraudRegistry = 0] = countSent();
  await fleet.stop();
  await simulator.close();

  const { calls, costs } = JSON.parse((await confereHere(home, 'usage', '--json')).stdout) as {
    calls: { source: string; count: number }[];
    costs: { reais: string; calls_without_price: number; keys: { key_id: string; reais: string }[] };
  };
  const sumOf = (source: string) => calls.reduce((sum, each) => (each.source === source ? sum + each.count : sum), 0);
  expect([sumOf('bureau_a'), sumOf('bureau_b'), sumOf('fraud_registry')]).toEqual([bureauA, bureauB, fraudRegistry]);
  expect(seen[0]).toBeGreaterThan(40);
  const billed = 20n * 6_590n + BigInt(bureauA - 20) * 170n + BigInt(bureauB) * 6_590n;
  expect([costs.reais, costs.calls_without_price]).toEqual([formatMoney(billed), fraudRegistry]);
  expect(costs.keys.reduce((sum, { reais }) => sum + (parseMoney(reais) ?? 0n), 0n)).toBe(billed);
  const csv = (await confereHere(home, 'usage', '--csv', '--key', bank.id)).stdout.split('\n');
  expect(csv[0]).toBe('month,what,key_id,key_name,operation,outcome,source,count,purpose,reais');
  expect(csv).toContainEqual(expect.stringMatching(`,costs,${bank.id},.*,bureau_b,\\d+,,\\d+\\.\\d{4}$`));
  expect((await confereHere(home, 'usage')).stdout).toMatch(/REAIS +PER VERIFICATION +PER APPROVED PERSON +KEY/);
});
