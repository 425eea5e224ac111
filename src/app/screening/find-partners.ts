// The partners of a company as the lists are asked about them: the registry names people by their name and six digits of their CPF.

import type { Partner } from '../../domain/company/company-record.ts';
import { type Disclosures, withPartnerPrivacy } from '../../domain/company/forms/record-privacy.ts';
import type { partnersStates, ScreenedPartners } from '../../domain/coverage/list-coverage.ts';
import { parseCnpj, toCnpjRoot } from '../../domain/numbers/cnpj.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import type { CompanyRecords, PartnersLookup } from '../companies/ports.ts';
import { andThen, type Eventual } from '../eventual.ts';

export interface FoundPartners {
  /** `partial`: the company has more than are screened, or the registry tells of one neither name nor number. `unavailable`: the records of companies are not imported, or cannot be read. */
  readonly state: (typeof partnersStates)[number];
  readonly partners: readonly FoundPartner[];
  /** `total` counts all partners of the company; null means that the number is unknown. */
  readonly total: number | null;
}

export interface FoundPartner {
  readonly partner: Partner;
  readonly screened: Screened;
}

/** A batch of this size takes some milliseconds of work; hardly any company has as many partners. */
const partnersMax = 200;

/**
 * Null for whom has none: a person, or a company whose number is not known. Without those whom privacy hides: partners who are or may be
 * minors, unless the operator shows them.
 */
export function findPartnersOf(
  screened: Screened,
  records: Pick<CompanyRecords, 'listPartners'>,
  disclosures: Disclosures,
): Eventual<FoundPartners | null> {
  if (screened.kind !== 'company' || screened.cnpj === null) return null;
  return andThen<PartnersLookup, FoundPartners>(
    records.listPartners(toCnpjRoot(screened.cnpj), 0, partnersMax),
    (lookup): FoundPartners => {
      if (lookup.kind === 'not_found') return { state: 'not_found', partners: [], total: null };
      if (lookup.kind !== 'found') return { state: 'unavailable', partners: [], total: null };
      const { total } = lookup;
      const shown = withPartnerPrivacy(lookup.partners, disclosures);
      const partners = shown.flatMap(toFoundPartners);
      const isWhole = total <= partnersMax && partners.length === shown.length;
      return { state: isWhole ? 'screened' : 'partial', partners, total };
    },
  );
}

/** None for one of whom the registry tells nothing. */
function toFoundPartners(partner: Partner): FoundPartner[] {
  const { kind, name, document } = partner;
  const maskedCpf = /^\*{3}(\d{6})\*{2}$/.exec(document ?? '')?.[1] ?? null;
  if (kind === 'company') {
    const cnpj = parseCnpj(document ?? '');
    const number = cnpj.kind === 'valid' ? cnpj.value : null;
    return number === null && name === null ? [] : [{ partner, screened: { kind, cnpj: number, name } }];
  }
  return name === null ? [] : [{ partner, screened: { kind: 'person', cpf: null, maskedCpf, name, birthDate: null } }];
}

export function toScreenedPartners({ state, partners, total }: FoundPartners): ScreenedPartners {
  const hasCompanies = partners.some(({ partner }) => partner.kind === 'company');
  return { state, screened: partners.length, total, hasCompanies };
}
