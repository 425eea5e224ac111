// Chaves over real sockets: who may see keys and who may change them, that each change holds at once and is in the audit, and that a
// key is told once and never again.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { rememberKey } from '../../support/canaries.ts';
import { consolePassword } from '../../support/console/console-page.ts';
import { startConsole } from '../../support/console/console-service.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { describeBureau, describeThree, goodAnswer, person } from '../../support/parties/described-sources.ts';
import { json, startParty } from '../../support/parties/party-server.ts';
import { post } from '../../support/service/service.ts';

const party = await startParty(json(200, goodAnswer));
afterAll(party.close);
const config = join(createOutputDirectory('console-keys'), 'confere.yaml');
const price = [{ from: '2026-01-01', answered: 0.659, not_found: 0, minor: 0, timeout: 0, error: 0 }];
const { bureau_b, ...priced } = describeThree(describeBureau(party.origin, { price }));
writeFileSync(config, stringify({ sources: { ...priced, bureau_b: { ...bureau_b, price: undefined } } }));
const { service, openPage, signIn, signInAs } = await startConsole({ CONFERE_CONFIG: config });
const adminName = await service.createOperator('admin', consolePassword);
const admin = await signIn(adminName);
const viewer = await signInAs('viewer');

const wanted = { name: 'loja', mode: 'test', scopes: ['verify:cpf', 'verify:cnpj'] };

async function make(changes: object = {}) {
  const { status, body } = await admin.post('key-create', { ...wanted, ...changes });
  expect([status, body.code]).toEqual([200, undefined]);
  return { secret: rememberKey(body.secret), key: body.key };
}

const ask = (key: string) => post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key });

async function listActs(target: string): Promise<string[]> {
  const analyst = await signInAs('analyst');
  const { body } = await analyst.post('audit-search', { kind: 'act' });
  return body.rows
    .filter((row: { target: string }) => row.target === target)
    .map(({ act, who }: { act: string; who: string }) => `${act} ${who}`);
}

test('more keys than a page holds are listed page by page, and named in the audit by their ids', async () => {
  for (let number = 0; number < 501; number++)
    rememberKey((await service.keys.create({ name: 'loja', mode: 'test' })).key);
  const seen = new Set<string>();
  let after: string | null = null;
  do {
    const { body } = await admin.post('key-list', { shown: 'active', after });
    expect(body.keys.length).toBeLessThanOrEqual(100);
    for (const { id } of body.keys) seen.add(id);
    after = body.next;
  } while (after !== null);
  expect(seen.size).toBeGreaterThan(501);
  const analyst = await signInAs('analyst');
  const { body } = await analyst.get('audit-callers');
  expect(body.has_more).toBe(true);
  expect(body.callers.filter(({ kind }: { kind: string }) => kind === 'key')).toHaveLength(500);
});

describe('a key that an administrator makes', () => {
  test('works at once, is told once, and is in the audit under the operator', async () => {
    const { secret, key } = await make({ name: '  Loja da Ana  ' });
    expect(secret).toMatch(/^cfr_test_/);
    expect(key).toMatchObject({ name: 'Loja da Ana', state: 'active', rate: '6000/min', last_used_at: null });
    expect((await ask(secret)).status).toBe(200);
    const listed = await admin.post('key-list', { shown: 'all', after: null });
    expect(JSON.stringify(listed.body)).not.toContain(secret);
    expect(listed.headers.get('cache-control')).toBe('no-store');
    expect(await listActs(key.id)).toEqual([`key_created ${adminName}`]);
    const log = JSON.stringify(service.readLog());
    expect(log).not.toContain(secret);
  });

  test('has the limits that were asked for', async () => {
    const { key } = await make({
      mode: 'live',
      scopes: ['verify:batch'],
      rate: '5/h',
      burst: '2',
      concurrency: '3',
      quota_day: '100',
      quota_month: '1000',
      networks: '203.0.113.0/24\n2001:db8::/48 203.0.113.0/24',
      cors_origins: 'https://shop.example\nhttps://shop.example http://localhost:5173',
      purpose: 'credit',
      expires_on: '2030-12-31',
    });
    expect(key).toMatchObject({
      mode: 'live',
      scopes: ['verify:batch'],
      rate: '5/h',
      burst: 2,
      concurrency: 3,
      quota_day: 100,
      quota_month: 1000,
      networks: ['203.0.113.0/24', '2001:db8::/48'],
      cors_origins: ['https://shop.example', 'http://localhost:5173'],
      purpose: 'credit',
      // The first moment of the next year in Brazil.
      expires_at: '2031-01-01T03:00:00.000Z',
    });
  });
});

test('a change holds at once, and what is not named stays', async () => {
  const { secret, key } = await make({ quota_day: '50' });
  const { body } = await admin.post('key-update', { id: key.id, rate: '1/d', name: 'outra' });
  expect(body.key).toMatchObject({ name: 'outra', rate: '1/d', quota_day: 50 });
  expect((await ask(secret)).status).toBe(200);
  expect((await ask(secret)).status).toBe(429);
  const freed = await admin.post('key-update', { id: key.id, rate: 'unlimited', quota_day: 'unlimited' });
  expect(freed.body.key).toMatchObject({ rate: 'unlimited', quota_day: null });
  expect((await ask(secret)).status).toBe(200);
  expect(await listActs(key.id)).toHaveLength(3);
});

test('the sandbox key is not revoked by a slip: its id is typed, and the server asks for it', async () => {
  const state = async () =>
    (await admin.post('key-list', { shown: 'all', after: null })).body.keys.find(
      ({ id }: { id: string }) => id === 'key_sandbox',
    ).state;
  for (const confirmed of [null, 'yes', 'KEY_SANDBOX']) {
    const answer = await admin.post('key-revoke', { id: 'key_sandbox', confirmed }, { 'accept-language': 'pt-BR' });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.detail).toContain('digite o id dela: key_sandbox');
  }
  expect(await state()).toBe('active');
});

test('a rotated key has a new secret, and the one before works until the overlap is over', async () => {
  const { secret, key } = await make();
  const rotated = await admin.post('key-rotate', { id: key.id, overlap: '24h' });
  const fresh = rememberKey(rotated.body.secret);
  expect(rotated.body.key.older_secrets_until).toHaveLength(1);
  expect([(await ask(secret)).status, (await ask(fresh)).status]).toEqual([200, 200]);
  const again = await admin.post('key-rotate', { id: key.id, overlap: '0h' });
  expect(again.body.key.older_secrets_until).toEqual([]);
  expect([(await ask(secret)).status, (await ask(fresh)).status]).toEqual([401, 401]);
  expect((await ask(rememberKey(again.body.secret))).status).toBe(200);
});

test('a revoked key is refused at once, for good', async () => {
  const { secret, key } = await make();
  expect((await ask(secret)).status).toBe(200);
  expect((await admin.post('key-revoke', { id: key.id })).body.key.state).toBe('revoked');
  expect((await ask(secret)).status).toBe(401);
  expect((await admin.post('key-revoke', { id: key.id })).body.key.state).toBe('revoked');
  expect((await admin.post('key-update', { id: key.id, rate: '9/s' })).body.code).toBe('key_not_changeable');
  expect((await admin.post('key-rotate', { id: key.id, overlap: '1h' })).body.code).toBe('key_not_changeable');
  expect((await admin.post('key-rotate', { id: 'key_sandbox', overlap: '1h' })).body.code).toBe('key_not_changeable');
  for (const [route, body] of [
    ['key-update', { rate: '9/s' }],
    ['key-rotate', { overlap: '1h' }],
    ['key-revoke', {}],
  ] as const) {
    const answer = await admin.post(route, { id: 'key_nobody', ...body });
    expect([answer.status, answer.body.code]).toEqual([404, 'key_not_found']);
  }
});

describe('what cannot be read is refused with a sentence, and nothing is made', () => {
  test.each([
    [{ name: ' ' }, 'O nome precisa ter de 1 a 100 caracteres.'],
    [{ name: 'a\u0007b' }, 'O nome precisa ter de 1 a 100 caracteres.'],
    [{ scopes: [] }, 'Escolha ao menos uma coisa que a chave possa fazer.'],
    [{ rate: '5 per hour' }, /A taxa é/],
    [{ burst: '0' }, /números inteiros/],
    [{ quota_month: '1e3' }, /números inteiros/],
    [{ networks: '10.0.0.0/8 everywhere' }, /Redes são/],
    [{ networks: '2001:db8::1/128' }, /Redes são/],
    [{ cors_origins: 'https://shop.example/' }, /Escreva cada site/],
    [{ cors_origins: '*' }, /Escreva cada site/],
    [{ expires_on: '2020-01-01' }, /hoje ou depois/],
    [{ expires_on: '2030-02-30' }, /hoje ou depois/],
    [{ purpose: 'gossip' }, /finalidade/i],
  ])('%j', async (changes, sentence) => {
    const before = (await admin.post('key-list', { shown: 'all', after: null })).body.keys.length;
    const { status, body } = await admin.post('key-create', { ...wanted, ...changes }, { 'accept-language': 'pt-BR' });
    expect(status).toBe(400);
    expect(`${body.title} ${body.detail}`).toMatch(sentence);
    expect((await admin.post('key-list', { shown: 'all', after: null })).body.keys).toHaveLength(before);
  });

  test.each([
    ['key-create', { ...wanted, scopes: ['verify:everything'] }],
    ['key-create', { ...wanted, scopes: 'verify:cpf' }],
    ['key-create', { ...wanted, mode: 'both' }],
    ['key-update', { id: 'key_sandbox', scopes: ['verify:cpf'] }],
    ['key-rotate', { id: 'key_sandbox', overlap: 'soon' }],
    ['key-rotate', { id: 'key_sandbox', overlap: '91d' }],
    ['usage', { month: '2026-13' }],
    ['usage', { month: '11/2026' }],
  ])('%s %j', async (route, body) => {
    const answer = await admin.post(route, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  });
});

describe('who may', () => {
  test('nobody without a session sees a key', async () => {
    const stranger = openPage();
    expect((await stranger.post('key-list', { shown: 'all', after: null })).status).toBe(401);
    expect((await stranger.post('usage')).status).toBe(401);
    expect((await stranger.post('key-create', wanted)).status).toBe(401);
  });

  test.each(['viewer', 'analyst'] as const)('a %s sees keys and usage and changes nothing', async (role) => {
    const page = await signInAs(role);
    expect((await page.post('key-list', { shown: 'all', after: null })).status).toBe(200);
    expect((await page.post('usage')).status).toBe(200);
    for (const [route, body] of [
      ['key-create', wanted],
      ['key-update', { id: 'key_sandbox', rate: '1/d' }],
      ['key-rotate', { id: 'key_sandbox', overlap: '0h' }],
      ['key-revoke', { id: 'key_sandbox' }],
    ] as const) {
      const answer = await page.post(route, body);
      expect([answer.status, answer.body.code]).toEqual([403, 'role_too_low']);
    }
    expect(
      (await page.post('key-list', { shown: 'all', after: null })).body.keys.find(
        ({ id }: { id: string }) => id === 'key_sandbox',
      ).state,
    ).toBe('active');
  });

  test.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['without the token', { 'confere-csrf': '' }],
  ])('%s nothing is changed', async (_what, headers) => {
    const { key } = await make();
    const answer = await admin.post('key-revoke', { id: key.id }, headers as Record<string, string>);
    expect([answer.status, answer.body.code]).toEqual([403, 'cross_site_refused']);
  });
});

test('usage is told by key, outcome and source, for the months that there were', async () => {
  const { secret, key } = await make({ name: 'usada' });
  for (let call = 0; call < 3; call++) expect((await ask(secret)).status).toBe(200);
  await expect
    .poll(async () => (await viewer.post('usage', { key_id: key.id })).body.requests)
    .toEqual([{ key_id: key.id, name: 'usada', count: 3 }]);
  const { body } = await viewer.post('usage', { key_id: key.id });
  expect(body.verifications).toEqual([
    { key_id: key.id, name: 'usada', operation: 'cpf', outcome: 'verified', count: 3 },
  ]);
  // The sandbox is no source that anybody calls.
  expect(body.calls).toEqual([]);
  expect(body.months).toHaveLength(12);
  expect(body.months.at(-1)).toEqual({ month: body.month, count: 3 });
  const listed = (await viewer.post('key-list', { shown: 'all', after: null })).body.keys.find(
    ({ id }: { id: string }) => id === key.id,
  );
  expect([listed.requests_today, listed.requests_this_month]).toEqual([3, 3]);
  expect(listed.last_used_at).not.toBeNull();
  const none = await viewer.post('usage', { month: '2001-01' });
  expect([none.body.requests, none.body.month]).toEqual([[], '2001-01']);
});

test('usage tells the cost in reais by key, source and purpose, for each verification and each approved person', async () => {
  const { secret, key } = await make({ name: 'paga', mode: 'live' });
  const asked = { cpf: person.cpf, name: 'Joana Exemplo da Silva', birth_date: person.birthDate };
  const headers = { 'confere-purpose': 'credit' };
  for (let call = 0; call < 2; call++) await post(`${service.address}/v1/verify/cpf`, asked, { key: secret, headers });
  const row = { key_id: key.id, name: 'paga', outcome: 'answered', purpose: 'credit', count: 2 };
  await expect
    .poll(async () => (await viewer.post('usage', { key_id: key.id })).body.costs)
    .toEqual({
      ...{
        people: 2,
        approved: 2,
        reais: '2.6360',
        calls_without_price: 2,
        reais_per_verification: '1.3180',
        reais_per_approved: '1.3180',
      },
      purposes: [
        { purpose: 'credit', reais: '2.6360', reais_per_verification: '1.3180', reais_per_approved: '1.3180' },
      ],
      calls: [
        { ...row, source: 'bureau_a', reais: '1.3180' },
        { ...row, source: 'bureau_b', reais: null },
        { ...row, source: 'fraud_registry', reais: '1.3180' },
      ],
    });
});
