// What another sensitivity of a list would have told: the screenings of the last days, asked again in today's edition by both settings.

import type { RecordedHit } from '../../domain/screening/screening.ts';
import type { Sensitivity } from '../../domain/screening/sensitivity.ts';
import { readDetails, type ScreenDetails } from '../audit/details.ts';
import type { OperatorAct } from '../audit/entry.ts';
import type { AuditRow, AuditTrail } from '../audit/ports.ts';
import { parseContent } from '../audit/record.ts';
import type { Clock } from '../clock.ts';
import { findHits } from './find-hits.ts';
import type { JudgedEdition, OpenEditions, ScreeningLists } from './ports.ts';

export interface SensitivityTrial {
  readonly days: number;
  readonly edition: string;
  readonly from: Sensitivity;
  readonly to: Sensitivity;
  /** `screenings` counts the screenings that the trial repeated. */
  readonly screenings: number;
  /** Tells whether the trial covers all screenings of the days. Otherwise it covers the newest ones. */
  readonly isAll: boolean;
  /** `withMore` and `withFewer` count the screenings that would have given at least one row more, or one less. */
  readonly withMore: number;
  readonly withFewer: number;
  /** `nowTold` and `nowSilent` count those that change from no row in force to a row, or the other way round. */
  readonly nowTold: number;
  readonly nowSilent: number;
  /** The newest of those that change. */
  readonly examples: readonly ChangedScreening[];
}

export interface ChangedScreening {
  readonly requestId: string;
  readonly atMs: number;
  readonly more: readonly string[];
  readonly fewer: readonly string[];
}

/** Returns undefined if no edition of the list is in use. */
export type TrySensitivity = (list: string, to: Sensitivity, actor: string) => Promise<SensitivityTrial | undefined>;

interface TryOptions {
  readonly trail: Pick<AuditTrail, 'find'>;
  readonly record: (actor: string, act: OperatorAct, target: string) => Promise<unknown>;
  readonly openEditions: OpenEditions;
  /** Returns the edition of the list with the sensitivity that applies now. */
  readonly findLive: (list: string) => JudgedEdition | undefined;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Lets others have their turn. */
  readonly pause: () => Promise<void>;
}

const days = 90;
/** Each takes some tenths of a millisecond, and the service goes on answering meanwhile. */
const screeningsMax = 5_000;
const rowsAtOnce = 50;
const examplesMax = 50;

export function createTrySensitivity(options: TryOptions): TrySensitivity {
  const { trail, record, openEditions, findLive, clock, pause } = options;

  /** The newest first. */
  async function* listRecorded(): AsyncGenerator<AuditRow> {
    const filter = { fromMs: clock.nowMs() - days * 86_400_000, withoutActs: true } as const;
    for (let after: AuditRow | undefined; ; ) {
      const rows = await trail.find(filter, {
        order: 'newest',
        limit: rowsAtOnce,
        withDetails: true,
        ...(after && { after }),
      });
      yield* rows;
      after = rows.at(-1);
      if (after === undefined) return;
      await pause();
    }
  }

  return async (list, to, actor) => {
    const live = findLive(list);
    if (live === undefined) return undefined;
    await record(actor, 'audit_read', `sensitivity ${list}=${to}`);
    const opened = [await openEditions([live]), await openEditions([{ ...live, sensitivity: to }])];
    try {
      const [now, then] = opened;
      if (now?.kind !== 'open' || then?.kind !== 'open') return undefined;
      const counts = { screenings: 0, withMore: 0, withFewer: 0, nowTold: 0, nowSilent: 0 };
      const examples: ChangedScreening[] = [];
      let isAll = true;
      for await (const row of listRecorded()) {
        const content = row.content === null ? undefined : parseContent(row.content);
        const asked = row.details === null ? undefined : findAsked(row.details);
        if (content === undefined || asked === undefined) continue;
        if (counts.screenings === screeningsMax) {
          isAll = false;
          break;
        }
        counts.screenings += 1;
        const [before, after] = [listRows(now.lists, asked), listRows(then.lists, asked)];
        const more = after.filter((each) => !before.includes(each));
        const fewer = before.filter((each) => !after.includes(each));
        if (more.length + fewer.length === 0) continue;
        counts.withMore += Number(more.length > 0);
        counts.withFewer += Number(fewer.length > 0);
        const isAlone = !asked.hits.some((hit) => doesCount(hit) && !hit.row.startsWith(`${list}:`));
        counts.nowTold += Number(isAlone && before.length === 0);
        counts.nowSilent += Number(isAlone && after.length === 0);
        const { requestId, atMs } = content;
        if (requestId !== null && examples.length < examplesMax) examples.push({ requestId, atMs, more, fewer });
      }
      return { days, edition: live.edition, from: live.sensitivity, to, isAll, examples, ...counts };
    } finally {
      for (const each of opened) if (each.kind === 'open') each.close();
    }
  };
}

type Asked = Pick<ScreenDetails, 'query' | 'partners' | 'today' | 'hits'> & {
  readonly others?: ScreenDetails['partners'];
};

/** Also of a verification that looked in the lists. */
function findAsked(text: string): Asked | undefined {
  const details = readDetails(text);
  if (details === undefined || 'editions' in details) return details;
  return details.screening && { ...details.screening, partners: null };
}

/** Lists only the rows in force, because no other row decides. */
function listRows(lists: Pick<ScreeningLists, 'screen'>, { query, others, partners, today }: Asked): readonly string[] {
  const { hits } = findHits(lists, { query, ...(others && { others }), partners, today });
  return [...new Set(hits.filter(({ recorded }) => doesCount(recorded)).map(({ recorded }) => recorded.row))];
}

function doesCount({ state, clearance }: RecordedHit): boolean {
  return state === 'in_force' && clearance === undefined;
}
