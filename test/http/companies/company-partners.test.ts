// GET /v1/companies/{root}/partners

import { expect, test } from 'vitest';
import { get, openTestService } from '../../support/service/service.ts';

const service = await openTestService();
const key = await service.createKey({ rate: null, scopes: ['read:company'] });
const url = `${service.address}/v1/companies`;

const known = '34238864';

test('200: the partners of the record, a page at a time, with a cursor to the next', async () => {
  const { body: record } = await get(`${url}/${known}000168`, { key });
  const { status, body, headers } = await get(`${url}/${known}/partners`, { key });
  expect([status, body]).toEqual([
    200,
    {
      root: known,
      total: record.partners_total,
      partners: record.partners,
      next_cursor: null,
      data_as_of: record.data_as_of,
    },
  ]);
  expect(record.partners.length).toBeGreaterThan(0);
  const etag = headers.get('etag') ?? '';
  expect((await get(`${url}/${known}/partners`, { key, headers: { 'if-none-match': etag } })).status).toBe(304);

  const seen: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await get(`${url}/${known}/partners?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`, { key });
    seen.push(...page.body.partners);
    cursor = page.body.next_cursor;
  }
  expect(seen).toEqual(record.partners);
});

test('400 for a root, a cursor and a limit that are none', async () => {
  for (const path of [
    '1234/partners',
    `${known}/partners?limit=0`,
    `${known}/partners?cursor=abc`,
    `${known}/partners?page=2`,
  ])
    expect((await get(`${url}/${path}`, { key })).status).toBe(400);
});

test('401 and 403 without a key and without its scope', async () => {
  expect((await get(`${url}/${known}/partners`)).status).toBe(401);
  expect((await get(`${url}/${known}/partners`, { key: await service.createKey() })).status).toBe(403);
});

test('503 while no records are loaded', async () => {
  const live = await service.createKey({ mode: 'live', scopes: ['read:company'] });
  const { status, body } = await get(`${url}/${known}/partners`, { key: live });
  expect([status, body.code]).toEqual([503, 'registry_unavailable']);
});
