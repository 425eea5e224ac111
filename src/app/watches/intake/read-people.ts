// The people in a table of text: number, name, birth date, and the caller's own reference.

import { type Columns, findColumnsOf } from '../../bulk/columns.ts';
import { readQuestion } from '../../bulk/question.ts';
import type { Row } from '../../bulk/table.ts';
import { openTextTable } from '../../bulk/text/text-table.ts';
import { isReference } from '../watched-person.ts';
import type { ListedPerson } from './list-forms.ts';

interface ReadPeopleOptions {
  readonly format?: 'csv' | 'ndjson' | undefined;
  /** YYYY-MM-DD in Brazil. */
  readonly today: string;
}

/** As the API names it, and as people do. */
const referenceNames = ['reference', 'referencia', 'referência'];

/** Throws a TableError where it is no table, or has no column of numbers. */
export async function* readPeopleList(
  bytes: AsyncIterable<Uint8Array>,
  { format, today }: ReadPeopleOptions,
): AsyncGenerator<readonly ListedPerson[]> {
  const table = await openTextTable(bytes, { format });
  const places = {
    columns: findColumnsOf(table, { cnpj: 'none', company_name: 'none' }),
    reference: table.columns.findIndex((name) => referenceNames.includes(name.trim().toLowerCase())),
  };
  for await (const rows of table.rows) yield rows.map((row) => toListed(row, places, today));
}

interface Places {
  readonly columns: Columns;
  /** -1 where there is none. */
  readonly reference: number;
}

function toListed(row: Row, { columns, reference: place }: Places, today: string): ListedPerson {
  const { line } = row;
  const read = readQuestion(row, { columns, today, dateOrder: 'dmy' });
  if (read.kind === 'bad') return { line, fault: read.fault };
  if (read.question.kind !== 'cpf') return { line, fault: 'invalid_format' };
  const { cpf, name, birthDate } = read.question;
  if (name === null) return { line, fault: 'required' };
  const reference = row.cells[place]?.trim() || null;
  if (reference !== null && !isReference(reference)) return { line, fault: 'invalid_reference' };
  return { line, member: { cpf, name, birthDate, reference } };
}
