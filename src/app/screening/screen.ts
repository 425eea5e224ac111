// Looks somebody up in the lists of the key's mode and decides. A list that is too old, missing or damaged never reads as "not listed".

import type { KeyMode } from '../../domain/access/api-key.ts';
import type { Disclosures } from '../../domain/company/forms/record-privacy.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import type { ScreeningStatus } from '../../domain/screening/screening.ts';
import type { SeenPartner } from '../../domain/screening/seen-hit.ts';
import { listToldHits, type SeenScreening } from '../audit/read/seen-screening.ts';
import type { RecordScreening } from '../audit/write/record-screening.ts';
import type { Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import type { CompanyRecords } from '../companies/ports.ts';
import { toObserver } from '../observer.ts';
import type { DecidedScreening } from './ask-lists.ts';
import { type FoundPartner, type FoundPartners, findPartnersOf, toScreenedPartners } from './find-partners.ts';
import type { LookUp } from './look-up.ts';

export interface ScreenQuestion {
  readonly screened: Screened;
  /** Tells whether the partners of a company are screened with it. The option requires the company's number. */
  readonly withPartners: boolean;
}

export interface Screening extends DecidedScreening {
  /** The audit records these facts. The answer derives from them alone, so that it can be repeated. */
  readonly facts: SeenScreening;
  readonly processedAtMs: number;
}

export type Screen = (question: ScreenQuestion, caller: Caller) => Promise<Screening>;

export interface ObservedScreening {
  readonly caller: Caller;
  readonly status: ScreeningStatus;
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
    const { decided, facts: found, processedAtMs } = await lookUp(lookedFor, mode);
    const facts = partners === null ? found : nameByRegistry(found, partners);
    await record.screening({ ...facts, startedAtMs, processedAtMs }, caller);
    observe({ caller, status: decided.status });
    return { ...decided, facts, processedAtMs };
  };
}

/** A hit says whom it is about as the registry has them: the lists were asked about less. */
function nameByRegistry(facts: SeenScreening, found: FoundPartners): SeenScreening {
  const seen = listToldHits(facts).map(({ recorded, seen }) => {
    const about = recorded.partner === null ? undefined : found.partners[recorded.partner]?.partner;
    return about === undefined ? seen : { ...seen, partner: toSeenPartner(about) };
  });
  return { ...facts, seen, partnersFound: toScreenedPartners(found) };
}

function toSeenPartner({ name, qualification, document }: FoundPartner['partner']): SeenPartner {
  return { name, role: qualification?.text ?? null, document };
}
