// Whole records with a live key, out of imported files: the way of a fact from the Receita's rows to the caller.

import { closeSync, fstatSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { recordedRows } from '../../support/registry/recorded-companies.ts';
import { writeDump } from '../../support/registry/registry-dump.ts';
import { get, openTestService, post } from '../../support/service/service.ts';

const person = completeCnpj('123456780001');

const folder = createOutputDirectory('live-companies');
const data = join(folder, 'data');
await importInto(join(data, 'registry'), writeDump(join(folder, 'dump'), recordedRows));
const service = await openTestService({
  CONFERE_DATA_DIR: data,
  CONFERE_COMPAT_ENABLED: 'true',
  CONFERE_COMPAT_WITHOUT_KEY: 'true',
  CONFERE_COMPANIES_SHOW_PHONES: 'comparar com respostas gravadas',
});
const key = await service.createKey({ mode: 'live', rate: null, scopes: ['read:company', 'verify:cnpj'] });

const url = (path: string) => `${service.address}/v1/companies/${path}`;

test('a recorded answer of minha-receita comes out again, letter for letter, from the rows it was made of', async () => {
  const fixture = join(import.meta.dirname, '../../fixtures/minha-receita/association.json');
  const recorded = JSON.parse(readFileSync(fixture, 'utf8')) as Record<string, unknown>;
  const expected = JSON.stringify(recorded);
  const answer = await fetch(`${service.address}/compat/minha-receita/19131243000197`);
  expect(await answer.text()).toBe(expected);
  expect((await fetch(`${service.address}/compat/brasil-api/cnpj/v1/19131243000197`)).status).toBe(200);
});

test('people are left out as the settings say: street, e-mail, child and CPF stay where they are', async () => {
  const { body } = await get(url(person), { key });
  expect(body.legal_name).toBe('JOSE INVENTADO ***012389**');
  expect(body.withheld).toEqual(['email', 'personal_address', 'minors']);
  expect(body.partners.map(({ name }: { name: string }) => name)).toEqual(['ADULTO INVENTADO']);
  expect(body.contacts).toMatchObject({ phone: { area_code: '21', number: '22223333' }, email: null });
  expect(JSON.stringify(body)).not.toMatch(/28001238938|SEGREDO|CRIANCA|EXAMPLE/i);
});

test('hostile text comes out clean, in one line', async () => {
  const { body } = await get(url(`${person}?fields=trade_name`), { key });
  expect(body).toEqual({ trade_name: '=CMD("X")' });
});

test('head office and branches are counted and listed', async () => {
  expect((await get(url(person), { key })).body.establishments).toEqual({ total: 3, head_office: person });
  const first = await get(url('12345678/establishments?limit=2'), { key });
  const rest = await get(url(`12345678/establishments?limit=2&cursor=${first.body.next_cursor}`), { key });
  const listed = [...first.body.establishments, ...rest.body.establishments].map(({ cnpj }: { cnpj: string }) => cnpj);
  expect(listed).toEqual(['123456780001', '123456780002', '123456780003'].map(completeCnpj));
  expect(rest.body.next_cursor).toBeNull();
});

test('an answer about a company is read again, at once, and so is one about a company that is not there', async () => {
  const reader = await service.createKey({ mode: 'live', scopes: ['verify:cnpj', 'read:verification'] });
  for (const cnpj of ['19131243000197', '90000009000195']) {
    const { body } = await post(`${service.address}/v1/verify/cnpj`, { cnpj }, { key: reader });
    const again = await get(`${service.address}/v1/verifications/${body.request_id}`, { key: reader });
    expect([again.status, again.body]).toEqual([200, body]);
  }
});

describe('records whose file is damaged', () => {
  test('are 503 by every way, never 404, while verification goes on', async () => {
    const [snapshot = ''] = readdirSync(join(data, 'registry/snapshots'));
    const file = openSync(join(data, 'registry/snapshots', snapshot, 'records.dat'), 'r+');
    const { size } = fstatSync(file);
    const junk = Buffer.alloc(64, 0x5a);
    for (let at = 0; at + junk.length <= size; at += junk.length) writeSync(file, junk, 0, junk.length, at);
    closeSync(file);
    // Some reads may still be answered from memory.
    await vi.waitFor(async () => expect((await get(url('90000003000118'), { key })).status).toBe(503), {
      timeout: 30_000,
    });
    const answers = [
      await get(url('12345678/establishments'), { key }),
      await post(url('lookup'), { cnpjs: ['90000004000162'] }, { key }),
      await get(`${service.address}/compat/minha-receita/90000005000107`, { key }),
    ];
    expect(answers.map(({ status }) => status).filter((status) => status === 404)).toEqual([]);
    expect([answers[1]?.status, answers[2]?.status]).toEqual([503, 503]);
    const verified = await post(`${service.address}/v1/verify/cnpj`, { cnpj: '19131243000197' }, { key });
    expect([verified.status, verified.body.company_name]).toEqual([200, 'OPEN KNOWLEDGE BRASIL']);
    expect((await get(`${service.address}/readyz`)).status).toBe(200);
  }, 60_000);
});
