import { expect, test } from 'vitest';
import { completeCnpj } from '../../numbers/cnpj.ts';
import { completeCpf } from '../../numbers/cpf.ts';
import { readListedDocument, readTabledDocument, showDocument } from './listed-document.ts';

const cpf = completeCpf('300456789');
const cnpj = completeCnpj('112223330001');

test('a whole number is read bare or formatted, and a CPF is never shown whole', () => {
  expect(readListedDocument(` ${cpf} `)).toEqual({ kind: 'cpf', number: cpf });
  expect(showDocument(readListedDocument(cpf))).toBe('***.456.789-**');
  expect(readListedDocument(cnpj)).toEqual({ kind: 'cnpj', number: cnpj });
  expect(showDocument(readListedDocument(cnpj))).toMatch(/^11\.222\.333\/0001-\d\d$/);
});

test.each(['300456789-01', '300 456 789 01', '300.456.789/01', '300.456.789–01', '300\u00a0456.789-01'])(
  'a number whose publisher has put other marks between its digits is read: %s',
  (text) => expect(readListedDocument(text)).toEqual({ kind: 'cpf', number: cpf }),
);

test.each(['***.456.789-**', '***456789**', 'XXX.456.789-XX'])(
  'a number that its publisher has masked is read as six digits: %s',
  (text) => {
    expect(readListedDocument(text)).toEqual({ kind: 'masked_cpf', digits: '456789' });
    expect(showDocument(readListedDocument(text))).toBe('***.456.789-**');
  },
);

test.each(['1234567', '123456789', '30045678900', '99999999999999', '***.456.78-**', 'PASSPORT X1'])(
  'a number that is none keeps the entry, to be found by name, and is not kept itself: %s',
  (text) => {
    expect(readListedDocument(text)).toEqual({ kind: 'unusable' });
    expect(showDocument(readListedDocument(text))).toBeNull();
  },
);

test('nothing is written where nothing is', () => expect(readListedDocument('  ')).toBeNull());

test('zeros that a spreadsheet has dropped are put back, and only where the number then is one', () => {
  const [short, shortCnpj] = [completeCpf('001456789'), completeCnpj('001122330001')];
  expect(readTabledDocument(short.slice(1))).toEqual({ kind: 'cpf', number: short });
  expect(readTabledDocument(` ${short.slice(2)} `)).toEqual({ kind: 'cpf', number: short });
  expect(readTabledDocument(shortCnpj.slice(2))).toEqual({ kind: 'cnpj', number: shortCnpj });
  expect(readTabledDocument(`${Number(short)}.0`)).toEqual({ kind: 'cpf', number: short });
  expect(readTabledDocument(`${cpf}.0`)).toEqual({ kind: 'cpf', number: cpf });
  for (const text of ['123456789', '1234567891', short.slice(3), '1234567'])
    expect(readTabledDocument(text)).toEqual({ kind: 'unusable' });
  expect(readListedDocument(short.slice(1))).toEqual({ kind: 'unusable' });
});
