// GET /v1/companies/{root}/establishments

import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import type { CnpjRoot } from '../../../src/domain/numbers/cnpj.ts';
import { establishmentsOf } from '../../../src/sandbox/company-records.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { get, openTestService } from '../../support/service/service.ts';

const today = toBrazilDay(Date.now());
const roots = Array.from({ length: 200 }, (_, index) => String(10_000_000 + index) as CnpjRoot);
const large = roots.find((root) => establishmentsOf(root, today).length > 4) as CnpjRoot;

const service = await openTestService();
const key = await service.createKey({ rate: null, scopes: ['read:company'] });
const url = `${service.address}/v1/companies`;

describe('200', () => {
  test('lists head office and branches with their number in all', async () => {
    const { status, body, headers } = await get(`${url}/90000003/establishments`, { key });
    expect([status, body.total, body.next_cursor]).toEqual([200, 2, null]);
    expect(
      body.establishments.map((one: { cnpj: string; head_office: boolean }) => [one.cnpj, one.head_office]),
    ).toEqual([
      ['90000003000118', true],
      ['90000003000207', false],
    ]);
    expect([...Value.Errors(toStandaloneSchema('CompanyEstablishments'), body)]).toEqual([]);
    expect(headers.get('etag')).toMatch(/^"1-/);
  });

  test('page after page, every establishment comes once, in order', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await get(`${url}/${large}/establishments?limit=2${cursor && `&cursor=${cursor}`}`, { key });
      expect(body.total).toBe(establishmentsOf(large, today).length);
      expect(body.establishments.length).toBeLessThanOrEqual(2);
      seen.push(...body.establishments.map(({ cnpj }: { cnpj: string }) => cnpj));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(establishmentsOf(large, today));
  });

  test('takes the root with dots and in small letters', async () => {
    expect((await get(`${url}/90.000.003/establishments`, { key })).body.root).toBe('90000003');
    expect((await get(`${url}/12abc345/establishments`, { key })).body.root).toBe('12ABC345');
  });
});

test('304 for a page that has not changed', async () => {
  const { headers } = await get(`${url}/90000003/establishments`, { key });
  const again = { key, headers: { 'if-none-match': headers.get('etag') ?? '' } };
  expect((await get(`${url}/90000003/establishments`, again)).status).toBe(304);
});

describe('400', () => {
  test.each(['90000003000118', '9000000', '90.000.003/0001', '---'])(
    'invalid_request for the root %s',
    async (root) => {
      const { status, body } = await get(`${url}/${encodeURIComponent(root)}/establishments`, { key });
      expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([400, 'invalid_request', '/root']);
    },
  );

  test.each([
    'limit=0',
    'limit=1001',
    'limit=1e2',
    'limit=-1',
    'cursor=',
    'cursor=abc',
    'cursor=OTAwMDAwMDMwMDAx%3D',
    'fields=cnpj',
    'limit=1&limit=2',
  ])('invalid_query for ?%s', async (query) => {
    const { status, body } = await get(`${url}/90000003/establishments?${query}`, { key });
    expect([status, body.code]).toEqual([400, 'invalid_query']);
  });

  test('invalid_query for a cursor of another company', async () => {
    const { body } = await get(`${url}/${large}/establishments?limit=1`, { key });
    const other = await get(`${url}/90000003/establishments?cursor=${body.next_cursor}`, { key });
    expect([other.status, other.body.code]).toEqual([400, 'invalid_query']);
  });
});

test('401, 403: the gate of the record', async () => {
  expect((await get(`${url}/90000003/establishments`)).status).toBe(401);
  expect((await get(`${url}/90000003/establishments`, { key: await service.createKey() })).status).toBe(403);
});

test('404 company_not_found for a root that the registry does not hold', async () => {
  const { status, body } = await get(`${url}/90000009/establishments`, { key });
  expect([status, body.code]).toEqual([404, 'company_not_found']);
});

test('503 registry_unavailable for a live key while no records are loaded', async () => {
  const live = await service.createKey({ mode: 'live', scopes: ['read:company'] });
  const { status, body } = await get(`${url}/90000003/establishments`, { key: live });
  expect([status, body.code]).toEqual([503, 'registry_unavailable']);
});
