// The console's routes over real sockets: who gets in, who is kept out, and what a browser is told to forbid.

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toTotpCode } from '../../src/domain/access/totp.ts';
import {
  type ConsolePage,
  type ConsoleReply,
  openConsolePage,
  consolePassword as password,
  signInTo,
} from '../support/console/console-page.ts';
import { openRaw } from '../support/http/raw-client.ts';
import { sendRaw } from '../support/http/raw-http.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { get, startTestService, type TestService } from '../support/service/service.ts';

const clock = createManualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ CONFERE_CONSOLE_HOSTS: 'confere.example' }, { clock });
});
afterAll(() => service.close());

const openPage = (address = service.address) => openConsolePage(address);
const signIn = (name: string, page = openPage(), code = '') => signInTo(page, name, code);

const codeOf = ({ body }: ConsoleReply) => body.code;

describe('signing in', () => {
  test('gives a cookie that no script and no other site can use, and names the operator', async () => {
    const name = await service.createOperator('analyst', password);
    const answer = await openPage().post('sign-in', { name, password, code: '' });
    const [session, device] = answer.headers.getSetCookie();
    expect(session).toMatch(
      new RegExp(`^confere-loopback-${service.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    );
    expect(device).toMatch(
      new RegExp(
        `^confere-loopback-device-${service.port}=[\\w.-]+; Path=/; HttpOnly; SameSite=Strict; Max-Age=7776000$`,
      ),
    );
    expect(device).not.toContain(name);
    expect(answer.body.operator).toMatchObject({ name, role: 'analyst' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('over HTTPS the cookie is bound to the host and secure', async () => {
    const name = await service.createOperator('viewer', password);
    const host = new URL(service.address).host;
    const answer = await openPage().post('sign-in', { name, password, code: '' }, { origin: `https://${host}` });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      new RegExp(`^__Host-confere-${service.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Secure$`),
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

  const guess = (name: string, page = openPage()) =>
    page.post('sign-in', { name, password: 'not the password', code: '' }, { 'accept-language': 'pt-BR' });
  const guessTimes = async (times: number, toName: (index: number) => string) => {
    for (let index = 0; index < times; index++) await guess(toName(index));
  };

  test('guessing is slowed down, also for the right password: each pause twice the one before', async () => {
    const name = await service.createOperator('viewer', password);
    await guessTimes(5, () => name);
    const refused = await guess(name);
    expect([refused.status, codeOf(refused), refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
    expect(refused.body.detail).toBe('Muitas tentativas de entrar sem sucesso. Tente de novo em 1 s.');
    clock.advance(1_000);
    expect((await guess(name)).status).toBe(401);
    clock.advance(1_000);
    expect((await openPage().post('sign-in', { name, password, code: '' })).status).toBe(429);
    clock.advance(1_000);
    await signIn(name);
  });

  test('of many guesses at once no more are tried than one after the other', async () => {
    const name = await service.createOperator('viewer', password);
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await guess(name)).status));
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  test('twenty failures of a stranger keep nobody else at the same address out', async () => {
    await guessTimes(20, (index) => `stranger-${index}`);
    const name = await service.createOperator('viewer', password);
    await signIn(name);
    // From such an address a second failure waits already.
    await guess(name);
    expect((await guess(name)).status).toBe(429);
    clock.advance(15 * 60_000);
  });

  describe('a device that signed in before', () => {
    const openKnown = async (name: string) => {
      const page = openPage();
      const answer = await page.post('sign-in', { name, password, code: '' });
      page.cookie = answer.headers.getSetCookie()[1]?.split(';', 1)[0] ?? '';
      return page;
    };
    const tryFrom = async (page: ConsolePage, name: string) =>
      (await page.post('sign-in', { name, password, code: '' })).status;

    test('does not wait for what strangers guess at its name', async () => {
      const name = await service.createOperator('viewer', password);
      const page = await openKnown(name);
      await guessTimes(8, () => name);
      expect(await tryFrom(openPage(), name)).toBe(429);
      expect(await tryFrom(page, name)).toBe(200);
    });

    test('is slowed down by its own guesses', async () => {
      const name = await service.createOperator('viewer', password);
      const page = await openKnown(name);
      for (let index = 0; index < 10; index++) expect((await guess(name, page)).status).toBe(401);
      expect(await tryFrom(page, name)).toBe(429);
    });

    test.each<[string, (name: string) => Promise<void>]>([
      ['another password', (name) => service.operators.setPassword(name, password)],
      ['confere operators forget-devices', (name) => service.operators.forgetDevices(name)],
      ['ninety days', async () => clock.advance(90 * 86_400_000)],
    ])('%s ends that', async (_what, end) => {
      const name = await service.createOperator('viewer', password);
      const page = await openKnown(name);
      await end(name);
      await guessTimes(6, () => name);
      expect(await tryFrom(page, name)).toBe(429);
    });

    test('is known for its own name alone, and by our signature alone', async () => {
      const [name, other] = [await service.createOperator('viewer', password), 'someone-else'];
      const page = await openKnown(name);
      await guessTimes(6, () => other);
      expect(await tryFrom(page, other)).toBe(429);
      await guessTimes(6, () => name);
      page.cookie = `${page.cookie.slice(0, -2)}AA`;
      expect(await tryFrom(page, name)).toBe(429);
    });
  });

  test('a session that somebody else planted is not the one that signing in gives', async () => {
    const name = await service.createOperator('viewer', password);
    const planted = openPage();
    planted.cookie = `confere-loopback-${service.port}=planted-by-somebody-else`;
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

  test("is one of ten: whoever signs in once more ends their oldest, and nobody else's", async () => {
    const name = await service.createOperator('viewer', password);
    const other = await signIn(await service.createOperator('viewer', password));
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
    const second = await startTestService();
    const first = await signIn(await service.createOperator('viewer', password));
    const there = await signIn(await second.createOperator('viewer', password), openPage(second.address));
    const both = `${first.cookie}; ${there.cookie}`;
    for (const page of [first, there]) page.cookie = both;
    expect((await first.get('state')).body.operator).not.toBeNull();
    expect((await there.post('sign-out')).status).toBe(200);
    expect((await first.get('state')).body.operator).not.toBeNull();
    await second.close();
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

describe('the name that a browser asks for', () => {
  const ask = async (port: number, path: string, host: string) =>
    sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

  test.each([
    '/console',
    '/console/painel',
    '/console/api/state',
    '/console/api/dashboard-stream',
    '/console/assets/x.js',
  ])('must be one of ours at %s: another site may have made its name point here', async (path) => {
    for (const host of ['evil.example', `evil.example:${service.port}`, 'localhost.evil.example', 'a@localhost']) {
      const { status, body } = await ask(service.port, path, host);
      expect([host, status, body.code]).toEqual([host, 421, 'host_not_allowed']);
      expect(body.detail).toContain('console.hosts');
    }
  });

  test.each([
    '127.0.0.1',
    'localhost',
    'LOCALHOST.',
    'confere.example',
    'confere.example:8443',
    '[::1]',
    '10.1.2.3:80',
  ])('%s is answered', async (host) => {
    expect((await ask(service.port, '/console/api/state', host)).status).toBe(200);
  });

  test('does not matter to the API, nor to probes; it does to figures and state on the listener for operators', async () => {
    expect((await ask(service.port, '/openapi.json', 'evil.example')).status).toBe(200);
    const admin = Number(new URL(await service.listenForOperators()).port);
    for (const path of ['/metrics', '/status', '/console']) {
      expect([path, (await ask(admin, path, 'evil.example')).status]).toEqual([path, 421]);
    }
    for (const [path, host] of [
      ['/livez', 'evil.example'],
      ['/readyz', 'evil.example'],
      ['/metrics', '127.0.0.1'],
      ['/metrics', 'confere.example'],
    ] as const) {
      expect([path, host, (await ask(admin, path, host)).status]).toEqual([path, host, 200]);
    }
  });
});

describe('files that are sent slowly', () => {
  const form = { by: 'names', cpf: null, cnpj: null, document: null, name: null, company_name: null, birth_date: null };
  const openUpload = ({ cookie, csrf, address }: ConsolePage) =>
    openRaw(
      service.port,
      `POST /console/api/batch-preview HTTP/1.1\r\nHost: ${new URL(address).host}\r\nOrigin: ${address}\r\nCookie: ${cookie}\r\n` +
        `Confere-Csrf: ${csrf}\r\nContent-Type: application/octet-stream\r\nContent-Length: 100000\r\nAccept-Language: pt-BR\r\n` +
        `Confere-File: ${encodeURIComponent(JSON.stringify({ ...form, has_header: null, is_cut: 'no' }))}\r\n\r\ncpf\n`,
    );
  const send = (page: ConsolePage) =>
    fetch(`${page.address}/console/api/batch-preview`, {
      method: 'POST',
      headers: {
        cookie: page.cookie,
        origin: page.address,
        'confere-csrf': page.csrf,
        'content-type': 'application/octet-stream',
        'confere-file': encodeURIComponent(JSON.stringify({ ...form, has_header: null, is_cut: 'no' })),
      },
      body: 'cpf\n40442820135\n',
    });

  test('take two places at most, so that others send theirs; a drip is ended with a sentence', async () => {
    const slow = await signIn(await service.createOperator('analyst', password));
    const other = await signIn(await service.createOperator('analyst', password));
    const uploads = [await openUpload(slow), await openUpload(slow)];
    await expect.poll(async () => (await send(slow)).status).toBe(503);
    expect((await send(other)).status).toBe(200);
    for (const upload of uploads) {
      await expect
        .poll(() => {
          clock.advance(2_000);
          upload.socket.write('\n');
          return upload.text();
        })
        .toMatch(/^HTTP\/1\.1 408 .*devagar demais/s);
      upload.socket.destroy();
    }
    await expect.poll(async () => (await send(slow)).status).toBe(200);
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
    // So are the records of real companies, their partners and branches.
    const company = { with: 'live', cnpj: '34238864000168' };
    const pages = { company: {}, 'company-partners': { from: 0 }, 'company-establishments': {} };
    for (const [name, more] of Object.entries(pages)) {
      expect(codeOf(await openPage().post(name, { ...company, ...more }))).toBe('sign_in_required');
      expect(codeOf(await viewer.post(name, { ...company, ...more }))).toBe('role_too_low');
      expect(codeOf(await analyst.post(name, { ...company, ...more }))).toBe('registry_unavailable');
      expect((await openPage().post(name, { ...company, ...more, with: 'sandbox' })).status).toBe(200);
    }
    expect(codeOf(await openPage().post('company', { with: 'sandbox', cnpj: '123' }))).toBe('invalid_request');
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
