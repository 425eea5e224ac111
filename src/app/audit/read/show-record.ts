// What an analyst sees of a recorded verification: the decision and what it was made of, and the number masked. What says who the
// person is comes only for an administrator who gave a reason.

import { coverCompany } from '../../../domain/coverage/company-coverage.ts';
import { type Coverage, withLists } from '../../../domain/coverage/coverage.ts';
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
import { maskIdentityNumber } from '../../../domain/screening/identity-document.ts';
import type { ScreenedPerson } from '../../../domain/screening/screened.ts';
import type { RecordedHit, ScreeningStatus, UsedEdition } from '../../../domain/screening/screening.ts';
import type { SeenHit } from '../../../domain/screening/seen-hit.ts';
import { type CompanyDetails, type Details, type PersonDetails, readDetails, type ScreenDetails } from '../details.ts';
import type { RecordedCost } from '../entry.ts';
import type { OpenedItem } from './read-audit.ts';
import { coverScreening } from './seen-screening.ts';

export const unmaskReasons = ['subject_request', 'fraud_inquiry', 'internal_audit', 'legal_order'] as const;
export type UnmaskReason = (typeof unmaskReasons)[number];

export interface ShownVerification {
  /** The value is null if the person was screened by name alone. */
  readonly number: string | null;
  readonly reasons: readonly string[];
  readonly factors: PersonDecision['factors'];
  /** `base_score` is the start of the score. The value is null for a company, and if no score was computed. */
  readonly base_score: number | null;
  readonly sources: readonly ShownSource[];
  /** The plan declared that `verified` needs one of each list. The field is absent if the contract's own rule decided. */
  readonly verified_needs?: VerifiedNeeds;
  readonly unmasked: UnmaskedQuestion | null;
  /** The field is absent if no call had a price, or if an older version recorded it. */
  readonly costs?: readonly RecordedCost[];
  /** `coverage` states the basis of the answer, as the answer gave it. The field is absent if no source answered. */
  readonly coverage?: Coverage;
  /** A row of a batch has this list result beside its answer. The risk does not take it into account. */
  readonly besideLists?: ScreeningStatus;
  /** `screening` shows a screening, also one within a verification. */
  readonly screening?: ShownScreening;
}

/** This part shows the consulted lists, the rows that were found, and their content as listed, so a CPF is masked. */
interface ShownScreening {
  readonly editions: readonly UsedEdition[];
  readonly hits: readonly RecordedHit[];
  /** `seen` follows the order of the hits. The field is absent if an older version recorded it. */
  readonly seen?: readonly SeenHit[];
}

interface ShownSource {
  readonly source: SourceName;
  readonly outcome: SourceEvidence['evidence']['kind'];
  readonly reason: string | null;
  /** The field exists only if Confere used an earlier answer in place of a call. */
  readonly kept_answer?: { readonly age_seconds: number; readonly purpose: string };
}

interface UnmaskedQuestion {
  readonly name: string | null;
  readonly birth_date: string | null;
  /** The caller of a screening may give these fields; they are absent otherwise. The number of a document is masked but for its end. */
  readonly nationality?: string;
  readonly document?: string;
  /** `registered_name` is the name that the sources had. */
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

/** Returns undefined if no content is left to show, or if the record holds no decision. */
export function showVerification(
  { content, unmaskedDetails }: Pick<OpenedItem, 'content' | 'unmaskedDetails'>,
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
    ...(screening && { screening: toShownScreening(screening) }),
  };
}

/** By the engine that the answer had it from, of what was written down of it. */
function cover(details: Details): Pick<ShownVerification, 'coverage'> {
  if ('editions' in details) {
    return { coverage: coverScreening(details) };
  }
  const { screening: lists } = details;
  if (!('evidence' in details)) return { coverage: coverCompany({ ...details, lists }) };
  const { evidence, decision } = details;
  return decision === null ? {} : { coverage: coverPerson({ evidence, decision, lists }) };
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

function toShownScreening({ editions, hits, seen }: ShownScreening): ShownScreening {
  return { editions, hits, ...(seen && { seen }) };
}

function showScreening(details: ScreenDetails, isUnmasked: boolean): ShownVerification {
  const { query } = details;
  const screening = toShownScreening(details);
  const plain = { reasons: [], factors: [], base_score: null, sources: [], screening } as const;
  const { name } = query;
  if (query.kind === 'company') {
    const unmasked = { name, birth_date: null, registered_name: null };
    return { number: query.cnpj === null ? null : formatCnpj(query.cnpj), ...plain, unmasked };
  }
  const { cpf, birthDate } = query;
  const toNumber = isUnmasked ? formatCpf : maskCpf;
  const unmasked = isUnmasked ? { name, birth_date: birthDate, ...toIdentity(query), registered_name: null } : null;
  return { number: cpf === null ? null : toNumber(cpf), ...plain, unmasked };
}

function toIdentity({ nationality, identityDocument }: ScreenedPerson) {
  return {
    ...(nationality && { nationality }),
    ...(identityDocument && { document: maskIdentityNumber(identityDocument.number) }),
  };
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
