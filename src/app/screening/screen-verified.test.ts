import { expect, test } from 'vitest';
import type { Company } from '../../domain/company/company.ts';
import { type Cnpj, completeCnpj } from '../../domain/numbers/cnpj.ts';
import { type Cpf, completeCpf } from '../../domain/numbers/cpf.ts';
import type { PersonEvidence } from '../../domain/person/evidence.ts';
import { listKnownCompany, listKnownPerson } from './screen-verified.ts';

const cpf = completeCpf('300456789') as Cpf;
const cnpj = completeCnpj('112223330001') as Cnpj;

interface Known {
  readonly name: string | null;
  readonly socialName?: string;
  readonly birthDate: string | null;
}

function toEvidence(...known: readonly Known[]): PersonEvidence {
  const nothing = { socialName: null, registration: null, pendingDebts: null, score: null, fraudAlert: null };
  return known.map((one, place) => ({
    source: `source_${place}`,
    roles: ['identity'],
    evidence: { kind: 'answered', record: { ...nothing, ...one } },
  }));
}

const listPerson = (name: string | null, birthDate: string | null, ...known: readonly Known[]) =>
  listKnownPerson({ cpf, name, birthDate }, toEvidence(...known)).map(
    (one) => one.kind === 'person' && [one.name, one.birthDate],
  );

test('somebody is looked for once where the sources know the name and birth date that were sent', () => {
  const registered = { name: 'ANA BEATRIZ CARVALHO', birthDate: '1990-07-21' };
  expect(listPerson('Ana Beatriz Carvalho', '1990-07-21', registered, registered)).toEqual([
    ['Ana Beatriz Carvalho', '1990-07-21'],
  ]);
});

test('what was not sent is what the sources know, and what nobody knows is null', () => {
  const registered = { name: 'ANA BEATRIZ CARVALHO', birthDate: null };
  expect(listPerson(null, null, registered)).toEqual([['ANA BEATRIZ CARVALHO', null]]);
  expect(listPerson(null, null)).toEqual([[null, null]]);
  expect(listPerson('Ana', '1990-07-21')).toEqual([['Ana', '1990-07-21']]);
});

test('another name, the social name and another birth date are looked for as well, each with each', () => {
  const registered = { name: 'BRUNO LOPES', socialName: 'BRUNA LOPES', birthDate: '1990-07-21' };
  expect(listPerson('Bruna Lopes', '1991-07-21', registered)).toEqual([
    ['Bruna Lopes', '1991-07-21'],
    ['Bruna Lopes', '1990-07-21'],
    ['BRUNO LOPES', '1991-07-21'],
    ['BRUNO LOPES', '1990-07-21'],
  ]);
});

test('a company is looked for by its name in the registry and by the one that was sent', () => {
  const company = { legalName: 'EXEMPLO LTDA', tradeName: 'EXEMPLAR' } as Company;
  const list = (companyName: string | null, found: Company | null) =>
    listKnownCompany({ cnpj, companyName }, found).map(({ name }) => name);
  expect(list('Exemplo Ltda.', company)).toEqual(['EXEMPLO LTDA']);
  expect(list('Horizonte Azul', company)).toEqual(['EXEMPLO LTDA', 'Horizonte Azul']);
  expect(list('Horizonte Azul', null)).toEqual(['Horizonte Azul']);
  expect(list(null, null)).toEqual([null]);
});
