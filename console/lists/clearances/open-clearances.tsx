// What waits for a second operator, of all customers. It names none of them: whoever confirms looks the customer up first.

import { Badge } from '../../design/parts.tsx';
import { ProblemNotice } from '../../design/problems/problem-notice.tsx';
import { useLooks } from '../../shell/use-looks.ts';
import { searched } from '../search/search-state.ts';
import { type ListNames, toListName } from '../view.ts';
import { ClearanceFacts } from './clearance-facts.tsx';
import { actFailure, lookAtOpen, openClearances } from './clearance-state.ts';
import { clearanceWords } from './words.ts';

export function OpenClearances({ names }: { readonly names: ListNames }) {
  const words = clearanceWords();
  const { error } = useLooks(lookAtOpen, () => false);
  const found = openClearances.value;
  // Beside an answer the answer tells it.
  const failure = searched.value === undefined ? actFailure.value : undefined;
  if (error !== undefined) return <ProblemNotice error={error} />;
  const isNews = failure !== undefined || found?.needs_another === true || (found?.open.length ?? 0) > 0;
  if (found === undefined || !isNews) return null;
  return (
    <section class="card stack no-print" aria-labelledby="open-clearances">
      <div class="stack tight">
        <h2 id="open-clearances">{words.openTitle}</h2>
        <p class="quiet">{found.open.length === 0 ? words.openNone : words.openLead}</p>
      </div>
      {failure !== undefined && <ProblemNotice error={failure} />}
      {found.open.map((clearance) => (
        <div key={clearance.id} class="stack tight hit">
          <p class="row">
            <Badge tone="warn" sign="clock">
              {words.waiting}
            </Badge>
            <strong>{toListName(clearance.list, names)}</strong>
            <span class="small quiet">{clearance.row}</span>
          </p>
          <ClearanceFacts clearance={clearance} lists="live" />
        </div>
      ))}
      {found.has_more && <p class="small quiet">{words.openMore}</p>}
    </section>
  );
}
