// Looks somebody up in the lists of the key's mode and decides. A list that is too old, missing or damaged never reads as "not listed".

import type { KeyMode } from '../../domain/access/api-key.ts';
import type { Disclosures } from '../../domain/company/record-privacy.ts';
import type { Coverage } from '../../domain/coverage/coverage.ts';
import { coverScreened } from '../../domain/coverage/list-coverage.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import type { ScreeningStatus } from '../../domain/screening/screening.ts';
import type { RecordScreening } from '../audit/write/record-screening.ts';
import type { Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import type { CompanyRecords } from '../companies/ports.ts';
import { toObserver } from '../observer.ts';
import type { DecidedScreening } from './ask-lists.ts';
import { type FoundPartners, findPartnersOf, toScreenedPartners } from './find-partners.ts';
import type { LookUp } from './look-up.ts';

export interface ScreenQuestion {
  readonly screened: Screened;
  /** Whether the partners of a company are screened with it; only where its number is given. */
  readonly withPartners: boolean;
}

export interface Screening extends DecidedScreening {
  /** Null where nobody asked for them. */
  readonly partners: FoundPartners | null;
  readonly processedAtMs: number;
}

export type Screen = (question: ScreenQuestion, caller: Caller) => Promise<Screening>;

export interface ObservedScreening {
  readonly caller: Caller;
  readonly status: ScreeningStatus;
}

/** What it rests on. */
export function coverScreening({ looked, partners }: Screening, screened: Screened): Coverage {
  return coverScreened(looked, screened, partners === null ? undefined : toScreenedPartners(partners));
}

interface ScreenOptions {
  readonly lookUp: LookUp;
  readonly records: Readonly<Record<KeyMode, Pick<CompanyRecords, 'listPartners'>>>;
  readonly disclosures: Disclosures;
  readonly clock: Clock;
  readonly record: RecordScreening;
  readonly observe?: (screening: ObservedScreening) => void;
}

export function createScreen(options: ScreenOptions): Screen {
  const { lookUp, clock, record, disclosures } = options;
  const observe = toObserver(options.observe);

  return async ({ screened, withPartners }, caller) => {
    record.refuseUnrecorded(caller);
    const startedAtMs = clock.monotonicMs();
    const { mode } = caller;
    const partners = withPartners ? await findPartnersOf(screened, options.records[mode], disclosures) : null;
    const lookedFor = {
      query: screened,
      partners: partners?.partners.map((each) => each.screened) ?? null,
      hasAllPartners: partners === null || partners.state === 'screened',
    };
    const { decided, facts, processedAtMs } = await lookUp(lookedFor, mode);
    const partnersFound = partners === null ? {} : { partnersFound: toScreenedPartners(partners) };
    await record.screening({ ...facts, ...partnersFound, startedAtMs, processedAtMs }, caller);
    observe({ caller, status: decided.status });
    return { ...decided, partners, processedAtMs };
  };
}
