// What waits for a second operator, of all customers, with customer and row beside each other for whoever has to approve it.

import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { ClearanceFacts } from '../lists/clearances/clearance-facts.tsx';
import { lookAtOpen, openClearances } from '../lists/clearances/clearance-state.ts';
import { clearanceWords } from '../lists/clearances/words.ts';
import { useLooks } from '../shell/use-looks.ts';
import { JudgedRow } from './judged-row.tsx';
import { Sides } from './sides.tsx';
import { judgementsWords } from './words.ts';

export function Proposals() {
  const words = judgementsWords();
  const { error } = useLooks(lookAtOpen, () => false);
  const found = openClearances.value;
  if (error !== undefined) return <ProblemNotice error={error} />;
  if (found === undefined) return null;
  return (
    <section class="card stack" aria-labelledby="proposals">
      <div class="stack tight">
        <h2 id="proposals">{words.proposals}</h2>
        <p class="quiet">{found.open.length === 0 ? words.noProposals : words.proposalsLead}</p>
      </div>
      {found.open.map((clearance) => (
        <div key={clearance.id} class="stack tight judged">
          <JudgedRow judgement={clearance} />
          <Sides id={clearance.id} row={clearance.row} />
          <ClearanceFacts clearance={clearance} lists="live" />
        </div>
      ))}
      {found.has_more && <p class="small quiet">{clearanceWords().openMore}</p>}
    </section>
  );
}
