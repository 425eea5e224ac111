// Watches over real sockets and real imports: what changed of the companies on a list is told once, to its key, and by webhook.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { afterAll, expect, it } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { withWebhooks } from '../../../src/compose/commands/webhooks.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { loadConfig } from '../../../src/config.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import type { Scope } from '../../../src/domain/access/scopes.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { startWebhookReceiver } from '../../support/parties/webhook-receiver.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { company, establishment, writeDump } from '../../support/registry/registry-dump.ts';
import { get, openTestService, post } from '../../support/service/service.ts';

const env = {
  CONFERE_WATCHES_PER_KEY_MAX: '3',
  CONFERE_WATCHES_COMPANIES_MAX: '50',
  CONFERE_WEBHOOKS_PER_KEY_MAX: '2',
  CONFERE_WEBHOOKS_ALLOW_HTTP: 'true',
  CONFERE_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.1',
};
const scopes: Scope[] = ['watch:company'];
const roots = ['11111111', '22222222', '33333333'];
const cnpjs = roots.map((root) => completeCnpj(`${root}0001`));

let imports = 0;
let aheadMs = 0;
const clock = {
  nowMs: () => systemClock.nowMs() + aheadMs,
  monotonicMs: () => systemClock.monotonicMs() + aheadMs,
};

/** Companies by their status, in the registry that the service follows. */
async function importStatuses(...statuses: string[]): Promise<void> {
  const rows = {
    companies: roots.map((root) => company(root, `EMPRESA ${root}`)),
    establishments: roots.map((root, index) => establishment({ base: `${root}0001`, status: statuses[index] ?? '02' })),
  };
  const dump = writeDump(join(service.directory, `dump-${++imports}`), rows, `6080${imports}`);
  await importInto(join(service.directory, 'data/registry'), dump);
}

/** As another process has them. */
const openOwnStores = () =>
  openStores(
    loadConfig({ cwd: service.directory, env: { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' } }),
    systemClock,
  );

const receiver = await startWebhookReceiver();
afterAll(() => receiver.close());
const service = await openTestService(env, { clock });
const key = await service.createKey({ name: 'watcher', mode: 'live', scopes, rate: null });
const config = loadConfig({
  cwd: service.directory,
  env: { ...env, CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' },
});
const stores = await openStores(config, systemClock);
const keyId = (await stores.manageKeys.list({ limit: 100 })).find(({ name }) => name === 'watcher')?.id as string;
await stores.close();
const endpoint = await withWebhooks(config, (all) => all.add(`${receiver.origin}/hook`, keyId));
await importStatuses('02', '02', '02');

const watch = (body: unknown, query = '', headers = {}) =>
  post(`${service.address}/v1/watches${query}`, body, { key, headers });
const read = (path: string, by = key) => get(`${service.address}/v1/watches/${path}`, { key: by });

it('a watched company that changed is told, once, by the list of changes and by webhook', async () => {
  // The service has taken the import up once a watch of it begins with its snapshot.
  await expect.poll(async () => service.readLog().some(({ event }) => event === 'snapshot_opened')).toBe(true);
  const made = await watch({ cnpjs: [...cnpjs.slice(0, 2), cnpjs[0], '11111111000100'] }, `?webhook=${endpoint.id}`);
  expect(made).toMatchObject({
    status: 201,
    body: { companies: 2, changes: 0, refused_count: 1, refused: [{ line: 4, reason: 'invalid_check_digits' }] },
  });
  expect([...Value.Errors(toStandaloneSchema('WatchCreated'), made.body)]).toEqual([]);
  const { id } = made.body;
  // The third one changes too, and is not watched.
  await importStatuses('08', '02', '08');
  await expect.poll(async () => (await read(id)).body.changes).toBe(1);
  const { body } = await read(`${id}/changes`);
  expect([...Value.Errors(toStandaloneSchema('WatchChanges'), body)]).toEqual([]);
  expect(body).toMatchObject({
    changes: [
      { cursor: '1', cnpj: cnpjs[0], kind: 'changed', changed: ['status', 'risk_level'], after: { status: 'closed' } },
    ],
    next_cursor: null,
  });
  await expect.poll(() => receiver.received.length).toBe(1);
  const [webhook] = receiver.received;
  expect(webhook?.isSignedWith(endpoint.secret)).toBe(true);
  expect(webhook?.body).toMatchObject({
    type: 'watch.changed',
    data: { watch_id: id, changes_total: 1, changes: body.changes, after: '0', missed: false },
  });
  expect([...Value.Errors(toStandaloneSchema('WatchChangedEvent'), webhook?.body)]).toEqual([]);
  const { body: listed } = await get(`${service.address}/v1/events`, { key });
  expect([...Value.Errors(toStandaloneSchema('EventList'), listed)]).toEqual([]);
  expect(listed).toEqual({ events: [{ id: webhook?.id, cursor: '1', ...webhook?.body }], next_cursor: null });
  await importStatuses('02', '08', '08');
  await expect.poll(async () => (await read(id)).body.changes).toBe(3);
  const first = await read(`${id}/changes?limit=2`);
  expect(first.body.changes).toHaveLength(2);
  const second = await read(`${id}/changes?cursor=${first.body.next_cursor}`);
  expect(second.body).toMatchObject({ changes: [{ cursor: '3' }], next_cursor: null });
  const behind = await read(`${id}/changes?cursor=${first.body.changes[0].cursor}`);
  expect(behind.body.changes.map(({ cursor }: { cursor: string }) => cursor)).toEqual(['2', '3']);
  expect((await read(id)).body).toMatchObject({ missed_comparisons: 0, compared_at: expect.any(String) });
});

it('a key makes endpoints of its own, changes them and gives them a new secret, and sees nobody else’s', async () => {
  const own = await service.createKey({ name: 'own', mode: 'live', scopes: [...scopes, 'manage:webhooks'] });
  const call = async (method: string, path: string, body?: unknown, by = own) => {
    const headers = {
      authorization: `Bearer ${by}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const sent = await fetch(`${service.address}/v1/webhooks${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await sent.text();
    return { status: sent.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const made = await call('POST', '', { url: `${receiver.origin}/first` });
  expect(made).toMatchObject({ status: 201, body: { url: `${receiver.origin}/first`, previous_secret_until: null } });
  expect([...Value.Errors(toStandaloneSchema('WebhookWithSecret'), made.body)]).toEqual([]);
  const { secret, ...shown } = made.body;
  expect(secret).toMatch(/^whsec_/);
  expect((await call('GET', '')).body).toEqual({ webhooks: [shown] });
  expect((await call('GET', `/${shown.id}`)).body).toEqual(shown);
  const other = await service.createKey({ mode: 'live', scopes: ['manage:webhooks'] });
  expect((await call('GET', '', undefined, other)).body).toEqual({ webhooks: [] });
  for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { rotate_secret: true }]] as const) {
    expect(await call(method, `/${shown.id}`, body, other)).toMatchObject({
      status: 404,
      body: { code: 'webhook_not_found' },
    });
  }
  expect((await call('GET', '', undefined, key)).body.code).toBe('insufficient_scope');
  const rotated = await call('PATCH', `/${shown.id}`, {
    url: `${receiver.origin}/second`,
    rotate_secret: true,
    overlap_seconds: 600,
  });
  expect([...Value.Errors(toStandaloneSchema('WebhookWithSecret'), rotated.body)]).toEqual([]);
  expect(rotated.body).toMatchObject({ url: `${receiver.origin}/second`, previous_secret_until: expect.any(String) });
  const before = receiver.received.length;
  const watched = await post(`${service.address}/v1/watches?webhook=${shown.id}`, { cnpjs }, { key: own });
  expect(watched.status).toBe(201);
  await importStatuses('04', '08', '08');
  const findOwn = () => receiver.received.slice(before).find(({ body }) => body.data.watch_id === watched.body.id);
  await expect.poll(findOwn, { timeout: 60_000 }).toBeDefined();
  const told = findOwn();
  expect([told?.signatures, told?.isSignedWith(secret), told?.isSignedWith(rotated.body.secret)]).toEqual([
    2,
    true,
    true,
  ]);
  for (const body of [
    {},
    { url: 1 },
    { url: 'x' },
    { url: 'https://10.0.0.1' },
    { url: 'https://localhost6.invalid:x' },
    { url: receiver.origin, more: 1 },
  ]) {
    expect(await call('POST', '', body)).toMatchObject({ status: 400, body: { code: 'invalid_webhook' } });
  }
  for (const body of [
    {},
    { rotate_secret: 'yes' },
    { overlap_seconds: 5 },
    { rotate_secret: true, overlap_seconds: -1 },
  ]) {
    expect(await call('PATCH', `/${shown.id}`, body)).toMatchObject({ status: 400, body: { code: 'invalid_webhook' } });
  }
  expect((await call('POST', '', { url: receiver.origin })).status).toBe(201);
  expect(await call('POST', '', { url: receiver.origin })).toMatchObject({
    status: 429,
    body: { code: 'too_many_webhooks' },
  });
  expect([(await call('DELETE', `/${shown.id}`)).status, (await call('GET', `/${shown.id}`)).status]).toEqual([
    204, 404,
  ]);
});

it('is made once under an Idempotency-Key, also where no more may be, and another list is refused', async () => {
  const own = await service.createKey({ mode: 'live', scopes });
  const send = (body: unknown, name = 'list of today', more = {}) =>
    post(`${service.address}/v1/watches`, body, { key: own, headers: { 'idempotency-key': name, ...more } });
  const list = { cnpjs: [...cnpjs, '11111111000100'] };
  const [one, other] = await Promise.all([send(list), send(list)]);
  const first = one.status === 201 ? one : other;
  // The other one may have come while the list was still being taken in.
  expect([201, 409]).toContain((first === one ? other : one).status);
  const again = await send(list);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(again.body).toEqual(first.body);
  expect(again.body).toMatchObject({ companies: 3, refused_count: 1 });
  for (const body of [{ cnpjs }, { cnpjs: cnpjs.toReversed() }]) {
    expect(await send(body)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  }
  const table = await send(`cnpj\n${cnpjs[0]}\n`, 'a table', { 'content-type': 'text/csv' });
  expect((await send({ cnpjs: cnpjs.slice(0, 1) }, 'the third')).status).toBe(201);
  expect((await send({ cnpjs: cnpjs.slice(0, 1) }, 'the fourth')).status).toBe(429);
  const same = await send(`cnpj\n${cnpjs[0]}\n`, 'a table', { 'content-type': 'text/csv' });
  expect(same.body).toEqual(table.body);
  const listed = await get(`${service.address}/v1/watches`, { key: own });
  expect(listed.body.watches).toHaveLength(3);
  // Of another key it is another one, and of a deleted one none is left.
  const others = await watch({ cnpjs }, '', { 'idempotency-key': 'the third' });
  expect(others.headers.get('idempotent-replayed')).toBeNull();
  await get(`${service.address}/v1/watches/${others.body.id}`, { key, method: 'DELETE' });
  await get(`${service.address}/v1/watches/${first.body.id}`, { key: own, method: 'DELETE' });
  expect((await send({ cnpjs })).body.id).not.toBe(first.body.id);
});

it('belongs to its key, and is gone once it is deleted', async () => {
  const other = await service.createKey({ mode: 'live', scopes });
  const { id } = (await watch(`cnpj\n${cnpjs[0]}\n`, '', { 'content-type': 'text/csv' })).body;
  expect((await read(id, other)).body).toMatchObject({ status: 404, code: 'watch_not_found' });
  expect((await read(`${id}/changes`, other)).status).toBe(404);
  const drop = (by: string) => get(`${service.address}/v1/watches/${id}`, { key: by, method: 'DELETE' });
  expect([(await drop(other)).status, (await drop(key)).status, (await read(id)).status]).toEqual([404, 204, 404]);
});

it('ends with its key: of one that was revoked nothing is compared, told or kept', async () => {
  const lost = await service.createKey({ name: 'lost', mode: 'live', scopes });
  const { id } = (await post(`${service.address}/v1/watches`, { cnpjs }, { key: lost })).body;
  const own = (await watch({ cnpjs })).body.id;
  await service.revokeKeyNamed('lost');
  await importStatuses('08', '08', '02');
  await expect.poll(async () => (await read(own)).body.changes, { timeout: 60_000 }).toBeGreaterThan(0);
  const stores = await openOwnStores();
  await expect.poll(() => stores.watches.find(id)).toBeUndefined();
  await stores.close();
  await get(`${service.address}/v1/watches/${own}`, { key, method: 'DELETE' });
});

it('whose key has expired is compared no more: nothing is told, and what it missed is counted', async () => {
  const expiresAtMs = clock.nowMs() + 3_600_000;
  const expiring = await service.createKey({ name: 'expiring', mode: 'live', scopes, expiresAtMs });
  const { id } = (await post(`${service.address}/v1/watches`, { cnpjs }, { key: expiring })).body;
  const stores = await openOwnStores();
  const before = await stores.watches.find(id);
  expect(before).toMatchObject({ missed: 0, snapshot: expect.any(String) });
  aheadMs = 2 * 3_600_000;
  await importStatuses('02', '04', '08');
  const find = () => stores.watches.find(id);
  await expect.poll(async () => (await find())?.snapshot, { timeout: 60_000 }).not.toBe(before?.snapshot);
  expect(await find()).toMatchObject({ missed: 1, lastChange: 0 });
  expect(await stores.events.list(before?.keyId as KeyId, { after: 0, sinceMs: 0 }, 100)).toEqual([]);
  await stores.close();
});

it('those of a key are listed, page by page, and nobody else’s', async () => {
  const own = await service.createKey({ mode: 'live', scopes });
  const made: string[] = [];
  for (let count = 0; count < 3; count++) {
    made.unshift((await post(`${service.address}/v1/watches`, { cnpjs }, { key: own })).body.id);
  }
  const list = async (query = '', by = own) => (await get(`${service.address}/v1/watches${query}`, { key: by })).body;
  const first = await list('?limit=2');
  expect([...Value.Errors(toStandaloneSchema('WatchList'), first)]).toEqual([]);
  const second = await list(`?limit=2&cursor=${first.next_cursor}`);
  expect([...first.watches, ...second.watches].map(({ id }: { id: string }) => id)).toEqual(made);
  expect(second.next_cursor).toBeNull();
  expect(await list('', await service.createKey({ mode: 'live', scopes }))).toEqual({ watches: [], next_cursor: null });
  for (const query of ['?limit=0', '?limit=101', '?cursor=x', '?more=1']) {
    expect(await list(query)).toMatchObject({ status: 400, code: 'invalid_query' });
  }
});

it('nothing of a list or of a change is in the database in the clear', () => {
  const folder = join(service.directory, 'data');
  const files = readdirSync(folder).filter((name) => name.startsWith('confere.db'));
  const bytes = Buffer.concat(files.map((name) => readFileSync(join(folder, name)))).toString('latin1');
  for (const secret of [...cnpjs, 'EMPRESA 11111111']) expect(bytes).not.toContain(secret);
});

it('refuses what is no list, too long, too many, or without the scope', async () => {
  const unscoped = await service.createKey({ mode: 'live' });
  const refused = await post(`${service.address}/v1/watches`, { cnpjs }, { key: unscoped });
  expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  for (const body of [{}, { cnpjs: 'x' }, { cnpjs: [] }, { cnpjs: ['40442820135'] }, { cnpjs, more: 1 }]) {
    expect(await watch(body)).toMatchObject({ status: 400, body: { code: 'invalid_watch' } });
  }
  expect((await watch({ cnpjs: ['11111111000100'] })).body.detail).toBe(
    'No line of the list holds a CNPJ. Line 1, for one: `invalid_check_digits`.',
  );
  const table = await watch('id;nome\n1;x\n', '', { 'content-type': 'text/csv', 'accept-language': 'pt-BR' });
  expect(table.body).toMatchObject({
    code: 'invalid_watch',
    detail: 'Nenhuma coluna se chama cnpj ou documento. A tabela tem 2 colunas: id, nome.',
  });
  const wrong = await watch('11111111000100\n', '', { 'content-type': 'text/csv' });
  expect(wrong.body.detail).toContain('No column is called cnpj or documento.');
  const many = Array.from({ length: 51 }, (_, index) => completeCnpj(`${50_000_000 + index}0001`));
  expect(await watch({ cnpjs: many })).toMatchObject({ status: 413, body: { code: 'watch_too_large' } });
  expect(await watch({ cnpjs }, '?webhook=wh_none')).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
  expect((await read('x/changes?limit=0')).status).toBe(400);
  for (let count = 0; count < 2; count++) expect((await watch({ cnpjs })).status).toBe(201);
  expect(await watch({ cnpjs })).toMatchObject({ status: 429, body: { code: 'too_many_watches' } });
});
