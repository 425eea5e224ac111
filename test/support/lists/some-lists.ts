// Lists in every state on the disk of a service, with invented people: one that is current, one that is too old, one that is damaged,
// and one of the operator's own.

import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importDraft } from '../../../src/app/datasets/import-draft.ts';
import { systemClock } from '../../../src/clock.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import { type Cpf, completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { openListSession } from '../../../src/screening/list-session.ts';
import { entriesFile } from '../../../src/screening/snapshot/entries.ts';
import { toEntry, writeEdition } from './list-editions.ts';

export const barred = { cpf: completeCpf('300456789') as Cpf, name: 'FULANO DE TAL INVENTADO' };
const politician = { digits: '456791', name: 'BELTRANA EXEMPLO DA SILVA' };

const suspension = toEntry({
  id: '900100',
  names: [barred.name],
  document: { kind: 'cpf', number: barred.cpf },
  from: '2024-02-01',
  until: '2099-12-31',
  category: 'Suspensão',
  authority: 'Prefeitura de Exemplo',
});
const office = toEntry({
  id: '7',
  names: [politician.name],
  document: { kind: 'masked_cpf', digits: politician.digits },
  category: 'VEREADORA',
  authority: 'MUN. DE EXEMPLO-SP',
});

export function writeSomeLists(directory: string): void {
  const today = toBrazilDay(systemClock.nowMs());
  writeEdition(directory, 'ceis', [suspension], { dataAsOf: today });
  writeEdition(directory, 'pep', [office], { dataAsOf: '2024-01-01' });
  truncateSync(join(writeEdition(directory, 'cnep', [suspension], { dataAsOf: today }), entriesFile), 1);
  writeEdition(directory, 'own-fraudes', [{ ...suspension, id: '1', category: 'Chargeback' }], { dataAsOf: today });
}

/** A page of a publisher that was saved in place of its file: the import refuses it, and says why. */
export async function failImport(directory: string, list: string): Promise<void> {
  const path = join(directory, '..', 'saved.zip');
  writeFileSync(path, '<html><body>Acesso negado</body></html>');
  const session = openListSession(directory, { list, paths: [path], asOf: undefined }, systemClock, []);
  await importDraft(session, { overridden: [], signal: new AbortController().signal }).catch(() => {});
}
