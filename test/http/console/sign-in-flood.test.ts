// A stranger with many connections and a name of its own for each attempt, beside colleagues who sign in. Each network is an address of
// this machine.

import { Agent, request as sendRequest } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { consolePassword as password } from '../../support/console/console-page.ts';
import { startConsole } from '../../support/console/console-service.ts';

const connections = 40;
const stranger = '127.0.0.66';
const colleague = '127.0.0.77';

const { service, openPage } = await startConsole();
const admin = await service.listenForOperators();
const { host } = new URL(service.address);
const agents: Agent[] = [];
afterAll(() => {
  for (const agent of agents) agent.destroy();
});

function openAgent(maxSockets: number): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets });
  agents.push(agent);
  return agent;
}

interface Attempt {
  readonly agent: Agent;
  readonly from: string;
  readonly name: string;
  readonly password: string;
  readonly cookie?: string;
}

/** The status of the answer. */
function signIn({ agent, from, name, password: typed, cookie = '' }: Attempt): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = {
    host,
    cookie,
    origin: `http://${host}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  };
  const address = `${service.address}/console/api/sign-in`;
  sendRequest(address, { method: 'POST', agent, localAddress: from, headers }, (answer) => {
    answer.on('close', () => resolve(answer.statusCode ?? 0)).resume();
  })
    .on('error', reject)
    .end(JSON.stringify({ name, password: typed, code: '' }));
  return promise;
}

test('a colleague’s right password is answered while a stranger floods the console with names', async () => {
  const name = await service.createOperator('viewer', password);
  const known = await openPage().post('sign-in', { name, password, code: '' });
  const cookie = known.headers.getSetCookie()[1]?.split(';', 1)[0] ?? '';

  const statuses = new Map<number, number>();
  let drawn = 0;
  let isOver = false;
  const agent = openAgent(connections);
  const flood = Array.from({ length: connections }, async () => {
    while (!isOver) {
      const status = await signIn({ agent, from: stranger, name: `stranger-${drawn++}`, password: 'wrong password' });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  const count = (status: number) => statuses.get(status) ?? 0;
  try {
    // As long as the stranger is only beginning, and again when it has been at it for a while.
    for (const enough of [1, 60, 300]) {
      await expect.poll(() => count(401) + count(429), { timeout: 60_000 }).toBeGreaterThanOrEqual(enough);
      const elsewhere = { agent: openAgent(1), from: colleague, name, password };
      const onKnownDevice = { agent: openAgent(1), from: stranger, name, password, cookie };
      expect(await Promise.all([signIn(elsewhere), signIn(onKnownDevice)])).toEqual([200, 200]);
    }
  } finally {
    isOver = true;
    await Promise.all(flood);
  }
  // What was looked at of the stranger's: twenty failures, after which the network waits. The clock stands still here.
  expect([count(401), [...statuses.keys()].toSorted((a, b) => a - b)]).toEqual([20, [401, 429]]);

  const events = () => service.readLog().filter(({ event }) => event === 'sign_in_flood');
  await expect.poll(() => events().length).toBe(1);
  expect(JSON.stringify(events())).not.toContain(stranger);
  const metrics = await (await fetch(`${admin}/metrics`)).text();
  expect(metrics).toContain('confere_sign_ins_total{way="password",outcome="refused"} 20');
  expect(metrics).toMatch(/confere_sign_ins_total\{way="password",outcome="limited"\} \d{3,}/);
});
