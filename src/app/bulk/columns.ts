// Which column holds what: by its name in Portuguese or English, accents, case and punctuation apart, or as it was told.

import { foldText } from '../../domain/names/name-text.ts';
import { isCnpj } from '../../domain/numbers/cnpj.ts';
import { isCpf } from '../../domain/numbers/cpf.ts';
import { type Table, TableError } from './table.ts';

export const columnRoles = ['cpf', 'cnpj', 'document', 'name', 'company_name', 'birth_date'] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** The place of each column that was found, counted from 0. `document` holds CPFs and CNPJs alike. */
export type Columns = Readonly<Partial<Record<ColumnRole, number>>>;

/** A name as the header has it (accents and case apart), a number counted from 1, or `none`. */
export type ColumnChoices = Readonly<Partial<Record<ColumnRole, string>>>;

/** Folded; the first one of a list that a table has is taken. */
const knownNames: Readonly<Record<ColumnRole, readonly string[]>> = {
  cpf: [
    'CPF',
    'NUMERO CPF',
    'NUMERO DO CPF',
    'NUM CPF',
    'NRO CPF',
    'NR CPF',
    'N CPF',
    'NO CPF',
    'CPF NUMERO',
    'CPF NUMBER',
    'CPF CLIENTE',
    'CPF DO CLIENTE',
    'CPF TITULAR',
    'CPF DO TITULAR',
    'DOCUMENTO CPF',
    'CLIENTE CPF',
    'NU CPF',
    'CD CPF',
    'COD CPF',
    'NU CPF CLIENTE',
    'NR CPF CLIENTE',
    'CPF PESSOA',
    'CPF BENEFICIARIO',
    'CPF DO BENEFICIARIO',
    'CPF ASSOCIADO',
    'CPF DO ASSOCIADO',
  ],
  cnpj: [
    'CNPJ',
    'NUMERO CNPJ',
    'NUMERO DO CNPJ',
    'NUM CNPJ',
    'NRO CNPJ',
    'NR CNPJ',
    'N CNPJ',
    'NO CNPJ',
    'CNPJ NUMERO',
    'CNPJ NUMBER',
    'CNPJ EMPRESA',
    'CNPJ DA EMPRESA',
    'CNPJ CLIENTE',
    'CNPJ DO CLIENTE',
    'CNPJ FORNECEDOR',
    'CNPJ DO FORNECEDOR',
    'CNPJ COMPLETO',
    'DOCUMENTO CNPJ',
    'NU CNPJ',
    'CD CNPJ',
    'COD CNPJ',
  ],
  document: [
    'DOCUMENTO',
    'DOCUMENT',
    'CPF CNPJ',
    'CNPJ CPF',
    'CPFCNPJ',
    'CNPJCPF',
    'CPF OU CNPJ',
    'CNPJ OU CPF',
    'CPF E CNPJ',
    'CPF OR CNPJ',
    'NUMERO DOCUMENTO',
    'NUMERO DO DOCUMENTO',
    'NUM DOCUMENTO',
    'NRO DOCUMENTO',
    'N DOCUMENTO',
    'DOCUMENTO CLIENTE',
    'DOCUMENTO DO CLIENTE',
    'DOCUMENTO FEDERAL',
    'DOCUMENT NUMBER',
    'DOC',
    'TAX ID',
    'TAXID',
    'TAX NUMBER',
    'INSCRICAO FEDERAL',
    'NU CPF CNPJ',
    'NR CPF CNPJ',
    'NU CNPJ CPF',
    'NU DOCUMENTO',
    'NR DOCUMENTO',
    'INSCRICAO',
    'NUMERO DE INSCRICAO',
    'NUMERO INSCRICAO',
    'NU INSCRICAO',
    'NR INSCRICAO',
    'N INSCRICAO',
    'INSCRICAO CPF CNPJ',
    'INSCRICAO CNPJ CPF',
  ],
  name: [
    'NOME',
    'NAME',
    'NOME COMPLETO',
    'FULL NAME',
    'FULLNAME',
    'NOME CIVIL',
    'NOME CLIENTE',
    'NOME DO CLIENTE',
    'CUSTOMER NAME',
    'NOME TITULAR',
    'NOME DO TITULAR',
    'NOME PESSOA',
    'NOME RAZAO SOCIAL',
    'NOME OU RAZAO SOCIAL',
    'RAZAO SOCIAL NOME',
    'CLIENTE',
    'CUSTOMER',
    'TITULAR',
    'PERSON NAME',
    'NOME DA PESSOA',
    'NM PESSOA',
    'NM CLIENTE',
    'NM COMPLETO',
    'NM TITULAR',
    'NM NOME',
    'NM',
  ],
  company_name: [
    'RAZAO SOCIAL',
    'RAZAOSOCIAL',
    'NOME EMPRESARIAL',
    'LEGAL NAME',
    'COMPANY NAME',
    'COMPANYNAME',
    'NOME DA EMPRESA',
    'NOME EMPRESA',
    'NOME RAZAO SOCIAL',
    'NOME OU RAZAO SOCIAL',
    'RAZAO SOCIAL NOME',
    'RAZAO',
    'NOME FANTASIA',
    'TRADE NAME',
    'FANTASIA',
    'NM RAZAO SOCIAL',
    'NM EMPRESARIAL',
    'NM EMPRESA',
    'DS RAZAO SOCIAL',
    'NM FANTASIA',
    'EMPRESA',
    'COMPANY',
    'FORNECEDOR',
    'SUPPLIER',
  ],
  birth_date: [
    'DATA DE NASCIMENTO',
    'DATA NASCIMENTO',
    'DATANASCIMENTO',
    'DATA DO NASCIMENTO',
    'DATA DE NASC',
    'DATA NASC',
    'DT NASCIMENTO',
    'DT DE NASCIMENTO',
    'DT NASC',
    'DTNASC',
    'DTNASCIMENTO',
    'NASCIMENTO',
    'NASC',
    'NASCIDO EM',
    'DATA NASCTO',
    'DT NASCTO',
    'DAT NASC',
    'DATA NASC CLIENTE',
    'BIRTH DATE',
    'BIRTHDATE',
    'DATE OF BIRTH',
    'DOB',
    'BIRTHDAY',
    'BIRTH',
  ],
};

const numberRoles: readonly ColumnRole[] = ['cpf', 'cnpj', 'document'];

/** Throws a TableError that says what to do where no column of numbers is found, or more than one could be meant. */
export function findColumns(names: readonly string[], choices: ColumnChoices = {}): Columns {
  const folded = names.map(foldColumn);
  const isChosen = isNumberChosen(choices);
  const found: Partial<Record<ColumnRole, number>> = {};
  for (const role of columnRoles) {
    const choice = choices[role];
    // Whoever names one column of numbers means that one alone.
    if (choice === undefined && isChosen && numberRoles.includes(role)) continue;
    if (choice === 'none') continue;
    const place = choice === undefined ? findByName(role, folded) : getChosen(role, choice, names, folded);
    if (place !== undefined) found[role] = place;
  }
  // A CPF or CNPJ column says more than one of documents, which may be an identity card.
  if (found.cpf !== undefined || found.cnpj !== undefined) delete found.document;
  if (!numberRoles.some((role) => found[role] !== undefined)) throw toNoNumbers(names, choices);
  return found;
}

/** A table without a header has its numbers where its first row has one. */
export function findColumnsOf(
  { columns, firstRow }: Pick<Table, 'columns' | 'firstRow'>,
  choices: ColumnChoices = {},
): Columns {
  if (firstRow === undefined || isNumberChosen(choices)) return findColumns(columns, choices);
  return findColumns(columns, { ...choices, document: String(Math.max(0, findNumberCell(firstRow)) + 1) });
}

/** What requests to the API call them. */
const contractNames: Readonly<Record<ColumnRole, string>> = {
  cpf: 'cpf',
  cnpj: 'cnpj',
  document: 'document',
  name: 'name',
  company_name: 'company_name',
  birth_date: 'birth_date',
};

/**
 * Of objects that may differ from each other: where the first ones are all of one kind, those of the other kind may follow, by the names
 * of the API. A column of documents is for both kinds already.
 */
export function withContractColumns(names: readonly string[]): readonly string[] {
  const folded = names.map(foldColumn);
  const has = (role: ColumnRole) => knownNames[role].some((known) => folded.includes(known));
  if (!has('cpf') && !has('cnpj')) return names;
  const missing = columnRoles.filter((role) => role !== 'document' && !has(role));
  return [...names, ...missing.map((role) => contractNames[role])];
}

function isNumberChosen(choices: ColumnChoices): boolean {
  return numberRoles.some((role) => choices[role] !== undefined && choices[role] !== 'none');
}

/** Whether the names look like a header: one of them is known, or was told. */
export function hasKnownName(names: readonly string[], told: readonly string[] = []): boolean {
  return hasNameOf(columnRoles, names, told);
}

function hasNameOf(roles: readonly ColumnRole[], names: readonly string[], told: readonly string[]): boolean {
  const folded = names.map(foldColumn);
  return (
    roles.some((role) => knownNames[role].some((known) => folded.includes(known))) ||
    told.some((name) => folded.includes(foldColumn(name)))
  );
}

/**
 * Which of the first rows is the header: the first one, unless titles stand above one that names a column of numbers. A title is a row
 * with fewer filled cells, and no number.
 */
export function findHeader(rows: readonly (readonly string[])[], told: readonly string[] = []): number {
  return findNames(numberRoles, rows, told) ?? findNames(columnRoles, rows, told) ?? 0;
}

function findNames(
  roles: readonly ColumnRole[],
  rows: readonly (readonly string[])[],
  told: readonly string[],
): number | undefined {
  let widest = 0;
  for (const [place, cells] of rows.entries()) {
    const filled = countFilled(cells);
    const isValue = cells.some((cell) => /\d{5}/.test(cell));
    if (!isValue && filled > widest && hasNameOf(roles, cells, told)) return place;
    if (findNumberCell(cells) >= 0) return undefined;
    widest = Math.max(widest, filled);
  }
  return undefined;
}

function countFilled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

/** The first cell that is a number that closes, of a file whose first row is no header; -1 where there is none. */
export function findNumberCell(cells: readonly string[]): number {
  return cells.findIndex((cell) => isCpf(cell.trim()) || isCnpj(cell.trim()));
}

/** `Nº` is `N`. */
function foldColumn(name: string): string {
  return foldText(name.replace(/[ºª°]/g, ' '));
}

function findByName(role: ColumnRole, folded: readonly string[]): number | undefined {
  for (const known of knownNames[role]) {
    const place = folded.indexOf(known);
    if (place < 0) continue;
    if (folded.indexOf(known, place + 1) >= 0) throw toTwice(role, known, folded);
    return place;
  }
  return undefined;
}

function getChosen(role: ColumnRole, choice: string, names: readonly string[], folded: readonly string[]): number {
  const exact = names.indexOf(choice);
  if (exact >= 0 && names.indexOf(choice, exact + 1) < 0) return exact;
  const wanted = foldColumn(choice);
  const place = folded.indexOf(wanted);
  if (place >= 0 && wanted !== '') {
    if (folded.indexOf(wanted, place + 1) >= 0) throw toTwice(role, wanted, folded);
    return place;
  }
  if (/^[1-9]\d{0,3}$/.test(choice) && Number(choice) <= names.length) return Number(choice) - 1;
  throw new TableError(`${toFlag(role)} ${choice}: there is no such column. ${listColumns(names).file}`);
}

function toTwice(role: ColumnRole, known: string, folded: readonly string[]): TableError {
  const places = folded.flatMap((name, index) => (name === known ? [index + 1] : []));
  return new TableError(
    `Columns ${places.join(' and ')} have the same name. Say which one is meant by its number: ${toFlag(role)} ${places[0]}`,
    {
      en: `Columns ${places.join(' and ')} have the same name, so that it is not certain which one is meant. Send one of them.`,
      pt: `As colunas ${places.join(' e ')} têm o mesmo nome, e não há como saber qual vale. Envie só uma delas.`,
    },
  );
}

function toNoNumbers(names: readonly string[], choices: ColumnChoices): TableError {
  const [only = ''] = names;
  const separator =
    names.length === 1 ? [';', ',', '\t', '|'].find((candidate) => only.includes(candidate)) : undefined;
  const hint =
    separator === undefined ? '' : ` The columns seem to be separated by ${separator === '\t' ? 'tabs' : separator}.`;
  const wanted = numberRoles.filter((role) => choices[role] !== 'none').map((role) => usualNames[role]);
  const toList = (or: string) => `${wanted.slice(0, -1).join(', ')} ${or} ${wanted.at(-1)}`;
  const { file, en, pt } = listColumns(names);
  return new TableError(
    `No column is called ${toList('or')}. Say which one holds the numbers: --cpf, --cnpj or --document. ${file}${hint}`,
    { en: `No column is called ${toList('or')}. ${en}`, pt: `Nenhuma coluna se chama ${toList('ou')}. ${pt}` },
  );
}

const usualNames: Readonly<Partial<Record<ColumnRole, string>>> = { cpf: 'cpf', cnpj: 'cnpj', document: 'documento' };
const namesShown = 20;

/** What begins like a number or a day is no name of a column: then they all are a row and not a header, and are not repeated. */
function listColumns(names: readonly string[]): { readonly file: string; readonly en: string; readonly pt: string } {
  const isOne = names.length === 1;
  const en = `${names.length} ${isOne ? 'column' : 'columns'}`;
  const pt = `${names.length} ${isOne ? 'coluna' : 'colunas'}`;
  if (names.some((name) => /^\W*\d[\d./-]{2}|@/.test(name))) {
    return {
      file: `The first row has ${en}, and seems to be no header.`,
      en: `The first row has ${en}, and seems to be no header.`,
      pt: `A primeira linha tem ${pt}, e parece não ser um cabeçalho.`,
    };
  }
  const list = (column: string) => {
    const shown = names
      .slice(0, namesShown)
      .map((name, index) => (/\d{5}/.test(name) ? `(${column} ${index + 1})` : name.slice(0, 40)));
    return `${shown.join(', ')}${names.length > namesShown ? ', …' : ''}`;
  };
  return {
    file: `The file has ${en}: ${list('column')}.`,
    en: `The table has ${en}: ${list('column')}.`,
    pt: `A tabela tem ${pt}: ${list('coluna')}.`,
  };
}

export function toFlag(role: ColumnRole): string {
  return `--${role.replace('_', '-')}`;
}
