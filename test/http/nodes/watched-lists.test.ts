// A node on PostgreSQL whose lists are behind those of the others: it takes no watch back to the older edition.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { toListsDirectory } from '../../../src/compose/parts/lists-directory.ts';
import { loadConfig } from '../../../src/config.ts';
import { type Cpf, completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { toEntry, writeEdition } from '../../support/lists/list-editions.ts';
import { get, post, startTestService, type TestService } from '../../support/service/service.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestPostgres } from '../../support/stores/postgres.ts';

const ana = { cpf: completeCpf('300456781') as Cpf, name: 'ANA CLARA INVENTADA PRADO' };
const purpose = { 'confere-purpose': 'legal_obligation' };

describeOnPostgres('people who are watched by a node whose lists are behind', () => {
  let server: TestPostgres;
  let service: TestService;

  beforeAll(async () => {
    server = await startPostgres();
    service = await startTestService({ CONFERE_STORE: (await server.createDatabase()).service });
  });
  afterAll(async () => {
    await service?.close();
    await server?.close();
  });

  test('keep the hits of the newer edition', async () => {
    const lists = toListsDirectory(loadConfig({ cwd: service.directory, env: { CONFERE_DATA_DIR: './data' } }));
    const row = toEntry({ id: '1', names: [ana.name], document: { kind: 'cpf', number: ana.cpf } });
    const publish = (list: string, day: number, ...rows: (typeof row)[]) =>
      writeEdition(lists, list, rows, { dataAsOf: `2026-11-${day}`, id: `202611${day}T000000-000` });
    publish('ceis', 17, row);
    const key = await service.createKey({ mode: 'live', rate: null, scopes: ['watch:person', 'screen'] });
    const url = `${service.address}/v1/watches`;
    const headers = purpose;
    const watched = await post(`${url}?legal_basis=legal_obligation`, { people: [ana] }, { key, headers });
    const listHits = async () => {
      const { changes } = (await get(`${url}/${watched.body.id}/changes`, { key })).body;
      return changes.map(({ kind, row: of }: { kind: string; row: string }) => `${kind} ${of}`);
    };
    await expect.poll(listHits, { timeout: 60_000 }).toEqual(['new_hit ceis:1']);

    publish('ceis', 16);
    const screen = async () => (await post(`${service.address}/v1/screen`, ana, { key, headers })).body.hits;
    await expect.poll(screen, { timeout: 60_000 }).toEqual([]);
    // The hit of another list tells that all of them were compared again.
    publish('cnep', 17, row);
    await expect.poll(async () => (await listHits()).length, { timeout: 60_000 }).toBe(2);
    expect(await listHits()).toEqual(['new_hit ceis:1', 'new_hit cnep:1']);
  });
});
