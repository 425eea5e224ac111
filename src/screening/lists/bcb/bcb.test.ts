import { expect, test } from 'vitest';
import { createListsPlace } from '../../../../test/support/lists/lists-place.ts';
import { completeCpf } from '../../../domain/numbers/cpf.ts';

const person: string = completeCpf('300456789');
const toRow = (until: string, { cpf = person, from = '2020-01-31T00:00:00', name = 'MARIA EXEMPLO' } = {}) => ({
  CPF: cpf,
  Nome: name,
  PAS: '1',
  Prazo_em_anos: 5,
  Inicio_do_cumprimento: from,
  Prazo_final_penalidade: until,
});

async function readEnds(...value: readonly object[]) {
  const { put, file, entriesOf } = createListsPlace();
  const path = file('quadro.json', Buffer.from(JSON.stringify({ value })));
  await put('bcb-inabilitados', path, { asOf: '2026-10-01', force: ['rejected_rows', 'unreadable_dates'] });
  for (const entry of entriesOf('bcb-inabilitados')) expect(entry).not.toHaveProperty('endsElsewhere');
  return entriesOf('bcb-inabilitados').map(({ until }) => until);
}

test('a consolidated penalty ends with the last of the other penalties of the same person', async () => {
  const others = [toRow('31/01/2025'), toRow('30/06/2024')];
  expect(await readEnds(toRow('Consolidado'), ...others)).toEqual(['2025-01-31', '2025-01-31', '2024-06-30']);
  expect(await readEnds(...others, toRow('consolidada'))).toEqual(['2025-01-31', '2024-06-30', '2025-01-31']);
});

test.each([
  ['there is no other row', []],
  ['the other row is of somebody else of the same name', [toRow('31/01/2025', { cpf: completeCpf('300111222') })]],
  ['the other row says no day', [toRow(''), toRow('31/01/2025')]],
  ['the other row is consolidated, too', [toRow('Consolidado')]],
  ['the other penalty was over before it began', [toRow('31/12/2019', { from: '2015-01-31' })]],
])('a consolidated penalty is in force where %s', async (_, others) => {
  expect((await readEnds(toRow('Consolidado'), ...others))[0]).toBeNull();
});

test('nobody is told by a name alone', async () => {
  const nameless = (until: string) => toRow(until, { cpf: '' });
  expect(await readEnds(nameless('Consolidado'), nameless('31/01/2025'))).toEqual([null, '2025-01-31']);
});
