import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toCp1252, writeZipOf } from '../../../test/support/lists/list-files.ts';
import { createListsPlace } from '../../../test/support/lists/lists-place.ts';
import { securitiesFiles } from '../../../test/support/lists/opt-in-lists.ts';

test('who is accused at the CVM, by the file of the accused out of its zip, in Latin-1', async () => {
  const { folder, put, entriesOf } = createListsPlace();
  const zip = writeZipOf(join(folder, 'processo_sancionador.zip'), [
    ['processo_sancionador.csv', toCp1252(securitiesFiles.processes)],
    ['processo_sancionador_acusado.csv', toCp1252(securitiesFiles.accused)],
  ]);
  const { counts } = await put('cvm-acusados', zip, { asOf: '2026-10-12' });
  expect(counts).toMatchObject({ rows: 2, entries: 2, without_document: 2 });
  expect(entriesOf('cvm-acusados')).toMatchObject([
    { names: ['FULANO DE TAL'], kind: null, from: '2024-05-02', remarks: 'Situação: Citação realizada' },
    { names: ['EXEMPLO GESTÃO LTDA'], process: '19957.000001/2024-11', until: null },
  ]);
});
