// Judges what an import of a list counted: is this the whole list in its known layout? Every judgement is a sentence with its figure and
// what to do, and an operator who knows better overrides it by its name.

import { exceptionsMax, isTooMany, type Judgement } from '../../datasets/judgement.ts';
import type { Gone, HeaderChanges, ListDraft, ListInfo } from './list-counts.ts';

export const listJudgementNames = [
  'older_data',
  'rollback_hold',
  'columns',
  'empty_list',
  'fewer_rows',
  'rejected_rows',
  'unusable_documents',
  'unreadable_dates',
] as const;

export type ListJudgementName = (typeof listJudgementNames)[number];
type ListJudgement = Judgement<ListJudgementName>;

/** Beside one of them nobody needs to be told which numbers and names are gone. */
const toldAlone: ReadonlySet<string> = new Set(['empty_list', 'fewer_rows', 'unusable_documents']);

/** Lists shrink when sanctions end, by a few rows from one edition to the next: somebody looks at more. */
const lostShareMax = 0.1;
/** Fewer may all have ended at once. */
const allGoneMin = 5;
/** Next to none in the files of 2026. */
const rejectedShareMax = 0.001;
/** Foreigners and errors: 12 of 23,720 rows of the CEIS. */
const unusableShareMax = 0.05;
const oddDateShareMax = 0.01;

/** What speaks against it before its rows are read. */
export function judgeListAge(dataAsOf: string, live: ListInfo | undefined, isHeld: boolean): ListJudgement[] {
  const found: ListJudgement[] = [];
  if (live !== undefined && dataAsOf < live.dataAsOf)
    found.push({
      name: 'older_data',
      sentence: `The file is of ${dataAsOf}, the live list is of ${live.dataAsOf}: older data would replace newer. Import the newer file, or use \`lists rollback\` to go back.`,
      portuguese: `O arquivo é de ${dataAsOf} e a lista em uso é de ${live.dataAsOf}: dados mais antigos tomariam o lugar dos mais recentes.`,
    });
  if (isHeld)
    found.push({
      name: 'rollback_hold',
      sentence: `A rollback holds the list of ${live?.dataAsOf ?? 'before'}: this import would end that hold.`,
      portuguese: `A lista voltou à versão de ${live?.dataAsOf ?? 'antes'} e está travada nela: esta importação desfaz a trava.`,
    });
  return found;
}

export function judgeList(draft: ListDraft, live: ListInfo | undefined): ListJudgement[] {
  const { counts, header } = draft;
  const { rows, entries, rejected, unusable_documents: unusable, unreadable_dates: oddDates } = counts;
  const before = live?.counts.entries ?? 0;
  const found: ListJudgement[] = [];
  const judge = (name: ListJudgementName, holds: boolean, sentence: string, portuguese: string): void => {
    if (holds) found.push({ name, sentence, portuguese });
  };
  const changes = describeChanges(header);
  judge(
    'columns',
    changes.length > 0,
    `The header is not that of the known layout (${changes.join('; ')}): the publisher may have changed more than that. Look at the file, and report this if it is as published.`,
    `O cabeçalho não é o do formato conhecido (${changes.join('; ')}): o formato pode ter mudado em outros pontos. Confira o arquivo.`,
  );
  judge(
    'empty_list',
    draft.isEmpty && live?.counts.entries !== 0,
    'The answer of the publisher is whole and lists nobody: with it nobody is on this list. Look at the page of the publisher, and force it only where nobody is listed there either.',
    'A resposta do publicador está completa e não traz ninguém: com ela, ninguém consta nesta lista. Confira na página do publicador.',
  );
  judge(
    'fewer_rows',
    before > exceptionsMax && entries <= before * (1 - lostShareMax),
    `The file has ${count(entries)} entries, the live list of ${live?.dataAsOf} has ${count(before)}: a tenth of them or more would be gone. It is cut short, or of another list: download it again, or compare it with the page of the publisher.`,
    `O arquivo tem ${count(entries)} registros e a lista em uso, de ${live?.dataAsOf}, tem ${count(before)}: um décimo ou mais sumiria. Baixe o arquivo de novo, ou compare com a página do publicador.`,
  );
  judge(
    'rejected_rows',
    isTooMany(rejected, rows, rejectedShareMax) || (rejected > 0 && rejected >= rows / 2),
    `${count(rejected)} of ${count(rows)} rows could not be read. They are listed by line and reason in rejected-rows.jsonl.`,
    `${count(rejected)} de ${count(rows)} linhas não puderam ser lidas. A lista está em rejected-rows.jsonl.`,
  );
  judge(
    'unusable_documents',
    isTooMany(unusable, entries, unusableShareMax),
    `${count(unusable)} of ${count(entries)} entries have a number that is no CPF or CNPJ: a column has moved, or the file is of another list.`,
    `${count(unusable)} de ${count(entries)} registros têm um número que não é CPF nem CNPJ: uma coluna mudou de lugar, ou o arquivo é de outra lista.`,
  );
  judge(
    'unreadable_dates',
    isTooMany(oddDates, entries, oddDateShareMax),
    `${count(oddDates)} dates of ${count(entries)} entries are none (DD/MM/YYYY): a column has moved, or the layout has changed.`,
    `${count(oddDates)} datas de ${count(entries)} registros não existem (DD/MM/AAAA): uma coluna mudou de lugar, ou o formato mudou.`,
  );
  const isTold = found.some(({ name }) => toldAlone.has(name));
  return [...found, ...(isTold ? [] : judgeGone(draft, live))];
}

/** The file of another list, or one whose columns have moved, may have as many rows. */
function judgeGone({ gone }: ListDraft, live: ListInfo | undefined): ListJudgement[] {
  if (gone === undefined) return [];
  const [what, of] = isMostlyGone(gone.numbers)
    ? (['CPF or CNPJ', gone.numbers] as const)
    : (['name', gone.names] as const);
  if (!isMostlyGone(of)) return [];
  const portuguese = what === 'name' ? 'nome' : 'CPF ou CNPJ';
  return [
    {
      name: 'fewer_rows',
      sentence: `The live list of ${live?.dataAsOf} has ${count(of.before)} entries with a ${what}, and the file has it of only ${count(of.before - of.gone)} of them: it is cut short or of another list, or a column has moved.`,
      portuguese: `A lista em uso, de ${live?.dataAsOf}, tem ${count(of.before)} registros com ${portuguese}, e o arquivo só traz o de ${count(of.before - of.gone)} deles: ele está cortado ou é de outra lista, ou uma coluna mudou de lugar.`,
    },
  ];
}

function isMostlyGone({ before, gone }: Gone): boolean {
  return before > exceptionsMax ? gone >= before * lostShareMax : before >= allGoneMin && gone === before;
}

function describeChanges({ moved, added, missing }: HeaderChanges): string[] {
  return [['moved', moved] as const, ['new', added] as const, ['missing', missing] as const].flatMap(
    ([what, columns]) => (columns.length === 0 ? [] : [`${what}: ${columns.join(', ')}`]),
  );
}

function count(value: number): string {
  return value.toLocaleString('en');
}
