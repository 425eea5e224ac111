// The routes of Listas over real sockets: which lists there are, who may see it, and a search that leaves its record.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ListView } from '../../../../src/http/console/contracts/lists.ts';
import { consolePassword, openConsolePage, signInTo } from '../../../support/console/console-page.ts';
import { barred, failImport, writeSomeLists } from '../../../support/lists/some-lists.ts';
import { openTestService } from '../../../support/service/service.ts';

const service = await openTestService({
  CONFERE_SCREENING_LISTS: 'ceis,mte',
  CONFERE_CONSOLE_PURPOSE_REQUIRED: 'true',
});
const directory = join(service.directory, 'data/lists');
const [viewer, analyst] = await Promise.all([signInAs('viewer'), signInAs('analyst')]);

async function signInAs(role: 'viewer' | 'analyst') {
  return signInTo(openConsolePage(service.address), await service.createOperator(role, consolePassword));
}

async function look(): Promise<readonly ListView[]> {
  const { status, body } = await viewer.get('lists');
  expect(status).toBe(200);
  return body.lists;
}

async function find(list: string): Promise<ListView> {
  const found = (await look()).find((one) => one.list === list);
  if (found === undefined) throw new Error(`There is no list ${list}.`);
  return found;
}

describe('the lists', () => {
  test('are for those who are signed in', async () => {
    expect((await openConsolePage(service.address).get('lists')).body.code).toBe('sign_in_required');
  });

  test('are shown before any was imported: whose they are, and where their files come from', async () => {
    const lists = await look();
    expect(new Set(lists.map(({ state }) => state))).toEqual(new Set(['missing']));
    expect(await find('ceis')).toEqual({
      list: 'ceis',
      title: 'CEIS: Cadastro de Empresas Inidôneas e Suspensas',
      publisher: 'CGU',
      page: 'https://portaldatransparencia.gov.br/download-de-dados/ceis',
      can_download: true,
      is_relied_upon: true,
      state: 'missing',
      is_off: false,
      problem: null,
      stale_after_days: expect.any(Number),
      is_held: false,
      live_id: null,
      previous_id: null,
      data_as_of: null,
      entries: null,
      imported_at: null,
      previous_as_of: null,
      last_import: null,
      last_update: null,
    });
    expect(await find('seco')).toMatchObject({ state: 'missing', is_off: true, publisher: 'SECO, Suíça' });
    // Every published list is titled in a way that tells whose it is.
    expect(lists.filter(({ publisher }) => publisher === null)).toEqual([]);
  });

  test('are told by what they are worth, and a failed import by its reason', async () => {
    writeSomeLists(directory);
    await failImport(directory, 'cepim');
    const states = Object.fromEntries((await look()).map(({ list, state }) => [list, state]));
    expect(states).toMatchObject({ ceis: 'current', pep: 'stale', cnep: 'damaged', 'own-fraudes': 'current' });
    expect(await find('pep')).toMatchObject({ data_as_of: '2024-01-01', entries: 1, is_relied_upon: false });
    expect((await find('cnep')).problem).not.toBeNull();
    expect(await find('own-fraudes')).toMatchObject({ publisher: null, page: null, stale_after_days: null });
    expect((await find('cepim')).last_import).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('zip'),
    });
  });
});

describe('a search', () => {
  const question = { with: 'live', purpose: 'onboarding', cpf: barred.cpf };
  const listRecords = async () => {
    const { body } = await analyst.post('audit-search', { kind: 'screen' });
    return body.rows as { number: string; status: string; purpose: string; who: string; request_id: string }[];
  };

  test('answers as the API does, in both languages, and leaves a record with its purpose', async () => {
    // A running service reads them one after the other.
    const readStates = async () => {
      const { body } = await analyst.post('screen', question);
      return Object.fromEntries(body.pt.lists.map((one: { list: string; state: string }) => [one.list, one.state]));
    };
    await expect.poll(readStates, { timeout: 60_000 }).toEqual({
      ceis: 'current',
      pep: 'stale',
      cnep: 'damaged',
      'own-fraudes': 'current',
      mte: 'missing',
      onu: 'missing',
    });
    const { status, body } = await analyst.post('screen', { ...question, name: barred.name });
    expect(status).toBe(200);
    expect(body.pt.hits.map(({ row }: { row: string }) => row).toSorted()).toEqual(['ceis:900100', 'own-fraudes:1']);
    expect(body.pt.hits[0]).toMatchObject({ match: 'document', state: 'in_force', agreed: ['cpf', 'name'] });
    expect(body.pt.hits[0].sentence).toMatch(/traz este número/);
    expect(body.en.hits[0].sentence).toMatch(/has this number/);
    const record = (await listRecords()).find(({ request_id }) => request_id === body.pt.request_id);
    expect(record).toMatchObject({ status: 'hit', purpose: 'onboarding', who: expect.stringContaining('analyst') });
    expect(JSON.stringify(record)).not.toContain(barred.cpf);
  });

  test('of nobody who is listed is not clear while a list that is relied upon is missing', async () => {
    const { body } = await analyst.post('screen', { ...question, cpf: '40442820135', name: 'Ana Beatriz Carvalho' });
    expect(body.pt).toMatchObject({ status: 'inconclusive', hits: [] });
  });

  test('with real lists is for analysts, and only for a purpose; nothing refused is recorded as answered', async () => {
    const before = (await listRecords()).length;
    expect((await viewer.post('screen', question)).body.code).toBe('role_too_low');
    expect((await openConsolePage(service.address).post('screen', question)).body.code).toBe('sign_in_required');
    expect((await analyst.post('screen', { ...question, purpose: null })).body.code).toBe('invalid_purpose');
    expect((await analyst.post('screen', { with: 'live', purpose: 'onboarding' })).body.code).toBe('invalid_request');
    expect((await analyst.post('screen', { ...question, cnpj: '34238864000168' })).body.code).toBe('invalid_request');
    expect((await listRecords()).length).toBe(before);
  });

  test('in the sandbox finds invented rows alone', async () => {
    const { body } = await viewer.post('screen', { with: 'sandbox', cpf: barred.cpf });
    expect(body.pt.hits).toEqual([]);
    expect((await viewer.post('screen', { with: 'sandbox', cpf: '40532176871' })).body.pt.status).toBe('hit');
  });
});
