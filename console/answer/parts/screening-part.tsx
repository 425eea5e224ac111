// What the lists say of whom an answer is about: in words, hit by hit. Nothing where the service looks at no list.

import { notCheckedReasonWords } from '../../../src/domain/coverage/coverage-words.ts';
import { carryToLists } from '../../ask/look-up.ts';
import { toMasked } from '../../design/fields/number.ts';
import type { Tone } from '../../design/parts.tsx';
import { Badge } from '../../design/parts.tsx';
import { follow } from '../../shell/router.ts';
import { formatDay, formatDaysIn, formatList, formatNumber } from '../../words/format.ts';
import { language } from '../../words/language.ts';
import { type Answered, findScreening, type Screening } from '../facts/answer.ts';
import { answerWords } from '../words/answer-words.ts';
import { AnswerPart } from './frame.tsx';

const tones: Readonly<Record<Screening['status'], Tone>> = {
  clear: 'good',
  hit: 'bad',
  possible: 'warn',
  accepted: 'warn',
  inconclusive: 'warn',
};

export function ListsBadge({ status }: { readonly status: Screening['status'] }) {
  return <Badge tone={tones[status]}>{answerWords().statuses[status]}</Badge>;
}

export function ScreeningPart({ answered: { verified, asked } }: { readonly answered: Answered }) {
  const words = answerWords();
  const screening = findScreening(verified);
  if (screening === undefined) return null;
  const { status, hits, hits_total: total, lists = [] } = screening;
  return (
    <AnswerPart title={words.lists}>
      <p>
        <ListsBadge status={status} />
      </p>
      {hits.map(({ row, sentence }) => (
        <p key={row}>
          {formatDaysIn(sentence)} <span class="small quiet">{row}</span>
        </p>
      ))}
      {total > hits.length && <p class="small quiet">{words.furtherHits(formatNumber(total - hits.length))}</p>}
      {lists.length > 0 && (
        <p class="small quiet">
          {formatList(
            lists.map(({ list, as_of, state }) => {
              const dated = as_of === null ? list : `${list} ${formatDay(as_of)}`;
              return state === 'current' ? dated : `${dated} (${notCheckedReasonWords[state][language.value]})`;
            }),
          )}
        </p>
      )}
      <p>
        <a
          href="/console/listas"
          onClick={(event) => {
            const number = toMasked(verified.kind === 'cpf' ? verified.answer.cpf : verified.answer.cnpj);
            carryToLists({ ...asked, number, way: verified.isSynthetic ? 'sandbox' : 'live' });
            follow(event);
          }}
        >
          {words.listsPage}
        </a>
      </p>
    </AnswerPart>
  );
}
