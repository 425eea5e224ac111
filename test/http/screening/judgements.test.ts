// /v1/screen/clearances: what is judged besides "this is somebody else".

import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { toBrazilDay, toNextDay } from '../../../src/domain/dates/calendar.ts';
import { toLastReview } from '../../../src/domain/screening/judgement.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { get, openTestService, post } from '../../support/service/service.ts';

const today = toBrazilDay(systemClock.nowMs());
const review = toNextDay(today);
const exposed = { cpf: '91708635203', name: 'Márcia Regina Teixeira' };
const listed = { name: 'Cláudio Rossi', birth_date: '1977-07-07' };
const barred = { cpf: '40532176871', name: 'Sérgio Augusto Ramos' };
const reason = 'A diretoria conhece o cargo.';

const service = await openTestService();
const analyst = await service.createKey({ rate: null, scopes: ['screen', 'manage:clearances'] });
const senior = await service.createKey({ rate: null, scopes: ['screen', 'manage:clearances', 'approve:clearances'] });
const url = `${service.address}/v1/screen/clearances`;
const screen = async (customer: object) => {
  const { body } = await post(`${service.address}/v1/screen`, customer, { key: analyst });
  expect([...Value.Errors(toStandaloneSchema('ScreenResponse'), body)].slice(0, 3)).toEqual([]);
  return body;
};
const judge = (body: object, key = analyst) => post(url, { reason, ...body }, { key });
const revoke = (id: string, key = senior) => get(`${url}/${id}`, { key, method: 'DELETE' });
const faultsOf = ({ body }: { body: { errors: { pointer: string; code: string }[] } }) =>
  body.errors.map(({ pointer, code }) => `${pointer} ${code}`);

describe('a customer who is accepted in spite of a hit', () => {
  const order = { ...exposed, row: 'pep:900007', kind: 'accepted', until: review };

  test('waits for a senior, who is somebody else', async () => {
    const { status, body } = await judge(order);
    expect([status, body.state, body.kind, body.until]).toEqual([201, 'proposed', 'accepted', review]);
    expect((await screen(exposed)).status).toBe('hit');
    const confirm = (key: string) => get(`${url}/${body.id}/confirm`, { key, method: 'POST' });
    expect((await confirm(analyst)).body.code).toBe('clearance_needs_another');
    const colleague = await service.createKey({ rate: null, scopes: ['manage:clearances'] });
    expect(await confirm(colleague)).toMatchObject({ status: 403, body: { code: 'needs_senior' } });
    expect((await screen(exposed)).status).toBe('hit');
    const confirmed = await confirm(senior);
    expect([...Value.Errors(toStandaloneSchema('Clearance'), confirmed.body)]).toEqual([]);
    expect(confirmed.body).toMatchObject({ state: 'accepted', freeze: null });
  });

  test('is answered as accepted, never as clear, with the hit and what was judged of it', async () => {
    const body = await screen(exposed);
    expect(body).toMatchObject({ status: 'accepted', hits_total: 1, cleared: [] });
    expect(body.hits).toMatchObject([
      { row: 'pep:900007', judgement: { kind: 'accepted', until: review, id: expect.stringMatching(/^clr_/) } },
    ]);
  });

  test('is a hit again once somebody revokes it; a senior accepts at once', async () => {
    const { body } = await get(url, { key: analyst });
    await revoke(body.clearances[0].id, analyst);
    expect((await screen(exposed)).status).toBe('hit');
    const made = await judge(order, senior);
    expect(made.body.state).toBe('accepted');
    expect((await screen(exposed)).status).toBe('accepted');
    await revoke(made.body.id);
  });

  test('needs a day on which that is looked at again, today or later', async () => {
    const { until: _, ...endless } = order;
    expect(faultsOf(await judge(endless))).toEqual(['/until required']);
    for (const until of ['2020-01-01', '2099-02-30', 'soon'])
      expect(faultsOf(await judge({ ...order, until }))).toEqual(['/until invalid_end']);
    // A day that nobody of today will see is no review.
    for (const until of [toNextDay(toLastReview(today)), '2099-01-31'])
      expect(faultsOf(await judge({ ...order, until }))).toEqual(['/until end_too_late']);
    const latest = await judge({ ...order, until: toLastReview(today).replace('-02-29', '-02-28') }, senior);
    expect(latest.status).toBe(201);
    await revoke(latest.body.id);
    expect(faultsOf(await judge({ ...order, kind: 'pardoned' }))).toEqual(['/kind invalid_choice']);
    const once = await judge({ ...order, until: today }, senior);
    expect(once.body.state).toBe('accepted');
    await revoke(once.body.id);
  });
});

test('a hit that is confirmed stays one, and counts though it was only a candidate', async () => {
  const customer = { name: 'Jorge Luiz Barbosa', reference: 'C-1' };
  expect((await screen(customer)).status).toBe('possible');
  const { body } = await judge({ ...customer, row: 'ceis:900004', kind: 'confirmed' });
  expect(body.state).toBe('confirmed');
  const after = await screen(customer);
  expect([after.status, after.hits[0].judgement.kind]).toEqual(['hit', 'confirmed']);
  expect(faultsOf(await judge({ ...customer, row: 'ceis:900004', kind: 'confirmed', until: today }))).toEqual([
    '/until invalid_end',
  ]);
});

test('what was cleared until a day is cleared no more once something else is judged', async () => {
  const order = { ...barred, row: 'ceis:900001', despite_number: true };
  const first = await judge({ ...order, until: toNextDay(today) });
  expect((await screen(barred)).status).toBe('clear');
  const again = await judge({ ...order, until: toNextDay(today) });
  expect([again.status, again.body.id]).toEqual([200, first.body.id]);
  const confirmed = await judge({ ...order, kind: 'confirmed' });
  expect(confirmed.status).toBe(201);
  expect((await screen(barred)).status).toBe('hit');
  const { body: replaced } = await get(`${url}/${first.body.id}`, { key: analyst });
  expect(replaced).toMatchObject({ state: 'replaced', replaced_by: confirmed.body.id });
  await revoke(confirmed.body.id);
});

test('nobody accepts a customer whom the United Nations list', async () => {
  const order = { ...listed, row: 'onu:900008', kind: 'accepted', until: review };
  expect(await judge(order, senior)).toMatchObject({ status: 409, body: { code: 'not_acceptable' } });
  expect((await screen(listed)).hits).toMatchObject([{ birth_dates: ['1977-07-07'], judgement: null }]);
});

describe('a freeze', () => {
  const order = { ...listed, row: 'onu:900008', kind: 'frozen' };
  const note = (id: string, body: object) => post(`${url}/${id}/steps`, body, { key: analyst });
  const toSteps = ({ freeze }: { freeze: { steps: { step: string; at: string | null }[] } }) =>
    freeze.steps.map(({ step, at }) => `${step} ${at ?? 'open'}`);

  test('is for the list of the United Nations alone', async () => {
    const refused = await judge({ ...exposed, row: 'pep:900007', kind: 'frozen' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_freezable' } });
  });

  test('has a clock, and takes each step once, never of the future', async () => {
    const { body } = await judge({ ...order, frozen_at: '2026-01-02T09:00:00-03:00' });
    expect([...Value.Errors(toStandaloneSchema('Clearance'), body)]).toEqual([]);
    expect(body).toMatchObject({ state: 'frozen', freeze: { due_at: '2026-01-03T12:00:00.000Z', overdue: true } });
    expect(toSteps(body)).toEqual(['frozen 2026-01-02T12:00:00.000Z', 'coaf open', 'mjsp open', 'bcb open']);
    expect(faultsOf(await note(body.id, { step: 'coaf', at: '2999-01-01T00:00:00Z' }))).toEqual(['/at invalid_time']);
    expect(faultsOf(await note(body.id, { step: 'police' }))).toEqual(['/step invalid_choice']);
    await note(body.id, { step: 'coaf', at: '2026-01-02T13:00:00Z' });
    await note(body.id, { step: 'coaf', at: '2026-01-02T14:00:00Z' });
    for (const step of ['mjsp', 'bcb']) await note(body.id, { step, at: '2026-01-02T15:00:00Z' });
    const told = (await get(`${url}/${body.id}`, { key: analyst })).body;
    expect(toSteps(told)).toEqual([
      'frozen 2026-01-02T12:00:00.000Z',
      'coaf 2026-01-02T13:00:00.000Z',
      'mjsp 2026-01-02T15:00:00.000Z',
      'bcb 2026-01-02T15:00:00.000Z',
    ]);
    expect(told.freeze.overdue).toBe(false);
    // Whoever says that it was done in time says so now.
    const noted = told.freeze.steps.map(({ noted_at }: { noted_at: string }) => Date.parse(noted_at));
    expect(Math.min(...noted)).toBeGreaterThanOrEqual(Date.parse(told.created_at));
    expect(await screen(listed)).toMatchObject({ status: 'hit', hits: [{ judgement: { kind: 'frozen' } }] });
  });

  test('gives its place to nothing else, and only a senior ends it', async () => {
    const { body } = await get(`${url}?kind=frozen`, { key: analyst });
    const { id } = body.clearances[0];
    expect((await judge({ ...order, kind: 'cleared' }, senior)).body.code).toBe('hit_frozen');
    expect((await revoke(id, analyst)).body.code).toBe('needs_senior');
    expect((await revoke(id)).status).toBe(204);
    expect((await screen(listed)).hits[0].judgement).toBeNull();
  });
});

test('an examiner lists what was judged by kind, state, list, who and when', async () => {
  const { body } = await judge({ ...exposed, row: 'pep:900007', kind: 'accepted', until: review });
  const find = async (query: string) => {
    const answer = await get(`${url}?${query}`, { key: analyst });
    return answer.status === 200 ? answer.body.clearances.map(({ id }: { id: string }) => id) : answer.body.code;
  };
  for (const query of [
    'kind=accepted&state=proposed',
    'state=proposed',
    'list=pep&state=proposed',
    `by=${body.made_by}&state=proposed`,
    `from=${today}&to=${today}&state=proposed`,
  ])
    expect([query, await find(query)]).toEqual([query, [body.id]]);
  for (const query of [
    'state=proposed&list=ceis',
    `kind=accepted&from=${toNextDay(today)}`,
    'kind=frozen&state=frozen',
  ])
    expect([query, await find(query)]).toEqual([query, []]);
  // All of these were proposed and taken back, or counted and were revoked, in the tests above.
  const ended = await get(`${url}?kind=accepted&list=pep&limit=100`, { key: analyst });
  const states = ended.body.clearances.map(({ state }: { state: string }) => state);
  expect(new Set(states)).toEqual(new Set(['proposed', 'revoked']));
  expect(
    (await get(`${url}?by=${ended.body.clearances.at(-1).ended_by}`, { key: analyst })).body.clearances,
  ).not.toEqual([]);
  expect((await revoke(body.id)).status).toBe(204);
  expect(await find('state=rejected')).toEqual([body.id]);
  for (const query of ['kind=odd', 'from=yesterday', 'who=me']) expect(await find(query)).toBe('invalid_query');
});
