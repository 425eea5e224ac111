// From a row to what is asked about it: one CPF or one CNPJ with what the row knows of its owner, or the reason why nothing is.

import { cleanName, isCompanyName, isPersonName } from '../../domain/names/typed-name.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { RowFault } from '../../domain/rows/row-words.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import type { Columns } from './columns.ts';
import type { Row } from './table.ts';
import { type DateOrder, readBirthDate } from './written-date.ts';
import { type Mend, readNumber, unwrapText, type WrittenNumber } from './written-number.ts';

export type Question =
  | { readonly kind: 'cpf'; readonly cpf: Cpf; readonly name: string | null; readonly birthDate: string | null }
  | { readonly kind: 'cnpj'; readonly cnpj: Cnpj; readonly companyName: string | null };

export type ReadRow =
  | { readonly kind: 'question'; readonly question: Question; readonly mend: Mend | undefined }
  | { readonly kind: 'bad'; readonly fault: RowFault };

export interface QuestionRules {
  readonly columns: Columns;
  /** YYYY-MM-DD in Brazil. */
  readonly today: string;
  readonly dateOrder: DateOrder;
}

export function readQuestion(row: Row, rules: QuestionRules): ReadRow {
  if (row.fault !== undefined) return { kind: 'bad', fault: row.fault };
  const cellFault = row.cellFaults && findCellFault(row.cellFaults, rules.columns);
  if (cellFault !== undefined) return { kind: 'bad', fault: cellFault };
  const number = findNumber(row.cells, rules.columns);
  if (number.kind === 'fault') return { kind: 'bad', fault: number.fault };
  return number.kind === 'cpf' ? readPerson(number, row.cells, rules) : readCompany(number, row.cells, rules.columns);
}

function findCellFault(faults: ReadonlyMap<number, RowFault>, columns: Columns): RowFault | undefined {
  return Object.values(columns)
    .map((place) => faults.get(place))
    .find((fault) => fault !== undefined);
}

/** Where a row has a column for each, the one that is filled. */
function findNumber(cells: readonly string[], { cpf, cnpj, document }: Columns): WrittenNumber {
  if (document !== undefined) return readNumber(cells[document] ?? '', 'document');
  if (cnpj === undefined) return readNumber(cellAt(cells, cpf), 'cpf');
  if (cpf === undefined) return readNumber(cellAt(cells, cnpj), 'cnpj');
  const [person, company] = [cellAt(cells, cpf), cellAt(cells, cnpj)];
  if (company.trim() === '') return readNumber(person, 'cpf');
  return person.trim() === '' ? readNumber(company, 'cnpj') : { kind: 'fault', fault: 'two_numbers' };
}

function readPerson(
  { value: cpf, mend }: WrittenNumber & { kind: 'cpf' },
  cells: readonly string[],
  rules: QuestionRules,
): ReadRow {
  const known = readNameAndBirth(cells, rules);
  return 'fault' in known
    ? { kind: 'bad', ...known }
    : { kind: 'question', question: { kind: 'cpf', cpf, ...known }, mend };
}

interface NameAndBirth {
  readonly name: string | null;
  readonly birthDate: string | null;
}

/** Reads the name and the birth date that a row holds beside a number. */
export function readNameAndBirth(
  cells: readonly string[],
  { columns, today, dateOrder }: QuestionRules,
): NameAndBirth | { readonly fault: RowFault } {
  const name = cleanName(unwrapText(cellAt(cells, columns.name)));
  if (name !== '' && !isPersonName(name)) return { fault: 'invalid_name' };
  const written = unwrapText(cellAt(cells, columns.birth_date)).trim();
  const birthDate = written === '' ? null : readBirthDate(written, today, dateOrder);
  return birthDate === undefined ? { fault: 'invalid_date' } : { name: name === '' ? null : name, birthDate };
}

function readCompany(
  { value: cnpj, mend }: WrittenNumber & { kind: 'cnpj' },
  cells: readonly string[],
  columns: Columns,
): ReadRow {
  const name = cleanName(unwrapText(cellAt(cells, columns.company_name ?? columns.name)));
  if (name !== '' && !isCompanyName(name)) return { kind: 'bad', fault: 'invalid_name' };
  return { kind: 'question', question: { kind: 'cnpj', cnpj, companyName: name === '' ? null : name }, mend };
}

function cellAt(cells: readonly string[], place: number | undefined): string {
  return place === undefined ? '' : (cells[place] ?? '');
}

/** Returns the subject of the question in the form that list screening uses. */
export function toScreened(question: Question): Screened {
  if (question.kind === 'cnpj') return { kind: 'company', cnpj: question.cnpj, name: question.companyName };
  const { cpf, name, birthDate } = question;
  return { kind: 'person', cpf, name, birthDate };
}
