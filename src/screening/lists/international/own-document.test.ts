import { expect, test } from 'vitest';
import { completeCnpj, formatCnpj } from '../../../domain/numbers/cnpj.ts';
import { completeCpf, formatCpf } from '../../../domain/numbers/cpf.ts';
import { findOwnDocument } from './own-document.ts';

const cpf = completeCpf('300456789');
const cnpj = completeCnpj('112223330001');
const numbers = ['123', formatCnpj(cnpj), formatCpf(cpf)];

test.each([
  ['person', { kind: 'cpf', number: cpf }],
  ['company', { kind: 'cnpj', number: cnpj }],
  ['other', null],
  [null, { kind: 'cnpj', number: cnpj }],
] as const)('of several numbers that of an entry of the kind %s is its own', (kind, document) => {
  expect(findOwnDocument(kind, numbers)).toEqual(document);
  expect(findOwnDocument(kind, ['123'])).toBeNull();
});
