import { expect, test } from 'vitest';
import { toListCsv } from '../../../../test/support/lists/list-files.ts';
import { createListsPlace } from '../../../../test/support/lists/lists-place.ts';
import { ceaf } from './ceaf.ts';

const row = {
  number: '50',
  document: '***.456.789-**',
  name: 'FULANO DE TAL',
  category: 'Demissão',
  from: '01/02/2024',
  authority: 'MINISTÉRIO DE EXEMPLO',
  post: 'ANALISTA',
  workplace: 'AGÊNCIA DE EXEMPLO',
  legal_basis: 'Art. 117',
};

test('the rows of one sanction of the CEAF are one entry, with the six digits of its CPF', async () => {
  const { put, zip, entriesOf } = createListsPlace();
  const rows = [
    row,
    { ...row, legal_basis: 'Art. 132' },
    { ...row, document: '***.456.780-**', name: 'OUTRO FULANO' },
    { ...row, number: '51', category: 'Cassação' },
  ];
  const { counts } = await put('ceaf', zip('20261015_CEAF', toListCsv(ceaf.layout, rows)));
  expect(counts).toMatchObject({ rows: 4, entries: 3, joined: 1, rejected: 0, repeated_ids: 1 });
  expect(entriesOf('ceaf')).toMatchObject([
    {
      id: '50',
      kind: 'person',
      names: ['FULANO DE TAL'],
      document: { kind: 'masked_cpf', digits: '456789' },
      category: 'Demissão',
      remarks:
        'Cargo: ANALISTA. Lotação: AGÊNCIA DE EXEMPLO. Fundamento: Art. 117 / Cargo: ANALISTA. Lotação: AGÊNCIA DE EXEMPLO. Fundamento: Art. 132',
    },
    { id: '50-2', names: ['OUTRO FULANO'] },
    { id: '51', category: 'Cassação' },
  ]);
});
