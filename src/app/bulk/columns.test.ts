import { describe, expect, it } from 'vitest';
import { findColumns, withContractColumns } from './columns.ts';

describe('the columns of a table', () => {
  it.each([
    [['CPF', 'Nome Completo', 'Data de Nascimento'], { cpf: 0, name: 1, birth_date: 2 }],
    [['id', 'cnpj', 'Razão Social'], { cnpj: 1, company_name: 2 }],
    [['RAZAO_SOCIAL', 'Nº CNPJ', 'Nome Fantasia'], { cnpj: 1, company_name: 0 }],
    [['Documento', 'NOME/RAZÃO SOCIAL', 'dt_nasc'], { document: 0, name: 1, company_name: 1, birth_date: 2 }],
    [['tax_id', 'full name', 'date-of-birth'], { document: 0, name: 1, birth_date: 2 }],
    [['cpf', 'documento'], { cpf: 0 }],
    [['C.P.F. / CNPJ', 'Nome'], { document: 0, name: 1 }],
    [['C.N.P.J.', 'C. P. F. do cliente'], { cnpj: 0, cpf: 1 }],
    [['NU_CPF', 'NM_PESSOA', 'DT_NASC'], { cpf: 0, name: 1, birth_date: 2 }],
    [['Inscrição', 'Nome Empresarial'], { document: 0, company_name: 1 }],
    [['cpf', 'cnpj', 'name', 'company_name'], { cpf: 0, cnpj: 1, name: 2, company_name: 3 }],
  ])('%j are known by their names, whatever their accents and case', (names, expected) => {
    expect(findColumns(names)).toEqual(expected);
  });

  it('are those that were told, by name or by number, and none of the others that hold numbers', () => {
    expect(findColumns(['cpf', 'cnpj', 'nome'], { cnpj: 'CNPJ' })).toEqual({ cnpj: 1, name: 2 });
    expect(findColumns(['a', 'b', 'nome'], { cpf: '2', name: 'none' })).toEqual({ cpf: 1 });
    expect(findColumns(['Número', 'Quem'], { document: 'numero', name: 'quem' })).toEqual({ document: 0, name: 1 });
  });

  it('that have no numbers are refused, with their names and what to do, and no cell that may be a person’s', () => {
    expect(() => findColumns(['id', 'valor'])).toThrow(/--cpf, --cnpj or --document.*2 columns: id, valor/);
    expect(() => findColumns(['id;cpf;nome'])).toThrow(/separated by ;/);
    for (const row of [
      ['1', 'Ana Lima', '40442820136'],
      ['Ana Lima', '21/07/1990'],
      ['Ana', 'ana@example.com'],
    ]) {
      expect(() => findColumns(row)).toThrow(/The first row has \d columns, and seems to be no header\./);
      expect(() => findColumns(row)).not.toThrow(/Ana/);
    }
    expect(() => findColumns(['venda 2024', 'casa 12345'])).toThrow('2 columns: venda 2024, (column 2).');
  });

  it('of objects that may differ are those of both kinds, unless one column holds both', () => {
    expect(withContractColumns(['CPF', 'nome'])).toEqual(['CPF', 'nome', 'cnpj', 'company_name', 'birth_date']);
    expect(withContractColumns(['cnpj'])).toEqual(['cnpj', 'cpf', 'name', 'company_name', 'birth_date']);
    for (const names of [['documento', 'nome'], ['id']]) expect(withContractColumns(names)).toEqual(names);
  });

  it('of the same name are told apart by their number', () => {
    expect(() => findColumns(['cpf', 'nome', 'CPF'])).toThrow(
      'Columns 1 and 3 have the same name. Say which one is meant',
    );
    expect(findColumns(['cpf', 'nome', 'CPF'], { cpf: '3' })).toEqual({ cpf: 2, name: 1 });
    expect(() => findColumns(['cpf'], { name: 'nome' })).toThrow('--name nome: there is no such column');
  });
});
