// Looks up in the lists whom a verification is about, where the operator wants that: how much it weighs, what is told, what is recorded.

import type { Company } from '../../domain/company/company.ts';
import { foldText } from '../../domain/names/name-text.ts';
import { foldName } from '../../domain/names/person-name.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
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
import type { DecidedScreening } from './ask-lists.ts';
import type { LookUp } from './look-up.ts';
import type { ObservedScreening } from './screen.ts';

interface ScreenVerifiedOptions {
  readonly lookUp: LookUp;
  readonly observe?: (screening: ObservedScreening) => void;
}

export function createScreenVerified(options: ScreenVerifiedOptions): ScreenVerified {
  const observe = toObserver(options.observe);

  async function screen([query, ...others]: KnownAs, caller: Caller): Promise<VerifiedScreening> {
    const lookedFor = { query, others, partners: null, hasAllPartners: true };
    const { decided, facts } = await options.lookUp(lookedFor, caller.mode);
    const { partners: _, ...recorded } = facts;
    observe({ caller, status: decided.status });
    return { ...recorded, rungs: toRungs(decided, facts.isWhole), brief: toBrief(decided) };
  }

  return {
    person: (query, evidence, caller) => screen(listKnownPerson(query, evidence), caller),
    company: (query, company, caller) => screen(listKnownCompany(query, company), caller),
  };
}

/** On which somebody stands by what was found, without what was cleared. */
export function toRungs({ hits }: Pick<DecidedScreening, 'hits'>, isWhole: boolean): readonly ScreeningRung[] {
  return weighHits(
    hits.map(({ hit }) => hit),
    isWhole,
  );
}

/** Somebody by all that is known of them: first as the caller says it. */
export type KnownAs = readonly [Screened, ...Screened[]];

/** By the name in the registry, and by the one that the caller sent: a list may have a name that the registry does not. */
export function listKnownCompany({ cnpj, companyName }: CompanyQuery, company: Company | null): KnownAs {
  const names = distinct([company?.legalName ?? company?.tradeName ?? null, companyName], foldText);
  const [first, ...others] = names.map((name) => ({ kind: 'company', cnpj, name }) as const);
  return [first ?? { kind: 'company', cnpj, name: null }, ...others];
}

/**
 * Lists the identities to screen: the one that the caller sent and those that the sources know under this number. Many lists hold names only, so
 * another name or a wrong birth date must clear no person.
 */
export function listKnownPerson({ cpf, name, birthDate }: PersonQuery, evidence: PersonEvidence): KnownAs {
  const { identities } = gatherFacts(evidence);
  const names = distinct([name, ...identities.flatMap((known) => [known.name, known.socialName])], foldName);
  const births = distinct([birthDate, ...identities.map((known) => known.birthDate)], (day) => day);
  const [first, ...others] = orNull(names).flatMap((known) =>
    orNull(births).map((day) => toScreenedPerson(cpf, known, day)),
  );
  return [first ?? toScreenedPerson(cpf, null, null), ...others];
}

function toScreenedPerson(cpf: Cpf, name: string | null, birthDate: string | null): Screened {
  return { kind: 'person', cpf, name, birthDate };
}

/** Returns the first of each group of texts that fold alike, and leaves out null values. */
function distinct(texts: readonly (string | null)[], fold: (text: string) => string): readonly string[] {
  const alike = Map.groupBy(
    texts.filter((text) => text !== null),
    fold,
  );
  return [...alike.values()].flatMap(([first]) => first ?? []);
}

function orNull(texts: readonly string[]): readonly (string | null)[] {
  return texts.length === 0 ? [null] : texts;
}
