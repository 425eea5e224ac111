// Somebody without a CPF in the search of the console: found and judged by what POST /v1/screen takes.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsolePage, consolePassword, openConsolePage, signInTo } from '../../../support/console/console-page.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

const passport = { document_type: 'passport', document_number: 'qx 765.4321', document_country: 'Venezuela' };
const reason = 'O passaporte foi comparado: é outra pessoa.';

let service: TestService;
let analyst: ConsolePage;
beforeAll(async () => {
  service = await startTestService();
  const name = await service.createOperator('analyst', consolePassword);
  analyst = await signInTo(openConsolePage(service.address), name);
});
afterAll(() => service.close());

const screen = async (customer: object) => (await analyst.post('screen', { with: 'sandbox', ...customer })).body;
const faultsOf = ({ errors }: { errors: { pointer: string; code: string }[] }) =>
  errors.map(({ pointer, code }) => `${pointer} ${code}`);

test('is found by the passport alone, and by nationality beside the name', async () => {
  const { pt } = await screen({ ...passport, name: 'Outro Nome Qualquer' });
  expect(pt).toMatchObject({
    status: 'hit',
    hits: [{ match: 'document', agreed: expect.arrayContaining(['document']) }],
  });
  const named = await screen({ name: 'Inventada Segovia', birth_date: '1971-02-03', nationality: 'ven' });
  expect(named.pt.hits[0].agreed).toContain('nationality');
  expect((await screen({ ...passport, document_country: null })).pt.status).toBe('possible');
});

test('is judged by the reference, which tells them from a namesake', async () => {
  const customer = { with: 'sandbox', name: 'Inventada Segovia' };
  const { row } = (await screen(customer)).pt.hits[0];
  const order = { ...customer, row, reason, despite_number: 'no' };
  expect((await analyst.post('clear', order)).body.code).toBe('name_alone');
  expect((await analyst.post('clear', { ...order, reference: 'cliente-7' })).body).toMatchObject({
    state: 'cleared',
    row,
  });
  const cleared = async (reference: string | null) => (await screen({ ...customer, reference })).pt.cleared.length;
  expect([await cleared('cliente-7'), await cleared('cliente-8'), await cleared(null)]).toEqual([1, 0, 0]);
});

test('with a country or a number that nobody can read is refused by the name of the field', async () => {
  expect(faultsOf(await screen({ name: 'Inventada Segovia', nationality: 'Atlântida' }))).toEqual([
    '/nationality invalid_country',
  ]);
  expect(faultsOf(await screen({ ...passport, document_number: '§' }))).toEqual(['/document/number invalid_format']);
  expect(faultsOf(await screen({ cnpj: '11222333000181', ...passport }))).toContain('/document unknown_field');
});
