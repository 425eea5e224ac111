// Who reaches the console's routes at all: pages of its own, by its own names, at the listener that the settings say.

import { describe, expect, test } from 'vitest';
import { consolePassword as password } from '../../support/console/console-page.ts';
import { codeOf, startConsole } from '../../support/console/console-service.ts';
import { sendRaw } from '../../support/http/raw-http.ts';
import { get, openTestService } from '../../support/service/service.ts';

const { service, openPage, signIn, signInAs } = await startConsole({ CONFERE_CONSOLE_HOSTS: 'confere.example' });

describe('a request that is not from a page of the console', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: '' }],
    ['a browser that says cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another port or a subdomain', { 'sec-fetch-site': 'same-site' }],
    ['without the token', { 'confere-csrf': '' }],
  ])('%s: nothing is done', async (_what, headers) => {
    const page = await signInAs('viewer');
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

test('switched off, there is nothing at its addresses', async () => {
  const off = await openTestService({ CONFERE_CONSOLE_LISTENER: 'off' });
  expect((await get(`${off.address}/console`)).status).toBe(404);
  expect((await get(`${off.address}/console/api/state`)).status).toBe(404);
});

test('with the operators alone, the public port has nothing, and their listener has all of it', async () => {
  const apart = await openTestService({ CONFERE_CONSOLE_LISTENER: 'admin' });
  const admin = await apart.listenForOperators();
  expect((await get(`${apart.address}/console`)).status).toBe(404);
  expect((await get(`${apart.address}/console/api/state`, { headers: { 'confere-proxy-pass': 'guess' } })).status).toBe(
    404,
  );
  expect((await fetch(`${admin}/console`)).status).toBe(200);
  const name = await apart.createOperator('admin', password);
  const page = await signIn(name, openPage(admin));
  expect((await page.get('sessions')).body.sessions).toMatchObject([{ operator: name, network: '127.0.0.1' }]);
  expect((await page.post('verify-cpf', { with: 'sandbox', cpf: '40442820135' })).body.status).toBe('verified');
  expect((await get(`${admin}/v1/companies/34238864000168`)).status).toBe(404);
});
