// The real process, with a small heap, under clients that take all they can get.

import { expect, test } from 'vitest';
import { openRaw, probe, type RawClient, toCpfRequest } from '../../../support/http/raw-client.ts';
import { createHome, createKey, startProcess } from '../../../support/service/process.ts';
import { post } from '../../../support/service/service.ts';

const patient = { timeout: 60_000, interval: 50 };
const smallHeap = { NODE_OPTIONS: '--max-old-space-size=96 --max-semi-space-size=2' };

test('a million pipelined requests of a few bytes do not fill the memory, and others are served meanwhile', async () => {
  const home = createHome(smallHeap);
  const service = await startProcess(home);
  const { key } = await createKey(home, '--mode', 'test', '--rate', 'unlimited');
  const clients: RawClient[] = [];
  try {
    // The first of each takes a while, so that the rest has to wait.
    const flood = toCpfRequest(key, '90000001490') + 'GET /x HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(5_000);
    for (let count = 0; count < 200; count++) clients.push(await openRaw(service.port, flood));
    const { status } = await post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key });
    expect(status).toBe(200);
    await expect.poll(() => clients.every((client) => client.statuses().length > 1), patient).toBe(true);
    for (const client of clients) expect([client.statuses()[0], client.statuses()[1]]).toEqual([200, 404]);
    expect(service.child.exitCode).toBeNull();
  } finally {
    for (const { socket } of clients) socket.destroy();
    expect((await service.stop()).code).toBe(0);
  }
});

test('more silent clients than there are connections keep nobody out', async () => {
  const home = createHome({ ...smallHeap, CONFERE_SERVER_CONNECTIONS_MAX: '500' });
  const service = await startProcess(home);
  const clients: RawClient[] = [];
  try {
    for (let count = 0; count < 600; count++) clients.push(await openRaw(service.port));
    for (let count = 0; count < 20; count++) {
      const newcomer = await openRaw(service.port, probe);
      clients.push(newcomer);
      await expect.poll(() => newcomer.statuses(), patient).toEqual([200]);
    }
    await expect.poll(() => service.output(), patient).toContain('connections_dropped');
  } finally {
    for (const { socket } of clients) socket.destroy();
    expect((await service.stop()).code).toBe(0);
  }
});
