import { describe, expect, test } from 'vitest';
import { confere, createHome, createKey, type Home, startProcess } from '../support/process.ts';
import { post } from '../support/service.ts';

const patient = { timeout: 60_000, interval: 200 };
const verify = async (address: string, key: string, cpf = '40442820135') =>
  (await post(`${address}/v1/verify/cpf`, { cpf }, { key })).status;
const showKey = async (home: Home, id: string) =>
  JSON.parse((await confere(home, 'keys', 'show', id, '--json')).stdout) as Record<string, unknown>;

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
    await confere(home, 'keys', 'update', id, '--quota-day', '7');
    expect([await verify(third.address, key), await verify(third.address, key)]).toEqual([200, 429]);
    await third.stop();

    const usage = JSON.parse((await confere(home, 'usage', '--json')).stdout);
    expect(usage.requests).toEqual([expect.objectContaining({ key_id: id, count: 8 })]);
    expect(usage.verifications).toEqual([expect.objectContaining({ key_id: id, operation: 'cpf', count: 5 })]);
    expect(usage.calls).toEqual([]);
    const csv = (await confere(home, 'usage', '--csv', '--key', id)).stdout.split('\n');
    expect(csv[0]).toBe('month,what,key_id,key_name,operation,outcome,source,count');
    expect(csv[1]).toBe(`${usage.month},requests,${id},"'=shop, ""the"" first",,,,8`);
    expect((await confere(home, 'usage')).stdout).toContain('Verifications:');
    expect((await confere(home, 'usage', '--month', '2020-01')).stdout).toBe('Nothing was asked in 2020-01.\n');
  });

  test('usage refuses what is no month, and says that it knows no such key', async () => {
    const home = createHome();
    expect((await confere(home, 'usage', '--month', '2026-13')).code).toBe(2);
    expect((await confere(home, 'usage', '--key', 'key_nobody')).stderr).toContain('There is no key with that id');
  });
});
