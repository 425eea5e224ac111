// One JSON object in each line. Its fields are the columns, those of the first rows together.

import { type Row, TableError } from '../table.ts';

const lookedLines = 1000;
/** This limit counts the cells of the rows that are read at once. Lines of `{}` would have every column of the table. */
const cellsMax = 8_000_000;

/** The fields of the first objects, in the order in which they appear. */
export function readNdjsonColumns(sample: string): readonly string[] {
  const columns = new Set<string>();
  let objects = 0;
  for (const line of sample.split('\n').slice(0, lookedLines)) {
    const object = findObject(line);
    if (object === undefined) continue;
    objects++;
    for (const name of Object.keys(object)) columns.add(name);
  }
  if (objects === 0) {
    throw new TableError(
      'No line of the file is one whole JSON object. NDJSON has one in each line; a list becomes that by: jq -c ".[]"',
      {
        en: 'No line of the file is one whole JSON object. Send one in each line, neither in a list nor over several lines.',
        pt: 'Nenhuma linha do arquivo é um objeto JSON inteiro. Envie um objeto em cada linha, sem lista e sem quebras de linha.',
      },
    );
  }
  return [...columns];
}

export interface NdjsonRules {
  readonly columns: readonly string[];
  /** Tells whether a field that is no column is a fault. If the answer is written as CSV, such a field would be lost. */
  readonly isClosed: boolean;
}

/** The rows in a text of whole lines, the first of which is `line`. Empty lines are none. */
export function readNdjsonRows(text: string, line: number, { columns, isClosed }: NdjsonRules): Row[] {
  const known = isClosed ? new Set(columns) : undefined;
  const rows: Row[] = [];
  for (const [index, written] of text.split('\n').entries()) {
    const bare = written.trim();
    if (bare === '') continue;
    const object = findObject(bare);
    if (object === undefined) {
      rows.push({ line: line + index, cells: [], text: bare, fault: 'invalid_json' });
      continue;
    }
    if (rows.length * columns.length > cellsMax) throw toSparse();
    const isNew = known !== undefined && Object.keys(object).some((name) => !known.has(name));
    const cells = columns.map((name) => toValueText(Object.hasOwn(object, name) ? object[name] : undefined));
    rows.push({ line: line + index, cells, text: bare, fault: isNew ? 'new_column' : undefined });
  }
  return rows;
}

function toSparse(): TableError {
  return new TableError({
    en: 'The lines have many more fields together than each of them has. Keep the fields that are needed.',
    pt: 'As linhas têm, juntas, muito mais campos do que cada uma delas. Deixe só os campos necessários.',
  });
}

function findObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A number stays as it is written: a CPF that was one has lost its zeros, and is mended like any other. */
function toValueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
