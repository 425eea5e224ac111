// Looks somebody up in the lists of the key's mode and decides. A list that is too old, missing or damaged never reads as "not listed".

import type { KeyMode } from '../../domain/access/api-key.ts';
import type { Disclosures } from '../../domain/company/record-privacy.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { decideScreening, type ScreeningStatus, type UsedEdition } from '../../domain/screening/screening.ts';
import type { RecordScreening } from '../audit/write/record-screening.ts';
import type { Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import type { CompanyRecords } from '../companies/ports.ts';
import { toObserver } from '../observer.ts';
import { askLists } from './ask-lists.ts';
import type { MarkCleared, MarkedHit } from './clearances/mark-cleared.ts';
import type { FoundHit } from './find-hits.ts';
import { type FoundPartners, findPartnersOf } from './find-partners.ts';
import type { FindLists } from './ports.ts';

export interface ScreenQuestion {
  readonly screened: Screened;
  /** Whether the partners of a company are screened with it; only where its number is given. */
  readonly withPartners: boolean;
}

export interface Screening {
  readonly status: ScreeningStatus;
  readonly hits: readonly FoundHit[];
  /** How many hits there are; a common name has more than are told. */
  readonly hitsTotal: number;
  /** Those that a person has judged false before; they do not decide. */
  readonly cleared: readonly MarkedHit[];
  readonly needName: readonly string[];
  /** Those that are there, and those that are relied upon. */
  readonly lists: readonly UsedEdition[];
  /** Null where nobody asked for them. */
  readonly partners: FoundPartners | null;
  readonly processedAtMs: number;
}

export type Screen = (question: ScreenQuestion, caller: Caller) => Promise<Screening>;

export interface ObservedScreening {
  readonly caller: Caller;
  readonly status: ScreeningStatus;
}

interface ScreenOptions {
  /** A test key never reaches the live lists; a live key never sees the sandbox's. */
  readonly lists: Readonly<Record<KeyMode, FindLists>>;
  readonly records: Readonly<Record<KeyMode, Pick<CompanyRecords, 'listPartners'>>>;
  readonly disclosures: Disclosures;
  /** By the settings; empty where they name none: then it is those that are imported. */
  readonly reliedUpon: readonly string[];
  readonly clock: Clock;
  readonly markCleared: MarkCleared;
  readonly record: RecordScreening;
  readonly observe?: (screening: ObservedScreening) => void;
}

export function createScreen(options: ScreenOptions): Screen {
  const { clock, record, disclosures, markCleared } = options;
  const observe = toObserver(options.observe);

  return async ({ screened, withPartners }, caller) => {
    record.refuseUnrecorded(caller);
    const startedAtMs = clock.monotonicMs();
    const { mode } = caller;
    const partners = withPartners ? await findPartnersOf(screened, options.records[mode], disclosures) : null;
    const lists = await options.lists[mode](screened);
    const processedAtMs = clock.nowMs();
    const today = toBrazilDay(processedAtMs);
    const asked = { query: screened, partners: partners?.partners.map((each) => each.screened) ?? null, today };
    const answer = askLists(lists, asked, {
      hasAllPartners: partners === null || partners.state === 'screened',
      reliedUpon: mode === 'live' ? options.reliedUpon : [],
    });
    const { total, needName, editions, isWhole } = answer;
    const marked = await markCleared(answer.hits, screened, mode);
    const recorded = marked.map((each) => each.recorded);
    const status = decideScreening(recorded, isWhole);
    const facts = { ...asked, isWhole, editions, hits: recorded, status };
    await record.screening({ ...facts, startedAtMs, processedAtMs }, caller);
    observe({ caller, status });
    const hits = marked.filter(({ clearance }) => clearance === null);
    const cleared = marked.filter(({ clearance }) => clearance !== null);
    const hitsTotal = total - cleared.length;
    return { status, hits, hitsTotal, cleared, needName, lists: editions, partners, processedAtMs };
  };
}
