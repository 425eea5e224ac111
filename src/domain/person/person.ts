// Decides about a person from what the three sources said: who the person is (`status`) and how risky (`score`).
// The rules and their order are the contract's; change both together.

import { comparePersonNames } from '../names/person-name.ts';
import { computeScore, type Signals } from '../risk/risk.ts';
import { type LadderName, type RiskLevel, type RiskPolicy, toRiskLevel } from '../risk/risk-policy.ts';
import {
  type Evidence,
  type PersonQuery,
  type PersonRecord,
  type RegistrationStatus,
  registrationStatuses,
  type SourceName,
} from './evidence.ts';

export type PersonEvidence = Readonly<Record<SourceName, Evidence>>;

export const personStatuses = ['verified', 'not_verified', 'not_found', 'inconclusive'] as const;
export type PersonStatus = (typeof personStatuses)[number];

export const nameMatches = ['exact', 'partial', 'mismatch', 'not_provided', 'not_available'] as const;
export type NameMatch = (typeof nameMatches)[number];

export const birthDateMatches = ['exact', 'mismatch', 'not_provided', 'not_available'] as const;
export type BirthDateMatch = (typeof birthDateMatches)[number];

export const bureauStatuses = [...registrationStatuses, 'not_reported', 'not_found', 'unavailable'] as const;
export type BureauStatus = (typeof bureauStatuses)[number];

/** Stable codes for the explanation; each names one rung that was not the best, or a special case. Their sentences: reason-words.ts. */
export const personReasons = [
  'all_checks_passed',
  'name_strong_partial',
  'name_weak_partial',
  'name_not_comparable',
  'name_mismatch',
  'birth_date_not_comparable',
  'birth_date_mismatch',
  'registration_pending_regularization',
  'registration_unknown',
  'registration_suspended',
  'registration_cancelled',
  'registration_annulled',
  'registration_deceased',
  'debts_not_reported',
  'pending_debts',
  'fraud_registry_unavailable',
  'fraud_registry_no_verdict',
  'fraud_alert',
  'bureau_a_unavailable',
  'bureau_b_unavailable',
  'bureau_b_no_score',
  'low_bureau_score',
  'bureaus_contradict',
  'one_bureau_not_found',
  'both_bureaus_not_found',
] as const;
export type PersonReason = (typeof personReasons)[number];

export interface PersonDecision {
  readonly status: PersonStatus;
  readonly name: string | null;
  readonly nameMatch: NameMatch;
  readonly nameSimilarity: number | null;
  readonly birthDateMatch: BirthDateMatch;
  readonly score: number;
  readonly riskLevel: RiskLevel;
  readonly bureauA: { readonly status: BureauStatus; readonly pendingDebts: boolean | null };
  readonly bureauB: { readonly status: BureauStatus; readonly score: number | null };
  readonly fraudAlert: boolean | null;
  readonly reasons: readonly PersonReason[];
  readonly factors: readonly { readonly code: PersonReason; readonly penalty: number; readonly cap: number | null }[];
  /** By which rule the reasons were named; decisions are kept for years. The first rule wrote none. */
  readonly reasonsFormat: typeof reasonsFormat;
}

const reasonsFormat = 2;

/** The same as the first rule would have told it: a low score of the bureau itself was no reason. */
export function toFirstReasonsFormat({ reasonsFormat: _, ...decision }: PersonDecision) {
  const reasons = decision.reasons.filter((reason) => reason !== 'low_bureau_score');
  return { ...decision, reasons: reasons.length > 0 ? reasons : (['all_checks_passed'] as const) };
}

const strongFrom = 0.85;

/** Undefined when all three sources are unavailable: no score is ever made of nothing. */
export function decidePerson(
  query: PersonQuery,
  evidence: PersonEvidence,
  policy: RiskPolicy,
): PersonDecision | undefined {
  const { bureau_a, bureau_b, fraud_registry } = evidence;
  if (isMissing(bureau_a) && isMissing(bureau_b) && isMissing(fraud_registry)) return undefined;
  const a = findRecord(bureau_a);
  const b = findRecord(bureau_b);

  const name = compareName(query, a, b);
  const birthDateMatch = compareBirthDate(query, a, b);
  const registration = worstRegistration(a, b);
  const pendingDebts = a?.pendingDebts ?? null;
  const bureauScore = b?.score ?? null;
  const fraudAlert = toFraudAlert(fraud_registry);
  const existence = toExistence(bureau_a, bureau_b);

  const signals: Signals = {
    name: name.rung,
    birth_date: birthDateRungs[birthDateMatch],
    registration: registrationRungs[registration],
    debts: pendingDebts === null ? 'not_reported' : pendingDebts ? 'pending' : 'best',
    fraud_registry: fraudAlert === null ? 'unavailable_or_no_verdict' : fraudAlert ? 'alert' : 'best',
    bureau_a: isMissing(bureau_a) ? 'unavailable' : 'best',
    bureau_b: isMissing(bureau_b) ? 'unavailable' : 'best',
    existence,
  };
  const reasonOf: Record<LadderName, PersonReason> = {
    name: name.reason,
    birth_date: birthDateMatch === 'mismatch' ? 'birth_date_mismatch' : 'birth_date_not_comparable',
    registration: `registration_${registration === 'regular' ? 'unknown' : registration}`,
    debts: pendingDebts ? 'pending_debts' : 'debts_not_reported',
    fraud_registry: toFraudReason(fraud_registry, fraudAlert),
    bureau_a: 'bureau_a_unavailable',
    bureau_b: 'bureau_b_unavailable',
    existence: existenceReasons[existence],
  };
  const score = computeScore(signals, bureauScore, policy);
  const factors = score.factors.map(({ ladder, penalty, cap }) => ({ code: reasonOf[ladder], penalty, cap }));

  return {
    status: toStatus(signals, evidence),
    name: a?.name ?? b?.name ?? null,
    nameMatch: name.match,
    nameSimilarity: name.similarity,
    birthDateMatch,
    score: score.value,
    riskLevel: toRiskLevel(score.value),
    bureauA: { status: toBureauStatus(bureau_a), pendingDebts },
    bureauB: { status: toBureauStatus(bureau_b), score: bureauScore },
    fraudAlert,
    reasons: toReasons(factors, b, bureauScore),
    factors,
    reasonsFormat,
  };
}

/** The first rule that applies; all three missing was answered before. */
function toStatus(signals: Signals, evidence: PersonEvidence): PersonStatus {
  const { name, birth_date, registration, fraud_registry, existence } = signals;
  if (name === 'mismatch' || birth_date === 'mismatch') return 'not_verified';
  if (registration === 'suspended' || registration === 'cancelled_annulled_or_deceased') return 'not_verified';
  if (existence === 'both_not_found') return 'not_found';
  const inDoubt =
    Object.values(evidence).some(isMissing) ||
    fraud_registry === 'unavailable_or_no_verdict' ||
    existence !== 'best' ||
    registration === 'unknown' ||
    name === 'weak_or_not_comparable' ||
    birth_date === 'not_comparable';
  return inDoubt ? 'inconclusive' : 'verified';
}

interface ComparedName {
  readonly match: NameMatch;
  readonly similarity: number | null;
  readonly rung: Signals['name'];
  readonly reason: PersonReason;
}

function compareName(query: PersonQuery, a: PersonRecord | undefined, b: PersonRecord | undefined): ComparedName {
  if (query.name === null) {
    return { match: 'not_provided', similarity: null, rung: 'best', reason: 'all_checks_passed' };
  }
  const registered = [a, b].map(namesOf).find((names) => names.length > 0);
  if (registered === undefined) {
    return {
      match: 'not_available',
      similarity: null,
      rung: 'weak_or_not_comparable',
      reason: 'name_not_comparable',
    };
  }
  const { match, similarity } = closestName(query.name, registered);
  if (match === 'exact') return { match, similarity, rung: 'best', reason: 'all_checks_passed' };
  if (match === 'mismatch') return { match, similarity, rung: 'mismatch', reason: 'name_mismatch' };
  return similarity >= strongFrom
    ? { match, similarity, rung: 'strong_partial', reason: 'name_strong_partial' }
    : { match, similarity, rung: 'weak_or_not_comparable', reason: 'name_weak_partial' };
}

const matchOrder = { exact: 0, partial: 1, mismatch: 2 } as const;

function closestName(typed: string, registered: readonly string[]) {
  const compared = registered.map((name) => comparePersonNames(typed, name));
  return compared.reduce((best, next) => {
    const better = matchOrder[next.match] - matchOrder[best.match] || best.similarity - next.similarity;
    return better < 0 ? next : best;
  });
}

function namesOf(record: PersonRecord | undefined): string[] {
  return [record?.name, record?.socialName].filter((name) => name !== null && name !== undefined);
}

function compareBirthDate(
  query: PersonQuery,
  a: PersonRecord | undefined,
  b: PersonRecord | undefined,
): BirthDateMatch {
  if (query.birthDate === null) return 'not_provided';
  const registered = a?.birthDate ?? b?.birthDate ?? null;
  if (registered === null) return 'not_available';
  return registered === query.birthDate ? 'exact' : 'mismatch';
}

const birthDateRungs = {
  exact: 'best',
  not_provided: 'best',
  not_available: 'not_comparable',
  mismatch: 'mismatch',
} as const satisfies Record<BirthDateMatch, Signals['birth_date']>;

const registrationRungs = {
  regular: 'best',
  pending_regularization: 'pending_regularization',
  unknown: 'unknown',
  suspended: 'suspended',
  cancelled: 'cancelled_annulled_or_deceased',
  annulled: 'cancelled_annulled_or_deceased',
  deceased: 'cancelled_annulled_or_deceased',
} as const satisfies Record<RegistrationStatus, Signals['registration']>;

const existenceReasons = {
  best: 'all_checks_passed',
  bureaus_contradict: 'bureaus_contradict',
  one_not_found: 'one_bureau_not_found',
  both_not_found: 'both_bureaus_not_found',
} as const satisfies Record<Signals['existence'], PersonReason>;

/** `registrationStatuses` runs from mild to worse; `unknown` when neither bureau reported one. */
function worstRegistration(a: PersonRecord | undefined, b: PersonRecord | undefined): RegistrationStatus {
  const worst = Math.max(toGravity(a), toGravity(b));
  return registrationStatuses[worst] ?? 'unknown';
}

function toGravity(record: PersonRecord | undefined): number {
  const registration = record?.registration ?? null;
  return registration === null ? -1 : registrationStatuses.indexOf(registration);
}

function toExistence(bureauA: Evidence, bureauB: Evidence): Signals['existence'] {
  const isMissingFromA = bureauA.kind === 'not_found';
  const isMissingFromB = bureauB.kind === 'not_found';
  if (isMissingFromA && isMissingFromB) return 'both_not_found';
  if (isMissingFromA || isMissingFromB) return 'one_not_found';
  const a = findRecord(bureauA);
  const b = findRecord(bureauB);
  return a !== undefined && b !== undefined && contradict(a, b) ? 'bureaus_contradict' : 'best';
}

/** Names contradict only when no form of the one resembles any form of the other, whichever is read as the typed one. */
function contradict(a: PersonRecord, b: PersonRecord): boolean {
  if (a.birthDate !== null && b.birthDate !== null && a.birthDate !== b.birthDate) return true;
  // The usual case, told without any comparing.
  if (a.name !== null && a.name === b.name) return false;
  const [namesA, namesB] = [namesOf(a), namesOf(b)];
  if (namesA.length === 0 || namesB.length === 0) return false;
  return (
    namesA.every((name) => closestName(name, namesB).match === 'mismatch') &&
    namesB.every((name) => closestName(name, namesA).match === 'mismatch')
  );
}

/** A fraud registry that answers "no record" says that there is no alert. */
function toFraudAlert(evidence: Evidence): boolean | null {
  if (evidence.kind === 'not_found') return false;
  return evidence.kind === 'answered' ? evidence.record.fraudAlert : null;
}

function toFraudReason(evidence: Evidence, fraudAlert: boolean | null): PersonReason {
  if (fraudAlert) return 'fraud_alert';
  return isMissing(evidence) ? 'fraud_registry_unavailable' : 'fraud_registry_no_verdict';
}

/** All that keeps the risk from being low, and what else was not the best. */
function toReasons(
  factors: readonly { readonly code: PersonReason }[],
  b: PersonRecord | undefined,
  bureauScore: number | null,
): PersonReason[] {
  const reasons = factors.map(({ code }) => code);
  if (b !== undefined && bureauScore === null) reasons.push('bureau_b_no_score');
  if (bureauScore !== null && toRiskLevel(bureauScore) !== 'low') reasons.push('low_bureau_score');
  return reasons.length > 0 ? reasons : ['all_checks_passed'];
}

function toBureauStatus(evidence: Evidence): BureauStatus {
  return evidence.kind === 'answered' ? (evidence.record.registration ?? 'not_reported') : evidence.kind;
}

function findRecord(evidence: Evidence): PersonRecord | undefined {
  return evidence.kind === 'answered' ? evidence.record : undefined;
}

function isMissing(evidence: Evidence): boolean {
  return evidence.kind === 'unavailable';
}
