// Whether what a screening leaves behind is kept for as long as the purposes ask for which people are screened. Reads only.

import type { Clock } from '../app/clock.ts';
import { type Finding, ok, type Probe, toFaultFinding, warning } from '../app/doctor/finding.ts';
import { readListsStatus } from './maintenance.ts';

const subject = 'screening_evidence';

/** Circular BCB 3.978, as we read it in summaries: ten years, with the leap days. */
const circularDays = 3_653;
/** The purposes for which a firm under the Circular looks at lists. */
const circularPurposes: readonly string[] = ['onboarding', 'legal_obligation'];

interface KeptDays {
  readonly purposes: readonly string[];
  /** The content of a record, its sealed evidence, and the editions of lists. */
  readonly recordDays: number;
  readonly evidenceDays: number;
  readonly editionsDays: number;
}

interface KeptEvidenceOptions extends KeptDays {
  readonly directory: string;
  readonly clock: Clock;
  /** `isVerified` tells whether verifications look at lists. */
  readonly isVerified: boolean;
}

export function createKeptEvidenceProbe({ directory, clock, isVerified, ...kept }: KeptEvidenceOptions): Probe {
  return {
    subject,
    run: () => {
      try {
        const hasLists = readListsStatus(directory, clock).some(({ state }) => state !== 'missing');
        return hasLists || isVerified ? judgeKeptEvidence(kept) : [];
      } catch (error) {
        return toFaultFinding(subject, error);
      }
    },
  };
}

export function judgeKeptEvidence({ purposes, recordDays, evidenceDays, editionsDays }: KeptDays): Finding | [] {
  const asking = purposes.filter((purpose) => circularPurposes.includes(purpose));
  if (asking.length === 0) return [];
  const replayed = `An edition of a list stays ${editionsDays} days, and only so long can audit replay repeat a screening.`;
  const settings = { 'audit.record_days': recordDays, 'audit.evidence_days': evidenceDays };
  const short = Object.entries(settings).filter(([, days]) => days < circularDays);
  if (short.length === 0)
    return ok(subject, `Records of screenings and what their hits said stay ten years. ${replayed}`);
  const told = short.map(([name, days]) => `${name} is ${days}`).join(', ');
  return warning(
    subject,
    `People are screened for ${asking.join(' and ')}, and Circular BCB 3.978 asks for ten years: ${told}. ${replayed}`,
    `Set ${short.map(([name]) => `${name}: ${circularDays}`).join(' and ')}. A record shows its hits without the edition; to repeat older screenings as well, raise screening.keep_editions_days. If the Circular does not bind you, take these words out of audit.purposes or leave it.`,
  );
}
