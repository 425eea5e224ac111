// The columns that a run adds to a table, and what stands in them: whether and how the row was answered, and the answer's own fields.

import { toPlainText } from '../../../domain/csv-cell.ts';
import type { Columns } from '../columns.ts';
import type { AddedCells, Row } from '../table.ts';
import type { Outcome } from './outcome.ts';

export type Value = string | number | boolean | null | undefined;
type Read = (body: Known) => Value;

/** What is looked for in an answer's body, whichever of the two it is. */
export interface Known {
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

/** A name that begins like a formula is text, also to a spreadsheet. */
function toFreeText(name: string | null | undefined): Value {
  return typeof name === 'string' ? toPlainText(name) : name;
}

function toReasons(reasons: readonly string[] = []): string {
  return reasons.length === 1 ? (reasons[0] as string) : reasons.join(' ');
}

const rowColumns = ['confere_line', 'confere_outcome', 'confere_problem', 'confere_mended'];
export const outcomeNames = { answered: 'answered', bad: 'invalid', failed: 'failed' } as const;

/** Those of the answer, between those of the row and the request's id. */
export function toAnswerColumns({ cpf, cnpj, document }: Columns): Readonly<Record<string, Read>> {
  const hasPeople = cpf !== undefined || document !== undefined;
  const hasCompanies = cnpj !== undefined || document !== undefined;
  return { ...sharedColumns, ...(hasPeople ? personColumns : {}), ...(hasCompanies ? companyColumns : {}) };
}

export function toAddedNames(found: Columns): readonly string[] {
  return [...rowColumns, ...Object.keys(toAnswerColumns(found)), 'confere_request_id'];
}

/** For a file that has cells of its own; one for each name. */
export function createAddedCells(found: Columns): (row: Row, outcome: Outcome) => AddedCells {
  const reads = Object.values(toAnswerColumns(found));
  return ({ line }, outcome) => {
    const problem = outcome.kind === 'bad' ? outcome.fault : outcome.kind === 'failed' ? outcome.code : null;
    const mended = outcome.kind === 'bad' ? null : (outcome.mend ?? null);
    const values = [line, outcomeNames[outcome.kind], problem, mended];
    if (outcome.kind !== 'answered') return { line, values };
    const body: Known = outcome.body;
    return { line, values: [...values, ...reads.map((read) => read(body) ?? null), body.request_id ?? null] };
  };
}
