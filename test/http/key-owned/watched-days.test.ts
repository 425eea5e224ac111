// What a watch of people tells around midnight in Brazil, over real sockets with real editions and a clock that the test sets.

import { expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { toListsDirectory } from '../../../src/compose/parts/lists-directory.ts';
import { loadConfig } from '../../../src/config.ts';
import { type Cpf, completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { ListEntry } from '../../../src/domain/screening/entry/list-entry.ts';
import { toEntry, writeEdition } from '../../support/lists/list-editions.ts';
import { get, openTestService, post } from '../../support/service/service.ts';

const person = (digits: number, name: string) => ({ cpf: completeCpf(String(digits)) as Cpf, name });
const ana = person(300_456_781, 'ANA CLARA INVENTADA PRADO');
const bruno = person(300_456_782, 'BRUNO EXEMPLO FICTICIO');
const marker = person(400_000_001, 'SINAL NUMERO UM');
const rowOf = (id: string, { cpf, name }: typeof ana, more: Partial<ListEntry> = {}) =>
  toEntry({ id, names: [name], document: { kind: 'cpf', number: cpf }, ...more });

test('a hit begins, a hit ends and a watch is over at midnight in Brazil, and not at that of Greenwich', async () => {
  const startedMs = systemClock.nowMs();
  let begunMs = Date.parse('2026-11-18T23:50:00Z');
  const clock = { ...systemClock, nowMs: () => begunMs + systemClock.nowMs() - startedMs };
  const service = await openTestService({}, { clock });
  const env = { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' };
  const lists = toListsDirectory(loadConfig({ cwd: service.directory, env }));
  const rows = [rowOf('1', ana, { until: '2026-11-18' }), rowOf('2', bruno, { from: '2026-11-19' })];
  const publish = (id: string, ...more: ListEntry[]) =>
    writeEdition(lists, 'ceis', [...rows, ...more], { dataAsOf: '2026-11-17', id });
  publish('20261117T000000-000');

  const key = await service.createKey({ mode: 'live', rate: null, scopes: ['watch:person', 'screen'] });
  const url = `${service.address}/v1/watches`;
  const watch = async (more = '') => {
    const headers = { 'confere-purpose': 'legal_obligation' };
    const body = { people: [ana, bruno, marker] };
    return (await post(`${url}?legal_basis=legal_obligation${more}`, body, { key, headers })).body.id as string;
  };
  const expectTold = (id: string, told: readonly string[]) =>
    vi.waitFor(
      async () => {
        const { changes } = (await get(`${url}/${id}/changes`, { key })).body;
        expect(changes.map(({ kind, row }: { kind: string; row: string }) => `${kind} ${row}`)).toEqual(told);
      },
      { timeout: 60_000, interval: 50 },
    );
  const id = await watch();
  const brief = await watch('&until=2026-11-18');
  await expectTold(id, ['new_hit ceis:1']);
  await expectTold(brief, ['new_hit ceis:1']);

  // A quarter to midnight in Brazil; the row of the marker tells that the lists were compared then.
  begunMs = Date.parse('2026-11-19T02:45:00Z');
  publish('20261118T000000-000', rowOf('9', marker));
  const late = ['new_hit ceis:1', 'new_hit ceis:9'];
  await expectTold(id, late);
  await expectTold(brief, late);

  begunMs = Date.parse('2026-11-19T03:00:01Z');
  await expectTold(id, [...late, 'ended_hit ceis:1', 'new_hit ceis:2']);
  expect((await get(`${url}/${brief}`, { key })).body.code).toBe('watch_not_found');
});
