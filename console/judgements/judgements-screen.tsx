// Julgamentos: what waits for a person, and all that people have judged of hits.

import { Notice, ScreenTitle } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { partWords } from '../design/words.ts';
import { actFailure } from '../lists/clearances/clearance-state.ts';
import { countDue, judgementsDue } from '../shell/judgements-due.ts';
import { toTitle } from '../shell/words.ts';
import { formatNumber } from '../words/format.ts';
import { ExaminerList } from './examiner-list.tsx';
import { type JudgementFilter, noFilter, search } from './judgements-state.ts';
import { Proposals } from './proposals.tsx';
import { judgementsWords } from './words.ts';
import './judgements.css';

export function JudgementsScreen() {
  const words = judgementsWords();
  return (
    <>
      <ScreenTitle title={toTitle('julgamentos')} lead={words.lead} />
      <div class="stack">
        <Waiting />
        {actFailure.value !== undefined && <ProblemNotice error={actFailure.value} />}
        <Proposals />
        <ExaminerList />
        <p class="no-print">
          <button type="button" class="button small" onClick={() => print()}>
            {partWords().print}
          </button>
        </p>
      </div>
    </>
  );
}

const ways: Readonly<Record<'freeze' | 'review' | 'approval', JudgementFilter>> = {
  freeze: { ...noFilter, state: 'frozen' },
  review: { ...noFilter, state: 'lapsed', kind: 'accepted' },
  approval: { ...noFilter, state: 'proposed' },
};

/** The worst first. */
function Waiting() {
  const words = judgementsWords();
  const due = judgementsDue.value;
  if (due === undefined) return null;
  if (countDue() === 0) return <Notice tone="good">{words.nothingDue}</Notice>;
  const kinds = (['freeze', 'review', 'approval'] as const).filter((kind) => due[kind] > 0);
  return (
    <Notice tone={due.freeze > 0 ? 'bad' : 'warn'}>
      {kinds.map((kind) => (
        <span key={kind} class="row">
          {words.due[kind](formatNumber(due[kind]))}
          <button type="button" class="button plain small no-print" onClick={() => void search(ways[kind])}>
            {words.show[kind]}
          </button>
        </span>
      ))}
    </Notice>
  );
}
