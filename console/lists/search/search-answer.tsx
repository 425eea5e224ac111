// The answer of the lists: one sentence that says what to do and why, what was not looked at, and every row with its reason.

import '../../answer/answer.css';
import { answerWords } from '../../answer/answer-words.ts';
import { Facts } from '../../design/facts.tsx';
import { FictitiousBanner } from '../../design/fictitious.tsx';
import { Badge, CopyButton, Sign } from '../../design/parts.tsx';
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
    <article class={`card answer ${isSynthetic ? 'fictitious' : ''}`}>
      <header class="letterhead print-only">
        <img src="/favicon.ico" alt="" width="28" height="28" />
        <strong>{common.letterhead}</strong>
        <span>{location.host}</span>
      </header>
      {isSynthetic && <FictitiousBanner id="search-fictitious" />}
      <div class={`verdict ${tone}`}>
        <span class="verdict-sign">
          <Sign of={tone === 'none' ? 'info' : tone} />
        </span>
        <div class="stack tight">
          <h2 id="search-head" class="verdict-word">
            {toSearchHead(answer, names)}
          </h2>
          <div id="search-unlooked" class="stack tight verdict-unchecked">
            {toUnlooked(searched, names).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        </div>
        <div class="row verdict-acts no-print">
          <CopyButton text={() => toSearchReport(searched, names)} label={common.copyText} />
          <button type="button" class="button small" onClick={() => print()}>
            {common.print}
          </button>
        </div>
      </div>
      {hitGroups.map((group) => {
        const hits = answer.hits.filter((hit) => toHitGroup(hit) === group);
        return (
          hits.length > 0 && (
            <section key={group} class="answer-part">
              <h3>{words.groups[group]}</h3>
              {hits.map((hit) => (
                <HitCard key={`${hit.row} ${hit.partner?.document}`} hit={hit} names={names} />
              ))}
            </section>
          )
        );
      })}
      <section class="answer-part">
        <h3>{words.asked}</h3>
        <Facts facts={toSearchAsked(searched)} />
      </section>
    </article>
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
