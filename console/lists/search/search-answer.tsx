// The answer of the lists: one sentence that says what to do and why, what was not looked at, and every row with its reason.

import { AnswerFrame, AnswerHead, AnswerPart } from '../../answer/parts/frame.tsx';
import { answerWords } from '../../answer/words/answer-words.ts';
import { Facts } from '../../design/facts.tsx';
import { FictitiousBanner } from '../../design/fictitious.tsx';
import { Badge, CopyButton } from '../../design/parts.tsx';
import { ProblemNotice } from '../../design/problems/problem-notice.tsx';
import { partWords } from '../../design/words.ts';
import { follow } from '../../shell/router.ts';
import { formatDay, formatDaysIn } from '../../words/format.ts';
import { ClearanceFacts } from '../clearances/clearance-facts.tsx';
import { actFailure } from '../clearances/clearance-state.ts';
import { ClearedHits } from '../clearances/cleared-hits.tsx';
import { JudgeHit } from '../clearances/judge-hit.tsx';
import { clearanceWords } from '../clearances/words.ts';
import { type ListNames, toListName } from '../view.ts';
import { concludeSearch, type FoundHit, hitGroups, toHitGroup, toHitTone } from './conclusion.ts';
import type { Searched } from './search-state.ts';
import { getAnswer, toHitFacts, toSearchAsked, toSearchCoverage, toSearchHead, toSearchReport } from './sentences.ts';
import { SideBySide } from './side-by-side.tsx';
import { searchWords } from './words.ts';

interface SearchAnswerProps {
  readonly searched: Searched;
  readonly names: ListNames;
}

/** The page shows the result of a judgement above its answer. */
export function SearchAnswer(props: SearchAnswerProps) {
  return (
    <>
      {actFailure.value !== undefined && <ProblemNotice error={actFailure.value} />}
      <Answer {...props} />
    </>
  );
}

function Answer({ searched, names }: SearchAnswerProps) {
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
        coverage={toSearchCoverage(searched, names)}
        coverageId="search-coverage"
        acts={
          <>
            <CopyButton text={() => toSearchReport(searched, names)} label={common.copyText} />
            <button type="button" class="button small" onClick={() => print()}>
              {partWords().print}
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
                <HitCard key={`${hit.row} ${hit.partner?.document}`} hit={hit} searched={searched} names={names} />
              ))}
            </AnswerPart>
          )
        );
      })}
      <ClearedHits cleared={answer.cleared} searched={searched} names={names} />
      <AnswerPart title={words.asked}>
        <Facts facts={toSearchAsked(searched)} />
        {!isSynthetic && (
          <p class="no-print">
            <a href={`/console/consultas/${answer.request_id}`} onClick={follow}>
              {words.record}
            </a>
          </p>
        )}
      </AnswerPart>
    </AnswerFrame>
  );
}

function HitCard({ hit, searched, names }: SearchAnswerProps & { readonly hit: FoundHit }) {
  const words = searchWords();
  const proposed = searched.found.clearances.find(({ row, state }) => row === hit.row && state === 'proposed');
  const judged = searched.found.clearances.find(({ id }) => id === hit.judgement?.id);
  const isCandidate = toHitGroup(hit) === 'candidate';
  return (
    <div class="stack tight hit">
      <p class="row">
        <Badge tone={toHitTone(hit)}>{isCandidate ? words.candidate : words.states[hit.state]}</Badge>
        <strong>{toListName(hit.list, names)}</strong>
        <span class="small quiet">{formatDay(hit.as_of)}</span>
        {proposed !== undefined && (
          <Badge tone="warn" sign="clock">
            {clearanceWords().waiting}
          </Badge>
        )}
      </p>
      <p>{formatDaysIn(hit.sentence)}</p>
      <Facts facts={toHitFacts(hit)} />
      <SideBySide hit={hit} searched={searched} />
      {judged !== undefined && <ClearanceFacts clearance={judged} lists={searched.way} />}
      {proposed !== undefined && <ClearanceFacts clearance={proposed} lists={searched.way} />}
      {proposed === undefined && judged === undefined && <JudgeHit hit={hit} searched={searched} names={names} />}
    </div>
  );
}
