// Decides about a person from what the sources said: who the person is (`status`) and how risky (`score`). It goes by the roles of the
// sources. The rules and their order are the contract's; change both together.

import { computeScore, type Standing } from '../risk/risk.ts';
import { type LadderName, type RiskLevel, type RiskPolicy, toRiskLevel } from '../risk/risk-policy.ts';
import { scoreMax } from '../risk/rung.ts';
import { type ScreeningRung, toScreeningReason } from '../risk/screening-reasons.ts';
import { type BirthDateMatch, compareBirthDate, compareName, type NameMatch } from './compare-person.ts';
import { isMissing, toCounted } from './counted-evidence.ts';
import type {
  PersonEvidence,
  PersonQuery,
  RegistrationStatus,
  SourceEvidence,
  SourceRole,
  VerifiedNeeds,
} from './evidence.ts';
import { gatherFacts, listTold, type PersonFacts } from './facts.ts';
import { type PersonReason, toSignalReason, toSourceReason } from './reasons.ts';

export const personStatuses = ['verified', 'not_verified', 'not_found', 'inconclusive'] as const;
export type PersonStatus = (typeof personStatuses)[number];

export interface PersonDecision {
  readonly status: PersonStatus;
  readonly name: string | null;
  readonly nameMatch: NameMatch;
  readonly nameSimilarity: number | null;
  readonly birthDateMatch: BirthDateMatch;
  readonly score: number;
  readonly riskLevel: RiskLevel;
  readonly reasons: readonly PersonReason[];
  readonly factors: readonly { readonly code: PersonReason; readonly penalty: number; readonly cap: number | null }[];
}

/**
 * Undefined when every source is unavailable: no score is ever made of nothing. `screening` is where the person stands by the lists, the
 * worst first: it weighs on the risk, and never changes who the person is.
 */
export function decidePerson(
  query: PersonQuery,
  evidence: PersonEvidence,
  policy: RiskPolicy,
  verifiedNeeds: VerifiedNeeds | null = null,
  screening: readonly ScreeningRung[] = [],
): PersonDecision | undefined {
  if (evidence.every(isMissing)) return undefined;
  const [listed, ...listedToo] = screening;
  const facts = gatherFacts(toCounted(evidence, verifiedNeeds));
  const { identities, registration, pendingDebts, isDebtsAsked, fraudAlert, existence, missing } = facts;
  const name = compareName(query, identities);
  const birthDateMatch = compareBirthDate(query, identities);
  const missingOf = {
    fraud: findWorst(missing, (roles) => roles.includes('fraud')),
    debts_source: findWorst(missing, (roles) => roles.includes('debts')),
    score_source: findWorst(missing, (roles) => roles.includes('score')),
    other_source: findWorst(missing, (roles) => !roles.some((role) => role !== 'identity')),
  };

  const standing: Standing = {
    name: name.rung,
    birth_date: birthDateRungs[birthDateMatch],
    registration: registrationRungs[registration],
    debts: pendingDebts ? 'pending' : pendingDebts === null && isDebtsAsked ? 'not_reported' : 'best',
    fraud: fraudAlert ? 'alert' : fraudAlert === null || missingOf.fraud ? 'unavailable_or_no_verdict' : 'best',
    debts_source: missingOf.debts_source ? 'unavailable' : 'best',
    score_source: missingOf.score_source ? 'unavailable' : 'best',
    other_source: missingOf.other_source ? 'unavailable' : 'best',
    existence,
    screening: listed ?? 'best',
  };
  const toReason = (ladder: LadderName): PersonReason => {
    switch (ladder) {
      case 'name':
        return name.reason;
      case 'birth_date':
        return birthDateMatch === 'mismatch' ? 'birth_date_mismatch' : 'birth_date_not_comparable';
      case 'registration':
        return `registration_${registration === 'regular' ? 'unknown' : registration}`;
      case 'debts':
        return pendingDebts ? 'pending_debts' : 'debts_not_reported';
      case 'fraud':
        return fraudAlert ? 'fraud_alert' : toNoVerdict(missingOf.fraud, evidence);
      case 'debts_source':
      case 'score_source':
      case 'other_source':
        return toUnavailable(missingOf[ladder]);
      case 'existence':
        return existenceReasons[existence];
      case 'screening':
        return toScreeningReason(listed ?? 'inconclusive');
    }
  };
  const score = computeScore(standing, facts.score, policy, {
    unasked: missing.length === 0 ? [] : listUnasked(missingOf),
    findTold: (signal) => listTold(evidence, signal),
  });
  const factors = [
    ...score.factors.map(({ ladder, penalty, cap }) => ({ code: toReason(ladder), penalty, cap })),
    ...score.signalFactors.map(({ signal, isReported, penalty, cap }) => ({
      code: toSignalReason(signal, isReported),
      penalty,
      cap: cap < scoreMax ? cap : null,
    })),
  ];

  return {
    status: toStatus(standing, missing),
    name: identities.find((record) => record.name !== null)?.name ?? null,
    nameMatch: name.match,
    nameSimilarity: name.similarity,
    birthDateMatch,
    score: score.value,
    riskLevel: toRiskLevel(score.value),
    reasons: toReasons(
      [...factors.map(({ code }) => code), ...listedToo.map(toScreeningReason)],
      facts,
      explainNoScore(facts, { evidence, policy }),
    ),
    factors,
  };
}

/** The first rule that applies; all missing was answered before. */
function toStatus(standing: Standing, missing: PersonEvidence): PersonStatus {
  const { name, birth_date, registration, fraud, existence } = standing;
  if (name === 'mismatch' || birth_date === 'mismatch') return 'not_verified';
  if (registration === 'suspended' || registration === 'cancelled_annulled_or_deceased') return 'not_verified';
  if (existence === 'both_not_found') return 'not_found';
  const inDoubt =
    missing.length > 0 ||
    fraud === 'unavailable_or_no_verdict' ||
    existence !== 'best' ||
    registration === 'unknown' ||
    name === 'weak_or_not_comparable' ||
    birth_date === 'not_comparable';
  return inDoubt ? 'inconclusive' : 'verified';
}

const birthDateRungs = {
  exact: 'best',
  not_provided: 'best',
  not_available: 'not_comparable',
  mismatch: 'mismatch',
} as const satisfies Record<BirthDateMatch, Standing['birth_date']>;

const registrationRungs = {
  regular: 'best',
  pending_regularization: 'pending_regularization',
  unknown: 'unknown',
  suspended: 'suspended',
  cancelled: 'cancelled_annulled_or_deceased',
  annulled: 'cancelled_annulled_or_deceased',
  deceased: 'cancelled_annulled_or_deceased',
} as const satisfies Record<RegistrationStatus, Standing['registration']>;

const existenceReasons = {
  best: 'all_checks_passed',
  bureaus_contradict: 'bureaus_contradict',
  one_not_found: 'one_bureau_not_found',
  both_not_found: 'both_bureaus_not_found',
} as const satisfies Record<Standing['existence'], PersonReason>;

/** A source that was not asked weighs more than one that is down. */
function findWorst(
  missing: PersonEvidence,
  isMeant: (roles: readonly SourceRole[]) => boolean,
): SourceEvidence | undefined {
  if (missing.length === 0) return undefined;
  const meant = missing.filter(({ roles }) => isMeant(roles));
  return meant.find(isNotAsked) ?? meant[0];
}

function isNotAsked({ evidence }: SourceEvidence): boolean {
  return evidence.kind === 'not_asked';
}

function listUnasked(missing: Partial<Record<LadderName, SourceEvidence | undefined>>): readonly LadderName[] {
  return (Object.keys(missing) as LadderName[]).filter((ladder) => {
    const found = missing[ladder];
    return found !== undefined && isNotAsked(found);
  });
}

function toUnavailable(missing: SourceEvidence | undefined): PersonReason {
  return missing === undefined ? toSourceReason('source', 'unavailable') : toMissingReason(missing);
}

function toMissingReason(missing: SourceEvidence): PersonReason {
  return toSourceReason(missing.source, isNotAsked(missing) ? 'not_asked' : 'unavailable');
}

/** One that is missing explains more than one that answered and did not say. */
function toNoVerdict(missing: SourceEvidence | undefined, evidence: PersonEvidence): PersonReason {
  if (missing !== undefined) return toMissingReason(missing);
  return toSourceReason(evidence.find(({ roles }) => roles.includes('fraud'))?.source ?? 'source', 'no_verdict');
}

/** All that keeps the risk from being low, and what else was not the best. */
function toReasons(
  codes: readonly PersonReason[],
  facts: PersonFacts,
  noScore: readonly PersonReason[],
): PersonReason[] {
  const { missing, withoutScore, score } = facts;
  const reasons = new Set(codes);
  for (const each of missing) reasons.add(toMissingReason(each));
  for (const { source } of withoutScore) reasons.add(toSourceReason(source, 'no_score'));
  for (const reason of noScore) reasons.add(reason);
  if (score !== null && toRiskLevel(score) !== 'low') reasons.add('low_bureau_score');
  return reasons.size > 0 ? [...reasons] : ['all_checks_passed'];
}

/** Explains a missing score. The explanation applies if no other reason gives it and the policy's substitute score keeps the risk from being low. */
function explainNoScore(
  { score, isScoreAsked, unknownScores }: PersonFacts,
  { evidence, policy }: { readonly evidence: PersonEvidence; readonly policy: RiskPolicy },
): PersonReason[] {
  if (score !== null || toRiskLevel(policy.baseWithoutScore) === 'low') return [];
  if (isScoreAsked) return unknownScores.map(({ source }) => toSourceReason(source, 'no_score'));
  // One that failed is not missed where another stood in for it, which may have known no score.
  const failed = evidence.filter(({ roles, evidence: said }) => said.kind === 'unavailable' && roles.includes('score'));
  return failed.length > 0 ? failed.map(toMissingReason) : ['no_score_asked'];
}
