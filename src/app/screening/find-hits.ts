// Asks the lists about somebody and, where wanted, about the partners with them. The same for an answer and for its replay.

import { compareHits } from '../../domain/screening/group-hits.ts';
import type { Hit, Matches } from '../../domain/screening/hit.ts';
import { isUnreadName } from '../../domain/screening/match/name-scorer.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { type RecordedHit, toListRowName } from '../../domain/screening/screening.ts';
import type { ScreeningLists } from './ports.ts';

export interface AskedTogether {
  readonly query: Screened;
  /** The same one by other names and birth dates: a row counts by the one that it fits best. */
  readonly others?: readonly Screened[] | undefined;
  readonly partners: readonly Screened[] | null;
  readonly today: string;
}

export interface FoundHit {
  readonly hit: Hit;
  /** The entry was compared with this customer or partner. */
  readonly compared: Screened;
  readonly recorded: RecordedHit;
}

/** The result joins the matches of the customer and all partners. */
export interface FoundTogether extends Omit<Matches, 'hits'> {
  /** The one who was asked about comes first, then each partner. */
  readonly hits: readonly FoundHit[];
  /** Tells whether one of the names is in an alphabet that no comparison reads. */
  readonly hasUnreadName: boolean;
}

export function findHits(lists: Pick<ScreeningLists, 'screen'>, asked: AskedTogether): FoundTogether {
  const hits: FoundHit[] = [];
  const [needName, needNumber] = [new Set<string>(), new Set<string>()];
  let total = 0;
  let isWhole = true;
  const ask = (screened: Screened, partner: number | null, others: readonly Screened[] = []) => {
    const matches = [screened, ...others].map((known) => ({ compared: known, ...lists.screen(known, asked.today) }));
    const found = joinMatches(matches);
    total += found.total;
    isWhole &&= found.isWhole;
    for (const list of found.needName) needName.add(list);
    for (const list of found.needNumber) needNumber.add(list);
    for (const { hit, compared } of found.hits) {
      const { match, strength, state } = hit;
      hits.push({ hit, compared, recorded: { row: toListRowName(hit), match, strength, state, partner } });
    }
  };
  ask(asked.query, null, asked.others);
  asked.partners?.forEach((partner, place) => void ask(partner, place));
  const names = [asked.query, ...(asked.others ?? []), ...(asked.partners ?? [])].flatMap(({ name }) => name ?? []);
  const hasUnreadName = needName.size > 0 && names.some(isUnreadName);
  return { hits, total, needName: [...needName], needNumber: [...needNumber], hasUnreadName, isWhole };
}

interface ComparedMatches extends Matches {
  readonly compared: Screened;
}
interface JoinedMatches extends Omit<Matches, 'hits'> {
  readonly hits: readonly Pick<FoundHit, 'hit' | 'compared'>[];
}

/**
 * Joins the matches of a person with several names. Each row appears once, with its best match. A list needs a name or a number only if none of the
 * identities had one.
 */
function joinMatches(found: readonly ComparedMatches[]): JoinedMatches {
  const byRow = new Map<string, JoinedMatches['hits'][number]>();
  for (const { compared, hits } of found) {
    for (const hit of hits) {
      const before = byRow.get(toListRowName(hit));
      if (before === undefined || compareHits(hit, before.hit) < 0) byRow.set(toListRowName(hit), { hit, compared });
    }
  }
  const hits = [...byRow.values()].sort((one, other) => compareHits(one.hit, other.hit));
  return {
    hits,
    total: hits.length + Math.max(...found.map((each) => each.total - each.hits.length)),
    needName: inAll(found.map((each) => each.needName)),
    needNumber: inAll(found.map((each) => each.needNumber)),
    isWhole: found.every((each) => each.isWhole),
  };
}

function inAll([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  return first.filter((list) => others.every((lists) => lists.includes(list)));
}
