// The hits of an answer that people have judged false: apart from those that count, with who, when and why.

import { AnswerPart } from '../../answer/parts/frame.tsx';
import { Badge } from '../../design/parts.tsx';
import { formatTime } from '../../words/format.ts';
import type { Answer } from '../search/conclusion.ts';
import type { Searched } from '../search/search-state.ts';
import { type ListNames, toListName } from '../view.ts';
import { ClearanceFacts } from './clearance-facts.tsx';
import { clearanceWords } from './words.ts';

interface ClearedHitsProps {
  readonly cleared: Answer['cleared'];
  readonly searched: Searched;
  readonly names: ListNames;
}

export function ClearedHits({ cleared, searched: { found, way }, names }: ClearedHitsProps) {
  const words = clearanceWords();
  if (cleared.length === 0) return null;
  return (
    <AnswerPart title={words.clearedTitle}>
      <p class="small quiet">{words.clearedLead}</p>
      {cleared.map((hit) => {
        const clearance = found.clearances.find(({ id }) => id === hit.clearance);
        return (
          <div key={`${hit.row} ${hit.partner?.document}`} class="stack tight hit">
            <p class="row">
              <Badge tone="none" sign="good">
                {words.clearedBadge}
              </Badge>
              <strong>{toListName(hit.list, names)}</strong>
              <span class="small quiet">{hit.row}</span>
              {hit.partner !== null && (
                <span class="small quiet">
                  {words.partner}: {hit.partner.name}
                </span>
              )}
            </p>
            {clearance === undefined ? (
              <p>{formatTime(hit.cleared_at)}</p>
            ) : (
              <ClearanceFacts clearance={clearance} lists={way} />
            )}
          </div>
        );
      })}
    </AnswerPart>
  );
}
