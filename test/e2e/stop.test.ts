// Stopping without losing a request.

import { Agent, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createHome, createKey, startProcess } from '../support/process.ts';
import { post } from '../support/service.ts';

/** The sandbox's slow source answers after 800 ms. */
const slowCpf = '90000001490';

test.each(['SIGTERM', 'SIGINT'] as const)('%s lets the requests in flight finish, then ends with 0', async (signal) => {
  const home = createHome();
  const service = await startProcess(home);
  const { key } = await createKey(home, '--mode', 'test');
  const inFlight = post(`${service.address}/v1/verify/cpf`, { cpf: slowCpf }, { key });
  await sleep(200);
  const stopped = service.stop(signal);
  const answer = await inFlight;
  expect([answer.status, answer.body.cpf, answer.headers.get('connection')]).toEqual([200, slowCpf, 'close']);
  expect((await stopped).code).toBe(0);
});

test('a second signal ends it at once', async () => {
  const home = createHome();
  const service = await startProcess(home);
  const { key } = await createKey(home, '--mode', 'test');
  const inFlight = post(`${service.address}/v1/verify/cpf`, { cpf: slowCpf }, { key }).catch(() => 'cut off');
  await sleep(100);
  service.child.kill('SIGTERM');
  await sleep(50);
  service.child.kill('SIGTERM');
  const { code } = await service.stop();
  expect(code).toBe(1);
  expect(await inFlight).toBe('cut off');
});

test('clients with kept-alive connections are told to go, and none of their requests is lost', async () => {
  const home = createHome();
  const service = await startProcess(home);
  const { key } = await createKey(home, '--mode', 'test', '--rate', 'unlimited');
  const outcomes = { answered: 0, toldToGo: 0, lost: 0 };

  const callOnce = (agent: Agent) =>
    new Promise<'stay' | 'go' | 'lost'>((resolve) => {
      const body = '{"cpf":"40442820135"}';
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': body.length,
      };
      const request = send(`${service.address}/v1/verify/cpf`, { method: 'POST', agent, headers }, (response) => {
        response.resume().on('end', () => {
          outcomes.answered++;
          if (response.statusCode !== 200) resolve('lost');
          else resolve(response.headers.connection === 'close' ? 'go' : 'stay');
        });
      });
      request.on('error', () => resolve('lost'));
      request.end(body);
    });
  const client = async (pauseMs: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      const outcome = await callOnce(agent);
      if (outcome === 'stay') await sleep(pauseMs);
      else {
        outcomes[outcome === 'go' ? 'toldToGo' : 'lost']++;
        return;
      }
    }
  };
  const clients = Array.from({ length: 30 }, (_, index) => client(index * 10));
  await sleep(600);
  const { code } = await service.stop('SIGTERM');
  await Promise.all(clients);
  expect(outcomes).toMatchObject({ toldToGo: 30, lost: 0 });
  expect(outcomes.answered).toBeGreaterThan(30);
  expect(code).toBe(0);
});
