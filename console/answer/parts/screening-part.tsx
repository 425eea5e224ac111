// What the lists say of whom an answer is about: in words, hit by hit. Nothing where the service looks at no list.

import type { Tone } from '../../design/parts.tsx';
import { Badge } from '../../design/parts.tsx';
import { follow } from '../../shell/router.ts';
import { formatDaysIn, formatNumber } from '../../words/format.ts';
import { findScreening, type Screening, type Verified } from '../facts/answer.ts';
import { answerWords } from '../words/answer-words.ts';
import { AnswerPart } from './frame.tsx';

const tones: Readonly<Record<Screening['status'], Tone>> = {
  clear: 'good',
  hit: 'bad',
  possible: 'warn',
  inconclusive: 'warn',
};

export function ListsBadge({ status }: { readonly status: Screening['status'] }) {
  return <Badge tone={tones[status]}>{answerWords().statuses[status]}</Badge>;
}

export function ScreeningPart({ verified }: { readonly verified: Verified }) {
  const words = answerWords();
  const screening = findScreening(verified);
  if (screening === undefined) return null;
  const { status, hits, hits_total: total } = screening;
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
      <p>
        <a href="/console/listas" onClick={follow}>
          {words.listsPage}
        </a>
      </p>
    </AnswerPart>
  );
}
