// Stopping without losing a request.

import { Agent, request as send } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openRaw } from '../../support/http/raw-client.ts';
import { toEntry, writeEdition } from '../../support/lists/list-editions.ts';
import { createHome, createKey, type RunningProcess, startProcess } from '../../support/service/process.ts';

/** A request of which the last byte is not sent yet, on a connection that the service knows. */
async function beginRequest(service: RunningProcess, key: string) {
  const body = '{"cpf":"40442820135"}';
  const request = [
    'POST /v1/verify/cpf HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
  const client = await openRaw(service.port, request);
  await expect.poll(() => client.statuses()).toEqual([200]);
  client.socket.write(request.slice(0, -1));
  return { ...client, finish: () => client.socket.write(request.slice(-1)) };
}

const isStopping = (service: RunningProcess) => service.output().includes('"event":"stopping"');

test.each(['SIGTERM', 'SIGINT'] as const)('%s lets the requests in flight finish, then ends with 0', async (signal) => {
  const home = createHome();
  const service = await startProcess(home);
  const { key } = await createKey(home, '--mode', 'test');
  const request = await beginRequest(service, key);
  const stopped = service.stop(signal);
  await expect.poll(() => isStopping(service)).toBe(true);
  request.finish();
  await expect.poll(() => request.statuses()).toEqual([200, 200]);
  expect(request.text().toLowerCase().split('http/1.1 200')[2]).toContain('connection: close');
  expect((await stopped).code).toBe(0);
});

test('a second signal ends it at once', async () => {
  const home = createHome();
  const service = await startProcess(home);
  const { key } = await createKey(home, '--mode', 'test');
  const request = await beginRequest(service, key);
  service.child.kill('SIGTERM');
  await expect.poll(() => isStopping(service)).toBe(true);
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 1 });
  await expect.poll(() => request.hasEnded()).toBe(true);
  expect(request.statuses()).toEqual([200]);
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
  await expect.poll(() => outcomes.answered).toBeGreaterThan(90);
  const { code } = await service.stop('SIGTERM');
  await Promise.all(clients);
  expect(outcomes).toMatchObject({ toldToGo: 30, lost: 0 });
  expect(code).toBe(0);
});

test('who waits for lists that are first read is sent to another instance, and holds up no stop', async () => {
  const home = createHome();
  const many = Array.from({ length: 120_000 }, (_, index) => toEntry({ id: `${index}`, names: [`FULANO ${index}`] }));
  const { key } = await createKey(home, '--mode', 'live', '--scope', 'screen');
  writeEdition(join(home.directory, 'data/lists'), 'ceis', many);
  const service = await startProcess(home);
  const body = '{"name":"Maria Inventada"}';
  const head = [
    'POST /v1/screen HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
  ];
  const client = await openRaw(service.port, [...head, `Content-Length: ${body.length}`, '', body].join('\r\n'));
  const stopped = service.stop('SIGTERM');
  await expect.poll(() => client.statuses()).toEqual([503]);
  expect(client.text()).toContain('"overloaded"');
  expect((await stopped).code).toBe(0);
  expect(service.output()).not.toContain('stop_abandoned');
});
