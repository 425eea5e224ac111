// What an answer rests on, over real sockets: every surface of the console says the same of it, and the record says later what was said then.

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../../../src/clock.ts';
import { createSandboxSources } from '../../../../src/sources/sandbox.ts';
import {
  type ConsolePage,
  consolePassword,
  openConsolePage,
  sendFile,
  signInTo,
} from '../../../support/console/console-page.ts';
import { order } from '../../../support/console/lote.ts';
import { barred, writeSomeLists } from '../../../support/lists/some-lists.ts';
import { openTestService, startTestService, type TestService } from '../../../support/service/service.ts';

const asked = { with: 'live', purpose: 'credit', cpf: barred.cpf, name: null, birth_date: null };
const nobodyListed = '40442820135';

let service: TestService;
let analyst: ConsolePage;
beforeAll(async () => {
  const env = { CONFERE_SCREENING_VERIFY: 'true' };
  service = await startTestService(env, { liveSources: createSandboxSources(systemClock) });
  writeSomeLists(join(service.directory, 'data/lists'));
  analyst = await signInTo(openConsolePage(service.address), await service.createOperator('analyst', consolePassword));
  // A running service reads them one after the other.
  const screen = async () => (await analyst.post('screen', asked)).body.pt.hits.length;
  await vi.waitUntil(async () => (await screen()) === 2, { timeout: 60_000, interval: 50 });
});
afterAll(() => service.close());

type Told = Record<'checked' | 'not_checked', { code: string; reason?: string }[]>;

/** What the record says, once it is there. */
async function findRecorded(requestId: string, reader = analyst): Promise<Told> {
  const { records } = (await reader.post('audit-show', { request_id: requestId })).body;
  return records.findLast(({ kind }: { kind: string }) => kind !== 'intent').verification.coverage;
}

const pick = ({ checked, not_checked }: Told): Told => ({ checked, not_checked });

test('a hit that somebody cleared is told by a verification, by a screening, by a batch and by their records', async () => {
  const clearing = {
    with: 'live',
    cpf: barred.cpf,
    row: 'ceis:900100',
    reason: 'Sanção suspensa.',
    despite_number: 'yes',
  };
  const before = (await analyst.post('verify-cpf', asked)).body;
  expect(before.explanation.not_checked).not.toContainEqual(expect.objectContaining({ reason: 'cleared' }));
  expect((await analyst.post('clear', clearing)).status).toBe(200);
  const cleared = {
    ...{ code: 'listed_hit', reason: 'cleared', list: 'ceis', row: 'ceis:900100' },
    clearance: expect.stringMatching(/^clr_/),
    cleared_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
  };
  const verified = (await analyst.post('verify-cpf', asked)).body;
  expect(verified.explanation.not_checked).toContainEqual(cleared);
  expect(await findRecorded(verified.request_id)).toEqual(pick(verified.explanation));
  const screened = (await analyst.post('screen', asked)).body.pt;
  expect(screened.explanation.not_checked).toContainEqual(cleared);
  expect(await findRecorded(screened.request_id)).toEqual(pick(screened.explanation));
  // What was said before it was cleared stays as it was said.
  expect(await findRecorded(before.request_id)).toEqual(pick(before.explanation));

  const form = order({ cpf: 0 }, { with: 'live', purpose: 'credit', lists: 'yes' });
  const started = await sendFile(analyst, 'batch-start', form, `cpf\n${barred.cpf}\n`);
  expect(started.status).toBe(200);
  const { id } = started.body.batch;
  const readRows = async () =>
    (await analyst.post('batch-rows', { id, from: 1, risk: null, reason: null, text: null })).body.rows;
  await vi.waitUntil(async () => (await readRows())[0]?.answer, { timeout: 60_000, interval: 100 });
  const [row] = await readRows();
  expect(row.answer.explanation.not_checked).toContainEqual(cleared);
});

test('of a company, and of a screening with partners, the record says what the answer said', async () => {
  const cnpj = '34238864000168';
  const screened = (await analyst.post('screen', { ...asked, cpf: null, cnpj, partners: 'included' })).body.pt;
  expect(screened.explanation.not_checked).toContainEqual(
    expect.objectContaining({ code: 'partners', reason: 'unavailable' }),
  );
  expect(await findRecorded(screened.request_id)).toEqual(pick(screened.explanation));
  const person = (await analyst.post('verify-cpf', { ...asked, cpf: nobodyListed, name: 'Ana Beatriz Carvalho' })).body;
  expect(person.explanation.not_checked).toContainEqual({
    code: 'list',
    list: 'pep',
    as_of: '2024-01-01',
    reason: 'stale',
  });
  expect(await findRecorded(person.request_id)).toEqual(pick(person.explanation));
});

test('a row of a batch that was looked up beside its verification is recorded as it was answered', async () => {
  const plain = await openTestService({}, { liveSources: createSandboxSources(systemClock) });
  writeSomeLists(join(plain.directory, 'data/lists'));
  const reader = await signInTo(openConsolePage(plain.address), await plain.createOperator('analyst', consolePassword));
  const screen = async () => (await reader.post('screen', asked)).body.pt.hits.length;
  await vi.waitUntil(async () => (await screen()) === 2, { timeout: 60_000, interval: 50 });
  const form = order({ cpf: 0 }, { with: 'live', purpose: 'credit', lists: 'yes' });
  const { id } = (await sendFile(reader, 'batch-start', form, `cpf\n${nobodyListed}\n`)).body.batch;
  const readRows = async () =>
    (await reader.post('batch-rows', { id, from: 1, risk: null, reason: null, text: null })).body.rows;
  await vi.waitUntil(async () => (await readRows())[0]?.answer, { timeout: 60_000, interval: 100 });
  const { answer } = (await readRows())[0];
  expect(answer.explanation.checked).toContainEqual(expect.objectContaining({ code: 'list', list: 'ceis' }));
  expect(await findRecorded(answer.request_id, reader)).toEqual(pick(answer.explanation));
  const { records } = (await reader.post('audit-show', { request_id: answer.request_id })).body;
  expect(records.at(-1).verification.besideLists).toBe(answer.screening.status);
});
