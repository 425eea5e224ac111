// What an analyst sees of a recorded verification: the decision and what it was made of, and the number masked. What says who the
// person is comes only for an administrator who gave a reason.

import { coverCompany } from '../../../domain/coverage/company-coverage.ts';
import { type Coverage, withLists } from '../../../domain/coverage/coverage.ts';
import { coverScreened, type ScreenedPartners } from '../../../domain/coverage/list-coverage.ts';
import { coverPerson } from '../../../domain/coverage/person-coverage.ts';
import { type Cnpj, formatCnpj } from '../../../domain/numbers/cnpj.ts';
import { type Cpf, formatCpf, maskCpf } from '../../../domain/numbers/cpf.ts';
import {
  keptAnswerUsed,
  type SourceEvidence,
  type SourceName,
  type VerifiedNeeds,
} from '../../../domain/person/evidence.ts';
import { gatherFacts } from '../../../domain/person/facts.ts';
import type { PersonDecision } from '../../../domain/person/person.ts';
import type { RecordedHit, ScreeningStatus, UsedEdition } from '../../../domain/screening/screening.ts';
import { type CompanyDetails, type Details, type PersonDetails, readDetails, type ScreenDetails } from '../details.ts';
import type { RecordedCost } from '../entry.ts';
import type { OpenedItem } from './read-audit.ts';

export const unmaskReasons = ['subject_request', 'fraud_inquiry', 'internal_audit', 'legal_order'] as const;
export type UnmaskReason = (typeof unmaskReasons)[number];

export interface ShownVerification {
  /** Null where somebody was screened by name alone. */
  readonly number: string | null;
  readonly reasons: readonly string[];
  readonly factors: PersonDecision['factors'];
  /** Where the score began; null for a company, and where nobody computed one. */
  readonly base_score: number | null;
  readonly sources: readonly ShownSource[];
  /** What the plan declared that `verified` needs: of each list one. Not there where the contract's own rule decided. */
  readonly verified_needs?: VerifiedNeeds;
  readonly unmasked: UnmaskedQuestion | null;
  /** Not there where no call had a price, or an older version recorded it. */
  readonly costs?: readonly RecordedCost[];
  /** What the answer said that it rests on. Not there where no source answered. */
  readonly coverage?: Coverage;
  /** Of a row of a batch: what the lists said beside it, which the risk does not know of. */
  readonly besideLists?: ScreeningStatus;
  /** Of a screening, also one within a verification: which lists were looked at, and the rows that were found. */
  readonly screening?: { readonly editions: readonly UsedEdition[]; readonly hits: readonly RecordedHit[] };
}

interface ShownSource {
  readonly source: SourceName;
  readonly outcome: SourceEvidence['evidence']['kind'];
  readonly reason: string | null;
  /** Only where an answer from before was used in place of a call. */
  readonly kept_answer?: { readonly age_seconds: number; readonly purpose: string };
}

interface UnmaskedQuestion {
  readonly name: string | null;
  readonly birth_date: string | null;
  /** As the sources had it. */
  readonly registered_name: string | null;
}

/**
 * Those of one request, oldest first. A row of a batch is looked up in the lists before its verification, and both are answered as one. So
 * the record of the verification says what the row said.
 */
export function showVerifications(
  items: readonly OpenedItem[],
  isUnmasked: boolean,
): readonly (ShownVerification | undefined)[] {
  let beside: Required<Pick<ShownVerification, 'coverage' | 'besideLists'>> | undefined;
  return items.map((item) => {
    const shown = showVerification(item, isUnmasked);
    if (item.content?.kind === 'screen') {
      const { coverage } = shown ?? {};
      beside = coverage && { coverage, besideLists: item.content.status as ScreeningStatus };
      return shown;
    }
    if (beside === undefined || shown?.coverage === undefined || shown.screening !== undefined) return shown;
    return { ...shown, besideLists: beside.besideLists, coverage: withLists(shown.coverage, beside.coverage) };
  });
}

/** Undefined where there is nothing left to show, or nothing was decided. */
export function showVerification(
  { content, unmaskedDetails }: OpenedItem,
  isUnmasked: boolean,
): ShownVerification | undefined {
  if (content === null || unmaskedDetails === null) return undefined;
  const details = readDetails(unmaskedDetails);
  if (details === undefined) return undefined;
  const coverage = cover(details);
  if ('editions' in details) return { ...showScreening(details, isUnmasked), ...coverage };
  const shown = 'evidence' in details ? showPerson(details, isUnmasked) : showCompany(details);
  const { costs, screening } = details;
  return {
    ...shown,
    ...coverage,
    ...(costs && { costs }),
    ...(screening && { screening: { editions: screening.editions, hits: screening.hits } }),
  };
}

/** By the engine that the answer had it from, of what was written down of it. */
function cover(details: Details): Pick<ShownVerification, 'coverage'> {
  if ('editions' in details) {
    return { coverage: coverScreened(details, details.query, findPartners(details)) };
  }
  const { screening: lists } = details;
  if (!('evidence' in details)) return { coverage: coverCompany({ ...details, lists }) };
  const { evidence, decision } = details;
  return decision === null ? {} : { coverage: coverPerson({ evidence, decision, lists }) };
}

/** An older record says only who was looked for. */
function findPartners({ partners, partnersFound }: ScreenDetails): ScreenedPartners | undefined {
  if (partners === null || partnersFound !== undefined) return partnersFound;
  const hasCompanies = partners.some(({ kind }) => kind === 'company');
  return { state: 'screened', screened: partners.length, total: null, hasCompanies };
}

function showPerson(
  { query, evidence, verifiedNeeds, decision }: PersonDetails,
  isUnmasked: boolean,
): ShownVerification {
  return {
    number: isUnmasked ? formatCpf(query.cpf as Cpf) : maskCpf(query.cpf as Cpf),
    reasons: decision?.reasons ?? [],
    factors: decision?.factors ?? [],
    base_score: gatherFacts(evidence).score,
    sources: evidence.map(showSource),
    ...(verifiedNeeds && { verified_needs: verifiedNeeds }),
    unmasked: isUnmasked
      ? { name: query.name, birth_date: query.birthDate, registered_name: decision?.name ?? null }
      : null,
  };
}

function showSource({ source, evidence, kept }: SourceEvidence): ShownSource {
  const outcome = evidence.kind;
  if (kept === undefined) return { source, outcome, reason: 'reason' in evidence ? evidence.reason : null };
  const { ageSeconds, purpose } = kept;
  return { source, outcome, reason: keptAnswerUsed, kept_answer: { age_seconds: ageSeconds, purpose } };
}

function showScreening({ query, editions, hits }: ScreenDetails, isUnmasked: boolean): ShownVerification {
  const plain = { reasons: [], factors: [], base_score: null, sources: [], screening: { editions, hits } } as const;
  const { name } = query;
  if (query.kind === 'company') {
    const unmasked = { name, birth_date: null, registered_name: null };
    return { number: query.cnpj === null ? null : formatCnpj(query.cnpj), ...plain, unmasked };
  }
  const { cpf, birthDate } = query;
  const toNumber = isUnmasked ? formatCpf : maskCpf;
  const unmasked = isUnmasked ? { name, birth_date: birthDate, registered_name: null } : null;
  return { number: cpf === null ? null : toNumber(cpf), ...plain, unmasked };
}

/** A company's number and names are public. */
function showCompany({ query, company, decision }: CompanyDetails): ShownVerification {
  return {
    number: formatCnpj(query.cnpj as Cnpj),
    reasons: decision.reasons,
    factors: [],
    base_score: null,
    sources: [],
    unmasked: { name: query.companyName, birth_date: null, registered_name: company?.legalName ?? null },
  };
}
