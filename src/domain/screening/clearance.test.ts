import { expect, test } from 'vitest';
import { type Cnpj, completeCnpj } from '../numbers/cnpj.ts';
import { type Cpf, completeCpf } from '../numbers/cpf.ts';
import { isByNumber, isNameAlone, isSurer, toCustomerText, toRowText } from './clearance.ts';
import { blankEntry, type ListEntry } from './entry/list-entry.ts';
import { matchKinds } from './hit.ts';

const cpf = completeCpf('300456789') as Cpf;
const person = { kind: 'person', cpf, name: 'Maria Inventada', birthDate: null } as const;
const entry: ListEntry = {
  ...blankEntry,
  id: '1',
  kind: 'person',
  names: ['MARIA INVENTADA'],
  document: { kind: 'masked_cpf', digits: '456789' },
  from: '2020-01-01',
  category: 'VEREADORA',
  authority: 'MUN. DE EXEMPLO',
};

test('a customer with a number is the same by it, under any name', () => {
  expect(toCustomerText({ ...person, name: 'Outra', birthDate: '1990-01-01' })).toBe(toCustomerText(person));
  expect(toCustomerText(person)).toBe(`cpf:${cpf}`);
  const cnpj = completeCnpj('112223330001') as Cnpj;
  expect(toCustomerText({ kind: 'company', cnpj, name: 'Exemplo' })).toBe(`cnpj:${cnpj}`);
});

test('a customer without a number is the same by name and date of birth, however the name is written', () => {
  const named = { ...person, cpf: null };
  expect(toCustomerText({ ...named, name: ' maría  INVENTADA' })).toBe(toCustomerText(named));
  const others = [
    { ...named, name: 'Maria Inventora' },
    { ...named, birthDate: '1990-01-01' },
    { ...named, maskedCpf: '456789' },
    { kind: 'company', cnpj: null, name: named.name } as const,
  ];
  expect(new Set([named, ...others].map(toCustomerText)).size).toBe(5);
});

test('a customer without a number is told from a namesake by the reference of the caller alone', () => {
  const named = { ...person, cpf: null };
  const firm = { kind: 'company', cnpj: null, name: 'Exemplo Ltd' } as const;
  expect([named, firm].map(isNameAlone)).toEqual([true, true]);
  const known = [
    person,
    { ...named, birthDate: '1990-01-01' },
    { ...named, reference: 'A-1' },
    { ...firm, reference: 'A-1' },
  ];
  expect(known.map(isNameAlone)).toEqual([false, false, false, false]);
  const texts = [named, { ...named, reference: 'A-1' }, { ...named, reference: 'A-2' }].map(toCustomerText);
  expect(new Set(texts).size).toBe(3);
  expect(toCustomerText({ ...person, reference: 'A-1' })).toBe(toCustomerText(person));
});

test('a row is the same while it names the same, for the same time and the same reason', () => {
  expect(toRowText({ ...entry, reach: 'outro' })).toBe(toRowText(entry));
  const changed: Partial<ListEntry>[] = [
    { kind: null },
    { names: ['MARIA INVENTADA', 'MARIA OUTRA'] },
    { weakNames: ['MARIA'] },
    { document: { kind: 'cpf', number: cpf } },
    { births: ['1990'] },
    { from: '2021-01-01' },
    { until: '2099-12-31' },
    { isUntilMinimum: true },
    { category: 'PREFEITA' },
    { authority: 'MUN. DE OUTRO' },
    { process: '1' },
    { remarks: 'FRAUDE CONFIRMADA' },
  ];
  expect(new Set(changed.map((change) => toRowText({ ...entry, ...change }))).size).toBe(changed.length);
  for (const change of changed) expect(toRowText({ ...entry, ...change })).not.toBe(toRowText(entry));
});

test('a match is surer than those that come after it, and not than itself', () => {
  const judged = { match: 'masked_cpf_and_name', strength: 'hit', similarity: null } as const;
  expect(matchKinds.filter((match) => isSurer({ match, strength: 'hit', similarity: null }, judged))).toEqual([
    'document',
    'cnpj_root',
  ]);
  expect(matchKinds.filter((match) => isByNumber({ match }))).toEqual(['document', 'cnpj_root']);
});

test('a hit is surer than what was only possible, by the same match or by any other', () => {
  const possible = { match: 'masked_cpf_and_name', strength: 'possible', similarity: null } as const;
  expect(matchKinds.every((match) => isSurer({ match, strength: 'hit', similarity: null }, possible))).toBe(true);
  expect(isSurer(possible, { ...possible, strength: 'hit' })).toBe(false);
  expect(isSurer(possible, possible)).toBe(false);
});

test('a name that is more alike is surer than the one that somebody judged, and not by less than a hundredth', () => {
  const judged = { match: 'name', strength: 'possible', similarity: 0.93 } as const;
  expect(isSurer({ ...judged, similarity: 1 }, judged)).toBe(true);
  expect([0.934, 0.93, 0.8, null].some((similarity) => isSurer({ ...judged, similarity }, judged))).toBe(false);
  expect(isSurer(judged, { ...judged, similarity: null })).toBe(false);
});
