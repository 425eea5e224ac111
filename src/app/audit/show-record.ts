// What an analyst sees of a recorded verification: the decision and what it was made of, and the number masked. What says who the
// person is comes only for an administrator who gave a reason.

import { type Cnpj, formatCnpj } from '../../domain/numbers/cnpj.ts';
import { type Cpf, formatCpf, maskCpf } from '../../domain/numbers/cpf.ts';
import { type Evidence, type SourceName, sourceNames } from '../../domain/person/evidence.ts';
import type { PersonDecision } from '../../domain/person/person.ts';
import type { CompanyEntry, PersonEntry } from './entry.ts';
import type { OpenedItem } from './read-audit.ts';

export const unmaskReasons = ['subject_request', 'fraud_inquiry', 'internal_audit', 'legal_order'] as const;
export type UnmaskReason = (typeof unmaskReasons)[number];

export interface ShownVerification {
  readonly number: string;
  readonly reasons: readonly string[];
  readonly factors: PersonDecision['factors'];
  /** Where the score began; null for a company, and where nobody computed one. */
  readonly base_score: number | null;
  readonly sources: readonly ShownSource[];
  readonly unmasked: UnmaskedQuestion | null;
}

interface ShownSource {
  readonly source: SourceName;
  readonly outcome: Evidence['kind'];
  readonly reason: string | null;
}

interface UnmaskedQuestion {
  readonly name: string | null;
  readonly birth_date: string | null;
  /** As the sources had it. */
  readonly registered_name: string | null;
}

type PersonDetails = Pick<PersonEntry, 'query' | 'evidence' | 'decision'>;
type CompanyDetails = Pick<CompanyEntry, 'query' | 'company' | 'decision'>;

/** Undefined where there is nothing left to show, or nothing was decided. */
export function showVerification(
  { content, unmaskedDetails }: OpenedItem,
  isUnmasked: boolean,
): ShownVerification | undefined {
  if (content === null || unmaskedDetails === null) return undefined;
  return content.kind === 'cpf'
    ? showPerson(JSON.parse(unmaskedDetails) as PersonDetails, isUnmasked)
    : showCompany(JSON.parse(unmaskedDetails) as CompanyDetails);
}

function showPerson({ query, evidence, decision }: PersonDetails, isUnmasked: boolean): ShownVerification {
  return {
    number: isUnmasked ? formatCpf(query.cpf as Cpf) : maskCpf(query.cpf as Cpf),
    reasons: decision?.reasons ?? [],
    factors: decision?.factors ?? [],
    base_score: evidence.bureau_b.kind === 'answered' ? evidence.bureau_b.record.score : null,
    sources: sourceNames.map((source) => {
      const given = evidence[source];
      return { source, outcome: given.kind, reason: given.kind === 'unavailable' ? given.reason : null };
    }),
    unmasked: isUnmasked
      ? { name: query.name, birth_date: query.birthDate, registered_name: decision?.name ?? null }
      : null,
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
