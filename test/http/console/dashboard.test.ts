// Painel's stream over real sockets: who gets it, what is in it, and when it ends.

import { expect, test } from 'vitest';
import {
  consolePassword,
  openConsolePage,
  openStream,
  type StreamEvent,
  signInTo,
} from '../../support/console/console-page.ts';
import { get, openTestService, post } from '../../support/service/service.ts';

const service = await openTestService();
const key = await service.createKey();

async function signInAs(role: 'viewer' | 'analyst' | 'admin', at = service) {
  return signInTo(openConsolePage(at.address), await at.createOperator(role, consolePassword));
}

test('it is for those who are signed in, whatever their role', async () => {
  const stranger = await openConsolePage(service.address).get('dashboard-stream');
  expect([stranger.status, stranger.body.code]).toEqual([401, 'sign_in_required']);
  const stream = await openStream(await signInAs('viewer'), 'dashboard-stream');
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  expect((await stream.next())?.name).toBe('dashboard');
  await stream.close();
});

test('it shows what callers asked and got at once, and then what is new, the questions of the console among them and its pages not', async () => {
  const page = await signInAs('viewer');
  const before = await openStream(page, 'dashboard-stream');
  const { data: empty } = (await before.next()) as StreamEvent;
  await before.close();
  const ask = (body: object) => post(`${service.address}/v1/verify/cpf`, body, { key });
  await ask({ cpf: '40442820135' });
  await ask({ cpf: '90000000841' });
  await ask({ cpf: '11111111111' });
  await get(`${service.address}/console`, { method: 'HEAD' });
  // A question of the console is no request of a caller, and a verification all the same.
  await page.post('verify-cpf', { with: 'sandbox', cpf: '40442820135' });
  const stream = await openStream(page, 'dashboard-stream');
  const { data: dashboard } = (await stream.next()) as StreamEvent;
  const count = (status: string) => (dashboard.hour.statuses[status] ?? 0) - (empty.hour.statuses[status] ?? 0);
  expect([count('200'), count('400'), count('401')]).toEqual([2, 1, 0]);
  expect(dashboard.hour.test_verifications - empty.hour.test_verifications).toBe(3);
  expect(dashboard.hour.p95_ms).toBeGreaterThan(0);
  // A point may have ended between two answers.
  const latest: { readonly risk: { readonly low: number; readonly high: number } }[] = dashboard.day.points.slice(-2);
  expect(latest.reduce((sum, { risk }) => sum + risk.low + risk.high, 0)).toBeGreaterThan(1);
  expect(dashboard).toMatchObject({
    processes: { ready: 1, known: 1 },
    registry: { readiness: 'empty' },
    audit: { writable: true, queued: 0 },
  });
  await ask({ cpf: '40442820135' });
  const tick = (await stream.next()) as StreamEvent;
  expect([tick.name, tick.data.hour.statuses['200'] - dashboard.hour.statuses['200']]).toEqual(['tick', 1]);
  expect(tick.data.hour.points.length).toBeLessThanOrEqual(3);
  await stream.close();
});

test('nothing in it says about whom anybody asked', async () => {
  const stream = await openStream(await signInAs('admin'), 'dashboard-stream');
  expect(JSON.stringify(await stream.next())).not.toMatch(/404\.?428|40442820135|Carvalho/);
  await stream.close();
});

test('it ends with its session, which says so', async () => {
  const page = await signInAs('analyst');
  const stream = await openStream(page, 'dashboard-stream');
  await stream.next();
  await page.post('sign-out');
  for (;;) {
    const event = await stream.next();
    if (event?.name === 'tick') continue;
    expect(event).toEqual({ name: 'end', data: { why: 'session' } });
    break;
  }
  expect(await stream.next()).toBeUndefined();
});

test('one session has so many and no more; one that is closed makes room', async () => {
  const page = await signInAs('viewer');
  const streams = [];
  for (let count = 0; count < 4; count++) streams.push(await openStream(page, 'dashboard-stream'));
  const refused = await page.get('dashboard-stream');
  expect([refused.status, refused.body.code]).toEqual([503, 'overloaded']);
  await streams[0]?.close();
  await expect
    .poll(async () => {
      const next = await openStream(page, 'dashboard-stream');
      await next.close();
      return next.status;
    })
    .toBe(200);
  for (const stream of streams) await stream.close();
});

test('a service that stops ends it at once and says why', async () => {
  const short = await openTestService();
  const stream = await openStream(await signInAs('viewer', short), 'dashboard-stream');
  await stream.next();
  const connected = short.clientPorts().length;
  short.startDraining();
  expect(await stream.next()).toEqual({ name: 'end', data: { why: 'stopping' } });
  expect(await stream.next()).toBeUndefined();
  await expect.poll(() => short.clientPorts().length).toBe(connected - 1);
});

test('through the listener for operators it comes as it is', async () => {
  const apart = await openTestService({ CONFERE_CONSOLE_LISTENER: 'admin' });
  const admin = await apart.listenForOperators();
  const name = await apart.createOperator('viewer', consolePassword);
  const stream = await openStream(await signInTo(openConsolePage(admin), name), 'dashboard-stream');
  expect((await stream.next())?.name).toBe('dashboard');
  await stream.close();
});
