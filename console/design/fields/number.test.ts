import { describe, expect, test } from 'vitest';
import { parsePasted } from '../../ask/pasted.ts';
import { findTypedDay, fromDay, judgeNumber, readDay, toMasked, toMaskedDay, withoutMask } from './number.ts';

describe('the number while it is typed', () => {
  test('is a CPF up to eleven digits, and a CNPJ from the twelfth character or the first letter on', () => {
    expect(judgeNumber('')).toEqual({ kind: 'empty' });
    expect(judgeNumber('4044282013')).toEqual({ kind: 'typing', of: 'cpf', missing: 1 });
    expect(judgeNumber('40442820135')).toEqual({ kind: 'right', of: 'cpf', value: '40442820135' });
    expect(judgeNumber('40442820136')).toEqual({ kind: 'wrong', of: 'cpf' });
    expect(judgeNumber('342388640001')).toEqual({ kind: 'typing', of: 'cnpj', missing: 2 });
    expect(judgeNumber('12A')).toEqual({ kind: 'typing', of: 'cnpj', missing: 11 });
    expect(judgeNumber('12ABC34501DE35')).toEqual({ kind: 'right', of: 'cnpj', value: '12ABC34501DE35' });
  });

  test('gets its mask however it was written', () => {
    expect(toMasked(withoutMask('404.428.201-35'))).toBe('404.428.201-35');
    expect(toMasked(withoutMask(' 404 428 201 35 '))).toBe('404.428.201-35');
    expect(toMasked(withoutMask('12abc34501de35'))).toBe('12.ABC.345/01DE-35');
    expect(toMasked(withoutMask('34.238.864/0001-68'))).toBe('34.238.864/0001-68');
  });

  test('a day is masked while it is typed, and told only when it is whole', () => {
    expect(toMaskedDay('2107')).toBe('21/07');
    expect(toMaskedDay('21071990')).toBe('21/07/1990');
    expect(findTypedDay('21/07/199')).toBeUndefined();
    expect(findTypedDay('21/07/1990')).toBe('1990-07-21');
    expect(fromDay('1990-07-21')).toBe('21/07/1990');
  });

  test('nothing typed is told from half a day and from one that is not in the calendar', () => {
    expect(readDay('')).toBeNull();
    expect(readDay('29/02/2028')).toBe('2028-02-29');
    for (const typed of ['29/02/2027', '31/04/2026', '00/01/2026', '1', '21/07', '21/07/199'])
      expect(readDay(typed)).toBeUndefined();
  });
});

describe('a pasted line', () => {
  const ana = { number: '40442820135', name: 'Ana Beatriz Carvalho', birthDate: '21/07/1990' };
  test.each([
    ['404.428.201-35', { ...ana, name: '', birthDate: '' }],
    ['40442820135', { ...ana, name: '', birthDate: '' }],
    ['404\u200b428\u200b201\u200b35', { ...ana, name: '', birthDate: '' }],
    ['40442820135\tAna Beatriz Carvalho\t21/07/1990', ana],
    ['Ana Beatriz Carvalho; 404.428.201-35; 21/07/1990', ana],
    ['Ana Beatriz Carvalho 404.428.201-35 1990-07-21', ana],
    ['CPF: 404.428.201-35 Nome: Ana Beatriz Carvalho Nascimento: 21/07/1990', ana],
    ['"Ana Beatriz Carvalho","404.428.201-35","21-07-1990"', ana],
    ['404 428 201 35, Ana Beatriz Carvalho', { ...ana, birthDate: '' }],
    ['Ana Beatriz Carvalho 404.428.201-35 31/02/1990', { ...ana, birthDate: '' }],
  ])('%s', (text, expected) => {
    const found = parsePasted(text);
    expect({ ...found, name: found?.name.replace(' 31/02/1990', '') }).toEqual(expected);
  });

  test('a company’s number, formatted or not, with its name', () => {
    expect(parsePasted('34.238.864/0001-68 PLANALTO CENTRAL TECNOLOGIA LTDA')).toEqual({
      number: '34238864000168',
      name: 'PLANALTO CENTRAL TECNOLOGIA LTDA',
      birthDate: '',
    });
    expect(parsePasted('12.abc.345/01de-35')).toMatchObject({ number: '12ABC34501DE35' });
  });

  test('without a right number it is nothing, so that what was pasted stays as it is', () => {
    expect(parsePasted('404.428.201-36 Ana')).toBeUndefined();
    expect(parsePasted('Ana Beatriz Carvalho')).toBeUndefined();
  });
});
