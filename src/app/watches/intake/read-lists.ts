// Whom to watch in a table of text: companies by their numbers; people by number, name and birth date, with the caller's own reference.
// Whatever else the table holds is no business of a watch. Both throw a TableError where it is no table, or has no column of numbers.

import { isReference } from '../../../domain/names/typed-name.ts';
import { type Columns, findColumnsOf } from '../../bulk/columns.ts';
import { findIdentityColumns, type IdentityPlaces, readCell, readIdentityCells } from '../../bulk/identity-columns.ts';
import type { OpenTable, Sent } from '../../bulk/open-table.ts';
import { type QuestionRules, readNameAndBirth, readQuestion } from '../../bulk/question.ts';
import type { Row } from '../../bulk/table.ts';
import type { ListedCompany, ListedPerson } from './list-forms.ts';

interface ReadListOptions {
  readonly openTable: OpenTable;
  readonly format?: 'csv' | 'ndjson' | undefined;
}

export async function* readCompanyList(
  sent: Sent,
  { openTable, format }: ReadListOptions,
): AsyncGenerator<readonly ListedCompany[]> {
  await using opened = new AsyncDisposableStack();
  const table = await openTable(sent, { kind: 'text', format, mayDiffer: false }, opened);
  const columns = findColumnsOf(table, { cpf: 'none', name: 'none', company_name: 'none', birth_date: 'none' });
  for await (const rows of table.rows) yield rows.map((row) => toCompany(row, columns));
}

function toCompany(row: Row, columns: Columns): ListedCompany {
  const read = readQuestion(row, { columns, today: '', dateOrder: 'dmy' });
  if (read.kind === 'bad') return { line: row.line, fault: read.fault };
  if (read.question.kind === 'cpf') return { line: row.line, fault: 'invalid_format' };
  return { line: row.line, member: read.question.cnpj };
}

interface ReadPeopleOptions extends ReadListOptions {
  /** YYYY-MM-DD in Brazil. */
  readonly today: string;
}

export async function* readPeopleList(
  sent: Sent,
  { openTable, format, today }: ReadPeopleOptions,
): AsyncGenerator<readonly ListedPerson[]> {
  await using opened = new AsyncDisposableStack();
  const table = await openTable(sent, { kind: 'text', format, mayDiffer: false }, opened);
  const places = findIdentityColumns(table.columns);
  // Who has no CPF is told apart by the reference.
  const mayLackNumbers = places.reference !== undefined;
  const columns = findColumnsOf(table, { cnpj: 'none', company_name: 'none' }, mayLackNumbers);
  const rules = { columns, today, dateOrder: 'dmy' } as const;
  for await (const rows of table.rows) yield rows.map((row) => readListedPerson(row, places, rules));
}

function readListedPerson(row: Row, places: IdentityPlaces, rules: QuestionRules): ListedPerson {
  const { line, cells } = row;
  const known = readKnown(row, rules);
  if ('fault' in known) return { line, fault: known.fault };
  const { cpf, name, birthDate } = known;
  const reference = cells[places.reference ?? -1]?.trim() || null;
  if (name === null || (cpf === null && reference === null)) return { line, fault: 'required' };
  if (reference !== null && !isReference(reference)) return { line, fault: 'invalid_reference' };
  const identity = readIdentityCells(cells, places);
  if ('fault' in identity) return { line, fault: identity.fault };
  return { line, member: { cpf, name, birthDate, reference, ...identity } };
}

function readKnown(row: Row, rules: QuestionRules) {
  const { cpf, document } = rules.columns;
  const isUnnumbered = readCell(row.cells, cpf) === '' && readCell(row.cells, document) === '';
  if (isUnnumbered && row.fault === undefined) {
    const known = readNameAndBirth(row.cells, rules);
    return 'fault' in known ? known : { cpf: null, ...known };
  }
  const read = readQuestion(row, rules);
  if (read.kind === 'bad') return { fault: read.fault };
  return read.question.kind === 'cpf' ? read.question : { fault: 'invalid_format' as const };
}
