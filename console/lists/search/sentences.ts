// An answer of the lists in words: the head that says what to do, what was not looked at, and the same as plain text for a ticket.

import { answerWords } from '../../answer/words/answer-words.ts';
import type { Fact } from '../../design/facts.tsx';
import { toPurposeName } from '../../design/fields/purpose-field.tsx';
import { partWords } from '../../design/words.ts';
import { formatDay, formatDaysIn, formatList, formatNumber, formatShare, formatTime } from '../../words/format.ts';
import { language } from '../../words/language.ts';
import { type ListNames, toListName } from '../view.ts';
import { type Answer, concludeSearch, type FoundHit, hitGroups, toHitGroup } from './conclusion.ts';
import type { Searched } from './search-state.ts';
import { searchWords } from './words.ts';

export function getAnswer({ found }: Searched): Answer {
  return found[language.value];
}

export function toSearchHead(answer: Answer, names: ListNames): string {
  const { act, lists } = concludeSearch(answer);
  return searchWords().acts[act](formatList(lists.map((list) => toListName(list, names))));
}

/** Everything that an empty answer does not cover, a sentence each; last, what was looked at. */
export function toUnlooked({ kind, asked, ...searched }: Searched, names: ListNames): readonly string[] {
  const words = searchWords();
  const answer = getAnswer({ kind, asked, ...searched });
  const { lists, need_name, need_number, partners, hits, hits_total, cleared } = answer;
  const hasNumber = asked.number !== '';
  const sentences = [
    ...(lists.length === 0 ? [words.noLists] : []),
    ...lists.map(({ list, state, as_of }) =>
      words.notLooked[state](toListName(list, names), as_of === null ? '–' : formatDay(as_of)),
    ),
    toNeedName(need_name, hasNumber, names),
    hasNumber && asked.name.trim() === '' && need_name.length === 0 ? words.numberOnly : '',
    need_number.length > 0 ? words.needNumber(formatList(need_number.map((list) => toListName(list, names)))) : '',
    hasNumber || need_name.length > 0 ? '' : words.nameOnly,
    cleared.length > 0 ? words.cleared(formatNumber(cleared.length), cleared.map(({ row }) => row).join(', ')) : '',
    hits_total > hits.length ? words.notTold(formatNumber(hits.length), formatNumber(hits_total)) : '',
    partners === null
      ? ''
      : words.partners[partners.state](formatNumber(partners.screened), formatNumber(partners.total ?? 0)),
    partners?.state === 'screened' ? words.partnersLooked(formatNumber(partners.screened)) : '',
    // Too short a name, and no number: nobody was looked for anywhere.
    hasNumber || need_name.length === 0 ? toLookedAt(answer, names) : '',
  ];
  return sentences.filter((sentence) => sentence !== '');
}

/** With a number it tells whose some rows are; alone and too short, nobody was looked for by it. */
function toNeedName(needName: readonly string[], hasNumber: boolean, names: ListNames): string {
  if (needName.length === 0) return '';
  const words = searchWords();
  return (hasNumber ? words.needName : words.shortName)(formatList(needName.map((list) => toListName(list, names))));
}

function toLookedAt({ lists }: Answer, names: ListNames): string {
  const words = searchWords();
  const looked = lists.flatMap(({ list, as_of, state }) =>
    as_of === null || state === 'loading' ? [] : [words.listOf(toListName(list, names), formatDay(as_of))],
  );
  return looked.length === 0 ? '' : words.lookedAt(formatList(looked));
}

export function toHitFacts(hit: FoundHit): readonly Fact[] {
  const words = searchWords();
  const toAspects = (aspects: readonly string[]) =>
    aspects.length === 0 ? words.nothing : formatList(aspects.map((each) => words.aspects[each] ?? each));
  return [
    [words.partner, hit.partner === null ? null : [hit.partner.name, hit.partner.role].filter(Boolean).join(', ')],
    [words.listedName, hit.name],
    [words.document, hit.document],
    [words.agreed, toAspects(hit.agreed), hit.agreed.length > 0 ? 'good' : 'none'],
    [words.disagreed, toAspects(hit.disagreed), hit.disagreed.length > 0 ? 'bad' : 'none'],
    [words.similarity, hit.similarity === null ? null : formatShare(hit.similarity)],
    [words.from, hit.from === null ? null : formatDay(hit.from)],
    [words.until, hit.until === null ? null : formatDay(hit.until)],
    [words.authority, hit.authority],
    [words.process, hit.process],
    [words.reach, hit.reach],
    [words.remarks, hit.remarks],
    [words.row, hit.row],
    [words.otherRows, hit.other_rows.length === 0 ? null : hit.other_rows.join(', ')],
  ];
}

/** Who looked for whom, for what, and the protocol: the same on paper. */
export function toSearchAsked(searched: Searched): readonly (readonly [name: string, value: string])[] {
  const words = searchWords();
  const common = answerWords();
  const { asked, kind, purpose, operator } = searched;
  const { processed_at, request_id } = getAnswer(searched);
  return [
    [kind === 'person' ? 'CPF' : 'CNPJ', asked.number || words.notTyped],
    [words.names[kind], asked.name.trim() || words.notTyped],
    ...(kind === 'person' ? ([[words.birthDate, asked.birthDate || words.notTyped]] as const) : []),
    [common.purpose, purpose === null ? common.noPurpose : toPurposeName(purpose)],
    ...(operator === null ? [] : ([[common.askedBy, operator]] as const)),
    [common.at, formatTime(processed_at)],
    [common.requestId, request_id],
  ];
}

export function toSearchReport(searched: Searched, names: ListNames): string {
  const words = searchWords();
  const answer = getAnswer(searched);
  const mark = searched.way === 'sandbox' ? [`*** ${partWords().fictitious} ***`] : [];
  const groups = hitGroups.flatMap((group) => {
    const hits = answer.hits.filter((hit) => toHitGroup(hit) === group);
    return hits.length === 0
      ? []
      : [
          `${words.groups[group]}:`,
          ...hits.map((hit) => `- ${formatDaysIn(hit.sentence)} (${[hit.row, hit.name].filter(Boolean).join(': ')})`),
        ];
  });
  return [
    ...mark,
    toSearchHead(answer, names),
    ...toUnlooked(searched, names),
    ...groups,
    ...toSearchAsked(searched).map(([name, value]) => `${name}: ${value}`),
    ...mark,
  ].join('\n');
}
