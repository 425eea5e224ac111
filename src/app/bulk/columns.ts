// Which column holds what: by its name in Portuguese or English, accents, case and punctuation apart, or as it was told.

import { foldText } from '../../domain/names/name-text.ts';
import { isCnpj } from '../../domain/numbers/cnpj.ts';
import { isCpf } from '../../domain/numbers/cpf.ts';
import { type ColumnRole, columnRoles, knownNames } from './column-names.ts';
import { listNameColumns } from './name-column.ts';
import { type Table, TableError } from './table.ts';

/** The place of each column that was found, counted from 0. `document` holds CPFs and CNPJs alike. */
export type Columns = Readonly<Partial<Record<ColumnRole, number>>>;

/** A name as the header has it (accents and case apart), a number counted from 1, or `none`. */
export type ColumnChoices = Readonly<Partial<Record<ColumnRole, string>>>;

const numberRoles: readonly ColumnRole[] = ['cpf', 'cnpj', 'document'];

/**
 * Throws a TableError that says what to do where no column of numbers is found, unless the table may lack one, or more than one could be
 * meant.
 */
export function findColumns(names: readonly string[], choices: ColumnChoices = {}, mayLackNumbers = false): Columns {
  const folded = names.map(foldColumn);
  const isChosen = isNumberChosen(choices);
  const found: Partial<Record<ColumnRole, number>> = {};
  for (const role of columnRoles) {
    const choice = choices[role];
    // Whoever names one column of numbers means that one alone.
    if (choice === undefined && isChosen && numberRoles.includes(role)) continue;
    if (choice === 'none') continue;
    const place =
      choice === undefined ? findByName(role, knownNames[role], folded) : getChosen(role, choice, names, folded);
    if (place !== undefined) found[role] = place;
  }
  // A CPF or CNPJ column says more than one of documents, which may be an identity card.
  if (found.cpf !== undefined || found.cnpj !== undefined) delete found.document;
  if (!mayLackNumbers && !numberRoles.some((role) => found[role] !== undefined)) throw toNoNumbers(names, choices);
  return found;
}

/** A table without a header has its numbers where its first row has one. Names of people are found by their values, too. */
export function findColumnsOf(
  { columns, firstRow, sample }: Pick<Table, 'columns' | 'firstRow' | 'sample'>,
  choices: ColumnChoices = {},
  mayLackNumbers = false,
): Columns {
  const isBare = firstRow !== undefined && !isNumberChosen(choices);
  const document = isBare ? { document: String(Math.max(0, findNumberCell(firstRow)) + 1) } : {};
  const found = findColumns(columns, { ...choices, ...document }, mayLackNumbers && !isBare);
  const names = choices.name === undefined ? listUnnamed({ columns, firstRow, sample }, found) : [];
  return names.length === 1 ? { ...found, name: names[0] as number } : found;
}

/** Columns that hold people's names, of a table of people in which no heading says which one does. */
export function listUnnamed(
  { columns, firstRow, sample }: Pick<Table, 'columns' | 'firstRow' | 'sample'>,
  found: Columns,
): readonly number[] {
  if (found.name !== undefined || (found.cpf === undefined && found.document === undefined)) return [];
  const used = new Set(Object.values(found));
  return listNameColumns({ columns, sample, used, fold: foldColumn, isHeadless: firstRow !== undefined });
}

/**
 * Of objects that may differ from each other: where the first ones are all of one kind, those of the other kind may follow, by the names
 * of the API, which are those of the roles. A column of documents is for both kinds already.
 */
export function withContractColumns(names: readonly string[]): readonly string[] {
  const folded = names.map(foldColumn);
  const has = (role: ColumnRole) => knownNames[role].some((known) => folded.includes(known));
  if (!has('cpf') && !has('cnpj')) return names;
  const missing = columnRoles.filter((role) => role !== 'document' && !has(role));
  return [...names, ...missing];
}

function isNumberChosen(choices: ColumnChoices): boolean {
  return numberRoles.some((role) => choices[role] !== undefined && choices[role] !== 'none');
}

/** Tells whether the names look like a header: one of them is known or was declared. */
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

/** Tells whether the candidate row is a header. Either one of its names is known, or no cell is a number with valid check digits. */
export function isHeader(names: readonly string[], told: readonly string[] = []): boolean {
  return hasKnownName(names, told) || findNumberCell(names) < 0;
}

/**
 * Tells whether these first rows can lead to a question. Either one holds a number with valid check digits, or rows follow one that names such a
 * column.
 */
export function haveNumbers(rows: readonly (readonly string[])[], told: readonly string[] = []): boolean {
  return rows.some(
    (cells, place) => findNumberCell(cells) >= 0 || (place < rows.length - 1 && hasNameOf(numberRoles, cells, told)),
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
function findNumberCell(cells: readonly string[]): number {
  return cells.findIndex((cell) => isCpf(cell.trim()) || isCnpj(cell.trim()));
}

/** `Nº` is `N`, `C.P.F.` is `CPF`, and `nomeCliente` is two words unless it is known as one. */
function foldColumn(name: string): string {
  const plain = name.replace(/[ºª°]/g, ' ');
  const folded = foldText(plain)
    .replace(/\bC P F\b/g, 'CPF')
    .replace(/\bC N P J\b/g, 'CNPJ');
  return isKnown.has(folded)
    ? folded
    : foldText(plain.replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2'));
}

const isKnown: ReadonlySet<string> = new Set(Object.values(knownNames).flat());

/** The place of a column of any table, by these names of it or as it was told; undefined where no column has one of the names. */
export function findColumn(
  role: string,
  known: readonly string[],
  choice: string | undefined,
  names: readonly string[],
): number | undefined {
  const folded = names.map(foldColumn);
  return choice === undefined ? findByName(role, known, folded) : getChosen(role, choice, names, folded);
}

function findByName(role: string, knownOfRole: readonly string[], folded: readonly string[]): number | undefined {
  for (const known of knownOfRole) {
    const place = folded.indexOf(known);
    if (place < 0) continue;
    if (folded.indexOf(known, place + 1) >= 0) throw toTwice(role, known, folded);
    return place;
  }
  return undefined;
}

function getChosen(role: string, choice: string, names: readonly string[], folded: readonly string[]): number {
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

function toTwice(role: string, known: string, folded: readonly string[]): TableError {
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

/** A cell that begins like a number or a date is no column name. If one does, all cells form a data row, and the message does not repeat them. */
export function listColumns(names: readonly string[]): {
  readonly file: string;
  readonly en: string;
  readonly pt: string;
} {
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

export function toFlag(role: string): string {
  return `--${role.replace('_', '-')}`;
}
