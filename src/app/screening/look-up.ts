// Looks somebody up in the lists of a mode, without those hits that a person has judged false. It writes nothing down.

import type { KeyMode } from '../../domain/access/api-key.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { ScreenDetails } from '../audit/details.ts';
import type { Clock } from '../clock.ts';
import { type AskListsOptions, askLists, type DecidedScreening, decideAsked } from './ask-lists.ts';
import type { MarkCleared } from './clearances/mark-cleared.ts';
import type { AskedTogether } from './find-hits.ts';
import type { FindLists } from './ports.ts';

interface LookUpOptions {
  /** A test key never reaches the live lists; a live key never sees the sandbox's. */
  readonly lists: Readonly<Record<KeyMode, FindLists>>;
  /** By the settings; empty where they name none: then it is those that were ever live. */
  readonly named: readonly string[];
  readonly clock: Clock;
  readonly markCleared: MarkCleared;
}

/** `others`: none is not written down. `partners`: null where nobody asked for them. */
type LookedFor = Omit<AskedTogether, 'today'> & Pick<AskListsOptions, 'hasAllPartners'>;

export interface LookedUp {
  readonly decided: DecidedScreening;
  /** As it is written down. */
  readonly facts: ScreenDetails;
  readonly processedAtMs: number;
}

export type LookUp = (lookedFor: LookedFor, mode: KeyMode) => Promise<LookedUp>;

export function createLookUp({ lists: ofMode, named, clock, markCleared }: LookUpOptions): LookUp {
  return async ({ query, others = [], partners, hasAllPartners }, mode) => {
    const lists = await ofMode[mode](query);
    const processedAtMs = clock.nowMs();
    const asked = { query, ...(others.length > 0 && { others }), partners, today: toBrazilDay(processedAtMs) };
    const answer = askLists(lists, asked, { hasAllPartners, named: mode === 'live' ? named : [] });
    const { editions, isWhole, needName, needNumber, hasAllHits } = answer;
    const { decided, recorded } = decideAsked(answer, await markCleared(answer.hits, query, mode));
    const doubts = { needName, needNumber, hasAllHits };
    const facts = { ...asked, isWhole, ...doubts, editions, hits: recorded, status: decided.status };
    return { decided, facts, processedAtMs };
  };
}
