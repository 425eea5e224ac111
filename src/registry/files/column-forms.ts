// The form that each published column has, for noticing that the Receita changed its layout: a code that lost its zeros, a date
// with dashes, two columns that changed places. Judges columns, never single rows: every form has real exceptions.

import type { DumpGroup, OddColumn } from '../../app/registry/registry-snapshot.ts';

interface ColumnForm {
  /** The Receita's own description of the layout uses this name. */
  readonly name: string;
  readonly form: RegExp;
}

const root = /^[0-9A-Z]{8}$/;
const date = /^(?:\d{8}|0|)$/;
const digits = /^\d{0,9}$/;
/** The form accepts any free text except one that looks like a number or a date. */
const text = /^(?!\d{8}$)/;
const blank = /^\s*$/;
const option = /^[SN]?$/;

const columnForms: Readonly<Record<DumpGroup, readonly ColumnForm[]>> = {
  // Not sampled: a row of another form is refused and counted.
  taxRegimes: [],
  companies: [
    { name: 'cnpj_basico', form: root },
    { name: 'razao_social', form: /[A-Z]/i },
    { name: 'natureza_juridica', form: /^\d{4}$/ },
    { name: 'qualificacao_responsavel', form: /^\d{2}$/ },
    { name: 'capital_social', form: /^\d+,\d\d$/ },
    { name: 'porte', form: /^(?:\d\d)?$/ },
    { name: 'ente_federativo', form: text },
  ],
  establishments: [
    { name: 'cnpj_basico', form: root },
    { name: 'cnpj_ordem', form: /^[0-9A-Z]{4}$/ },
    { name: 'cnpj_dv', form: /^\d\d$/ },
    { name: 'identificador', form: /^[12]$/ },
    { name: 'nome_fantasia', form: text },
    { name: 'situacao_cadastral', form: /^\d{1,2}$/ },
    { name: 'data_situacao', form: date },
    { name: 'motivo', form: /^\d\d$/ },
    { name: 'cidade_exterior', form: text },
    { name: 'pais', form: /^\d{0,3}$/ },
    { name: 'data_inicio_atividade', form: date },
    { name: 'cnae_principal', form: /^\d{7}$/ },
    { name: 'cnae_secundaria', form: /^(?:\d{7}(?:,\d{7})*)?$/ },
    { name: 'tipo_logradouro', form: text },
    { name: 'logradouro', form: text },
    { name: 'numero', form: text },
    { name: 'complemento', form: text },
    { name: 'bairro', form: text },
    { name: 'cep', form: /^(?:\d{7,8})?$/ },
    { name: 'uf', form: /^[A-Z]{2}$/ },
    { name: 'municipio', form: /^\d{4}$/ },
    { name: 'ddd_1', form: digits },
    { name: 'telefone_1', form: digits },
    { name: 'ddd_2', form: digits },
    { name: 'telefone_2', form: digits },
    { name: 'ddd_fax', form: digits },
    { name: 'fax', form: digits },
    { name: 'correio_eletronico', form: /^$|@/ },
    // One establishment in 2,000 is in one; the column is all but empty.
    { name: 'situacao_especial', form: blank },
    { name: 'data_situacao_especial', form: date },
  ],
  simples: [
    { name: 'cnpj_basico', form: root },
    { name: 'opcao_simples', form: option },
    { name: 'data_opcao_simples', form: date },
    { name: 'data_exclusao_simples', form: date },
    { name: 'opcao_mei', form: option },
    { name: 'data_opcao_mei', form: date },
    { name: 'data_exclusao_mei', form: date },
  ],
  partners: [
    { name: 'cnpj_basico', form: root },
    { name: 'identificador_de_socio', form: /^[123]$/ },
    { name: 'nome_socio', form: text },
    { name: 'cnpj_cpf_do_socio', form: /^(?:\*{3}\d{6}\*{2}|[0-9A-Z]{12}\d\d)?$/ },
    { name: 'qualificacao_socio', form: /^\d\d$/ },
    { name: 'data_entrada_sociedade', form: date },
    { name: 'pais', form: /^\d{0,3}$/ },
    { name: 'representante_legal', form: /^(?:\*{3}\d{6}\*{2})?$/ },
    { name: 'nome_do_representante', form: text },
    { name: 'qualificacao_representante_legal', form: /^(?:\d\d)?$/ },
    { name: 'faixa_etaria', form: /^\d$/ },
  ],
};

interface Row {
  readonly group: DumpGroup;
  readonly fields: readonly string[];
}

/** The columns in which at least one of the rows has another form than published so far. */
export function listOddColumns(rows: readonly Row[]): OddColumn[] {
  return (Object.keys(columnForms) as DumpGroup[]).flatMap((group) => {
    const own = rows.filter((row) => row.group === group);
    return columnForms[group].flatMap(({ name, form }, column) => {
      const odd = own.filter((row) => !form.test(row.fields[column] ?? '')).length;
      return odd === 0 ? [] : [{ group, column: column + 1, name, odd, of: own.length }];
    });
  });
}
