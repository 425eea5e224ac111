// Signals that do not mean the end.

import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRaw, probe, toCpfRequest } from '../../support/http/raw-client.ts';
import { createHome, type RunningProcess, startProcess } from '../../support/service/process.ts';
import { startFleet } from '../../support/service/worker-fleet.ts';

/** Whether something takes connections on the debugger's port. */
const findDebugger = () =>
  new Promise<boolean>((resolve) => {
    request('http://127.0.0.1:9229/json/version', (response) => resolve(response.statusCode === 200))
      .on('error', () => resolve(false))
      .end();
  });

/** One that is never held up. */
let service: RunningProcess;
beforeAll(async () => {
  service = await startProcess(createHome());
});
afterAll(async () => {
  expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
});

test.each([
  ['SIGUSR1', 'signal_ignored'],
  ['SIGHUP', 'reloaded'],
] as const)('%s neither ends the service nor opens a debugger, and is told in the log', async (signal, event) => {
  await expect.poll(() => service.output()).toContain('"event":"started"');
  service.child.kill(signal);
  await expect.poll(() => service.output()).toContain(`"event":"${event}"`);
  expect(service.output()).not.toContain('Debugger listening');
  expect(await findDebugger()).toBe(false);
  expect((await fetch(`${service.address}/livez`)).status).toBe(200);
});

test('held up for longer than a request may take, it answers what arrived whole meanwhile, and tells only the rest 408', async () => {
  const held = await startFleet(createHome(), 1);
  const whole = toCpfRequest(held.key);
  const cuts = [0, 40, whole.length - 5, whole.length - 5];
  const clients = await Promise.all(cuts.map((cut) => openRaw(held.port, whole.slice(0, cut))));
  await expect.poll(() => held.readMetric('confere_connections_open')).toBe(cuts.length);
  const beside = await openRaw(held.port, probe);
  await expect.poll(() => beside.statuses()).toEqual([200]);
  held.child.kill('SIGSTOP');
  for (const [index, { socket }] of clients.slice(0, 3).entries()) socket.write(whole.slice(cuts[index]));
  // A service that was not held up tells when a request of the same moment has taken too long.
  const waiting = await openRaw(service.port, whole.slice(0, 40));
  await expect.poll(() => waiting.statuses()).toEqual([408]);
  held.child.kill('SIGCONT');
  await expect.poll(() => clients.map((client) => client.statuses())).toEqual([[200], [200], [200], [408]]);
  await expect.poll(() => held.output()).toContain('"event":"loop_stood_still"');
  expect(await held.readMetric('confere_loop_stalls_total')).toBeGreaterThan(0);
  for (const { socket } of [...clients, beside]) socket.destroy();
  await held.stop();
});
