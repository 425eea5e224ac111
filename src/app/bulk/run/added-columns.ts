// The columns that a run adds to a table, and what stands in them: whether and how the row was answered, and the answer's own fields.

import { findCoverage } from '../../../domain/coverage/coverage.ts';
import { toPlainText } from '../../../domain/rows/csv-cell.ts';
import type { Columns } from '../columns.ts';
import type { AddedCells, Row } from '../table.ts';
import type { Outcome, ShortScreening } from './outcome.ts';

export type Value = string | number | boolean | null | undefined;
type Read = (body: Known) => Value;

/** These fields are read from the body of either kind of answer. */
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
  readonly screening?: ShortScreening | undefined;
}

/** `Asks` states the question for each row: parties or the registry, the lists, or both. */
export type Asks = 'verify' | 'screen' | 'verify_and_screen';

/** These options determine the columns that a run adds. */
export interface AddedBy {
  readonly found: Columns;
  /** Rules that were stored before rows could be screened have none. */
  readonly asks?: Asks;
}

const documentColumn: Readonly<Record<string, Read>> = { confere_document: ({ cpf, cnpj }) => cpf ?? cnpj };
const notCheckedColumn: Readonly<Record<string, Read>> = {
  confere_not_checked: toNotChecked,
};
const sharedColumns: Readonly<Record<string, Read>> = {
  confere_status: ({ status }) => status,
  confere_risk_level: ({ risk_level }) => risk_level,
  confere_reasons: ({ explanation }) => (explanation?.reasons ?? []).join(' '),
  ...notCheckedColumn,
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

const screeningColumns: Readonly<Record<string, Read>> = {
  confere_screening_status: ({ screening }) => screening?.status,
  confere_screening_lists: (body) => [...new Set(listInForce(body).map(({ list }) => list))].join(' '),
  confere_screening_rows: (body) =>
    listInForce(body)
      .map(({ row }) => row)
      .join(' '),
  confere_screening_as_of: ({ screening }) => screening?.lists?.map(toDatedList).join(' '),
};

/** `ceis:2026-11-15 onu:missing pep:2026-05-31:stale` */
function toDatedList({ list, as_of, state }: NonNullable<ShortScreening['lists']>[number]): string {
  return [list, ...(as_of === null ? [] : [as_of]), ...(state === 'current' ? [] : [state])].join(':');
}

/** Free text: the others are words, numbers and days. A row of a list of one's own is called as its operator calls it. */
export const freeColumns: ReadonlySet<string> = new Set(['confere_name', 'confere_screening_rows']);

/** `name:not_provided list.ceis:stale`; empty where nothing was left unchecked, and `unknown` of an answer that does not say it. */
function toNotChecked({ cpf, cnpj, explanation }: Known): Value {
  const told = findCoverage(explanation);
  if (told === undefined) return (cpf ?? cnpj) === undefined ? null : 'unknown';
  const items = told.not_checked.map(({ code, reason, source, list, signal }) =>
    [[code, source ?? list ?? signal].filter((part) => part !== undefined).join('.'), reason].join(':'),
  );
  return [...new Set(items)].join(' ');
}

/** The hits that decide. */
export function listInForce({ screening }: Known): readonly { readonly list?: string; readonly row?: string }[] {
  return (screening?.hits ?? []).filter(({ state }) => state === 'in_force');
}

/** A name that begins like a formula is text, also to a spreadsheet. */
function toFreeText(name: string | null | undefined): Value {
  return typeof name === 'string' ? toPlainText(name) : name;
}

/** Returns the known facts about a row. If the row has no answer, these are the results from the lists. */
export function toKnown(outcome: Outcome): Known {
  if (outcome.kind === 'answered') return outcome.body;
  return outcome.kind === 'failed' ? { screening: outcome.screening } : {};
}

const rowColumns = ['confere_line', 'confere_outcome', 'confere_problem', 'confere_mended'];
export const outcomeNames = { answered: 'answered', bad: 'invalid', failed: 'failed' } as const;

/** Returns the columns of the answer, which stand between those of the row and the request id. */
export function toAnswerColumns({ found, asks = 'verify' }: AddedBy): Readonly<Record<string, Read>> {
  const verified = asks === 'screen' ? {} : toVerifiedColumns(found);
  const screened = asks === 'verify' ? {} : screeningColumns;
  return { ...documentColumn, ...verified, ...(asks === 'screen' ? notCheckedColumn : {}), ...screened };
}

function toVerifiedColumns({ cpf, cnpj, document }: Columns): Readonly<Record<string, Read>> {
  const hasPeople = cpf !== undefined || document !== undefined;
  const hasCompanies = cnpj !== undefined || document !== undefined;
  return { ...sharedColumns, ...(hasPeople ? personColumns : {}), ...(hasCompanies ? companyColumns : {}) };
}

export function toAddedNames(by: AddedBy): readonly string[] {
  return [...rowColumns, ...Object.keys(toAnswerColumns(by)), 'confere_request_id'];
}

/** Returns a function that fills the added cells, one for each name, for a file that has cells of its own. */
export function createAddedCells(by: AddedBy): (row: Row, outcome: Outcome) => AddedCells {
  const reads = Object.values(toAnswerColumns(by));
  return ({ line }, outcome) => {
    const problem = outcome.kind === 'bad' ? outcome.fault : outcome.kind === 'failed' ? outcome.code : null;
    const mended = outcome.kind === 'bad' ? null : (outcome.mend ?? null);
    const values = [line, outcomeNames[outcome.kind], problem, mended];
    const body = toKnown(outcome);
    if (outcome.kind !== 'answered' && body.screening === undefined) return { line, values };
    return { line, values: [...values, ...reads.map((read) => read(body) ?? null), body.request_id ?? null] };
  };
}
