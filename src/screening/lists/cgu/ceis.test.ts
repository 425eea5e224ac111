import { expect, test } from 'vitest';
import { toListCsv } from '../../../../test/support/lists/list-files.ts';
import { createListsPlace } from '../../../../test/support/lists/lists-place.ts';
import { completeCnpj } from '../../../domain/numbers/cnpj.ts';
import { completeCpf } from '../../../domain/numbers/cpf.ts';
import { ceis } from './ceis.ts';

const cpf = completeCpf('300456789');
const cnpj = completeCnpj('112223330001');
const row = { name: 'FULANO DE TAL', category: 'Suspensão', from: '01/02/2024', authority: 'EXEMPLO' };

const cases = [
  ['F', cpf, 'person'],
  ['J', cnpj, 'company'],
  ['J', cpf, 'person'],
  ['F', cnpj, 'company'],
  ['', cpf, 'person'],
  ['', '***.456.789-**', 'person'],
  ['F', '1234567', 'person'],
  ['J', '1234567', 'company'],
  ['J', '', 'company'],
  ['', '1234567', null],
] as const;

test('whether a row of the CEIS means a person or a company is told by its number, and without one by its type', async () => {
  const { put, zip, entriesOf } = createListsPlace();
  const rows = cases.map(([type, document], index) => ({
    ...row,
    number: String(index),
    person_kind: type,
    document,
  }));
  await put('ceis', zip('20261015_CEIS', toListCsv(ceis.layout, rows)));
  const kinds = entriesOf('ceis').map(({ kind }, index) => [...(cases[index]?.slice(0, 2) ?? []), kind]);
  expect(kinds).toEqual(cases);
});
