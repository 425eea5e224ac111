// What operators see of judgements: how many wait, all of them by filters, and both sides of one that somebody else proposed.

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../../../src/clock.ts';
import { toBrazilDay } from '../../../../src/domain/dates/calendar.ts';
import { type ConsolePage, consolePassword, openConsolePage, signInTo } from '../../../support/console/console-page.ts';
import { barred, writeSomeLists } from '../../../support/lists/some-lists.ts';
import { get, startTestService, type TestService } from '../../../support/service/service.ts';

const review = toBrazilDay(systemClock.nowMs());
const customer = { with: 'live', cpf: barred.cpf, name: 'Fulano de Tal', birth_date: '1980-02-03' };
const reason = 'A diretoria conhece o caso.';
const accepted = {
  ...customer,
  row: 'ceis:900100',
  reason,
  despite_number: 'no',
  kind: 'accepted',
  until: review,
};
const confirmed = { ...customer, row: 'own-fraudes:1', reason, despite_number: 'no', kind: 'confirmed' };

let service: TestService;
let analyst: ConsolePage;
let colleague: ConsolePage;
let admin: ConsolePage;
const names: Record<string, string> = {};
const ids: Record<string, string> = {};

beforeAll(async () => {
  service = await startTestService();
  writeSomeLists(join(service.directory, 'data/lists'));
  const signInAs = async (role: 'viewer' | 'analyst' | 'admin', known: string) => {
    names[known] = await service.createOperator(role, consolePassword);
    return signInTo(openConsolePage(service.address), names[known]);
  };
  analyst = await signInAs('analyst', 'analyst');
  colleague = await signInAs('analyst', 'colleague');
  admin = await signInAs('admin', 'admin');
  const countHits = async () => (await analyst.post('screen', customer)).body.pt.hits.length;
  await vi.waitUntil(async () => (await countHits()) === 2, { timeout: 60_000, interval: 50 });
  for (const [name, order] of Object.entries({ accepted, confirmed }))
    ids[name] = (await analyst.post('clear', order)).body.id;
});
afterAll(() => service.close());

test('a viewer sees none of it', async () => {
  const viewer = await signInTo(
    openConsolePage(service.address),
    await service.createOperator('viewer', consolePassword),
  );
  expect((await viewer.get('judgements-due')).body.code).toBe('role_too_low');
  for (const [name, body] of [
    ['judgements', {}],
    ['judgement-sides', { id: ids['accepted'] }],
  ] as const)
    expect((await viewer.post(name, body)).body.code).toBe('role_too_low');
});

test('what waits is counted', async () => {
  expect((await colleague.get('judgements-due')).body).toEqual({
    freeze: 0,
    review: 0,
    approval: 1,
    needs_another: false,
  });
});

test('an examiner finds judgements by kind, state, list and who, and is told of a filter that is none', async () => {
  const find = async (body: object) => {
    const { body: answer } = await colleague.post('judgements', body);
    return answer.code ?? answer.judgements.map(({ id }: { id: string }) => id);
  };
  expect(await find({})).toEqual([ids['confirmed'], ids['accepted']]);
  expect(await find({ kind: 'confirmed' })).toEqual([ids['confirmed']]);
  expect(await find({ state: 'proposed', list: 'ceis' })).toEqual([ids['accepted']]);
  expect(await find({ by: `operator:${names['analyst']}`, kind: 'accepted' })).toEqual([ids['accepted']]);
  expect(await find({ by: `operator:${names['colleague']}` })).toEqual([]);
  expect(await find({ by: 'a b' })).toBe('invalid_query');
  const { body } = await colleague.post('judgements', { kind: 'accepted' });
  expect(body).toMatchObject({ next: null, judgements: [{ made_by: names['analyst'], reason, until: review }] });
});

test('whoever has to approve sees customer and row, without the whole number, and the audit says so', async () => {
  const { body } = await colleague.post('judgement-sides', { id: ids['accepted'] });
  expect(body.sides).toMatchObject({
    number: '***.456.789-**',
    unmasked: { name: 'Fulano de Tal', birth_date: '1980-02-03' },
    screening: {
      hits: [{ row: 'ceis:900100', match: 'document' }],
      seen: [{ agreed: expect.arrayContaining(['cpf']) }],
    },
  });
  expect(JSON.stringify(body)).not.toContain(barred.cpf);
  const { body: found } = await admin.post('audit-search', { kind: 'act' });
  expect(found.rows).toContainEqual(
    expect.objectContaining({ act: 'screening_read', who: names['colleague'], target: expect.stringMatching(/^req_/) }),
  );
});

test('of what waits for nobody only an administrator sees both sides', async () => {
  expect((await colleague.post('judgement-sides', { id: ids['confirmed'] })).body.code).toBe('role_too_low');
  const { body } = await admin.post('judgement-sides', { id: ids['confirmed'] });
  expect(body.sides.screening.hits).toMatchObject([{ row: 'own-fraudes:1' }]);
});

test('the judgement names the screening that is its evidence', async () => {
  const key = await service.createKey({ mode: 'live', scopes: ['manage:clearances'] });
  const { body } = await get(`${service.address}/v1/screen/clearances/${ids['accepted']}`, { key });
  expect(body.screening).toMatch(/^req_[0-9a-f]{32}$/);
  const { body: shown } = await colleague.post('audit-show', { request_id: body.screening });
  expect(shown.records).toMatchObject([{ kind: 'screen', verification: { number: '***.456.789-**' } }]);
});
