// Small dumps written by hand for the registry's tests: rows as the Receita writes them, as extracted files with published
// names. Parts without rows of their own get one filler company each, because a published part is never empty.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';

export interface EstablishmentRow {
  /** Twelve characters; the check digits are added. */
  readonly base: string;
  readonly checkDigits?: string;
  readonly headOffice?: string;
  readonly tradeName?: string;
  readonly status?: string;
  readonly startedOn?: string;
  readonly specialSituation?: string;
  readonly address?: string;
  /** Any other column, by its number counted from 0. */
  readonly columns?: Readonly<Record<number, string>>;
}

export function establishment(row: EstablishmentRow): string {
  const fields = Array.from({ length: 30 }, () => '');
  const cnpj = completeCnpj(row.base);
  fields[0] = row.base.slice(0, 8);
  fields[1] = row.base.slice(8);
  fields[2] = row.checkDigits ?? cnpj.slice(12);
  fields[3] = row.headOffice ?? '1';
  fields[4] = row.tradeName ?? '';
  fields[5] = row.status ?? '02';
  fields[6] = '20200101';
  fields[7] = '00';
  fields[10] = row.startedOn ?? '20200101';
  fields[11] = '4781400';
  fields[14] = row.address ?? 'RUA DAS FLORES';
  fields[18] = '01001000';
  fields[19] = 'SP';
  fields[20] = '7107';
  fields[28] = row.specialSituation ?? '';
  for (const [column, field] of Object.entries(row.columns ?? {})) fields[Number(column)] = field;
  return toRow(...fields);
}

/** A closed head office that has something in every column. */
export function fullEstablishment(base: string, columns: Readonly<Record<number, string>> = {}): string {
  return establishment({
    base,
    tradeName: 'ACME',
    status: '08',
    startedOn: '19991231',
    specialSituation: 'FALIDO',
    columns: { ...fullColumns, ...columns },
  });
}

const fullColumns: Readonly<Record<number, string>> = {
  6: '20150209',
  7: '01',
  8: 'DOVER',
  9: '249',
  11: '0111301',
  12: '4781400,0111301',
  13: 'AVENIDA',
  14: 'BRASIL',
  15: '10',
  16: 'SALA 2',
  17: 'CENTRO',
  18: '01310100',
  19: 'SP',
  20: '7107',
  21: '11',
  22: '32345678',
  23: '21',
  24: '98765432',
  25: '11',
  26: '1234567',
  27: 'Contato@ACME.Example',
  29: '20230510',
};

export function fullCompany(root: string): string {
  return toRow(root, 'ACME LTDA', '2062', '49', '999999999999,99', '03', 'SAO PAULO - SP');
}

export function fullSimples(root: string): string {
  return toRow(root, 'N', '20070701', '20081231', 'N', '20090101', '20081231');
}

/** The eleven columns of a partner. */
export function partner(...fields: readonly string[]): string {
  return toRow(...fields);
}

export function company(root: string, legalName: string): string {
  return toRow(root, legalName, '2135', '50', '1000,00', '01', '');
}

export function simples(root: string, meiOption: string, meiExcludedOn = '00000000'): string {
  return toRow(root, 'S', '20200101', '00000000', meiOption, '20200101', meiExcludedOn);
}

export interface DumpRows {
  readonly establishments?: readonly string[];
  readonly companies?: readonly string[];
  readonly simples?: readonly string[];
  /** Spread over all ten parts; without them there are no files of partners. */
  readonly partners?: readonly string[];
  /** Rows of tax regimes, all in the file of `Lucro Presumido`; without them there are no such files. */
  readonly taxRegimes?: readonly string[];
  /** By the end of the member's name: `MOTICSV`. */
  readonly tables?: Readonly<Record<string, readonly string[]>>;
}

/** Writes all files that a whole set needs into `folder`; the given rows go to part 0. `extraction` is the `60808` of the names. */
export function writeDump(folder: string, rows: DumpRows, extraction = '60808'): string {
  mkdirSync(folder, { recursive: true });
  for (let part = 0; part < 10; part++) {
    const root = `9000000${part}`;
    const own = part === 0;
    write(folder, `K3241.K03200Y${part}.D${extraction}.ESTABELE`, [
      establishment({ base: `${root}0001` }),
      ...(own ? (rows.establishments ?? []) : []),
    ]);
    write(folder, `K3241.K03200Y${part}.D${extraction}.EMPRECSV`, [
      company(root, `FILLER ${part}`),
      ...(own ? (rows.companies ?? []) : []),
    ]);
  }
  for (let part = 0; part < 10 && rows.partners !== undefined; part++) {
    const filler = partner(
      `9000000${part}`,
      '2',
      `FILLER ${part}`,
      '***123456**',
      '49',
      '20200101',
      '',
      '***000000**',
      '',
      '00',
      '5',
    );
    const own = rows.partners.filter((_, index) => index % 10 === part);
    write(folder, `K3241.K03200Y${part}.D${extraction}.SOCIOCSV`, [filler, ...own]);
  }
  if (rows.taxRegimes !== undefined) writeTaxRegimes(folder, rows.taxRegimes);
  for (const [tag, table] of Object.entries(rows.tables ?? {}))
    write(folder, `F.K03200$Z.D${extraction}.${tag}`, table);
  write(folder, `F.K03200$W.SIMPLES.CSV.D${extraction}`, [simples('90000000', 'N'), ...(rows.simples ?? [])]);
  return folder;
}

const taxRegimeNames = ['Lucro Real', 'Lucro Presumido', 'Lucro Arbitrado', 'Imunes e Isentas'] as const;

function writeTaxRegimes(folder: string, rows: readonly string[]): void {
  const header = 'ano,cnpj,cnpj_da_scp,forma_de_tributacao,quantidade_de_escrituracoes\n';
  for (const name of taxRegimeNames)
    write(folder, `${name}.csv`, [header, ...(name === 'Lucro Presumido' ? rows : [])]);
}

function write(folder: string, name: string, rows: readonly string[]): void {
  writeFileSync(join(folder, name), Buffer.from(rows.join(''), 'latin1'));
}

/** Any row, field by field. */
export function toRow(...fields: readonly string[]): string {
  return `${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(';')}\n`;
}
