// Judges what an import of a list counted: is this the whole list in its known layout? Every judgement is a sentence with its figure and
// what to do, and an operator who knows better overrides it by its name.

import {
  collectJudgements,
  exceptionsMax,
  isTooMany,
  type Judgement,
  toCount,
  toCountPt,
  toDayPt,
} from '../../datasets/judgement.ts';
import type { Gone, HeaderChanges, ListDraft, ListInfo } from './list-counts.ts';

export const listJudgementNames = [
  'older_data',
  'rollback_hold',
  'columns',
  'empty_list',
  'fewer_rows',
  'publisher_count',
  'rejected_rows',
  'unusable_documents',
  'unreadable_dates',
] as const;

export type ListJudgementName = (typeof listJudgementNames)[number];
type ListJudgement = Judgement<ListJudgementName>;

/** Each of these judgements stands alone: its message does not add which numbers and names are gone. */
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

export function judgeList(draft: ListDraft, live: ListInfo | undefined): ListJudgement[] {
  const { counts, header } = draft;
  const { rows, entries, rejected, unusable_documents: unusable, unreadable_dates: oddDates } = counts;
  const inTime = draft.changes?.left_in_time ?? 0;
  const before = (live?.counts.entries ?? 0) - inTime;
  const [besides, alem] =
    inTime === 0
      ? ['', '']
      : [` besides ${toCount(inTime)} that have had their time`, `, além de ${toCountPt(inTime)} cujo tempo acabou`];
  const { found, judge } = collectJudgements<ListJudgementName>();
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
    `The file has ${toCount(entries)} entries, the live list of ${live?.dataAsOf} has ${toCount(before)}${besides}: a tenth of them or more would be gone. It is cut short, or of another list: download it again, or compare it with the page of the publisher.`,
    `O arquivo tem ${toCountPt(entries)} registros e a lista em uso, de ${toDayPt(live?.dataAsOf ?? '')}, tem ${toCountPt(before)}${alem}: um décimo ou mais sumiria. Baixe o arquivo de novo, ou compare com a página do publicador.`,
  );
  const { told = rows } = draft;
  judge(
    'publisher_count',
    rows !== told,
    `The publisher counts ${toCount(told)} entries, and the file has ${toCount(rows)}: it is cut short, or the two are of different days. Download all files again, on one day.`,
    `O publicador conta ${toCountPt(told)} registros, e o arquivo tem ${toCountPt(rows)}: ele está cortado, ou os arquivos são de dias diferentes. Baixe todos de novo, no mesmo dia.`,
  );
  judge(
    'rejected_rows',
    isTooMany(rejected, rows, rejectedShareMax) || (rejected > 0 && rejected >= rows / 2),
    `${toCount(rejected)} of ${toCount(rows)} rows could not be read. They are listed by line and reason in rejected-rows.jsonl.`,
    `${toCountPt(rejected)} de ${toCountPt(rows)} linhas não puderam ser lidas. A lista está em rejected-rows.jsonl.`,
  );
  judge(
    'unusable_documents',
    isTooMany(unusable, entries, unusableShareMax),
    `${toCount(unusable)} of ${toCount(entries)} entries have a number that is no CPF or CNPJ: a column has moved, or the file is of another list.`,
    `${toCountPt(unusable)} de ${toCountPt(entries)} registros têm um número que não é CPF nem CNPJ: uma coluna mudou de lugar, ou o arquivo é de outra lista.`,
  );
  judge(
    'unreadable_dates',
    isTooMany(oddDates, entries, oddDateShareMax),
    `${toCount(oddDates)} dates of ${toCount(entries)} entries are none (DD/MM/YYYY): a column has moved, or the layout has changed.`,
    `${toCountPt(oddDates)} datas de ${toCountPt(entries)} registros não existem (DD/MM/AAAA): uma coluna mudou de lugar, ou o formato mudou.`,
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
      sentence: `The live list of ${live?.dataAsOf} has ${toCount(of.before)} entries with a ${what}, and the file has it of only ${toCount(of.before - of.gone)} of them: it is cut short or of another list, or a column has moved.`,
      portuguese: `A lista em uso, de ${toDayPt(live?.dataAsOf ?? '')}, tem ${toCountPt(of.before)} registros com ${portuguese}, e o arquivo só traz o de ${toCountPt(of.before - of.gone)} deles: ele está cortado ou é de outra lista, ou uma coluna mudou de lugar.`,
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
