// Whom to watch in a table of text: companies by their numbers; people by number, name and birth date, with the caller's own reference.
// Whatever else the table holds is no business of a watch. Both throw a TableError where it is no table, or has no column of numbers.

import { isReference } from '../../../domain/names/typed-name.ts';
import { type Columns, findColumnsOf } from '../../bulk/columns.ts';
import type { OpenTable, Sent } from '../../bulk/open-table.ts';
import { readQuestion } from '../../bulk/question.ts';
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

/** As the API names it, and as people do. */
const referenceNames = ['reference', 'referencia', 'referência'];

export async function* readPeopleList(
  sent: Sent,
  { openTable, format, today }: ReadPeopleOptions,
): AsyncGenerator<readonly ListedPerson[]> {
  await using opened = new AsyncDisposableStack();
  const table = await openTable(sent, { kind: 'text', format, mayDiffer: false }, opened);
  const columns = findColumnsOf(table, { cnpj: 'none', company_name: 'none' });
  const place = table.columns.findIndex((name) => referenceNames.includes(name.trim().toLowerCase()));
  for await (const rows of table.rows) yield rows.map((row) => toPerson(row, row.cells[place], columns, today));
}

function toPerson(row: Row, referenceCell: string | undefined, columns: Columns, today: string): ListedPerson {
  const { line } = row;
  const read = readQuestion(row, { columns, today, dateOrder: 'dmy' });
  if (read.kind === 'bad') return { line, fault: read.fault };
  if (read.question.kind !== 'cpf') return { line, fault: 'invalid_format' };
  const { cpf, name, birthDate } = read.question;
  if (name === null) return { line, fault: 'required' };
  const reference = referenceCell?.trim() || null;
  if (reference !== null && !isReference(reference)) return { line, fault: 'invalid_reference' };
  return { line, member: { cpf, name, birthDate, reference } };
}
