// What all sources together say about a person, each asked for what its roles are: the worst that any of them says counts. It compares
// nothing with what the caller typed.

import type { Standing } from '../risk/risk.ts';
import type { SignalValue } from '../risk/signal.ts';
import { contradict } from './compare-person.ts';
import { isMissing } from './counted-evidence.ts';
import {
  type Evidence,
  type NotAsked,
  type PersonEvidence,
  type PersonRecord,
  type RegistrationStatus,
  registrationStatuses,
  type SourceEvidence,
} from './evidence.ts';

export interface PersonFacts {
  /** The records of the identity sources that know the person, in the order of the sources. */
  readonly identities: readonly PersonRecord[];
  /** The value is the worst status that any source reported; `unknown` if none did. */
  readonly registration: RegistrationStatus;
  readonly existence: Standing['existence'];
  /** The value is null if no source reported it. */
  readonly pendingDebts: boolean | null;
  /** Tells whether any counted source could have reported debts. */
  readonly isDebtsAsked: boolean;
  /** The lowest that anybody computed. */
  readonly score: number | null;
  /** Tells whether any counted source could have computed a score. */
  readonly isScoreAsked: boolean;
  readonly fraudAlert: boolean | null;
  /** The list holds the sources that gave no answer at all. */
  readonly missing: PersonEvidence;
  /** The list holds the sources that should have computed a score, answered, and computed none. */
  readonly withoutScore: PersonEvidence;
  /**
   * The list holds the sources that should have computed a score and do not know the person. An identity source that does not know the person is a
   * separate fact.
   */
  readonly unknownScores: PersonEvidence;
}

export function gatherFacts(evidence: PersonEvidence): PersonFacts {
  const identities: PersonRecord[] = [];
  const missing: SourceEvidence[] = [];
  const withoutScore: SourceEvidence[] = [];
  const unknownScores: SourceEvidence[] = [];
  let identitiesAsked = 0;
  let identitiesUnknown = 0;
  let pendingDebts: boolean | null = null;
  let isDebtsAsked = false;
  let score: number | null = null;
  let isScoreAsked = false;
  let fraudAlert: boolean | null = null;
  for (const each of evidence) {
    const { evidence: said } = each;
    const record = said.kind === 'answered' ? said.record : undefined;
    if (isMissing(each)) missing.push(each);
    for (const role of each.roles) {
      switch (role) {
        case 'identity':
          identitiesAsked++;
          if (said.kind === 'not_found') identitiesUnknown++;
          if (record !== undefined) identities.push(record);
          break;
        case 'debts':
          isDebtsAsked = true;
          pendingDebts = toWorse(pendingDebts, record?.pendingDebts ?? null);
          break;
        case 'score':
          isScoreAsked = true;
          if (record?.score === null) withoutScore.push(each);
          if (said.kind === 'not_found' && !each.roles.includes('identity')) unknownScores.push(each);
          score = toLower(score, record?.score ?? null);
          break;
        case 'fraud':
          fraudAlert = toWorse(fraudAlert, toFraudAlert(said));
          break;
      }
    }
  }
  return {
    identities,
    registration: findWorstRegistration(identities),
    existence: toExistence(identities, identitiesAsked, identitiesUnknown),
    pendingDebts,
    isDebtsAsked,
    score,
    isScoreAsked,
    fraudAlert,
    missing,
    withoutScore,
    unknownScores,
  };
}

/** Returns the worse value: a report counts before silence, and bad news before good. */
function toWorse(one: boolean | null, other: boolean | null): boolean | null {
  return one === null || other === null ? (one ?? other) : one || other;
}

function toLower(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** A fraud registry that answers "no record" says that there is no alert. */
export function toFraudAlert(evidence: Evidence | NotAsked): boolean | null {
  if (evidence.kind === 'not_found') return false;
  return evidence.kind === 'answered' ? evidence.record.fraudAlert : null;
}

/** `registrationStatuses` runs from mild to worse. */
function findWorstRegistration(records: readonly PersonRecord[]): RegistrationStatus {
  let worst = -1;
  for (const { registration } of records) {
    if (registration !== null) worst = Math.max(worst, registrationStatuses.indexOf(registration));
  }
  return registrationStatuses[worst] ?? 'unknown';
}

function toExistence(records: readonly PersonRecord[], asked: number, unknown: number): Standing['existence'] {
  if (unknown > 0) return unknown === asked ? 'both_not_found' : 'one_not_found';
  const doContradict = records.some((record, place) =>
    records.slice(0, place).some((other) => contradict(other, record)),
  );
  return doContradict ? 'bureaus_contradict' : 'best';
}

/** Returns the values of a signal that sources reported, in their order. */
export function listTold(evidence: PersonEvidence, signal: string): SignalValue[] {
  return evidence.flatMap(({ evidence: said }) =>
    said.kind === 'answered' ? (said.record.signals?.[signal] ?? []) : [],
  );
}
