// The risk policy: which signal costs how much. It is data with a version, replaceable by a file, and checked before use so
// that no accepted policy can break a promise of the contract (see `promisedCeilings`).

/** Each signal is a ladder; the rungs below the best one, mild to worse. */
export const ladders = {
  name: ['strong_partial', 'weak_or_not_comparable', 'mismatch'],
  birth_date: ['not_comparable', 'mismatch'],
  registration: ['pending_regularization', 'unknown', 'suspended', 'cancelled_annulled_or_deceased'],
  debts: ['not_reported', 'pending'],
  fraud_registry: ['unavailable_or_no_verdict', 'alert'],
  bureau_a: ['unavailable'],
  bureau_b: ['unavailable'],
  existence: ['bureaus_contradict', 'one_not_found', 'both_not_found'],
} as const;

export type LadderName = keyof typeof ladders;
export type RungName<Ladder extends LadderName> = (typeof ladders)[Ladder][number];

export interface Rung {
  /** Points taken off; a rung also carries the penalties of the milder rungs of its ladder. */
  readonly penalty: number;
  /** The score goes no higher than this. */
  readonly cap: number;
}

export interface RiskPolicy {
  readonly version: string;
  /** Where the score starts when bureau_b computed none. */
  readonly baseWithoutScore: number;
  readonly ladders: { readonly [Ladder in LadderName]: { readonly [Name in RungName<Ladder>]: Rung } };
  /** A company younger than this is a medium risk. */
  readonly youngCompanyDays: number;
}

export const riskLevels = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

export const scoreMax = 1000;
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
    fraud_registry: { unavailable_or_no_verdict: { penalty: 0, cap: 499 }, alert: { penalty: 0, cap: 199 } },
    bureau_a: { unavailable: { penalty: 0, cap: 699 } },
    bureau_b: { unavailable: { penalty: 0, cap: 499 } },
    existence: {
      bureaus_contradict: { penalty: 0, cap: 699 },
      one_not_found: { penalty: 0, cap: 499 },
      both_not_found: { penalty: 0, cap: 0 },
    },
  },
  youngCompanyDays: 180,
};

export type PromiseReason =
  | 'inconclusive is never low'
  | 'a missing source is never low'
  | 'a fraud alert is always high'
  | 'a lost score never improves the risk level';

interface Ceiling {
  readonly ladder: LadderName;
  readonly rung: string;
  readonly capMax: number;
  readonly because: PromiseReason;
}

const neverLow = lowFrom - 1;
const alwaysHigh = mediumFrom - 1;

/** The highest caps with which the promises still hold. Lower rungs follow, because caps never rise down a ladder. */
export const promisedCeilings: readonly Ceiling[] = [
  { ladder: 'name', rung: 'weak_or_not_comparable', capMax: neverLow, because: 'inconclusive is never low' },
  { ladder: 'birth_date', rung: 'not_comparable', capMax: neverLow, because: 'inconclusive is never low' },
  { ladder: 'registration', rung: 'unknown', capMax: neverLow, because: 'inconclusive is never low' },
  { ladder: 'existence', rung: 'bureaus_contradict', capMax: neverLow, because: 'inconclusive is never low' },
  { ladder: 'bureau_a', rung: 'unavailable', capMax: neverLow, because: 'a missing source is never low' },
  {
    ladder: 'fraud_registry',
    rung: 'unavailable_or_no_verdict',
    capMax: neverLow,
    because: 'a missing source is never low',
  },
  { ladder: 'fraud_registry', rung: 'alert', capMax: alwaysHigh, because: 'a fraud alert is always high' },
  // Without bureau_b's own score the base may rise, so only "always high" keeps a step down from improving the risk level.
  {
    ladder: 'bureau_b',
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

/** Reads a policy as written in YAML (`confere policy show` prints the form) and lists every fault. */
export function parsePolicy(raw: unknown): ParsedPolicy {
  const faults: string[] = [];
  const top = readObject(raw, 'policy', ['version', 'base_without_score', 'ladders', 'young_company_days'], faults);
  const version = top['version'];
  if (typeof version !== 'string' || !/^[a-z0-9][a-z0-9._-]{0,63}$/.test(version)) {
    faults.push('version: give it a name of its own, such as `acme-2026-11` (lower case, digits, dot, dash)');
  }
  const baseWithoutScore = readNumber(top['base_without_score'], 'base_without_score', scoreMax, faults);
  const youngCompanyDays = readNumber(top['young_company_days'], 'young_company_days', 36_500, faults);
  const rawLadders = readObject(top['ladders'], 'ladders', Object.keys(ladders), faults);
  const parsed: Record<string, Record<string, Rung>> = {};
  for (const [ladder, rungs] of Object.entries(ladders)) {
    parsed[ladder] = readLadder(rawLadders[ladder], ladder, rungs, faults);
  }
  for (const { ladder, rung, capMax, because } of promisedCeilings) {
    const cap = parsed[ladder]?.[rung]?.cap ?? 0;
    if (cap > capMax) faults.push(`ladders.${ladder}.${rung}.cap: at most ${capMax}, since ${because}`);
  }
  if (faults.length > 0) return { kind: 'invalid', faults };
  const policy = { version: version as string, baseWithoutScore, ladders: parsed, youngCompanyDays } as RiskPolicy;
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
    version: policy.version,
    base_without_score: policy.baseWithoutScore,
    ladders: policy.ladders,
    young_company_days: policy.youngCompanyDays,
  };
}

function readLadder(raw: unknown, ladder: string, rungs: readonly string[], faults: string[]): Record<string, Rung> {
  const where = `ladders.${ladder}`;
  const given = readObject(raw, where, rungs, faults);
  const parsed: Record<string, Rung> = {};
  let capAbove = scoreMax;
  for (const rung of rungs) {
    const fields = readObject(given[rung], `${where}.${rung}`, ['penalty', 'cap'], faults);
    const penalty = readNumber(fields['penalty'], `${where}.${rung}.penalty`, scoreMax, faults);
    const cap = readNumber(fields['cap'], `${where}.${rung}.cap`, scoreMax, faults);
    if (cap > capAbove) faults.push(`${where}.${rung}.cap: a worse rung may not have a higher cap than a milder one`);
    capAbove = Math.min(capAbove, cap);
    parsed[rung] = { penalty, cap };
  }
  return parsed;
}

function readObject(raw: unknown, where: string, keys: readonly string[], faults: string[]): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    faults.push(`${where}: must be a mapping with ${keys.join(', ')}`);
    return {};
  }
  for (const key of Object.keys(raw)) {
    if (!keys.includes(key)) faults.push(`${where}.${key}: unknown; the keys here are ${keys.join(', ')}`);
  }
  return raw as Record<string, unknown>;
}

function readNumber(raw: unknown, where: string, max: number, faults: string[]): number {
  if (typeof raw === 'number' && Number.isInteger(raw) && raw >= 0 && raw <= max) return raw;
  faults.push(`${where}: must be a whole number from 0 to ${max}`);
  return 0;
}
