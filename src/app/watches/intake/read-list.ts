// The companies in a table of text. Whatever else it holds is no business of a watch.

import { type Columns, findColumnsOf } from '../../bulk/columns.ts';
import { readQuestion } from '../../bulk/question.ts';
import type { Row } from '../../bulk/table.ts';
import { openTextTable } from '../../bulk/text/text-table.ts';
import type { ListedCompany } from './list-forms.ts';

/** Throws a TableError where it is no table, or has no column of numbers. */
export async function* readCompanyList(
  bytes: AsyncIterable<Uint8Array>,
  format?: 'csv' | 'ndjson',
): AsyncGenerator<readonly ListedCompany[]> {
  const table = await openTextTable(bytes, { format });
  const columns = findColumnsOf(table, { cpf: 'none', name: 'none', company_name: 'none', birth_date: 'none' });
  for await (const rows of table.rows) yield rows.map((row) => toListed(row, columns));
}

function toListed(row: Row, columns: Columns): ListedCompany {
  const read = readQuestion(row, { columns, today: '', dateOrder: 'dmy' });
  if (read.kind === 'bad') return { line: row.line, fault: read.fault };
  if (read.question.kind === 'cpf') return { line: row.line, fault: 'invalid_format' };
  return { line: row.line, member: read.question.cnpj };
}
