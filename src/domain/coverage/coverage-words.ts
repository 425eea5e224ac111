// What was checked and what was not, in both languages: the one catalogue for the API's document and the sentence on every surface.

import { toBrazilDay } from '../dates/calendar.ts';
import { nameSource } from '../person/contract-sources.ts';
import {
  type Checked,
  type CheckedCode,
  isAllChecked,
  isNumberOnly,
  type NotChecked,
  type NotCheckedCode,
  type NotCheckedReason,
  type ToldCoverage,
} from './coverage.ts';

interface InBoth {
  readonly en: string;
  readonly pt: string;
}
type Language = keyof InBoth;

export const checkedWords: Readonly<Record<CheckedCode, InBoth>> = {
  name: { en: 'the name', pt: 'o nome' },
  birth_date: { en: 'the date of birth', pt: 'o nascimento' },
  identity: { en: 'the register of the person', pt: 'o cadastro da pessoa' },
  debts: { en: 'debts', pt: 'dívidas' },
  score: { en: 'the score of a bureau', pt: 'o score de um birô' },
  fraud: { en: 'fraud alerts', pt: 'alertas de fraude' },
  registration: { en: 'the CPF’s status at the Receita', pt: 'a situação do CPF na Receita' },
  company_registry: { en: 'the registry of companies', pt: 'o cadastro de empresas' },
  company_name: { en: 'the company’s name', pt: 'o nome da empresa' },
  company_status: { en: 'the company’s status', pt: 'a situação da empresa' },
  special_situation: {
    en: 'special situation (bankruptcy, recovery)',
    pt: 'situação especial (falência, recuperação)',
  },
  foundation_date: { en: 'the date of foundation', pt: 'a data de abertura' },
  list: { en: 'a list', pt: 'uma lista' },
  partners: { en: 'the partners against the lists', pt: 'os sócios nas listas' },
};

export const notCheckedWords: Readonly<Record<NotCheckedCode, InBoth>> = {
  ...checkedWords,
  number: { en: 'the number', pt: 'o número' },
  signal: { en: 'a signal', pt: 'um sinal' },
  company_live_lookup: { en: 'the live lookup of the company', pt: 'a consulta alternativa da empresa' },
  lists: { en: 'the lists', pt: 'as listas' },
  sanctions_lists: { en: 'lists of sanctions', pt: 'as listas de sanções' },
  listed_hit: { en: 'a row of a list', pt: 'uma linha de uma lista' },
};

export const notCheckedReasonWords: Readonly<Record<NotCheckedReason, InBoth>> = {
  not_provided: { en: 'not given', pt: 'não informado' },
  nothing_to_compare: { en: 'there is nothing to compare it with', pt: 'não há com que comparar' },
  not_reported: { en: 'not reported', pt: 'não foi informado' },
  not_understood: { en: 'told by a code that nobody has mapped', pt: 'veio com um código desconhecido' },
  not_found: { en: 'nothing found', pt: 'nada foi encontrado' },
  unavailable: { en: 'could not be looked at', pt: 'não foi possível consultar' },
  no_list: { en: 'none is imported', pt: 'nenhuma foi importada' },
  not_screened: { en: 'nobody looked', pt: 'ninguém consultou' },
  name_needed: { en: 'give the name: only that would tell', pt: 'informe o nome: só com ele dá para saber' },
  name_unread: {
    en: 'the name could not be compared: give it in Latin letters',
    pt: 'o nome não pôde ser comparado: informe em letras latinas',
  },
  number_needed: { en: 'give the number: only that would tell', pt: 'informe o número: só com ele dá para saber' },
  too_many_hits: { en: 'more hits than are told', pt: 'mais ocorrências do que cabem na resposta' },
  to_be_judged: {
    en: 'somebody has to judge whether it is the same one',
    pt: 'alguém precisa ver se é a mesma pessoa',
  },
  cleared: { en: 'somebody judged it false, so it does not count', pt: 'alguém a descartou, por isso não conta' },
  partial: { en: 'not all of them', pt: 'nem todos' },
  minors_hidden: { en: 'those who may be minors were left out', pt: 'quem pode ser menor ficou de fora' },
  not_followed: { en: 'the partners of partner companies', pt: 'os sócios das empresas sócias' },
  not_configured: { en: 'not connected', pt: 'fonte não conectada' },
  timeout: { en: 'no answer in time', pt: 'sem resposta a tempo' },
  pending: { en: 'the answer comes later', pt: 'a resposta vem depois' },
  connection_failed: { en: 'could not be reached', pt: 'sem conexão' },
  circuit_open: { en: 'paused after failures', pt: 'em pausa depois de falhas' },
  overloaded: { en: 'too many calls at one time', pt: 'chamadas demais ao mesmo tempo' },
  rate_limited: { en: 'refused for its limit of calls', pt: 'recusada pelo limite de chamadas' },
  credit_exhausted: { en: 'the credit there is used up', pt: 'os créditos acabaram' },
  authentication_failed: { en: 'refused our credentials', pt: 'recusou as credenciais' },
  upstream_error: { en: 'answered with an error', pt: 'respondeu com erro' },
  request_refused: { en: 'refused the question', pt: 'recusou a consulta' },
  birth_date_required: { en: 'answers only with a date of birth', pt: 'só responde com o nascimento' },
  minor: { en: 'does not answer about minors', pt: 'não responde sobre menores' },
  invalid_response: { en: 'its answer could not be used', pt: 'a resposta não pôde ser usada' },
  response_too_large: { en: 'its answer was too large', pt: 'a resposta era grande demais' },
  wrong_person: { en: 'answered about somebody else', pt: 'respondeu sobre outra pessoa' },
  redirect_refused: { en: 'pointed to another address', pt: 'apontou para outro endereço' },
  decided_earlier: { en: 'the plan had decided before', pt: 'o plano já tinha decidido' },
  condition: { en: 'by the plan’s condition', pt: 'pela condição do plano' },
  fallback_not_needed: { en: 'only stands in for another source', pt: 'só substitui outra fonte' },
  not_in_plan: { en: 'not in the plan', pt: 'fora do plano' },
  budget: { en: 'its budget is used up', pt: 'o orçamento acabou' },
  stale: { en: 'too old', pt: 'desatualizada' },
  missing: { en: 'not imported', pt: 'não importada' },
  damaged: { en: 'damaged', pt: 'danificada' },
  loading: { en: 'still being read', pt: 'ainda em leitura' },
};

/** The reader's writing sets the form of days and the names of lists and purposes. */
export interface Writing {
  readonly day: (day: string) => string;
  readonly purpose: (purpose: string) => string;
  /** A list of a publisher: by the name that the API has for it, unless the reader knows another. */
  readonly list?: ((list: string) => string) | undefined;
}

const same = (text: string) => text;
const plain: Writing = { day: same, purpose: same };

const numberOnly: Readonly<Record<'cpf' | 'cnpj', InBoth>> = {
  cpf: {
    en: 'Only the number was checked: give name and date of birth.',
    pt: 'Só o número foi conferido: informe nome e nascimento.',
  },
  cnpj: {
    en: 'Only the number was checked: give the legal or the trade name.',
    pt: 'Só o número foi conferido: informe a razão social ou o nome fantasia.',
  },
};
const all: InBoth = { en: 'Nothing was left unchecked.', pt: 'Nada ficou sem conferir.' };
const unknown: InBoth = {
  en: 'What was checked is not known.',
  pt: 'Não se sabe o que foi conferido.',
};

/** The sentence of every surface. `told`: undefined where an answer does not say what it rests on; then nothing good is said. */
export function toCoverageSentence(
  told: (Pick<ToldCoverage, 'not_checked'> & Partial<ToldCoverage>) | undefined,
  { kind, language, writing = plain }: { kind: 'cpf' | 'cnpj' | 'screen'; language: Language; writing?: Writing },
): string {
  if (told === undefined) return unknown[language];
  const kept = toKeptSentences(told.checked ?? [], language, writing);
  if (isAllChecked(told)) return [all[language], ...kept].join(' ');
  const isBare = kind !== 'screen' && isNumberOnly(told, kind);
  const others = isBare ? told.not_checked.filter(({ reason }) => reason !== 'not_provided') : told.not_checked;
  const items = groupAlike(others, language, writing);
  const start = { en: 'Not checked', pt: 'Não foi conferido' }[language];
  return [
    ...(isBare ? [numberOnly[kind][language]] : []),
    ...(items.length === 0 ? [] : [`${start}: ${items.join('; ')}.`]),
    ...kept,
  ].join(' ');
}

/** Returns sentences about the checks that used an earlier answer, source by source. */
function toKeptSentences(checked: readonly Checked[], language: Language, writing: Writing): string[] {
  const kept = checked.filter(({ kept_answer }) => kept_answer !== undefined);
  return groupBy(kept, ({ source = '' }) => source).map((alike) => {
    const [{ source = '', kept_answer }] = alike;
    const subjects = alike.map(({ code }) => findWords(checkedWords, code, language)).join(', ');
    const start = { en: 'By an answer from before', pt: 'Por uma resposta guardada' }[language];
    return `${start}: ${subjects} (${toSourceWord(source, language)}, ${toKeptSentence(kept_answer as KeptAnswer, language, writing)}).`;
  });
}

/** Groups the items that one source left out for one reason, so that one sentence covers them. */
function groupAlike(items: readonly NotChecked[], language: Language, writing: Writing): string[] {
  const toKey = ({ source, reason, list, row }: NotChecked) =>
    JSON.stringify(source === undefined ? [reason, list, row] : [reason, source]);
  return groupBy(items, toKey).map((alike) => {
    const [first] = alike;
    const subjects = alike.map((item) => toSubject(item, language, writing)).join(', ');
    const by = first.source === undefined ? '' : `${toSourceWord(first.source, language)}: `;
    const since = first.cleared_at === undefined ? '' : toSince(first.cleared_at, language, writing);
    return `${subjects} (${by}${findWords(notCheckedReasonWords, first.reason, language)}${since})`;
  });
}

function groupBy<Item>(items: readonly Item[], toKey: (item: Item) => string): [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = toKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

function toSince(clearedAt: string, language: Language, writing: Writing): string {
  return `, ${{ en: 'since', pt: 'desde' }[language]} ${writing.day(toBrazilDay(Date.parse(clearedAt)))}`;
}

/** One that another version has added is told as it is. */
function findWords(words: Readonly<Record<string, InBoth>>, code: string, language: Language): string {
  return words[code]?.[language] ?? code;
}

function toSubject({ code, list, as_of, row, signal }: NotChecked, language: Language, writing: Writing): string {
  const name = findWords(notCheckedWords, code, language);
  if (row !== undefined) return { en: `the row ${row}`, pt: `a linha ${row}` }[language];
  if (signal !== undefined) return { en: `the signal ${signal}`, pt: `o sinal ${signal}` }[language];
  if (list === undefined) return name;
  const known = toListWord(list, language, writing);
  return as_of === undefined ? known : `${known} ${{ en: 'of', pt: 'de' }[language]} ${writing.day(as_of)}`;
}

const ownPrefix = 'own-';

function toListWord(list: string, language: Language, { list: toName }: Writing): string {
  if (list.startsWith(ownPrefix)) {
    const name = list.slice(ownPrefix.length);
    return { en: `the operator’s own list ${name}`, pt: `a lista própria ${name}` }[language];
  }
  const name = toName?.(list) ?? list;
  return { en: `the list ${name}`, pt: `a lista ${name}` }[language];
}

function toSourceWord(source: string, language: Language): string {
  const name = nameSource(source)[language];
  return `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
}

/**
 * Returns a sentence that names each check, its source and day, and whether it used an earlier answer. The sentence is empty if there was no check.
 */
export function toCheckedSentence(
  { checked }: Pick<ToldCoverage, 'checked'>,
  { language, writing = plain }: { language: Language; writing?: Writing },
): string {
  const toKey = (item: Checked) => JSON.stringify([item.list, toFacts(item, language, writing)]);
  const items = groupBy(checked, toKey).map((alike) => {
    const subjects = alike.map(({ code, list }) =>
      list === undefined ? findWords(checkedWords, code, language) : toListWord(list, language, writing),
    );
    const facts = toFacts(alike[0], language, writing);
    return `${subjects.join(', ')}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
  });
  return items.length === 0 ? '' : `${{ en: 'Checked', pt: 'Conferido' }[language]}: ${items.join('; ')}.`;
}

function toFacts(
  { source, as_of, screened, total, kept_answer }: Checked,
  language: Language,
  writing: Writing,
): string[] {
  return [
    ...(source === undefined ? [] : [toSourceWord(source, language)]),
    ...(as_of === undefined ? [] : [writing.day(as_of)]),
    ...(screened === undefined ? [] : [total === undefined ? String(screened) : `${screened}/${total}`]),
    ...(kept_answer === undefined ? [] : [`${keptWords[language]} ${toKeptSentence(kept_answer, language, writing)}`]),
  ];
}

const keptWords: InBoth = { en: 'kept answer', pt: 'resposta guardada' };
type KeptAnswer = NonNullable<Checked['kept_answer']>;

function toKeptSentence({ age_seconds, purpose }: KeptAnswer, language: Language, writing: Writing): string {
  const days = Math.floor(age_seconds / 86_400);
  const name = writing.purpose(purpose);
  return {
    en: `${days} ${days === 1 ? 'day' : 'days'} old, bought for ${name}`,
    pt: `de ${days} ${days === 1 ? 'dia' : 'dias'}, comprada para ${name}`,
  }[language];
}
