// Who was cleared, accepted, confirmed or frozen, by whom and why: for whoever examines it.

import { useEffect } from 'preact/hooks';
import { mayAct } from '../api/client.ts';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { partWords } from '../design/words.ts';
import { ClearanceFacts } from '../lists/clearances/clearance-facts.tsx';
import { actsDone } from '../lists/clearances/clearance-state.ts';
import { ExaminerFilter } from './examiner-filter.tsx';
import { JudgedRow } from './judged-row.tsx';
import { failure, found, isSearching, noFilter, search } from './judgements-state.ts';
import { Sides } from './sides.tsx';
import { judgementsWords } from './words.ts';

export function ExaminerList() {
  const words = judgementsWords();
  const shown = found.value;
  const done = actsDone.value;
  useEffect(() => void search(found.value?.filter ?? noFilter), [done]);
  return (
    <section class="stack" aria-labelledby="judgements">
      <h2 id="judgements">{words.all}</h2>
      <ExaminerFilter key={JSON.stringify(shown?.filter)} filter={shown?.filter ?? noFilter} />
      {failure.value !== undefined && <ProblemNotice error={failure.value} />}
      <div class="card stack" aria-busy={isSearching.value}>
        {shown === undefined ? (
          <p class="empty">{failure.value === undefined ? words.searching : ''}</p>
        ) : (
          shown.judgements.length === 0 && <p class="empty">{words.none}</p>
        )}
        {shown?.judgements.map((judgement) => (
          <article key={judgement.id} class="stack tight judged">
            <JudgedRow judgement={judgement} />
            <ClearanceFacts clearance={judgement} lists="live" />
            {judgement.state !== 'proposed' && mayAct('admin') && <Sides id={judgement.id} row={judgement.row} />}
          </article>
        ))}
        {shown?.next && (
          <p class="row no-print">
            <button
              type="button"
              class="button"
              disabled={isSearching.value}
              onClick={() => void search(shown.filter, shown)}
            >
              {partWords().more}
            </button>
          </p>
        )}
      </div>
    </section>
  );
}
