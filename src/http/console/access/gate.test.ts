// Each guard by itself, asked over real HTTP. `test/http/console/gate.test.ts` tries what the routes do with them.

import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FoundSession } from '../../../app/operators/ports.ts';
import { toCsrfToken } from '../../../app/operators/sessions.ts';
import type { OperatorId, Role } from '../../../domain/access/operator.ts';
import { AppError } from '../../../errors.ts';
import {
  clearToken,
  findCookie,
  findToken,
  getSignedIn,
  refuseCrossSite,
  refuseLowRole,
  refuseOpenNetwork,
  refuseWithoutCsrf,
  setCookie,
} from './gate.ts';

type Act = (request: FastifyRequest, reply: FastifyReply) => unknown;

const server = fastify();
let act: Act = () => null;
server.get('/', (request, reply) => ({ gave: act(request, reply) ?? null }));
server.setErrorHandler((error, _, reply) =>
  reply.code(403).send({ gave: error instanceof AppError ? error.code : 'no AppError' }),
);
beforeAll(() => server.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => server.close());

/** Returns the result of the act for a request with these headers, or the code that it threw, and the cookies that it set. */
async function ask(headers: OutgoingHttpHeaders, of: Act) {
  act = of;
  const { port } = server.server.address() as AddressInfo;
  const [answer] = (await once(
    sendRequest({ host: '127.0.0.1', port, headers: { host: 'confere.example', ...headers } }).end(),
    'response',
  )) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray()).toString();
  return { gave: (JSON.parse(body) as { gave: unknown }).gave, cookies: answer.headers['set-cookie'] ?? [] };
}

describe('a cookie that the browser brings', () => {
  const find = async (cookie: string | undefined, host = 'confere.example', kind: 'session' | 'device' = 'session') =>
    (await ask({ host, ...(cookie === undefined ? {} : { cookie }) }, (request) => findCookie(request, kind))).gave;

  test('is found among others, the one for HTTPS before the one of the machine itself', async () => {
    expect(await find('a=1; confere-loopback=plain; __Host-confere=secure', 'localhost')).toBe('secure');
    expect(await find('a=1; confere-loopback=plain; b=2', 'localhost')).toBe('plain');
    expect(await find('__Host-confere-device=device; __Host-confere=session', undefined, 'device')).toBe('device');
  });

  test.each(['localhost', '127.0.0.1', '127.8.9.1', '[::1]', 'LOCALHOST'])('may be a plain one at %s', async (host) => {
    expect(await find('confere-loopback=plain', host)).toBe('plain');
  });

  test.each(['confere.example', 'localhost.example', '127.0.0.1.example', '192.0.2.1', 'a.localhost', ''])(
    'is not a plain one at %s, where a sibling of the host could have planted it',
    async (host) => {
      const kinds = ['session', 'device', 'sso'] as const;
      const cookie = kinds.map((kind) => `confere-loopback${kind === 'session' ? '' : `-${kind}`}=planted`).join('; ');
      for (const kind of kinds)
        expect((await ask({ host, cookie }, (request) => findCookie(request, kind))).gave).toBeNull();
    },
  );

  test('may be missing', async () => {
    expect(await find(undefined)).toBeNull();
    expect(await find('a=__Host-confere=1')).toBeNull();
  });

  test.each([
    ['confere.example:8443', '8443'],
    ['[::1]:8443', '8443'],
    ['[::1]', 'none'],
    ['confere.example', 'none'],
  ])('counts for the port of its own installation: at %s that of port %s', async (host, value) => {
    expect(await find('__Host-confere=none; __Host-confere-8443=8443; __Host-confere-1=1', host)).toBe(value);
  });

  test('of the session holds its token', async () => {
    expect((await ask({ cookie: '__Host-confere=token' }, findToken)).gave).toBe('token');
  });
});

describe('a cookie that the browser gets', () => {
  const set = async (cookie: Parameters<typeof setCookie>[2], headers: OutgoingHttpHeaders) =>
    (await ask(headers, (request, reply) => setCookie(request, reply, cookie))).cookies;
  const https = { origin: 'https://confere.example' };
  const http = { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' };
  const strict = 'Path=/; HttpOnly; SameSite=Strict';

  test('is bound to HTTPS for a page over HTTPS, and to the port', async () => {
    const session = { kind: 'session', value: 'v' } as const;
    expect(await set(session, https)).toEqual([`__Host-confere=v; ${strict}; Secure`]);
    expect(await set(session, http)).toEqual([`confere-loopback-3000=v; ${strict}`]);
    expect(await set({ ...session, isSecure: true }, http)).toEqual([`__Host-confere-3000=v; ${strict}; Secure`]);
  });

  test('lives until the browser is closed, or for so many seconds', async () => {
    const device = { kind: 'device', value: 'v', seconds: 60 } as const;
    expect(await set(device, https)).toEqual([`__Host-confere-device=v; ${strict}; Max-Age=60; Secure`]);
    expect(await set(device, http)).toEqual([`confere-loopback-device-3000=v; ${strict}; Max-Age=60`]);
  });

  test('comes back from another site for single sign-on alone', async () => {
    const lax = 'Path=/; HttpOnly; SameSite=Lax';
    expect(await set({ kind: 'sso', value: 'v' }, https)).toEqual([`__Host-confere-sso=v; ${lax}; Secure`]);
    expect(await set({ kind: 'sso', value: 'v' }, http)).toEqual([`confere-loopback-sso-3000=v; ${lax}`]);
  });

  test('is taken away under both names', async () => {
    expect((await ask({ host: 'confere.example:8443' }, clearToken)).cookies).toEqual([
      `__Host-confere-8443=; ${strict}; Max-Age=0; Secure`,
      `confere-loopback-8443=; ${strict}; Max-Age=0`,
    ]);
  });
});

describe('an open network', () => {
  test.each([
    'https://confere.example',
    'http://localhost:3000',
    'http://[::1]:3000',
    'http://127.0.0.1',
    'http://127.10.20.30:80',
  ])('is not where a page of %s came over', async (origin) => {
    expect((await ask({ origin }, refuseOpenNetwork)).gave).toBeNull();
  });

  test.each([
    'http://confere.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://192.0.2.1',
    'null',
    '',
  ])('is what a page of "%s" may have come over', async (origin) => {
    expect((await ask({ origin }, refuseOpenNetwork)).gave).toBe('https_required');
  });

  test('is what a request without a page may have come over', async () => {
    expect((await ask({}, refuseOpenNetwork)).gave).toBe('https_required');
  });
});

describe('a page', () => {
  const own = { host: 'confere.example:8443', origin: 'https://confere.example:8443' };

  test.each([
    ['by its origin, where the browser says no more', own],
    ['by the word of the browser as well', { ...own, 'sec-fetch-site': 'same-origin' }],
  ])('of the console passes, %s', async (_, headers) => {
    expect((await ask(headers, refuseCrossSite)).gave).toBeNull();
  });

  test.each([
    ['of another origin', { ...own, origin: 'https://evil.example' }],
    ['of another port', { ...own, origin: 'https://confere.example' }],
    ['that does not say its origin', { host: own.host }],
    ['without an origin', { ...own, origin: 'null' }],
    ['of another origin, of which the browser says the opposite', { host: own.host, 'sec-fetch-site': 'same-origin' }],
    ['of which the browser says another site', { ...own, 'sec-fetch-site': 'same-site' }],
  ])('%s is refused', async (_, headers) => {
    expect((await ask(headers, refuseCrossSite)).gave).toBe('cross_site_refused');
  });
});

describe('the token against other sites', () => {
  const refuse: Act = (request) => refuseWithoutCsrf(request, 'session token');

  test('of this session passes', async () => {
    expect((await ask({ 'confere-csrf': toCsrfToken('session token') }, refuse)).gave).toBeNull();
  });

  test.each([
    ['of another session', { 'confere-csrf': toCsrfToken('another token') }],
    ['of another length', { 'confere-csrf': 'short' }],
    ['that is missing', {}],
  ])('%s is refused', async (_, headers) => {
    expect((await ask(headers, refuse)).gave).toBe('cross_site_refused');
  });
});

describe('whoever is signed in', () => {
  const toFound = (role: Role): FoundSession => ({
    session: {
      id: 'ses_1',
      operatorId: 'opr_1' as OperatorId,
      createdAtMs: 1,
      lastSeenAtMs: 1,
      network: '192.0.2.1',
      hasSecondFactor: false,
    },
    operator: {
      id: 'opr_1' as OperatorId,
      name: 'ana',
      role,
      hasTotp: false,
      hasPasskey: false,
      createdAtMs: 1,
      disabledAtMs: null,
      ssoSubject: null,
      localUntilMs: null,
    },
  });

  test('may do what the role allows', () => {
    expect(() => refuseLowRole(toFound('analyst'), 'analyst')).not.toThrow();
    expect(() => refuseLowRole(toFound('viewer'), 'analyst')).toThrow(new AppError('role_too_low'));
  });

  test('is known; anybody else has to sign in', () => {
    const found = toFound('viewer');
    expect(getSignedIn(found)).toBe(found);
    expect(() => getSignedIn(undefined)).toThrow(new AppError('sign_in_required'));
    expect(() => refuseLowRole(undefined, 'viewer')).toThrow(new AppError('sign_in_required'));
  });
});
