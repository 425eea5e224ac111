// New clients and probes beside hundreds of busy ones. What counts is how many others were served before them, not the time.

import { afterAll, expect, test, vi } from 'vitest';
import { openRaw, probe, type RawClient, toCpfRequest } from '../../support/http/raw-client.ts';
import { openTestService } from '../../support/service/service.ts';

vi.setConfig({ testTimeout: 180_000 });
const patient = { timeout: 120_000, interval: 5 };

const clients: RawClient[] = [];
const service = await openTestService();
const key = await service.createKey({ rate: null });
afterAll(() => {
  for (const { socket } of clients) socket.destroy();
});

async function open(bytes = ''): Promise<RawClient> {
  const client = await openRaw(service.port, bytes);
  clients.push(client);
  return client;
}
const openMany = (count: number) => Promise.all(Array.from({ length: count }, () => open()));

test('a probe is answered ahead of hundreds of requests that came before it', async () => {
  const many = await openMany(300);
  const prober = await open();
  // A client is connected before the service has taken its connection.
  await expect.poll(() => service.clientPorts(), patient).toContain(prober.port);
  await expect.poll(() => service.clientPorts().length, patient).toBe(301);
  let answered = 0;
  for (const { socket } of many) socket.once('data', () => answered++);
  const answeredBefore = new Promise<number>((resolve) => prober.socket.once('data', () => resolve(answered)));
  for (const { socket } of many) socket.write(toCpfRequest(key));
  prober.socket.write(probe);
  expect(await answeredBefore).toBeLessThan(150);
  await expect.poll(() => answered, patient).toBe(300);
});

test('new clients are served while hundreds of others keep the service busy', async () => {
  const busy = await openMany(200);
  let answered = 0;
  let isOver = false;
  for (const { socket } of busy) {
    const next = () => {
      if (!isOver) socket.write(toCpfRequest(key));
    };
    socket.on('data', () => {
      answered++;
      next();
    });
    next();
  }
  await expect.poll(() => answered, patient).toBeGreaterThan(400);
  const before = answered;
  const newcomers = await Promise.all(Array.from({ length: 60 }, () => open(toCpfRequest(key))));
  await expect.poll(() => newcomers.every((client) => client.statuses().length === 1), patient).toBe(true);
  isOver = true;
  // With one connection accepted in a turn that serves all others, it would be 60 times 200.
  expect(answered - before).toBeLessThan(6_000);
});
