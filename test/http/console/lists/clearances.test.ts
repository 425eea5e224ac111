// Hits that operators judge false, over real sockets: who may, in whose name, what a second operator does, and what the audit says.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ConsolePage, consolePassword, openConsolePage, signInTo } from '../../../support/console/console-page.ts';
import { barred, writeSomeLists } from '../../../support/lists/some-lists.ts';
import { get, startTestService, type TestService } from '../../../support/service/service.ts';

const customer = { with: 'live', cpf: barred.cpf };
const reason = 'A sanção foi suspensa pela justiça.';
const order = { ...customer, row: 'ceis:900100', reason, despite_number: 'yes' };

interface Started {
  readonly service: TestService;
  signInAs(role: 'viewer' | 'analyst' | 'admin'): Promise<ConsolePage & { readonly name: string }>;
}

async function start(env: Record<string, string> = {}): Promise<Started> {
  const service = await startTestService(env);
  writeSomeLists(join(service.directory, 'data/lists'));
  const signInAs = async (role: 'viewer' | 'analyst' | 'admin') => {
    const name = await service.createOperator(role, consolePassword);
    return Object.assign(await signInTo(openConsolePage(service.address), name), { name });
  };
  const looker = await signInAs('analyst');
  // A running service reads them one after the other.
  await vi.waitUntil(async () => (await rowsOf(looker)).length === bothRows.length, { timeout: 60_000, interval: 50 });
  return { service, signInAs };
}

const bothRows = ['ceis:900100', 'own-fraudes:1'];

async function screen(page: ConsolePage) {
  const { status, body } = await page.post('screen', customer);
  expect(status).toBe(200);
  return body;
}

async function rowsOf(page: ConsolePage): Promise<string[]> {
  return (await screen(page)).pt.hits.map(({ row }: { row: string }) => row);
}

async function listActs(page: ConsolePage): Promise<string[]> {
  const { body } = await page.post('audit-search', { kind: 'act' });
  return (
    body.rows
      .filter(({ act }: { act: string }) => act.startsWith('clearance_'))
      // What the audit calls the customer stands first.
      .map(({ act, target = '', who }: Record<string, string>) => `${act} ${target.replace(/^[\w-]{22} /, '')} ${who}`)
      .reverse()
  );
}

describe('where one person clears a hit', () => {
  let parts: Started;
  let analyst: Awaited<ReturnType<Started['signInAs']>>;
  beforeAll(async () => {
    parts = await start();
    analyst = await parts.signInAs('analyst');
  });
  afterAll(() => parts.service.close());

  test('it is for analysts', async () => {
    const viewer = await parts.signInAs('viewer');
    for (const [name, body] of [
      ['clear', order],
      ['clearance-confirm', { with: 'live', id: 'clr_1' }],
      ['clearance-revoke', { with: 'live', id: 'clr_1' }],
    ] as const) {
      expect((await viewer.post(name, body)).body.code).toBe('role_too_low');
      expect((await openConsolePage(parts.service.address).post(name, body)).body.code).toBe('sign_in_required');
    }
    expect((await viewer.get('clearances')).body.code).toBe('role_too_low');
  });

  test('what the API refuses is refused here as well', async () => {
    const codeOf = async (changes: object) => (await analyst.post('clear', { ...order, ...changes })).body.code;
    expect(await codeOf({ despite_number: 'no' })).toBe('same_number');
    expect(await codeOf({ row: 'ceis:1' })).toBe('hit_not_found');
    expect(await codeOf({ reason: '  a ' })).toBe('invalid_request');
    expect(await codeOf({ reason: 'a\u0000bcd' })).toBe('invalid_request');
    expect(await codeOf({ cpf: null })).toBe('invalid_request');
    expect((await analyst.post('clearance-revoke', { with: 'live', id: 'clr_none' })).body.code).toBe(
      'clearance_not_found',
    );
  });

  test('the hit no longer decides, and the answer says who cleared it, when and why', async () => {
    const made = await analyst.post('clear', order);
    expect([made.status, made.body.state, made.body.is_own]).toEqual([200, 'cleared', true]);
    const { pt, clearances } = await screen(await parts.signInAs('analyst'));
    expect(pt.hits.map(({ row }: { row: string }) => row)).toEqual(['own-fraudes:1']);
    expect(pt.cleared).toMatchObject([{ row: 'ceis:900100', clearance: made.body.id }]);
    expect(clearances).toEqual([
      {
        id: made.body.id,
        list: 'ceis',
        row: 'ceis:900100',
        state: 'cleared',
        reason,
        made_by: analyst.name,
        is_own: false,
        created_at: expect.any(String),
        confirmed_by: null,
        confirmed_at: null,
        ended_by: null,
        ended_at: null,
        replaced_by: null,
        kind: 'cleared',
        until: null,
        freeze: null,
        screening: expect.stringMatching(/^req_/),
      },
    ]);
    const key = await parts.service.createKey({ mode: 'live', scopes: ['manage:clearances'] });
    const { body } = await get(`${parts.service.address}/v1/screen/clearances`, { key });
    expect(body.clearances).toMatchObject([{ id: made.body.id, made_by: `operator:${analyst.name}` }]);
  });

  test('it comes back once anybody takes it back, and the audit has both in the names of the operators', async () => {
    const admin = await parts.signInAs('admin');
    const { id } = (await screen(admin)).clearances[0];
    expect((await admin.post('clearance-revoke', { with: 'sandbox', id })).body.code).toBe('clearance_not_found');
    expect((await admin.post('clearance-revoke', { with: 'live', id })).body).toEqual({ revoked: true });
    expect((await rowsOf(admin)).toSorted()).toEqual(bothRows);
    expect(await listActs(admin)).toEqual([
      `clearance_made ceis:900100 ${id} ${analyst.name}`,
      `clearance_revoked ceis:900100 ${id} ${admin.name}`,
    ]);
  });

  test('in the sandbox it is tried on made-up people, and nothing of it reaches the real lists', async () => {
    const made = await analyst.post('clear', {
      with: 'sandbox',
      cpf: '40532176871',
      row: 'ceis:900001',
      reason,
      despite_number: 'yes',
    });
    expect(made.body.state).toBe('cleared');
    const { body } = await analyst.post('screen', { with: 'sandbox', cpf: '40532176871' });
    expect(body.pt.cleared).toMatchObject([{ row: 'ceis:900001' }]);
    expect((await analyst.post('clearance-revoke', { with: 'live', id: made.body.id })).status).toBe(404);
    expect((await listActs(analyst)).filter((act) => act.includes('900001'))).toEqual([]);
  });
});

test('where two people clear a hit, another operator confirms or rejects it, and until then it decides', async () => {
  const { service, signInAs } = await start({ CONFERE_SCREENING_FOUR_EYES: 'true' });
  onTestFinished(() => service.close());
  const [first, second] = await Promise.all([signInAs('analyst'), signInAs('analyst')]);
  const propose = async () => (await first.post('clear', order)).body;
  const { id, state } = await propose();
  expect(state).toBe('proposed');
  expect((await rowsOf(first)).toSorted()).toEqual(bothRows);
  expect((await second.get('judgements-due')).body).toMatchObject({ needs_another: true });
  expect((await second.get('clearances')).body).toMatchObject({
    open: [{ id, made_by: first.name, is_own: false, reason }],
    has_more: false,
  });
  expect((await first.get('clearances')).body.open).toMatchObject([{ id, is_own: true }]);
  expect((await screen(second)).clearances).toMatchObject([{ id, state: 'proposed' }]);
  expect(await first.post('clearance-confirm', { with: 'live', id })).toMatchObject({
    status: 409,
    body: { code: 'clearance_needs_another' },
  });

  expect((await second.post('clearance-revoke', { with: 'live', id })).body).toEqual({ revoked: true });
  expect((await second.get('clearances')).body.open).toEqual([]);
  const again = await propose();
  expect((await second.post('clearance-confirm', { with: 'live', id: again.id })).body).toMatchObject({
    state: 'cleared',
    made_by: first.name,
    confirmed_by: second.name,
  });
  expect(await rowsOf(first)).toEqual(['own-fraudes:1']);
  expect((await first.get('clearances')).body.open).toEqual([]);
  expect((await listActs(second)).map((act) => act.replace(/clr_\w+/, '…'))).toEqual([
    `clearance_made ceis:900100 … ${first.name}`,
    `clearance_revoked ceis:900100 … ${second.name}`,
    `clearance_made ceis:900100 … ${first.name}`,
    `clearance_confirmed ceis:900100 … ${second.name}`,
  ]);
});
