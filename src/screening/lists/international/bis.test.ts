import { expect, test } from 'vitest';
import { createListsPlace } from '../../../../test/support/lists/lists-place.ts';
import { toConsolidatedScreening } from '../../../../test/support/lists/opt-in-lists.ts';

test('of the Consolidated Screening List only what the BIS says is read', async () => {
  const { put, file, entriesOf } = createListsPlace();
  const { counts } = await put('bis', file('c.csv', Buffer.from(toConsolidatedScreening())), { asOf: '2026-10-12' });
  expect(counts).toMatchObject({ rows: 3, entries: 2, left_out: 1 });
  expect(entriesOf('bis')).toMatchObject([
    {
      id: 'a1',
      kind: null,
      names: ['Exemplo Trading', 'Exemplo Um', 'Exemplo Dois'],
      from: '2022-03-16',
      until: null,
      category: 'Entity List (EL) - Bureau of Industry and Security',
      process: '87 FR 1',
      remarks: 'Address: Rua A, São Paulo, BR. Policy: Presumption of denial',
    },
    { id: 'a2', kind: 'person', names: ['Fulano de Tal'], until: '2030-01-31' },
  ]);
});
