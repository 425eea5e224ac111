// The routes of Listas over real sockets: which lists there are, and who may see it.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListView } from '../../../src/http/console/contracts/lists.ts';
import { type ConsolePage, consolePassword, openConsolePage, signInTo } from '../../support/console/console-page.ts';
import { failImport, writeSomeLists } from '../../support/lists/some-lists.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let directory: string;
let viewer: ConsolePage;
beforeAll(async () => {
  service = await startTestService({ CONFERE_SCREENING_LISTS: 'ceis,mte' });
  directory = join(service.directory, 'data/lists');
  viewer = await signInTo(openConsolePage(service.address), await service.createOperator('viewer', consolePassword));
});
afterAll(() => service.close());

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
      problem: null,
      stale_after_days: expect.any(Number),
      is_held: false,
      data_as_of: null,
      entries: null,
      imported_at: null,
      previous_as_of: null,
      last_import: null,
      last_update: null,
    });
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
