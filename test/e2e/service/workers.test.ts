// Several processes on one port: limits, revocations, deaths, the end, and what operators see.

import { Agent } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../support/free-port.ts';
import { openRaw, toCpfRequest } from '../../support/http/raw-client.ts';
import { refusal } from '../../support/service/commands.ts';
import { confere, createHome, createKey, type Home } from '../../support/service/process.ts';
import { sendOnce, startClients } from '../../support/service/steady-clients.ts';
import { isAlive, startFleet, type WorkerFleet } from '../../support/service/worker-fleet.ts';

const body = '{"cpf":"40442820135"}';

const openAgents = (count: number) =>
  Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }));

/** Gives how many requests it took until both workers have some of them: whoever is awake accepts, and on a busy machine that may be one of them for a while. */
async function spreadOverWorkers(service: WorkerFleet, agents: readonly Agent[], key: string): Promise<number> {
  const { url } = service;
  let sent = 0;
  const spread = async () => {
    for (const agent of agents) agent.destroy();
    sent += agents.length;
    await Promise.all(agents.map((agent) => sendOnce({ url, key, body, agent })));
    return (await service.readWorkers()).map(({ connections }) => (connections ?? 0) > 0);
  };
  await vi.waitFor(async () => expect(await spread()).toEqual([true, true]), { timeout: 60_000 });
  return sent;
}

describe('one service of two workers', () => {
  let home: Home;
  let fleet: WorkerFleet;
  beforeAll(async () => {
    home = createHome({ CONFERE_LIMITS_AUTH_FAILURES_PER_MINUTE: '20' });
    fleet = await startFleet(home);
  });
  afterAll(() => fleet.stop('SIGTERM'));

  describe('whose callers use both of them', () => {
    const agents = openAgents(24);
    beforeAll(() => spreadOverWorkers(fleet, agents, fleet.key));
    afterAll(() => {
      for (const agent of agents) agent.destroy();
    });

    // From 200 requests on, a worker takes some in advance.
    test.each([
      ['rate', ['--rate', '300/d']],
      ['daily quota', ['--rate', 'unlimited', '--quota-day', '300']],
      ['monthly quota', ['--rate', 'unlimited', '--quota-month', '300']],
    ])('a %s holds over both: never more than it, and at least 98 in a hundred', async (_limit, options) => {
      const { url } = fleet;
      const limit = 300;
      const { key } = await createKey(home, '--mode', 'test', ...options);
      const counts: Record<number, number> = {};
      await Promise.all(
        agents.map(async (agent) => {
          for (let request = 0; request < 14; request++) {
            const { status } = await sendOnce({ url, key, body, agent });
            counts[status] = (counts[status] ?? 0) + 1;
          }
        }),
      );
      expect(Object.keys(counts)).toEqual(['200', '429']);
      expect(counts[200]).toBeLessThanOrEqual(limit);
      expect(counts[200]).toBeGreaterThanOrEqual(limit * 0.98);
    });
  });

  test('scrapers without end on the operators’ port change no limit, no answer and nothing that a good scraper sees', async () => {
    const { url, output } = fleet;
    await fleet.readWorkers();
    const admin = /For operators: (http:\/\/[^/\s]+)/.exec(output())?.[1] as string;
    const round = ['/metrics', '/status', '/readyz', '/nothing']
      .map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      .join('');
    const hostile = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        openRaw(Number(new URL(admin).port), round.repeat(30), { isReading: index % 2 === 0 }),
      ),
    );
    const limit = 500;
    const { key } = await createKey(home, '--mode', 'test', '--rate', `${limit}/d`);
    const answered = await fleet.readMetric('confere_requests_total');
    let admitted = 0;
    let asked = 0;
    await Promise.all(
      openAgents(16).map(async (agent) => {
        for (let request = 0; request < 34; request++) {
          // The flood lasts for as long as the callers ask.
          hostile[asked++ % hostile.length]?.socket.write(round);
          const { status } = await sendOnce({ url, key, body, agent });
          if (status === 200) admitted++;
          else expect(status).toBe(429);
        }
        agent.destroy();
      }),
    );
    expect(admitted).toBeLessThanOrEqual(limit);
    expect(admitted).toBeGreaterThanOrEqual(0.98 * limit);
    expect(await fleet.readMetric('confere_requests_total')).toBeGreaterThanOrEqual(answered + 16 * 34);
    expect((await fleet.readPids()).length).toBe(2);
    for (const { socket } of hostile) socket.destroy();
  });

  test('a revoked key is refused by both workers from the next request on, and failures count together', async () => {
    const { url } = fleet;
    const { id, key } = await createKey(home, '--mode', 'test', '--rate', 'unlimited');
    const agents = openAgents(24);
    await spreadOverWorkers(fleet, agents, key);
    expect((await confere(home, 'keys', 'revoke', id)).code).toBe(0);
    const answers = await Promise.all(agents.map((agent) => sendOnce({ url, key, body, agent })));
    for (const agent of agents) agent.destroy();
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  test('when the watching process is killed, its workers end and the port is free', async () => {
    const pids = await fleet.readPids();
    expect(pids).toHaveLength(2);
    await fleet.stop('SIGKILL');
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
    home.env['CONFERE_PORT'] = String(fleet.port);
    const next = await startFleet(home);
    expect(next.port).toBe(fleet.port);
    fleet = next;
  });

  test('a worker that is killed loses only the requests that it had, and is replaced', async () => {
    const { url, key } = fleet;
    const clients = startClients(12, () => ({ url, key, body }));
    await expect.poll(() => clients.answered()).toBeGreaterThan(60);
    const [victim] = await fleet.readPids();
    process.kill(victim as number, 'SIGKILL');
    await expect.poll(() => fleet.readMetric('confere_worker_deaths_total')).toBe(1);
    await expect.poll(async () => (await fleet.readPids()).length).toBe(2);
    expect(await fleet.readPids()).not.toContain(victim);
    // Every client had at most one request there.
    expect(clients.failures.length).toBeLessThanOrEqual(12);
    const before = { failures: clients.failures.length, answered: clients.answered() };
    await expect.poll(() => clients.answered()).toBeGreaterThan(before.answered + 60);
    await clients.end();
    expect(clients.failures.slice(before.failures)).toEqual([]);
    expect(fleet.output()).toContain('"event":"worker_died","worker":1');
  });

  test('what was counted is added up, and stays when the worker that counted it is gone', async () => {
    const { url, key } = fleet;
    const requests = 'confere_requests_total';
    const durations = 'confere_request_duration_seconds_count';
    const deaths = 'confere_worker_deaths_total';
    const before = await fleet.readMetric(requests);
    expect(await fleet.readMetric(durations)).toBe(before);
    const died = await fleet.readMetric(deaths);
    const agents = openAgents(24);
    const counted = before + (await spreadOverWorkers(fleet, agents, key));
    for (const agent of agents) agent.destroy();
    expect(await fleet.readMetric(requests)).toBe(counted);
    expect(await fleet.readMetric(durations)).toBe(counted);
    expect(await fleet.readMetric('confere_workers')).toBe(2);
    const [first] = await fleet.readPids();
    process.kill(first as number, 'SIGKILL');
    await expect.poll(() => fleet.readMetric(deaths)).toBe(died + 1);
    expect(await fleet.readMetric(requests)).toBe(counted);
    fleet.child.kill('SIGHUP');
    await expect.poll(() => fleet.output()).toContain('"event":"reloaded"');
    expect(await fleet.readMetric(requests)).toBe(counted);
    await sendOnce({ url, key, body });
    expect(await fleet.readMetric(requests)).toBe(counted + 1);
  });

  test('a worker that keeps dying is started ever later, which the log says, while the other serves', async () => {
    const { url, key } = fleet;
    const killed = new Set<number>();
    while (!fleet.output().includes('"event":"worker_keeps_dying","worker":2')) {
      const pid = (await fleet.readWorkers())[1]?.pid ?? null;
      if (pid !== null && !killed.has(pid)) {
        killed.add(pid);
        process.kill(pid, 'SIGKILL');
      }
      expect((await sendOnce({ url, key, body })).status).toBe(200);
      await sleep(30);
    }
    expect(killed.size).toBeGreaterThanOrEqual(5);
    expect(fleet.output()).toMatch(/keeps dying; the next start is in 1\.6 s/);
  });

  test('SIGTERM lets the requests of all workers finish and ends with 0, also when they get the signal too', async () => {
    await expect.poll(async () => (await fleet.readPids()).length).toBe(2);
    const request = toCpfRequest(fleet.key);
    const clients = await Promise.all(Array.from({ length: 16 }, () => openRaw(fleet.port, request)));
    for (const client of clients) await expect.poll(() => client.statuses()).toEqual([200]);
    for (const client of clients) client.socket.write(request.slice(0, -1));
    const pids = await fleet.readPids();
    const stopped = fleet.stop('SIGTERM');
    for (const pid of pids) process.kill(pid, 'SIGTERM');
    await expect.poll(() => fleet.output()).toContain('"event":"stopping"');
    for (const client of clients) client.socket.write(request.slice(-1));
    for (const client of clients) await expect.poll(() => client.statuses()).toEqual([200, 200]);
    expect(await stopped).toEqual({ code: 0, signal: null });
    expect(pids.filter(isAlive)).toEqual([]);
  });
});

test('a start that cannot succeed says why once and ends, as with one process', async () => {
  const home = createHome({ CONFERE_SERVER_WORKERS: '2', CONFERE_POLICY_FILE: './no-such-policy.yaml' });
  const { code, stderr, stdout } = await confere(home, 'serve');
  expect({ code, stderr, stdout }).toMatchObject(refusal(2, /^There is no policy file/));
  const wrong = await confere(home, 'serve', '--workers', 'many');
  expect(wrong).toMatchObject(refusal(2, '--workers must be'));
  const { port, close } = await listen(createServer());
  onTestFinished(close);
  const taken = createHome({ CONFERE_SERVER_WORKERS: '2', CONFERE_PORT: String(port) });
  expect(await confere(taken, 'serve')).toMatchObject(refusal(2, 'is in use'));
});
