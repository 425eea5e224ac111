// Cursors that somebody takes to a list that they are not of: those of another list are refused, those of another key show nothing but what is
// one's own.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Scope } from '../../../src/domain/access/scopes.ts';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { company, establishment, writeDump } from '../../support/registry/registry-dump.ts';
import { get, openTestService, post } from '../../support/service/service.ts';

const scopes: Scope[] = ['watch:company', 'verify:cnpj', 'verify:batch', 'read:company', 'screen', 'manage:clearances'];
const roots = ['11111111', '22222222', '33333333'];
const cnpjs = roots.map((root) => completeCnpj(`${root}0001`));
const service = await openTestService({ CONFERE_BATCHES_UNFINISHED_PER_KEY_MAX: '9' });
const [ana, bia] = [await createLiveKey('ana'), await createLiveKey('bia')];

function createLiveKey(name: string): Promise<string> {
  return service.createKey({ name, mode: 'live', scopes, rate: null });
}

let imports = 0;
async function importStatus(status: string): Promise<void> {
  const rows = {
    companies: roots.map((root) => company(root, `EMPRESA ${root}`)),
    establishments: roots.map((root) => establishment({ base: `${root}0001`, status })),
  };
  const dump = writeDump(join(service.directory, `dump-${++imports}`), rows, `6080${imports}`);
  await importInto(join(service.directory, 'data/registry'), dump);
}

/** What a page shows, by what tells its things apart. */
async function read(path: string, key: string) {
  const { status, body } = await get(`${service.address}${path}`, { key });
  const things: readonly Record<string, string>[] = Object.values(body).find(Array.isArray) ?? [];
  return {
    status,
    code: body.code,
    next: body.next_cursor,
    ids: things.map(({ id, cnpj, cursor }) => id ?? `${cursor} ${cnpj}`),
  };
}

async function sendBatch(key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
  const body = ['cnpj', ...cnpjs, ''].join('\n');
  const sent = await fetch(`${service.address}/v1/batches`, { method: 'POST', headers, body });
  expect(sent.status).toBe(202);
}

const until = (isThere: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await isThere()).toBe(true), { timeout: 30_000, interval: 200 });

const watchIds = new Map<string, string>();

beforeAll(async () => {
  await importStatus('02');
  await until(async () => service.readLog().some(({ event }) => event === 'snapshot_opened'));
  for (const key of [ana, bia, ana, bia, ana, bia]) {
    const made = await post(`${service.address}/v1/watches`, { cnpjs }, { key });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    watchIds.set(key, made.body.id);
    await sendBatch(key);
  }
  await importStatus('08');
  for (const key of [ana, bia]) {
    await until(async () => (await read(`/v1/watches/${watchIds.get(key)}/changes`, key)).ids.length === 3);
    await until(async () => (await read('/v1/events', key)).ids.length > 3);
  }
});

const lists = ['/v1/batches', '/v1/watches', '/v1/screen/clearances'];
/** By numbers of one's own. */
const numbered = ['/v1/watches/{id}/changes', '/v1/events'];
/** Their tests are with them. */
const ofCompanies = ['/v1/companies/{root}/establishments', '/v1/companies/{root}/partners'];

test('every route that takes a cursor is in these lists', () => {
  const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8')) as {
    paths: Record<string, { get?: { parameters?: { name?: string }[] } }>;
  };
  const paged = Object.entries(paths).filter(([, { get: asked }]) =>
    asked?.parameters?.some(({ name }) => name === 'cursor' || name === 'after'),
  );
  expect(paged.map(([path]) => path).sort()).toEqual([...lists, ...numbered, ...ofCompanies].sort());
});

describe.each(['/v1/batches', '/v1/watches'])('a cursor of %s', (path) => {
  test('of another key shows nothing but what is one’s own', async () => {
    const all = (await read(path, bia)).ids;
    expect(all).toHaveLength(3);
    const theirs = await read(`${path}?limit=1`, ana);
    const { status, ids } = await read(`${path}?cursor=${theirs.next}`, bia);
    expect([status, ids.every((id) => all.includes(id)), theirs.ids.some((id) => all.includes(id))]).toEqual([
      200,
      true,
      false,
    ]);
  });

  test.each(lists.filter((other) => other !== path))(
    'is refused by %s, and not taken for a place in it',
    async (other) => {
      const { next } = await read(`${path}?limit=1`, ana);
      expect(await read(`${other}?cursor=${next}`, ana)).toMatchObject({ status: 400, code: 'invalid_query' });
    },
  );
});

test('the cursor of an event or a change, of another key or another watch, shows nothing but what is one’s own', async () => {
  const [own, theirs] = [await read('/v1/events', bia), await read('/v1/events', ana)];
  expect(own.ids.filter((id) => theirs.ids.includes(id))).toEqual([]);
  const events = await read(`/v1/events?after=1&limit=2`, bia);
  expect(events.ids).toEqual(own.ids.slice(1, 3));
  const path = `/v1/watches/${watchIds.get(ana)}/changes`;
  expect(await read(`${path}?cursor=1`, bia)).toMatchObject({ status: 404 });
  expect((await read(`${path}?cursor=1`, ana)).ids).toHaveLength(2);
  const foreign = (await read('/v1/batches?limit=1', ana)).next;
  for (const place of [`${path}?cursor=${foreign}`, `/v1/events?after=${foreign}`])
    expect(await read(place, ana)).toMatchObject({ status: 400, code: 'invalid_query' });
});
