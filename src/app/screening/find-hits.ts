// Asks the lists about somebody and, where wanted, about the partners with them. The same for an answer and for its replay.

import type { Hit } from '../../domain/screening/hit.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { type RecordedHit, toRow } from '../../domain/screening/screening.ts';
import type { ScreeningLists } from './ports.ts';

export interface AskedTogether {
  readonly query: Screened;
  readonly partners: readonly Screened[] | null;
  readonly today: string;
}

export interface FoundHit {
  readonly hit: Hit;
  /** With whom the entry was compared: the one who was asked about, or the partner. */
  readonly compared: Screened;
  readonly recorded: RecordedHit;
}

export interface FoundTogether {
  /** The one who was asked about comes first, then each partner. */
  readonly hits: readonly FoundHit[];
  /** How many there are; a common name has more than are told. */
  readonly total: number;
  /** Lists in which only a name would tell, and none was given. */
  readonly needName: readonly string[];
  /** Whether no row in force may be left out of the hits. */
  readonly isWhole: boolean;
}

export function findHits(lists: Pick<ScreeningLists, 'screen'>, asked: AskedTogether): FoundTogether {
  const hits: FoundHit[] = [];
  const needName = new Set<string>();
  let total = 0;
  let isWhole = true;
  const ask = (screened: Screened, partner: number | null) => {
    const found = lists.screen(screened, asked.today);
    total += found.total;
    isWhole &&= found.isWhole;
    for (const list of found.needName) needName.add(list);
    for (const hit of found.hits) {
      const { match, strength, state } = hit;
      hits.push({ hit, compared: screened, recorded: { row: toRow(hit), match, strength, state, partner } });
    }
  };
  ask(asked.query, null);
  asked.partners?.forEach(ask);
  return { hits, total, needName: [...needName], isWhole };
}
