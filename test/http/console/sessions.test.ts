// Sessions over real sockets: how long they last, how many there are, and who ends them.

import { describe, expect, test } from 'vitest';
import { type ConsolePage, consolePassword as password } from '../../support/console/console-page.ts';
import { codeOf, startConsole } from '../../support/console/console-service.ts';
import { openTestService } from '../../support/service/service.ts';

const { clock, service, openPage, signIn, signInAs } = await startConsole();

describe('a session', () => {
  test('ends by itself without use, and a page that only looks does not keep it', async () => {
    const page = await signInAs('viewer');
    clock.advance(20 * 60_000);
    expect((await page.get('state')).body.operator).not.toBeNull();
    clock.advance(11 * 60_000);
    expect((await page.get('state')).body.operator).toBeNull();
    expect(codeOf(await page.get('sessions'))).toBe('sign_in_required');
  });

  test('is not kept by a page that watches batches', async () => {
    const page = await signInAs('analyst');
    clock.advance(20 * 60_000);
    expect((await page.get('batches')).status).toBe(200);
    clock.advance(11 * 60_000);
    expect((await page.get('batches')).status).toBe(401);
  });

  test('goes on while it is used, for some hours at most', async () => {
    const page = await signInAs('viewer');
    for (let hour = 0; hour < 16; hour++) {
      clock.advance(29 * 60_000);
      expect((await page.get('sessions')).status).toBe(200);
    }
    clock.advance(29 * 60_000);
    expect((await page.get('sessions')).status).toBe(401);
  });

  test("is one of ten: whoever signs in once more ends their oldest, and nobody else's", async () => {
    const name = await service.createOperator('viewer', password);
    const other = await signInAs('viewer');
    const pages: ConsolePage[] = [];
    for (let index = 0; index < 11; index++) {
      clock.advance(1_000);
      pages.push(await signIn(name));
    }
    const states = await Promise.all(pages.map(async (page) => (await page.get('state')).body.operator?.name));
    expect(states).toEqual([undefined, ...Array(10).fill(name)]);
    expect((await pages[10]?.get('sessions'))?.body).toMatchObject({ per_operator_max: 10 });
    expect((await other.get('sessions')).body.sessions).toHaveLength(1);
  });

  test('of another installation on the same host is another cookie', async () => {
    const second = await openTestService();
    const first = await signInAs('viewer');
    const there = await signIn(await second.createOperator('viewer', password), openPage(second.address));
    const both = `${first.cookie}; ${there.cookie}`;
    for (const page of [first, there]) page.cookie = both;
    expect((await first.get('state')).body.operator).not.toBeNull();
    expect((await there.post('sign-out')).status).toBe(200);
    expect((await first.get('state')).body.operator).not.toBeNull();
  });

  test('is ended by its owner or an administrator, by nobody else', async () => {
    const ana = await signInAs('viewer');
    const bia = await signInAs('analyst');
    const admin = await signInAs('admin');
    const { sessions } = (await ana.get('sessions')).body;
    expect(sessions).toHaveLength(1);
    expect(codeOf(await bia.post('end-session', { id: sessions[0].id }))).toBe('role_too_low');
    expect((await admin.get('sessions')).body.sessions.length).toBeGreaterThan(2);
    expect((await admin.post('end-session', { id: sessions[0].id })).body).toEqual({ ended: true });
    expect((await ana.get('state')).body.operator).toBeNull();
    const out = await bia.post('sign-out');
    expect(out.headers.getSetCookie().every((cookie) => cookie.includes('Max-Age=0'))).toBe(true);
    expect((await bia.get('sessions')).status).toBe(401);
  });
});
