// Signals that do not mean the end.

import { request } from 'node:http';
import { expect, test } from 'vitest';
import { openRaw, probe, toCpfRequest } from '../../support/http/raw-client.ts';
import { createHome, startProcess } from '../../support/service/process.ts';
import { startFleet } from '../../support/service/worker-fleet.ts';

/** Whether something takes connections on the debugger's port. */
const findDebugger = () =>
  new Promise<boolean>((resolve) => {
    request('http://127.0.0.1:9229/json/version', (response) => resolve(response.statusCode === 200))
      .on('error', () => resolve(false))
      .end();
  });

test.each([
  ['SIGUSR1', 'signal_ignored'],
  ['SIGHUP', 'reloaded'],
] as const)('%s neither ends the service nor opens a debugger, and is told in the log', async (signal, event) => {
  const service = await startProcess(createHome());
  await expect.poll(() => service.output()).toContain('"event":"started"');
  service.child.kill(signal);
  await expect.poll(() => service.output()).toContain(`"event":"${event}"`);
  expect(service.output()).not.toContain('Debugger listening');
  expect(await findDebugger()).toBe(false);
  expect((await fetch(`${service.address}/livez`)).status).toBe(200);
  expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
});

test('held up for longer than a request may take, it answers what arrived whole meanwhile, and tells only the rest 408', async () => {
  const service = await startFleet(createHome(), 1);
  const control = await startProcess(createHome());
  const whole = toCpfRequest(service.key);
  const cuts = [0, 40, whole.length - 5, whole.length - 5];
  const clients = await Promise.all(cuts.map((cut) => openRaw(service.port, whole.slice(0, cut))));
  await expect.poll(() => service.readMetric('confere_connections_open')).toBe(cuts.length);
  const beside = await openRaw(service.port, probe);
  await expect.poll(() => beside.statuses()).toEqual([200]);
  service.child.kill('SIGSTOP');
  for (const [index, { socket }] of clients.slice(0, 3).entries()) socket.write(whole.slice(cuts[index]));
  // A service that was not held up tells when a request of the same moment has taken too long.
  const waiting = await openRaw(control.port, whole.slice(0, 40));
  await expect.poll(() => waiting.statuses()).toEqual([408]);
  service.child.kill('SIGCONT');
  await expect.poll(() => clients.map((client) => client.statuses())).toEqual([[200], [200], [200], [408]]);
  for (const { socket } of [...clients, beside]) socket.destroy();
  await Promise.all([service.stop(), control.stop()]);
});
