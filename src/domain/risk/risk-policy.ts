// The risk policy: which signal costs how much. It is data with a version, replaceable by a file, and checked before use so
// that no accepted policy can break a promise of the contract (see `promisedCeilings`).

import { readLadder, readNumber, readObject } from './policy-reader.ts';
import { type Rung, scoreMax } from './rung.ts';
import { readSignalLadders, type SignalLadder, toSignalDocument } from './signal-ladder.ts';

/** Each thing that is looked at is a ladder; the rungs below the best one, mild to worse. */
export const ladders = {
  name: ['strong_partial', 'weak_or_not_comparable', 'mismatch'],
  birth_date: ['not_comparable', 'mismatch'],
  registration: ['pending_regularization', 'unknown', 'suspended', 'cancelled_annulled_or_deceased'],
  debts: ['not_reported', 'pending'],
  fraud: ['unavailable_or_no_verdict', 'alert'],
  debts_source: ['unavailable'],
  score_source: ['unavailable'],
  other_source: ['unavailable'],
  existence: ['bureaus_contradict', 'one_not_found', 'both_not_found'],
  screening: ['inconclusive', 'possible', 'pep', 'listed', 'high_listed', 'un'],
} as const;

export type LadderName = keyof typeof ladders;
export const ladderNames = Object.keys(ladders) as readonly LadderName[];
export type RungName<Ladder extends LadderName> = (typeof ladders)[Ladder][number];

export interface RiskPolicy {
  readonly version: string;
  /** The score starts at this value if no source computed one. */
  readonly baseWithoutScore: number;
  readonly ladders: { readonly [Ladder in LadderName]: { readonly [Name in RungName<Ladder>]: Rung } };
  /** A company younger than this is a medium risk. */
  readonly youngCompanyDays: number;
  readonly signals: readonly SignalLadder[];
}

export const riskLevels = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

const lowFrom = 700;
const mediumFrom = 500;

export function toRiskLevel(score: number): RiskLevel {
  if (score >= lowFrom) return 'low';
  return score >= mediumFrom ? 'medium' : 'high';
}

const free = scoreMax;

export const defaultPolicy: RiskPolicy = {
  version: 'confere-1',
  baseWithoutScore: 500,
  ladders: {
    name: {
      strong_partial: { penalty: 20, cap: free },
      weak_or_not_comparable: { penalty: 0, cap: 699 },
      mismatch: { penalty: 0, cap: 299 },
    },
    birth_date: { not_comparable: { penalty: 0, cap: 699 }, mismatch: { penalty: 0, cap: 299 } },
    registration: {
      pending_regularization: { penalty: 50, cap: 699 },
      unknown: { penalty: 0, cap: 499 },
      suspended: { penalty: 0, cap: 399 },
      cancelled_annulled_or_deceased: { penalty: 0, cap: 99 },
    },
    debts: { not_reported: { penalty: 0, cap: 699 }, pending: { penalty: 150, cap: 699 } },
    fraud: { unavailable_or_no_verdict: { penalty: 0, cap: 499 }, alert: { penalty: 0, cap: 199 } },
    debts_source: { unavailable: { penalty: 0, cap: 699 } },
    score_source: { unavailable: { penalty: 0, cap: 499 } },
    other_source: { unavailable: { penalty: 0, cap: 699 } },
    existence: {
      bureaus_contradict: { penalty: 0, cap: 699 },
      one_not_found: { penalty: 0, cap: 499 },
      both_not_found: { penalty: 0, cap: 0 },
    },
    screening: {
      inconclusive: { penalty: 0, cap: 699 },
      possible: { penalty: 0, cap: 699 },
      pep: { penalty: 0, cap: 699 },
      listed: { penalty: 0, cap: 699 },
      high_listed: { penalty: 0, cap: 499 },
      un: { penalty: 0, cap: 499 },
    },
  },
  youngCompanyDays: 180,
  signals: [],
};

export type PromiseReason =
  | 'inconclusive is never low'
  | 'a missing source is never low'
  | 'lists that were not looked at are never low'
  | 'a fraud alert is always high'
  | 'who is on the list of the United Nations is always high'
  | 'a lost score never improves the risk level';

interface Ceiling {
  readonly ladder: LadderName;
  readonly rung: string;
  readonly capMax: number;
  readonly because: PromiseReason;
}

const neverLow = lowFrom - 1;
const alwaysHigh = mediumFrom - 1;

/**
 * The cap applies to a source that was left out by choice, so that the choice never improves the risk level. It does not depend on the policy for a
 * source that is down.
 */
export const notAskedCap = alwaysHigh;

/** The highest caps with which the promises still hold. Lower rungs follow, because caps never rise down a ladder. */
export const promisedCeilings: readonly Ceiling[] = [
  { ladder: 'name', rung: 'weak_or_not_comparable', capMax: neverLow, because: 'inconclusive is never low' },
  { ladder: 'birth_date', rung: 'not_comparable', capMax: neverLow, because: 'inconclusive is never low' },
  { ladder: 'registration', rung: 'unknown', capMax: neverLow, because: 'inconclusive is never low' },
  { ladder: 'existence', rung: 'bureaus_contradict', capMax: neverLow, because: 'inconclusive is never low' },
  { ladder: 'debts_source', rung: 'unavailable', capMax: neverLow, because: 'a missing source is never low' },
  { ladder: 'other_source', rung: 'unavailable', capMax: neverLow, because: 'a missing source is never low' },
  { ladder: 'fraud', rung: 'unavailable_or_no_verdict', capMax: neverLow, because: 'a missing source is never low' },
  { ladder: 'fraud', rung: 'alert', capMax: alwaysHigh, because: 'a fraud alert is always high' },
  {
    ladder: 'screening',
    rung: 'inconclusive',
    capMax: neverLow,
    because: 'lists that were not looked at are never low',
  },
  {
    ladder: 'screening',
    rung: 'un',
    capMax: alwaysHigh,
    because: 'who is on the list of the United Nations is always high',
  },
  // Without a source's own score the base may rise, so only "always high" keeps a step down from improving the risk level.
  {
    ladder: 'score_source',
    rung: 'unavailable',
    capMax: alwaysHigh,
    because: 'a lost score never improves the risk level',
  },
  {
    ladder: 'existence',
    rung: 'one_not_found',
    capMax: alwaysHigh,
    because: 'a lost score never improves the risk level',
  },
];

export type ParsedPolicy =
  | { readonly kind: 'valid'; readonly policy: RiskPolicy }
  | { readonly kind: 'invalid'; readonly faults: readonly string[] };

/**
 * The number is the format of the document, not of its content. Older documents stay beside the records for good, so a later format reads them too.
 */
const policyFormat = 1;
const policyKeys = ['format', 'version', 'base_without_score', 'ladders', 'young_company_days', 'signals'];

/** Reads a policy as written in YAML (`confere policy show` prints the form) and lists every fault. Without a `format` it is of the first. */
export function parsePolicy(raw: unknown): ParsedPolicy {
  const faults: string[] = [];
  const { format = 1 } = (raw ?? {}) as { readonly format?: unknown };
  const top = readObject(raw, 'policy', policyKeys, faults);
  if (format !== policyFormat) {
    faults.push(`format: this version of Confere reads ${policyFormat}; a newer version may have written the policy`);
  }
  const version = top['version'];
  if (typeof version !== 'string' || !/^[a-z0-9][a-z0-9._-]{0,63}$/.test(version)) {
    faults.push('version: give it a name of its own, such as `acme-2026-11` (lower case, digits, dot, dash)');
  }
  const baseWithoutScore = readNumber(top['base_without_score'], 'base_without_score', scoreMax, faults);
  const youngCompanyDays = readNumber(top['young_company_days'], 'young_company_days', 36_500, faults);
  const rawLadders = readObject(top['ladders'], 'ladders', ladderNames, faults);
  const parsed: Record<string, Readonly<Record<string, Rung>>> = {};
  for (const ladder of ladderNames) parsed[ladder] = readLadder(rawLadders[ladder], ladder, ladders[ladder], faults);
  for (const { ladder, rung, capMax, because } of promisedCeilings) {
    const cap = parsed[ladder]?.[rung]?.cap ?? 0;
    if (cap > capMax) faults.push(`ladders.${ladder}.${rung}.cap: at most ${capMax}, since ${because}`);
  }
  const signals = readSignalLadders(top['signals'], faults);
  if (faults.length > 0) return { kind: 'invalid', faults };
  const numbers = { version: version as string, baseWithoutScore };
  const readLadders = parsed as unknown as RiskPolicy['ladders'];
  const policy: RiskPolicy = { ...numbers, ladders: readLadders, youngCompanyDays, signals };
  if (policy.version === defaultPolicy.version && JSON.stringify(policy) !== JSON.stringify(defaultPolicy)) {
    return {
      kind: 'invalid',
      faults: [`version: ${version} is the built-in policy; a changed one needs another name`],
    };
  }
  return { kind: 'valid', policy };
}

/** The same policy in the form that `parsePolicy` reads. */
export function toPolicyDocument(policy: RiskPolicy): Record<string, unknown> {
  return {
    format: policyFormat,
    version: policy.version,
    base_without_score: policy.baseWithoutScore,
    ladders: policy.ladders,
    young_company_days: policy.youngCompanyDays,
    ...(policy.signals.length > 0 && { signals: toSignalDocument(policy.signals) }),
  };
}
