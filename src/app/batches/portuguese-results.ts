// A batch's results as an analyst reads them in a spreadsheet: the file's own columns, then what to do, why, and what was found, in
// Portuguese. Numbers of people and companies are written with their marks, and stay text.

import { companyReasonWords } from '../../domain/company/reason-words.ts';
import { type Cnpj, formatCnpj } from '../../domain/numbers/cnpj.ts';
import { type Cpf, formatCpf } from '../../domain/numbers/cpf.ts';
import { personReasonWords } from '../../domain/person/reason-words.ts';
import { actWords, toAct } from '../../domain/risk/act-words.ts';
import type { Known } from '../bulk/run/added-columns.ts';
import type { Outcome } from '../bulk/run/outcome.ts';
import type { ResultRules } from '../bulk/run/results.ts';
import type { Row, RowFault } from '../bulk/table.ts';

type Cell = string | number | null;

export interface PortugueseRows {
  readonly head: readonly string[];
  toCells(row: Row, outcome: Outcome): readonly Cell[];
}

const addedNames = [
  'Linha',
  'CPF ou CNPJ',
  'Ação',
  'Risco',
  'Motivos',
  'Nome no cadastro',
  'Nome confere',
  'Score',
  'Situação da empresa',
  'Problema',
  'Protocolo',
] as const;

export function createPortugueseRows({ columns }: Pick<ResultRules, 'columns'>): PortugueseRows {
  return {
    head: [...columns, ...addedNames],
    toCells: (row, outcome) => [...columns.map((_, place) => row.cells[place] ?? ''), row.line, ...toAdded(outcome)],
  };
}

const risks: Readonly<Record<string, string>> = { low: 'baixo', medium: 'médio', high: 'alto' };
const matches: Readonly<Record<string, string>> = {
  exact: 'confere',
  partial: 'confere em parte',
  mismatch: 'não confere',
  not_provided: 'não informado',
  not_available: 'sem nome para comparar',
};
const companyStatuses: Readonly<Record<string, string>> = {
  active: 'ativa',
  suspended: 'suspensa',
  unfit: 'inapta',
  closed: 'baixada',
  annulled: 'nula',
  unknown: 'desconhecida',
};
const reasonWords: Readonly<Record<string, { readonly pt: string }>> = { ...companyReasonWords, ...personReasonWords };

function toAdded(outcome: Outcome): readonly Cell[] {
  if (outcome.kind !== 'answered') {
    const problem = outcome.kind === 'bad' ? faultsInPortuguese[outcome.fault] : toFailure(outcome.code);
    return [null, null, null, null, null, null, null, null, problem, null];
  }
  const body: Known & { readonly explanation?: { readonly birth_date_match?: string } } = outcome.body;
  const { cpf, cnpj, risk_level = '', explanation = {} } = body;
  const match = body.name_match ?? explanation.company_name_match ?? '';
  return [
    cpf === undefined ? formatCnpj((cnpj ?? '') as Cnpj) : formatCpf(cpf as Cpf),
    actWords.pt[cpf === undefined ? 'cnpj' : 'cpf'][toAct(risk_level, isNumberOnly(body))],
    risks[risk_level] ?? risk_level,
    (explanation.reasons ?? []).map((code) => reasonWords[code]?.pt ?? code).join(' '),
    body.name ?? body.company_name ?? null,
    matches[match] ?? match,
    body.score ?? null,
    body.company_status === undefined || body.company_status === null
      ? null
      : (companyStatuses[body.company_status] ?? body.company_status),
    null,
    body.request_id ?? null,
  ];
}

/** Nothing but the number was compared with anything. */
function isNumberOnly(body: Known & { readonly explanation?: { readonly birth_date_match?: string } }): boolean {
  const { cpf, name_match, explanation } = body;
  if (cpf === undefined) return (explanation?.company_name_match ?? 'not_provided') === 'not_provided';
  return name_match === 'not_provided' && (explanation?.birth_date_match ?? 'not_provided') === 'not_provided';
}

const failures: Readonly<Record<string, string>> = {
  not_done: 'Ainda não consultada.',
  outcome_unknown: 'O serviço parou durante a consulta: não se sabe se ela foi feita, e ela não é repetida.',
  sources_not_configured: 'Não há fontes reais conectadas.',
  sources_unavailable: 'Nenhuma fonte respondeu.',
  registry_unavailable: 'O cadastro de empresas não está disponível.',
  key_revoked: 'O acesso de quem iniciou o lote terminou antes desta linha.',
  key_expired: 'O acesso de quem iniciou o lote terminou antes desta linha.',
  too_old: 'O lote parou depois de trinta dias, antes desta linha.',
};

function toFailure(code: string): string {
  return failures[code] ?? `Sem resposta (${code}).`;
}

/** As the console says them before a batch starts. */
export const faultsInPortuguese: Readonly<Record<RowFault, string>> = {
  empty_number: 'Não há CPF nem CNPJ nesta linha.',
  two_numbers: 'A linha tem um CPF e um CNPJ: deixe só uma das colunas.',
  invalid_format: 'O número não é um CPF (11 dígitos) nem um CNPJ (14 caracteres).',
  invalid_check_digits: 'Os dígitos verificadores não fecham: o número está errado.',
  ambiguous_number: 'Faltam zeros, e com eles poderia ser CPF ou CNPJ: diga qual dos dois a coluna tem.',
  shortened_number: 'Uma planilha arredondou o número (1,23E+10), e os dígitos se perderam.',
  invalid_name: 'O nome precisa ter de 2 a 200 caracteres, ao menos dois deles letras.',
  invalid_date: 'A data de nascimento não é um dia possível (DD/MM/AAAA ou AAAA-MM-DD).',
  wrong_column_count: 'A linha não tem as colunas do cabeçalho: há um separador ou uma aspa a mais ou a menos.',
  unclosed_quote: 'Uma aspa é aberta nesta linha e nunca é fechada.',
  row_too_long: 'A linha tem mais de 1 MiB.',
  mixed_encoding: 'A linha mistura UTF-8 e Latin-1, e não há certeza sobre os nomes.',
  invalid_json: 'A linha não é um objeto JSON.',
  new_column: 'A linha tem um campo que as primeiras não têm.',
  formula_without_value: 'A célula tem uma fórmula cujo valor não foi salvo: abra e salve a planilha.',
  error_cell: 'A célula tem um erro da planilha, como #N/D.',
  merged_cell: 'A célula está mesclada com a de cima: desfaça a mesclagem.',
  person_erased: 'A pessoa pediu o apagamento: o que a linha tinha e o que foi respondido não existe mais.',
};
