import { describe, expect, it } from 'vitest';
import { findColumnsOf } from './columns.ts';
import { listNotCompared } from './not-compared.ts';
import { findUnused } from './unused-columns.ts';

const cpf = '12345678909';
const names = ['Maria da Silva', 'José Carlos Souza', 'Ana Beatriz Lima', 'Wanderlúcia Paz'];
const table = (columns: readonly string[], ...columnsOfValues: readonly (readonly string[])[]) => ({
  columns: ['CPF', ...columns],
  sample: names.map((_, row) => [cpf, ...columnsOfValues.map((values) => values[row] ?? '')]),
  firstRow: undefined,
});

describe('the column of names', () => {
  it.each([
    ...[
      'Aluno',
      'Paciente',
      'Funcionário',
      'Funcionaria',
      'NomeCompleto',
      'nomeCliente',
      'nome_do_aluno',
      'Nome do cooperado',
    ],
    ...['NmPessoa', 'STUDENT', 'Ficha', 'x', ''],
  ])('is found under the heading "%s"', (heading) => {
    const found = findColumnsOf(table([heading], names));
    expect(found).toEqual({ cpf: 0, name: 1 });
    expect(listNotCompared(found)).toEqual(['birth_date']);
  });

  it('is found without a header at all, also of a bare list that is wider', () => {
    const rows = names.map((name, row) => [String(row), cpf, name, '21/05/1990']);
    const bare = {
      columns: ['column_1', 'column_2', 'column_3', 'column_4'],
      sample: rows,
      firstRow: rows[0] as string[],
    };
    expect(findColumnsOf(bare)).toEqual({ document: 1, name: 2 });
    expect(findColumnsOf(bare, { name: 'none' })).toEqual({ document: 1 });
  });

  it('is the likelier one of several: what the heading speaks of comes before values alone', () => {
    const other = ['Carlos Dias', 'Paulo Reis', 'Pedro Luz', 'Lucas Sá'];
    expect(findColumnsOf(table(['Ficha', 'Aluno'], other, names))).toEqual({ cpf: 0, name: 2 });
    expect(findColumnsOf(table(['Aluno', 'Nome na matrícula'], names, other))).toEqual({ cpf: 0, name: 2 });
  });

  it.each([
    ['values that are codes', 'Aluno', ['A-17', 'B-22', 'C-09', 'D-31']],
    ['values that are logins', 'Ficha', ['maria', 'jose', 'ana', 'wanda']],
    ['cities', 'Praça', ['São Paulo', 'Belo Horizonte', 'Rio Branco', 'Porto Alegre']],
    ['courses', 'Ficha', ['Engenharia Civil', 'Direito Penal', 'Letras Vernáculas', 'Artes Visuais']],
    ['one name again and again', 'Ficha', names.map(() => 'Maria da Silva')],
    ['somebody else', 'Nome da mãe', names],
    ['somebody else, by another word', 'Responsável', names],
    ['nothing', 'Aluno', []],
  ])('is not taken for one that holds %s', (_what, heading, values) => {
    const found = findColumnsOf(table([heading], values));
    expect(found).toEqual({ cpf: 0 });
    expect(listNotCompared(found)).toEqual(['name', 'birth_date']);
  });

  it('is none where two could be meant, and both are told', () => {
    const two = table(['Aluno', 'Paciente'], names, names);
    expect(findColumnsOf(two)).toEqual({ cpf: 0 });
    const unused = findUnused(two, { cpf: 0 }, {}, { today: '2026-11-15', dateOrder: 'dmy' });
    expect(unused).toEqual([
      { name: 'Aluno', role: 'name' },
      { name: 'Paciente', role: 'name' },
    ]);
  });

  it('is of no use where companies alone are asked about, which have names of their own', () => {
    const companies = { ...table(['Aluno'], names), columns: ['CNPJ', 'Aluno'] };
    expect(findColumnsOf(companies)).toEqual({ cnpj: 0 });
    expect(listNotCompared({ cnpj: 0 })).toEqual(['company_name']);
    expect(listNotCompared({ document: 0, name: 1, birth_date: 2 })).toEqual([]);
    expect(listNotCompared({ document: 0 })).toEqual(['name', 'birth_date', 'company_name']);
  });
});
