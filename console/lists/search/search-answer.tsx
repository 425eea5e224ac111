// The answer of the lists: one sentence that says what to do and why, what was not looked at, and every row with its reason.

import { answerWords } from '../../answer/answer-words.ts';
import { AnswerFrame, AnswerHead, AnswerPart } from '../../answer/frame.tsx';
import { Facts } from '../../design/facts.tsx';
import { FictitiousBanner } from '../../design/fictitious.tsx';
import { Badge, CopyButton } from '../../design/parts.tsx';
import { formatDay } from '../../words/format.ts';
import { concludeSearch, type FoundHit, hitGroups, toHitGroup, toHitTone } from './conclusion.ts';
import type { Searched } from './search-state.ts';
import {
  getAnswer,
  type ListNames,
  toHitFacts,
  toHitSentence,
  toListName,
  toSearchAsked,
  toSearchHead,
  toSearchReport,
  toUnlooked,
} from './sentences.ts';
import { searchWords } from './words.ts';

interface SearchAnswerProps {
  readonly searched: Searched;
  readonly names: ListNames;
}

export function SearchAnswer({ searched, names }: SearchAnswerProps) {
  const words = searchWords();
  const common = answerWords();
  const answer = getAnswer(searched);
  const { tone } = concludeSearch(answer);
  const isSynthetic = searched.way === 'sandbox';
  return (
    <AnswerFrame isSynthetic={isSynthetic}>
      {isSynthetic && <FictitiousBanner id="search-fictitious" />}
      <AnswerHead
        tone={tone}
        id="search-head"
        sentence={toSearchHead(answer, names)}
        unchecked={toUnlooked(searched, names)}
        uncheckedId="search-unlooked"
        acts={
          <>
            <CopyButton text={() => toSearchReport(searched, names)} label={common.copyText} />
            <button type="button" class="button small" onClick={() => print()}>
              {common.print}
            </button>
          </>
        }
      />
      {hitGroups.map((group) => {
        const hits = answer.hits.filter((hit) => toHitGroup(hit) === group);
        return (
          hits.length > 0 && (
            <AnswerPart key={group} title={words.groups[group]}>
              {hits.map((hit) => (
                <HitCard key={`${hit.row} ${hit.partner?.document}`} hit={hit} names={names} />
              ))}
            </AnswerPart>
          )
        );
      })}
      <AnswerPart title={words.asked}>
        <Facts facts={toSearchAsked(searched)} />
      </AnswerPart>
    </AnswerFrame>
  );
}

function HitCard({ hit, names }: { readonly hit: FoundHit; readonly names: ListNames }) {
  const words = searchWords();
  const isCandidate = toHitGroup(hit) === 'candidate';
  return (
    <div class="stack tight hit">
      <p class="row">
        <Badge tone={toHitTone(hit)}>{isCandidate ? words.candidate : words.states[hit.state]}</Badge>
        <strong>{toListName(hit.list, names)}</strong>
        <span class="small quiet">{formatDay(hit.as_of)}</span>
      </p>
      <p>{toHitSentence(hit)}</p>
      <Facts facts={toHitFacts(hit)} />
    </div>
  );
}
