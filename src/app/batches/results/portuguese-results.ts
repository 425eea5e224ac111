// A batch's results as an analyst reads them in a spreadsheet: the file's own columns, then what to do, why, and what was found, in
// Portuguese. Numbers of people and companies are written with their marks, and stay text.

import { companyReasonWords } from '../../../domain/company/reason-words.ts';
import { companyStatusWords } from '../../../domain/company/status-words.ts';
import { findCoverage, isNumberOnly } from '../../../domain/coverage/coverage.ts';
import { notCheckedReasonWords, toCoverageSentence } from '../../../domain/coverage/coverage-words.ts';
import { birthMatchWords, matchWords } from '../../../domain/names/match-words.ts';
import { type Cnpj, formatCnpj } from '../../../domain/numbers/cnpj.ts';
import { type Cpf, formatCpf } from '../../../domain/numbers/cpf.ts';
import { findReasonWords } from '../../../domain/person/reason-words.ts';
import { actWords, findWeighed, riskNames, toAct } from '../../../domain/risk/act-words.ts';
import { rowFailureWords, rowFaultWords } from '../../../domain/rows/row-words.ts';
import { type Known, listInForce, toKnown } from '../../bulk/run/added-columns.ts';
import type { Outcome, ShortScreening } from '../../bulk/run/outcome.ts';
import type { ResultRules } from '../../bulk/run/results.ts';
import type { Row } from '../../bulk/table.ts';
import type { SheetCell, SheetColumn } from '../ports.ts';

export interface PortugueseRows {
  readonly head: readonly SheetColumn[];
  toCells(row: Row, outcome: Outcome): readonly SheetCell[];
}

/** By their names, with as many characters as are mostly in them. */
const added: readonly SheetColumn[] = [
  { name: 'Linha', width: 8 },
  { name: 'CPF ou CNPJ', width: 20 },
  { name: 'O que fazer', width: 28 },
  { name: 'Risco', width: 9 },
  { name: 'Motivos', width: 60 },
  { name: 'O que não foi conferido', width: 60 },
  { name: 'Nome no cadastro', width: 36 },
  { name: 'Nome confere', width: 20 },
  { name: 'Nascimento confere', width: 20 },
  { name: 'Score', width: 8 },
  { name: 'Situação da empresa', width: 20 },
  { name: 'Abertura da empresa', width: 20 },
  { name: 'Consultado em', width: 18 },
  { name: 'Cadastro de', width: 14 },
  { name: 'Problema', width: 60 },
  { name: 'Protocolo', width: 38 },
];

/** The results have these columns if the lists were consulted too. */
const addedByLists: readonly SheetColumn[] = [
  { name: 'Listas', width: 20 },
  { name: 'Consta em', width: 24 },
  { name: 'Registros nas listas', width: 36 },
  { name: 'Listas consultadas', width: 60 },
];

/** Spreadsheets in Brazil write days this way. */
const writing = {
  day: (day: string) => day.split('-').reverse().join('/'),
  purpose: (purpose: string) => purpose,
};

/** For a column of the file, known by its name alone. */
const toWidth = (name: string) => Math.min(40, Math.max(18, name.length + 4));

export function createPortugueseRows({ columns, asks }: Pick<ResultRules, 'columns' | 'asks'>): PortugueseRows {
  const isScreened = asks === 'verify_and_screen';
  const head = [...columns.map((name) => ({ name, width: toWidth(name) })), ...added];
  return {
    head: isScreened ? [...head, ...addedByLists] : head,
    toCells(row, outcome) {
      const cells = [...columns.map((_, place) => row.cells[place] ?? ''), row.line, ...toAdded(outcome)];
      return isScreened ? [...cells, ...toListed(outcome)] : cells;
    },
  };
}

function toListed(outcome: Outcome): readonly SheetCell[] {
  const body = toKnown(outcome);
  const { status, lists = [] } = body.screening ?? {};
  if (status === undefined) return addedByLists.map(() => null);
  const hits = listInForce(body);
  const join = (values: readonly (string | undefined)[]) => [...new Set(values)].join(', ');
  return [
    screeningStatuses[status] ?? status,
    join(hits.map(({ list }) => list)),
    join(hits.map(({ row }) => row)),
    lists.map(toDatedList).join(', '),
  ];
}

/** `ceis de 15/11/2026`; of one that cannot be relied upon, why. */
function toDatedList({ list, as_of, state }: NonNullable<ShortScreening['lists']>[number]): string {
  const dated = as_of === null ? list : `${list} de ${writing.day(as_of)}`;
  return state === 'current' ? dated : `${dated} (${listStates[state]?.pt ?? state})`;
}

/** An answer of another version may have codes that are not among them. */
type Words = Readonly<Record<string, { readonly pt: string }>>;

const screeningStatuses: Readonly<Record<string, string>> = {
  hit: 'consta',
  possible: 'pode constar: conferir',
  clear: 'nada consta',
  inconclusive: 'inconclusivo',
  accepted: 'consta, cliente aceito',
};
const listStates: Words = notCheckedReasonWords;
const matches: Words = matchWords;
const birthMatches: Words = birthMatchWords;
const companyStatuses: Words = companyStatusWords;
const companyReasons: Words = companyReasonWords;
/** Some codes exist for both kinds and have another meaning for a company. */
const toReasonWord = (kind: 'cpf' | 'cnpj', code: string) =>
  (kind === 'cpf' ? findReasonWords(code) : companyReasons[code])?.pt ?? code;

function toAdded(outcome: Outcome): readonly SheetCell[] {
  if (outcome.kind !== 'answered') {
    const problem = outcome.kind === 'bad' ? rowFaultWords[outcome.fault].pt : toFailureSentence(outcome.code);
    return [...Array(added.length - 3).fill(null), problem, null];
  }
  const body: Known & { readonly explanation?: { readonly birth_date_match?: string } } = outcome.body;
  const { cpf, cnpj, risk_level = '', explanation = {} } = body;
  const kind = cpf === undefined ? 'cnpj' : 'cpf';
  const told = findCoverage(explanation);
  const match = body.name_match ?? explanation.company_name_match ?? '';
  return [
    cpf === undefined ? formatCnpj((cnpj ?? '') as Cnpj) : formatCpf(cpf as Cpf),
    actWords.pt[kind][toAct(risk_level, isNumberOnly(told, kind), findWeighed(body.screening))],
    riskNames[risk_level] ?? risk_level,
    (explanation.reasons ?? []).map((code) => toReasonWord(kind, code)).join(' '),
    toCoverageSentence(told, { kind, language: 'pt', writing }),
    body.name ?? body.company_name ?? null,
    matches[match]?.pt ?? match,
    cpf === undefined ? null : toBirthMatch(explanation.birth_date_match),
    body.score ?? null,
    body.company_status === undefined || body.company_status === null
      ? null
      : (companyStatuses[body.company_status]?.pt ?? body.company_status),
    body.foundation_date ? { day: body.foundation_date } : null,
    body.processed_at === undefined ? null : { time: body.processed_at },
    explanation.data_as_of === undefined ? null : { day: explanation.data_as_of },
    null,
    body.request_id ?? null,
  ];
}

function toBirthMatch(match = 'not_provided'): string {
  return birthMatches[match]?.pt ?? match;
}

function toFailureSentence(code: string): string {
  return rowFailureWords[code]?.pt ?? `Sem resposta (${code}).`;
}
