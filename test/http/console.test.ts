// The console's routes over real sockets: who gets in, who is kept out, and what a browser is told to forbid.

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toTotpCode } from '../../src/domain/access/totp.ts';
import {
  type ConsoleReply,
  openConsolePage,
  consolePassword as password,
  signInTo,
} from '../support/console/console-page.ts';
import { sendRaw } from '../support/http/raw-http.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { get, startTestService, type TestService } from '../support/service/service.ts';

const clock = createManualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { clock });
});
afterAll(() => service.close());

const openPage = (address = service.address) => openConsolePage(address);
const signIn = (name: string, page = openPage(), code = '') => signInTo(page, name, code);

const codeOf = ({ body }: ConsoleReply) => body.code;

describe('signing in', () => {
  test('gives a cookie that no script and no other site can use, and names the operator', async () => {
    const name = await service.createOperator('analyst', password);
    const answer = await openPage().post('sign-in', { name, password, code: '' });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^confere-loopback=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.body.operator).toMatchObject({ name, role: 'analyst' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('over HTTPS the cookie is bound to the host and secure', async () => {
    const name = await service.createOperator('viewer', password);
    const host = new URL(service.address).host;
    const answer = await openPage().post('sign-in', { name, password, code: '' }, { origin: `https://${host}` });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-confere=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  test('the same sentence for a wrong name, a wrong password and a disabled operator', async () => {
    const name = await service.createOperator('viewer', password);
    const wrong = await openPage().post('sign-in', { name, password: 'something else here', code: '' });
    const unknown = await openPage().post('sign-in', { name: 'nobody', password, code: '' });
    const page = await signIn(name);
    await service.operators.setDisabled(name, true);
    const disabled = await openPage().post('sign-in', { name, password, code: '' });
    expect((await page.get('sessions')).status).toBe(401);
    for (const answer of [wrong, unknown, disabled]) {
      expect({ ...answer.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' });
      expect([answer.status, codeOf(answer)]).toEqual([401, 'sign_in_refused']);
    }
  });

  test('guessing is slowed down, also for the right password, and is over after a while', async () => {
    const name = await service.createOperator('viewer', password);
    for (let guess = 0; guess < 5; guess++) {
      await openPage().post('sign-in', { name, password: `guess number ${guess}`, code: '' });
    }
    const refused = await openPage().post('sign-in', { name, password, code: '' });
    expect([refused.status, codeOf(refused)]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    clock.advance(15 * 60_000);
    await signIn(name);
  });

  test('a session that somebody else planted is not the one that signing in gives', async () => {
    const name = await service.createOperator('viewer', password);
    const planted = openPage();
    planted.cookie = 'confere-loopback=planted-by-somebody-else';
    await signIn(name, planted);
    expect(planted.cookie).not.toContain('planted');
    const before = planted.cookie;
    await signIn(name, planted);
    const former = openPage();
    former.cookie = before;
    expect((await former.get('state')).body.operator).toBeNull();
  });
});

describe('a request that is not from a page of the console', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: '' }],
    ['a browser that says cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another port or a subdomain', { 'sec-fetch-site': 'same-site' }],
    ['without the token', { 'confere-csrf': '' }],
  ])('%s: nothing is done', async (_what, headers) => {
    const page = await signIn(await service.createOperator('viewer', password));
    const answer = await page.post('sign-out', {}, headers as Record<string, string>);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'cross_site_refused']);
    expect((await page.get('state')).body.operator).not.toBeNull();
  });

  test('a form of another site cannot even send its type of body', async () => {
    const page = openPage();
    const answer = await page.post('sign-in', { name: 'a', password: 'b', code: '' }, { 'content-type': 'text/plain' });
    expect(answer.status).toBe(415);
  });

  test('over an open network nobody signs in', async () => {
    const name = await service.createOperator('viewer', password);
    const body = JSON.stringify({ name, password, code: '' });
    const { text } = await sendRaw(
      service.port,
      `POST /console/api/sign-in HTTP/1.1\r\nHost: confere.example\r\nOrigin: http://confere.example\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    expect(text).toContain('https_required');
    expect(text.toLowerCase()).not.toContain('set-cookie');
  });
});

describe('a session', () => {
  test('ends by itself without use, and a page that only looks does not keep it', async () => {
    const page = await signIn(await service.createOperator('viewer', password));
    clock.advance(20 * 60_000);
    expect((await page.get('state')).body.operator).not.toBeNull();
    clock.advance(11 * 60_000);
    expect((await page.get('state')).body.operator).toBeNull();
    expect(codeOf(await page.get('sessions'))).toBe('sign_in_required');
  });

  test('is not kept by a page that watches batches', async () => {
    const page = await signIn(await service.createOperator('analyst', password));
    clock.advance(20 * 60_000);
    expect((await page.get('batches')).status).toBe(200);
    clock.advance(11 * 60_000);
    expect((await page.get('batches')).status).toBe(401);
  });

  test('goes on while it is used, for some hours at most', async () => {
    const page = await signIn(await service.createOperator('viewer', password));
    for (let hour = 0; hour < 16; hour++) {
      clock.advance(29 * 60_000);
      expect((await page.get('sessions')).status).toBe(200);
    }
    clock.advance(29 * 60_000);
    expect((await page.get('sessions')).status).toBe(401);
  });

  test('is ended by its owner or an administrator, by nobody else', async () => {
    const ana = await signIn(await service.createOperator('viewer', password));
    const bia = await signIn(await service.createOperator('analyst', password));
    const admin = await signIn(await service.createOperator('admin', password));
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

describe('verifying', () => {
  const person = { cpf: '404.428.201-35', name: 'Ana Beatriz Carvalho', birth_date: '1990-07-21' };

  test('anyone may ask the sandbox, with the explanation', async () => {
    const { status, body } = await openPage().post('verify-cpf', { with: 'sandbox', ...person });
    expect([status, body.status, body.score]).toEqual([200, 'verified', 812]);
    expect(body.explanation.reasons).toEqual(['all_checks_passed']);
    const company = await openPage().post('verify-cnpj', { with: 'sandbox', cnpj: '34238864000168' });
    expect(company.body).toMatchObject({ status: 'verified', risk_level: 'low' });
  });

  test('real sources are for a signed-in analyst', async () => {
    const ask = { with: 'live', ...person };
    expect(codeOf(await openPage().post('verify-cpf', ask))).toBe('sign_in_required');
    const viewer = await signIn(await service.createOperator('viewer', password));
    expect(codeOf(await viewer.post('verify-cpf', ask))).toBe('role_too_low');
    const analyst = await signIn(await service.createOperator('analyst', password));
    expect(codeOf(await analyst.post('verify-cpf', ask))).toBe('sources_not_configured');
  });

  test('faults are listed as the API lists them', async () => {
    const { status, body } = await openPage().post('verify-cpf', { with: 'sandbox', cpf: '11111111111', extra: 1 });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(codeOf(await openPage().post('verify-cpf', { with: 'moon', cpf: '40442820135' }))).toBe('invalid_request');
    const purpose = await openPage().post('verify-cpf', { with: 'sandbox', cpf: '40442820135', purpose: 'gossip' });
    expect(codeOf(purpose)).toBe('invalid_purpose');
  });

  test('the sandbox lists its people in both languages', async () => {
    const { body } = await openPage().get('sandbox');
    for (const { label, label_pt } of [...body.people, ...body.companies]) {
      expect([label, typeof label_pt, label_pt.length > 2]).toEqual([label, 'string', true]);
      if (label !== 'regular') expect(label_pt).not.toBe(label);
    }
  });
});

describe('the pages', () => {
  test('allow of inline scripts and styles their own alone, by hash; no frames, and nothing from elsewhere', async () => {
    const answer = await fetch(`${service.address}/console`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(answer.status).toBe(200);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    const html = await answer.text();
    const inside = [...html.matchAll(/<(script|style)[^>]*>(.*?)<\/\1>/gs)];
    expect(inside.map(([, tag]) => tag).sort()).toEqual(['script', 'style']);
    for (const [, tag, text = ''] of inside) {
      const hash = createHash('sha256').update(text).digest('base64');
      expect(policy).toContain(`${tag}-src 'self' 'sha256-${hash}';`);
    }
    const bare = html.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '');
    expect(bare).not.toMatch(/<script|<style|style=|https?:/);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const screen = /\/console\/assets\/[\w-]+\.js/.exec(html)?.[0];
    const loaded = await fetch(service.address + screen);
    expect([loaded.status, loaded.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(loaded.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get(`${service.address}/console/assets/nothing.js`)).status).toBe(404);
    expect((await get(`${service.address}/console/assets/..%2Findex.html`)).status).toBe(404);
  });
});

test('an operator with an authenticator app needs its code, and each code once', async () => {
  const name = await service.createOperator('viewer', password);
  const secret = fromBase32((await service.operators.enrolTotp(name)).secret);
  const code = toTotpCode(secret, Math.floor(clock.nowMs() / 30_000));
  expect((await openPage().post('sign-in', { name, password, code: '' })).status).toBe(401);
  await signIn(name, openPage(), code);
  expect((await openPage().post('sign-in', { name, password, code })).status).toBe(401);
  await service.operators.dropTotp(name);
  await signIn(name);
});

function fromBase32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

test('switched off, there is nothing at its addresses', async () => {
  const off = await startTestService({ CONFERE_CONSOLE_LISTENER: 'off' });
  expect((await get(`${off.address}/console`)).status).toBe(404);
  expect((await get(`${off.address}/console/api/state`)).status).toBe(404);
  await off.close();
});

test('with the operators alone, the public port has nothing, and their listener has all of it', async () => {
  const apart = await startTestService({ CONFERE_CONSOLE_LISTENER: 'admin' });
  const admin = await apart.listenForOperators();
  expect((await get(`${apart.address}/console`)).status).toBe(404);
  expect((await get(`${apart.address}/console/api/state`, { headers: { 'confere-door': 'guess' } })).status).toBe(404);
  expect((await fetch(`${admin}/console`)).status).toBe(200);
  const name = await apart.createOperator('admin', password);
  const page = await signIn(name, openPage(admin));
  expect((await page.get('sessions')).body.sessions).toMatchObject([{ operator: name, network: '127.0.0.1' }]);
  expect((await page.post('verify-cpf', { with: 'sandbox', cpf: '40442820135' })).body.status).toBe('verified');
  expect((await get(`${admin}/v1/companies/34238864000168`)).status).toBe(404);
  await apart.close();
});
