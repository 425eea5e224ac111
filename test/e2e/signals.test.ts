// Signals that do not mean the end.

import { request } from 'node:http';
import { expect, test } from 'vitest';
import { createHome, startProcess } from '../support/process.ts';

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
