// What is written: every column of the input as it was, and behind them the answer. CSV with more columns, or NDJSON with one more
// field. A row without an answer says why in its place.

import type { Columns } from '../columns.ts';
import { toCell } from '../csv.ts';
import { type Row, rowFaults, type Table, TableError } from '../table.ts';
import type { TextDialect } from '../text-table.ts';
import type { Outcome } from './outcome.ts';

export const resultFormats = ['csv', 'ndjson'] as const;
export type ResultFormat = (typeof resultFormats)[number];

type Value = string | number | boolean | null | undefined;
type Read = (body: Known) => Value;

/** What is looked for in an answer's body, whichever of the two it is. */
interface Known {
  readonly cpf?: string;
  readonly cnpj?: string;
  readonly status?: string;
  readonly risk_level?: string;
  readonly name?: string | null;
  readonly company_name?: string | null;
  readonly name_match?: string;
  readonly score?: number;
  readonly bureau_a?: { readonly status?: string; readonly pending_debts?: boolean | null };
  readonly bureau_b?: { readonly status?: string; readonly score?: number | null };
  readonly fraud_registry?: { readonly fraud_alert?: boolean | null };
  readonly processed_at?: string;
  readonly company_status?: string | null;
  readonly foundation_date?: string | null;
  readonly mei?: boolean | null;
  readonly matriz?: boolean | null;
  readonly request_id?: string;
  readonly explanation?: {
    readonly reasons?: readonly string[];
    readonly company_name_match?: string;
    readonly data_as_of?: string;
  };
}

/** A name that begins like a formula is text, also to a spreadsheet. */
function toFreeText(name: string | null | undefined): Value {
  return typeof name === 'string' && /^[=+\-@\t\r]/.test(name) ? `'${name}` : name;
}

const sharedColumns: Readonly<Record<string, Read>> = {
  confere_document: ({ cpf, cnpj }) => cpf ?? cnpj,
  confere_status: ({ status }) => status,
  confere_risk_level: ({ risk_level }) => risk_level,
  confere_reasons: ({ explanation }) => toReasons(explanation?.reasons),
  confere_name: ({ name, company_name }) => toFreeText(name ?? company_name),
  confere_name_match: ({ name_match, explanation }) => name_match ?? explanation?.company_name_match,
};
const personColumns: Readonly<Record<string, Read>> = {
  confere_score: ({ score }) => score,
  confere_bureau_a_status: ({ bureau_a }) => bureau_a?.status,
  confere_pending_debts: ({ bureau_a }) => bureau_a?.pending_debts,
  confere_bureau_b_status: ({ bureau_b }) => bureau_b?.status,
  confere_bureau_b_score: ({ bureau_b }) => bureau_b?.score,
  confere_fraud_alert: ({ fraud_registry }) => fraud_registry?.fraud_alert,
  confere_processed_at: ({ processed_at }) => processed_at,
};
const companyColumns: Readonly<Record<string, Read>> = {
  confere_company_status: ({ company_status }) => company_status,
  confere_foundation_date: ({ foundation_date }) => foundation_date,
  confere_mei: ({ mei }) => mei,
  confere_matriz: ({ matriz }) => matriz,
  confere_data_as_of: ({ explanation }) => explanation?.data_as_of,
};

function toReasons(reasons: readonly string[] = []): string {
  return reasons.length === 1 ? (reasons[0] as string) : reasons.join(' ');
}

const rowColumns = ['confere_line', 'confere_outcome', 'confere_problem', 'confere_mended'];
const outcomeNames = { answered: 'answered', bad: 'invalid', failed: 'failed' } as const;
const ndjsonField = 'confere';

export interface ResultRules {
  readonly format: ResultFormat;
  readonly columns: readonly string[];
  readonly found: Columns;
  readonly delimiter: string;
  readonly lineBreak: string;
  readonly hasMark: boolean;
  /** Whether rows are text that is CSV with that delimiter already, and can be passed on as it is. */
  readonly isSameCsv: boolean;
  readonly isNdjson: boolean;
}

export interface ResultWriter {
  readonly head: string;
  row(row: Row, outcome: Outcome): string;
}

/** Spreadsheets in Brazil open CSV with semicolons, and tell UTF-8 by its mark. */
const spreadsheetDialect = { delimiter: ';', lineBreak: '\r\n', hasMark: true };
const plainDialect = { delimiter: ',', lineBreak: '\n', hasMark: false };

export function toResultRules(
  table: Table & { readonly dialect?: TextDialect },
  found: Columns,
  format: ResultFormat,
): ResultRules {
  const taken = table.columns.find((name) => (format === 'csv' ? name.startsWith('confere_') : name === ndjsonField));
  if (taken !== undefined) {
    throw new TableError(
      `The file has a column ${taken} already, of an earlier run. Verify the original, or remove it.`,
      {
        en: 'The file has columns of an earlier result (`confere_…`). Send the original, or remove them.',
        pt: 'O arquivo já tem colunas de um resultado anterior (`confere_…`). Envie o original, ou remova-as.',
      },
    );
  }
  const isCsv = table.format === 'csv';
  const dialect = table.format === 'xlsx' ? spreadsheetDialect : isCsv && table.dialect ? table.dialect : plainDialect;
  const { delimiter, lineBreak, hasMark } = dialect;
  return {
    format,
    columns: table.columns,
    found,
    delimiter,
    lineBreak: format === 'csv' ? lineBreak : '\n',
    hasMark: hasMark && format === 'csv',
    isSameCsv: isCsv && format === 'csv',
    isNdjson: table.format === 'ndjson',
  };
}

export function createResultWriter(rules: ResultRules): ResultWriter {
  return rules.format === 'csv' ? createCsvWriter(rules) : createNdjsonWriter(rules);
}

function createCsvWriter({ columns, found, delimiter, lineBreak, hasMark, isSameCsv }: ResultRules): ResultWriter {
  const added = toAdded(found);
  // Of all that is added only names are free text; the others are words, numbers and days.
  const isTelling = /[\w :.-]/.test(delimiter);
  const reads = Object.entries(added).map(([name, read]) => ({ read, isFree: isTelling || name === 'confere_name' }));
  const noAnswer = delimiter.repeat(reads.length + 1);
  const cell = (value: Value, isFree: boolean): string => {
    if (value === null || value === undefined) return '';
    return isFree && typeof value === 'string' ? toCell(value, delimiter) : String(value);
  };
  const names = [...columns, ...rowColumns, ...Object.keys(added), 'confere_request_id'];

  function toInput(row: Row): string {
    const { cells, text } = row;
    const missing = columns.length - cells.length;
    if (row.fault !== undefined && text !== undefined && cells.length !== columns.length) {
      // What cannot be taken apart stays whole in the first cell.
      return toCell(text, delimiter) + delimiter.repeat(columns.length - 1);
    }
    if (isSameCsv && text !== undefined && missing >= 0) return missing === 0 ? text : text + delimiter.repeat(missing);
    let input = '';
    for (let index = 0; index < columns.length; index++) {
      if (index > 0) input += delimiter;
      input += toCell(cells[index] ?? '', delimiter);
    }
    return input;
  }

  return {
    head: `${hasMark ? '\ufeff' : ''}${names.map((name) => toCell(name, delimiter)).join(delimiter)}${lineBreak}`,
    row(row, outcome) {
      let line = toInput(row) + delimiter + row.line + delimiter + outcomeNames[outcome.kind] + delimiter;
      if (outcome.kind === 'bad') return line + outcome.fault + delimiter + noAnswer + lineBreak;
      if (outcome.kind === 'failed')
        return line + outcome.code + delimiter + (outcome.mend ?? '') + noAnswer + lineBreak;
      line += delimiter + (outcome.mend ?? '');
      const body: Known = outcome.body;
      for (const { read, isFree } of reads) line += delimiter + cell(read(body), isFree);
      return line + delimiter + cell(body.request_id, isTelling) + lineBreak;
    },
  };
}

function toAdded({ cpf, cnpj, document }: Columns): Readonly<Record<string, Read>> {
  const hasPeople = cpf !== undefined || document !== undefined;
  const hasCompanies = cnpj !== undefined || document !== undefined;
  return { ...sharedColumns, ...(hasPeople ? personColumns : {}), ...(hasCompanies ? companyColumns : {}) };
}

function createNdjsonWriter({ columns, isNdjson }: ResultRules): ResultWriter {
  function toInput(row: Row): string {
    if (isNdjson && row.text !== undefined && row.fault !== 'invalid_json') return row.text;
    if (row.cells.length === 0) return JSON.stringify({ text: row.text ?? '' });
    return JSON.stringify(Object.fromEntries(columns.map((name, index) => [name, row.cells[index] ?? ''])));
  }

  return {
    head: '',
    row(row, outcome) {
      const input = toInput(row);
      const open = input.slice(0, input.lastIndexOf('}')).trimEnd();
      return `${open}${open.endsWith('{') ? '' : ','}"${ndjsonField}":${JSON.stringify(toField(row, outcome))}}\n`;
    },
  };
}

function toField({ line }: Row, outcome: Outcome): object {
  const start = { line, outcome: outcomeNames[outcome.kind] };
  if (outcome.kind === 'bad') return { ...start, problem: outcome.fault, detail: rowFaults[outcome.fault] };
  const mended = outcome.mend === undefined ? {} : { mended: outcome.mend };
  if (outcome.kind === 'failed') return { ...start, problem: outcome.code, detail: outcome.detail, ...mended };
  return { ...start, ...mended, answer: outcome.body };
}
