import { expect, test } from 'vitest';
import { blankEntry, type ListEntry } from './entry/list-entry.ts';
import { toHitSentence } from './hit-sentence.ts';

const entry: ListEntry = {
  ...blankEntry,
  id: '1',
  kind: 'person',
  names: ['FULANO DE TAL'],
  from: '2024-02-01',
  until: '2027-02-01',
  category: 'Suspensão',
};
const hit = {
  list: 'ceis',
  dataAsOf: '2026-11-01',
  entry,
  match: 'document',
  strength: 'hit',
  establishment: null,
} as const;

test('says the list, its day, how it was found, what it is and until when', () => {
  expect(toHitSentence({ ...hit, state: 'in_force' })).toEqual({
    en: 'The list ceis of 2026-11-01 has this number (Suspensão), in force until 2027-02-01.',
    pt: 'A lista ceis de 2026-11-01 traz este número (Suspensão), em vigor até 2027-02-01.',
  });
});

test('says that a name alone may be somebody else', () => {
  const { en, pt } = toHitSentence({ ...hit, match: 'name', strength: 'possible', state: 'in_force' });
  expect(en).toMatch(/has this name or one like it .* It may be somebody else: a person has to look\.$/);
  expect(pt).toMatch(/traz este nome ou um semelhante .* Pode ser outra pessoa: alguém precisa conferir\.$/);
});

test.each([
  ['ended', {}, 'ended on 2027-02-01.'],
  ['not_yet', {}, 'in force from 2024-02-01 on.'],
  ['in_force', { until: null }, 'in force, without an end date.'],
  ['in_force', { isUntilMinimum: true }, 'in force until 2027-02-01 at least.'],
] as const)('tells the dates: %s %o', (state, change, end) => {
  const { en } = toHitSentence({ ...hit, entry: { ...entry, ...change }, state });
  expect(en.endsWith(`, ${end}`)).toBe(true);
});

test('says which establishment of the company the list names', () => {
  const other = { ...hit, match: 'cnpj_root', state: 'in_force' } as const;
  expect(toHitSentence({ ...other, establishment: 'head_office' }).pt).toMatch(/traz a matriz desta empresa/);
  expect(toHitSentence({ ...other, establishment: 'branch' }).pt).toMatch(/traz outra filial desta empresa/);
});
