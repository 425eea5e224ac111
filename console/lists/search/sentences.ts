// An answer of the lists in words: the head that says what to do, what was checked and what was not, and the same as plain text for a ticket.

import { findCoverage } from '../../../src/domain/coverage/coverage.ts';
import { answerWords } from '../../answer/words/answer-words.ts';
import { toCoverageSentences } from '../../answer/words/sentences.ts';
import type { Fact } from '../../design/facts.tsx';
import { toPurposeName } from '../../design/fields/purpose-field.tsx';
import { partWords } from '../../design/words.ts';
import { formatDay, formatDaysIn, formatList, formatNumber, formatShare, formatTime } from '../../words/format.ts';
import { language } from '../../words/language.ts';
import { type ListNames, toListName } from '../view.ts';
import { type Answer, concludeSearch, type FoundHit, hitGroups, toHitGroup } from './conclusion.ts';
import { type Kind, type Searched, type Typed, toTypedDocument } from './search-state.ts';
import { searchWords } from './words.ts';

export function getAnswer({ found }: Searched): Answer {
  return found[language.value];
}

export function toSearchHead(answer: Answer, names: ListNames): string {
  const { act, lists } = concludeSearch(answer);
  return searchWords().acts[act](formatList(lists.map((list) => toListName(list, names))));
}

/** Returns what to type for more results, then what the search did not check and what it did. Every answer uses the same wording. */
export function toSearchCoverage({ kind, asked, ...searched }: Searched, names: ListNames): readonly string[] {
  const words = searchWords();
  const { need_name, unread_name, hits, hits_total, explanation } = getAnswer({ kind, asked, ...searched });
  const hasNumber = asked.number !== '' || (kind === 'person' && asked.documentNumber.trim() !== '');
  const toName = (list: string) => toListName(list, names);
  const advice = [
    unread_name ? words.unreadName(formatList(need_name.map(toName))) : '',
    !unread_name && !hasNumber && need_name.length > 0 ? words.shortName(formatList(need_name.map(toName))) : '',
    hasNumber && asked.name.trim() === '' && need_name.length === 0 ? words.numberOnly : '',
    hasNumber || need_name.length > 0 ? '' : words.nameOnly,
    hits_total > hits.length ? words.notTold(formatNumber(hits.length), formatNumber(hits_total)) : '',
  ];
  return [...advice.filter((each) => each !== ''), ...toCoverageSentences(findCoverage(explanation), 'screen', toName)];
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

/** Returns who searched, for what person or company and for what purpose, and the protocol. The printed page shows the same facts. */
export function toSearchAsked(searched: Searched): readonly (readonly [name: string, value: string])[] {
  const words = searchWords();
  const common = answerWords();
  const { asked, kind, purpose, operator } = searched;
  const { processed_at, request_id } = getAnswer(searched);
  return [
    [kind === 'person' ? 'CPF' : 'CNPJ', asked.number || words.notTyped],
    [words.names[kind], asked.name.trim() || words.notTyped],
    ...(kind === 'person' ? ([[words.birthDate, asked.birthDate || words.notTyped]] as const) : []),
    ...toFurtherAsked(asked, kind).filter(([, value]) => value !== ''),
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
    ...toSearchCoverage(searched, names),
    ...groups,
    ...toSearchAsked(searched).map(([name, value]) => `${name}: ${value}`),
    ...mark,
  ].join('\n');
}

/** Returns what else the operator typed; a field may be empty. */
function toFurtherAsked({ nationality, reference, ...asked }: Typed, kind: Kind) {
  const words = searchWords();
  const own = [words.further.reference, reference.trim()] as const;
  return kind === 'person'
    ? [[words.further.nationality, nationality.trim()] as const, [words.document, toTypedDocument(asked)] as const, own]
    : [own];
}
