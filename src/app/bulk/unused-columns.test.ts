import { describe, expect, it } from 'vitest';
import { findUnused } from './unused-columns.ts';

const rules = { today: '2026-11-15', dateOrder: 'dmy' } as const;
const rowsOf = (...values: string[]) => values.map((value) => ['1', value]);

describe('a column that is not used', () => {
  it.each([
    ['D.N.', rowsOf('21/05/1990', '01/12/1985')],
    ['DN', rowsOf('1990-05-21')],
    ['Nasc. do titular', rowsOf('21/05/1990', '')],
    ['Aniversário', []],
    ['Data', rowsOf('21/05/1990', '01/12/1985', '02/02/2020')],
  ])('%s looks like a birth date, and is said', (name, sample) => {
    expect(findUnused({ columns: ['cpf', name], sample }, { cpf: 0 }, {}, rules)).toEqual([
      { name, role: 'birth_date' },
    ]);
  });

  it.each([
    ['Cadastro', rowsOf('21/05/2024', '01/12/2023')],
    ['DN', rowsOf('a', 'b')],
    ['Saldo', rowsOf('33014', '12345')],
    ['Nome da mãe', rowsOf('Ana')],
    ['Cidade', rowsOf('São Paulo')],
  ])('%s does not, whatever is in it', (name, sample) => {
    expect(findUnused({ columns: ['cpf', name], sample }, { cpf: 0 }, {}, rules)).toEqual([]);
  });

  it('is not said where one is used, was left out on purpose, or companies are asked about', () => {
    const table = { columns: ['cpf', 'D.N.', 'Nome do cooperado'], sample: [['1', '21/05/1990', 'Ana']] };
    expect(findUnused(table, { cpf: 0 }, {}, rules).map(({ role }) => role)).toEqual(['birth_date', 'name']);
    expect(findUnused(table, { cpf: 0, name: 2, birth_date: 1 }, {}, rules)).toEqual([]);
    expect(findUnused(table, { cpf: 0 }, { birth_date: 'none', name: 'none' }, rules)).toEqual([]);
    expect(findUnused(table, { cnpj: 0 }, {}, rules)).toEqual([]);
  });
});
