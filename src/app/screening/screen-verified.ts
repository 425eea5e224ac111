// Looks up in the lists whom a verification is about, where the operator wants that: how much it weighs, what is told, what is recorded.

import type { Company } from '../../domain/company/company.ts';
import type { PersonEvidence, PersonQuery } from '../../domain/person/evidence.ts';
import { gatherFacts } from '../../domain/person/facts.ts';
import type { ScreeningRung } from '../../domain/risk/screening-reasons.ts';
import { toBrief } from '../../domain/screening/brief.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { weighHits } from '../../domain/screening/weigh-hits.ts';
import type { VerifiedScreening } from '../audit/entry.ts';
import type { Caller } from '../caller.ts';
import { toObserver } from '../observer.ts';
import type { CompanyQuery, ScreenVerified } from '../verify/ports.ts';
import type { DecidedScreening } from './decide-asked.ts';
import type { LookUp } from './look-up.ts';
import type { ObservedScreening } from './screen.ts';

interface ScreenVerifiedOptions {
  readonly lookUp: LookUp;
  readonly observe?: (screening: ObservedScreening) => void;
}

export function createScreenVerified(options: ScreenVerifiedOptions): ScreenVerified {
  const observe = toObserver(options.observe);

  async function screen(query: Screened, caller: Caller): Promise<VerifiedScreening> {
    const lookedFor = { query, partners: null, hasAllPartners: true };
    const { decided, facts } = await options.lookUp(lookedFor, caller.mode);
    const { partners: _, ...recorded } = facts;
    observe({ caller, status: decided.status });
    return { ...recorded, rungs: toRungs(decided, facts.isWhole), brief: toBrief(decided) };
  }

  return {
    person: (query, evidence, caller) => screen(toScreenedPerson(query, evidence), caller),
    company: (query, company, caller) => screen(toScreenedCompany(query, company), caller),
  };
}

/** On which somebody stands by what was found, without what was cleared. */
export function toRungs({ hits }: Pick<DecidedScreening, 'hits'>, isWhole: boolean): readonly ScreeningRung[] {
  return weighHits(
    hits.map(({ hit }) => hit),
    isWhole,
  );
}

/** By the name in the registry, where it is there: `company` is null where it is not. */
export function toScreenedCompany({ cnpj, companyName }: CompanyQuery, company: Company | null): Screened {
  return { kind: 'company', cnpj, name: company?.legalName ?? company?.tradeName ?? companyName };
}

/** What the caller did not supply is taken from whom the sources know under this number: many lists have names alone. */
export function toScreenedPerson({ cpf, name, birthDate }: PersonQuery, evidence: PersonEvidence): Screened {
  const { identities } = gatherFacts(evidence);
  return {
    kind: 'person',
    cpf,
    name: name ?? identities.find((known) => known.name !== null)?.name ?? null,
    birthDate: birthDate ?? identities.find((known) => known.birthDate !== null)?.birthDate ?? null,
  };
}
