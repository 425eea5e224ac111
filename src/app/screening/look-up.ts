// Looks somebody up in the lists of a mode, without those hits that a person has judged false. It writes nothing down.

import type { KeyMode } from '../../domain/access/api-key.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { toSeenHit } from '../../domain/screening/seen-hit.ts';
import type { SeenScreening } from '../audit/read/seen-screening.ts';
import type { Clock } from '../clock.ts';
import { type AskListsOptions, askLists, type DecidedScreening, decideAsked } from './ask-lists.ts';
import type { MarkCleared } from './clearances/mark-cleared.ts';
import type { AskedTogether } from './find-hits.ts';
import type { FindLists } from './ports.ts';

interface LookUpOptions {
  /** A test key never reaches the live lists; a live key never sees the sandbox's. */
  readonly lists: Readonly<Record<KeyMode, FindLists>>;
  /** The settings name these lists. If they name none, the lists that were ever live count. */
  readonly named: readonly string[];
  readonly clock: Clock;
  readonly markCleared: MarkCleared;
}

/** An empty `others` is not recorded. `partners` is null if the caller did not request them. */
type LookedFor = Omit<AskedTogether, 'today'> & Pick<AskListsOptions, 'hasAllPartners'>;

export interface LookedUp {
  readonly decided: DecidedScreening;
  /** The audit records the screening in this form. */
  readonly facts: SeenScreening;
  readonly processedAtMs: number;
}

export type LookUp = (lookedFor: LookedFor, mode: KeyMode) => Promise<LookedUp>;

export function createLookUp({ lists: ofMode, named, clock, markCleared }: LookUpOptions): LookUp {
  return async ({ query, others = [], partners, hasAllPartners }, mode) => {
    const lists = await ofMode[mode](query);
    const processedAtMs = clock.nowMs();
    const asked = { query, ...(others.length > 0 && { others }), partners, today: toBrazilDay(processedAtMs) };
    const answer = askLists(lists, asked, { hasAllPartners, named: mode === 'live' ? named : [] });
    const { editions, isWhole, needName, needNumber, hasUnreadName, hasAllHits } = answer;
    const { decided, recorded } = decideAsked(answer, await markCleared(answer.hits, query, mode));
    const { status, hitsTotal } = decided;
    const doubts = { needName, needNumber, ...(hasUnreadName && { hasUnreadName }), hasAllHits };
    const seen = answer.hits.map(({ hit, compared }) => toSeenHit(hit, compared));
    const facts = { ...asked, isWhole, ...doubts, editions, hits: recorded, seen, hitsTotal, status };
    return { decided, facts, processedAtMs };
  };
}
