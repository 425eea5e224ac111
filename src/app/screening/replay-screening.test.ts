import { expect, test } from 'vitest';
import type { Screened } from '../../domain/screening/screened.ts';
import { findList } from '../../screening/lists/catalogue.ts';
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
