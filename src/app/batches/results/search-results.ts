// The rows of a batch that pass a filter, a page at a time. Rows are sealed, so that a search opens them one portion after the other; a
// page ends where it is full or has read as many rows as one answer may take.

import type { RiskLevel } from '../../../domain/risk/risk-policy.ts';
import type { Question } from '../../bulk/question.ts';
import type { AnswerBody, ShortScreening } from '../../bulk/run/outcome.ts';
import type { StoredBatch } from '../ports.ts';
import { type ResultRow, type ResultTableOptions, readResultRows } from './result-table.ts';

export interface ResultFilter {
  /** The first row to be looked at, counted from 1. */
  readonly from: number;
  /** `none`: without an answer. */
  readonly risk: RiskLevel | 'none' | null;
  /** The code of a reason, of a row's fault or of a failure. */
  readonly reason: string | null;
  /** In any cell of the row, or in the name that was found; as people write, so without regard to case and accents. */
  readonly text: string | null;
}

export interface FoundResult {
  readonly row: number;
  readonly line: number;
  readonly cells: readonly string[];
  readonly question: Question | null;
  /** `answer` has the form of a single verification's answer. The value is null if there is none. */
  readonly answer: AnswerBody | null;
  /** `problem` states why there is no answer. */
  readonly problem: string | null;
  /** `screening` holds the list results of a row without an answer. The value is null if the lists were not consulted. */
  readonly screening: ShortScreening | null;
}

export interface ResultPage {
  readonly rows: readonly FoundResult[];
  /** The next page begins at this row. The value is null if the search has covered all rows. */
  readonly next: number | null;
}

const pageRows = 50;
const rowsLookedMax = 5_000;

export async function searchResults(
  batch: StoredBatch,
  options: ResultTableOptions,
  filter: ResultFilter,
): Promise<ResultPage> {
  const wanted = filter.text === null ? null : foldForSearch(filter.text);
  const rows: FoundResult[] = [];
  for await (const portion of readResultRows(batch, options, filter.from)) {
    for (const row of portion) {
      const found = toFoundResult(row);
      if (isWanted(found, filter, wanted)) rows.push(found);
      if (rows.length === pageRows || row.place - filter.from + 1 >= rowsLookedMax)
        return { rows, next: row.place < batch.rows ? row.place + 1 : null };
    }
  }
  return { rows, next: null };
}

function toFoundResult({ place, asked, outcome }: ResultRow): FoundResult {
  return {
    row: place,
    line: asked.line,
    cells: asked.cells ?? [],
    question: 'question' in asked ? asked.question : null,
    answer: outcome.kind === 'answered' ? outcome.body : null,
    problem: outcome.kind === 'answered' ? null : outcome.kind === 'bad' ? outcome.fault : outcome.code,
    screening: (outcome.kind === 'failed' && outcome.screening) || null,
  };
}

function isWanted(
  { cells, answer, problem, question }: FoundResult,
  filter: ResultFilter,
  text: string | null,
): boolean {
  const { risk, reason } = filter;
  if (risk !== null && (answer === null ? 'none' : answer['risk_level']) !== risk) return false;
  if (reason !== null && problem !== reason && !findReasons(answer).includes(reason)) return false;
  if (text === null) return true;
  const number = question === null ? '' : question.kind === 'cpf' ? question.cpf : question.cnpj;
  const names = [answer?.['name'], answer?.['company_name']].filter((name) => typeof name === 'string');
  const digits = text.replace(/[./-]/g, '');
  return (
    [...cells, ...names].some((cell) => foldForSearch(cell).includes(text)) ||
    (digits !== '' && number.includes(digits))
  );
}

function findReasons(answer: AnswerBody | null): readonly unknown[] {
  const { reasons } = (answer?.['explanation'] ?? {}) as { readonly reasons?: readonly unknown[] };
  return reasons ?? [];
}

function foldForSearch(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
