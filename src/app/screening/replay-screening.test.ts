import { expect, test } from 'vitest';
import { toEntry, writeEdition } from '../../../test/support/lists/list-editions.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import type { Sensitivity } from '../../domain/screening/sensitivity.ts';
import { findList } from '../../screening/lists/catalogue.ts';
import { createOpenEditions } from '../../screening/open-editions.ts';
import { toSandboxLists } from '../../screening/sandbox.ts';
import { type ScreenDetails, writeDetails } from '../audit/details.ts';
import type { AuditContent } from '../audit/record.ts';
import { createRepeatScreening } from './replay-screening.ts';

test('a record of a version that did not ask for numbers reads as it did then, and gives the same again', async () => {
  const query: Screened = { kind: 'company', cnpj: null, name: 'Ipê Amarelo Móveis' };
  const lists = toSandboxLists(query, findList);
  expect(lists.screen(query, '2026-11-18').needNumber).toEqual(['cnep']);
  const repeat = createRepeatScreening(async () => ({ kind: 'open', lists, close: () => {} }));
  const recorded: ScreenDetails = {
    query,
    partners: null,
    isWhole: true,
    today: '2026-11-18',
    editions: [],
    hits: [],
    status: 'clear',
  };
  const details = writeDetails(recorded);
  const content = { kind: 'screen', status: 'clear' } as AuditContent;
  expect(await repeat({ content, details })).toEqual({ kind: 'same', decision: { status: 'clear', hits: [] } });
});

test('a record is made again by the sensitivity of its day, whatever is set now, and an older one as balanced', async () => {
  const directory = createTemporaryFolder('lists');
  writeEdition(directory, 'ofac', [toEntry({ names: ['AHMED QASIM KHALIL'] })], { id: 'edition-1' });
  const repeat = createRepeatScreening(createOpenEditions(directory));
  const recordBy = (sensitivity: Sensitivity | undefined, status: 'possible' | 'clear') => {
    const ofac = { list: 'ofac', edition: 'edition-1', asOf: '2026-10-15', state: 'current' } as const;
    const hit = { row: 'ofac:1', match: 'name', strength: 'possible', state: 'in_force', partner: null } as const;
    const recorded: ScreenDetails = {
      query: { kind: 'person', cpf: null, name: 'Ahmed Khali', birthDate: null },
      partners: null,
      isWhole: true,
      today: '2026-10-16',
      editions: [{ ...ofac, ...(sensitivity && { sensitivity }) }],
      hits: status === 'possible' ? [hit] : [],
      status,
    };
    return repeat({ content: { kind: 'screen', status } as AuditContent, details: writeDetails(recorded) });
  };
  expect(await recordBy('high', 'possible')).toMatchObject({ kind: 'same', decision: { status: 'possible' } });
  expect(await recordBy('balanced', 'clear')).toMatchObject({ kind: 'same', decision: { status: 'clear' } });
  expect(await recordBy(undefined, 'clear')).toMatchObject({ kind: 'same' });
  expect(await recordBy('high', 'clear')).toMatchObject({ kind: 'different', replayed: { status: 'possible' } });
});
