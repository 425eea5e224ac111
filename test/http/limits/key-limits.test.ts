// What a key may do, over real sockets: where from, how often, how many at a time.

import { describe, expect, test } from 'vitest';
import { emptyRecord } from '../../../src/domain/person/evidence.ts';
import { type ContractParty, type PartyAnswer, toThree } from '../../support/parties/contract-parties.ts';
import { get, openTestService, post } from '../../support/service/service.ts';

const answer: PartyAnswer = {
  evidence: { kind: 'answered', record: emptyRecord },
  latencyMs: 1,
  cached: false,
  calls: 1,
};
let waiting: (() => void)[] = [];
let isHeld = false;
const source: ContractParty = {
  required: false,
  canAdmit: () => true,
  ask: () => (isHeld ? new Promise((resolve) => waiting.push(() => resolve(answer))) : answer),
};

const testSources = toThree(source);
const service = await openTestService({ CONFERE_SERVER_TRUSTED_PROXIES: '127.0.0.1' }, { testSources });

const verify = (key: string, headers: Record<string, string> = {}) =>
  post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key, headers });

describe('the networks of a key', () => {
  test('let it in from each of them and from nowhere else, by the address that trusted proxies tell', async () => {
    const key = await service.createKey({ networks: ['203.0.113.0/24', '2001:db8::/48'] });
    const from = async (address: string) => (await verify(key, { 'x-forwarded-for': address })).status;
    expect([await from('203.0.113.77'), await from('2001:db8:0:9::1')]).toEqual([200, 200]);
    expect([await from('203.0.114.1'), await from('2001:db8:1::1')]).toEqual([403, 403]);
    const { body } = await verify(key, { 'accept-language': 'pt' });
    expect(body).toMatchObject({ status: 403, code: 'network_not_allowed', title: expect.stringContaining('rede') });
  });

  test('are asked after the scope and before the rate', async () => {
    const networks = ['203.0.113.0/24'];
    const narrow = await service.createKey({ networks, scopes: ['verify:cnpj'] });
    expect((await verify(narrow)).body.code).toBe('insufficient_scope');
    const limited = await service.createKey({ networks, rate: { requests: 1, windowSeconds: 60 } });
    await verify(limited);
    const { body, headers } = await verify(limited);
    expect([body.code, headers.get('ratelimit')]).toEqual(['network_not_allowed', expect.stringContaining('r=0')]);
  });
});

test('a quota that is used up is told with the time until it is whole again', async () => {
  const key = await service.createKey({ dailyQuota: 2 });
  expect([(await verify(key)).status, (await verify(key)).status]).toEqual([200, 200]);
  const { status, body, headers } = await verify(key);
  expect([status, body.code]).toEqual([429, 'quota_exceeded']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
});

test('the rate is told before the quota when both are used up', async () => {
  const key = await service.createKey({ dailyQuota: 1, rate: { requests: 1, windowSeconds: 60 } });
  await verify(key);
  expect((await verify(key)).body.code).toBe('rate_limited');
});

test('a key has no more requests in work than it may, and has the next one once one is answered', async () => {
  const key = await service.createKey({ concurrency: 2 });
  isHeld = true;
  const held = [verify(key), verify(key)];
  await expect.poll(() => waiting.length, { timeout: 60_000 }).toBe(6);
  const refused = await verify(key);
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
  isHeld = false;
  for (const release of waiting) release();
  waiting = [];
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  await expect.poll(async () => (await verify(key)).status, { timeout: 60_000 }).toBe(200);
});

test('a client that leaves gives its place back', async () => {
  const key = await service.createKey({ concurrency: 1 });
  isHeld = true;
  const leaving = new AbortController();
  const left = fetch(`${service.address}/v1/verify/cpf`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ cpf: '40442820135' }),
    signal: leaving.signal,
  }).catch(() => {});
  await expect.poll(() => waiting.length, { timeout: 60_000 }).toBe(3);
  isHeld = false;
  leaving.abort();
  await left;
  await expect.poll(async () => (await verify(key)).status, { timeout: 60_000 }).toBe(200);
  for (const release of waiting) release();
});

describe('the web pages of a key', () => {
  const shop = 'https://shop.example';
  const ask = (origin: string, path = '/v1/verify/cpf', method = 'POST') =>
    fetch(`${service.address}${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization' },
    });

  test('may ask before they send, once a usable key names them; others get what they always got', async () => {
    expect((await ask(shop)).status).toBe(405);
    const key = await service.createKey({ name: 'page', corsOrigins: [shop] });
    await expect.poll(async () => (await ask(shop)).status).toBe(204);
    const { headers } = await ask(shop);
    expect(headers.get('access-control-allow-origin')).toBe(shop);
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    expect(headers.get('access-control-allow-headers')).toMatch(/Authorization.*Idempotency-Key/);
    expect([headers.get('access-control-allow-credentials'), headers.get('vary')]).toEqual([null, 'origin']);
    const stranger = await ask('https://evil.example');
    expect([stranger.status, stranger.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    expect((await ask(shop, '/v1/nothing')).status).toBe(404);
    expect((await ask(shop, '/livez', 'GET')).status).toBe(405);
    expect((await verify(key, { origin: shop })).status).toBe(200);
  });

  test('read the answers of their key, refusals too, and of no other', async () => {
    const wanted = { corsOrigins: [shop, 'http://localhost:5173'] };
    const key = await service.createKey({ ...wanted, scopes: ['verify:cpf'] });
    const answered = await verify(key, { origin: shop });
    expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([200, shop]);
    expect(answered.headers.get('access-control-expose-headers')).toContain('Request-Id');
    expect([answered.headers.get('vary'), answered.headers.get('access-control-allow-credentials')]).toEqual([
      'origin',
      null,
    ]);
    const refused = await post(`${service.address}/v1/verify/cnpj`, {}, { key, headers: { origin: shop } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, shop]);
    expect(refused.headers.get('vary')).toBe('accept-language, origin');

    const elsewhere = await verify(key, { origin: 'https://evil.example' });
    const others = await verify(await service.createKey({}), { origin: shop });
    const without = await verify(key);
    const unknown = await verify(service.createUnknownKey(), { origin: shop });
    for (const { headers } of [elsewhere, others, without, unknown])
      expect(headers.get('access-control-allow-origin')).toBeNull();
    expect([elsewhere.headers.get('vary'), others.headers.get('vary')]).toEqual(['origin', null]);
  });
});

test('every key is told what it is, and nothing of its secret', async () => {
  const key = await service.createKey({ name: 'shop', scopes: ['watch:company'] });
  const { status, body } = await get(`${service.address}/v1/key`, { key });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^key_/),
    name: 'shop',
    mode: 'test',
    scopes: ['watch:company'],
    expires_at: null,
  });
  expect((await get(`${service.address}/v1/key`)).status).toBe(401);
});

test.each(['/v1/key', '/v1/webhooks', '/v1/verifications/req_1'])('%s takes no query parameters', async (path) => {
  const key = await service.createKey({ scopes: ['manage:webhooks', 'read:verification'] });
  const { status, body } = await get(`${service.address}${path}?name=shop`, { key });
  expect([status, body]).toEqual([400, expect.objectContaining({ code: 'invalid_query' })]);
});
