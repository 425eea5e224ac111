// Whom a generator asks about, and whether an answer is right: judged by what the simulator or the dump implies.

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Company, decideCompany, decideMissingCompany } from '../../../src/domain/company/company.ts';
import { toBrazilDay } from '../../../src/domain/dates/calendar.ts';
import type { Cnpj } from '../../../src/domain/numbers/cnpj.ts';
import { defaultPolicy } from '../../../src/domain/risk/risk-policy.ts';
import { createRandom } from '../../support/http/malformed.ts';
import { createQuery, type Outcomes, readOutcomes, toImplied } from '../../support/parties/implied.ts';
import { parseLines } from '../../support/texts.ts';
import type { CompaniesPlan, PeoplePlan } from './plan.ts';

export interface Judgement {
  /** Undefined when the answer is right; else what is wrong with it, without anything of a person. */
  readonly fault: string | undefined;
  readonly outcomes?: Outcomes;
}

export interface Subject {
  readonly path: string;
  readonly body: string;
  judge(answer: Record<string, unknown>): Judgement;
}

export function createSubjects(plan: PeoplePlan | CompaniesPlan, count: number): readonly Subject[] {
  return plan.kind === 'people' ? createPeople(plan, count) : createCompanies(plan, count);
}

function createPeople({ first }: PeoplePlan, count: number): readonly Subject[] {
  return Array.from({ length: count }, (_, index) => {
    const query = createQuery(first + index);
    const { cpf, name, birthDate } = query;
    return {
      path: '/v1/verify/cpf?explain=true',
      body: JSON.stringify({ cpf, name, birth_date: birthDate }),
      judge({ request_id: _id, processed_at: _at, explanation, ...rest }) {
        const outcomes = readOutcomes(explanation as Parameters<typeof readOutcomes>[0]);
        return { fault: describeDifference(rest, toImplied(query, outcomes)), outcomes };
      },
    };
  });
}

function createCompanies({ expectedFile, missingShare }: CompaniesPlan, count: number): readonly Subject[] {
  const { known, absent } = readExpected(expectedFile);
  const random = createRandom(7);
  return Array.from({ length: count }, () => {
    const isMissing = random() < missingShare;
    // N^u for a uniform u falls on rank k with a chance of about 1/k: Zipf's law.
    const company = isMissing ? null : (known[Math.floor(known.length ** random()) - 1] as Company);
    const cnpj = company?.cnpj ?? (absent[Math.floor(random() * absent.length)] as Cnpj);
    return {
      path: '/v1/verify/cnpj',
      body: JSON.stringify({ cnpj }),
      judge: ({ request_id: _id, ...rest }) => ({
        fault: describeDifference(rest, toImpliedCompany(cnpj, company)),
      }),
    };
  });
}

function toImpliedCompany(cnpj: Cnpj, company: Company | null): object {
  const today = toBrazilDay(Date.now());
  const { youngCompanyDays } = defaultPolicy;
  const decision =
    company === null
      ? decideMissingCompany('not_found', null)
      : decideCompany({ company, typedName: null, today, youngCompanyDays });
  return {
    status: decision.status,
    cnpj,
    company_name: company?.legalName ?? null,
    company_status: company?.status ?? null,
    foundation_date: company?.foundationDate ?? null,
    mei: decision.mei,
    matriz: company?.headOffice ?? null,
    risk_level: decision.riskLevel,
  };
}

/** Numbers with letters come first, in every second place: the most popular ranks hold both kinds. */
function readExpected(file: string): { readonly known: readonly Company[]; readonly absent: readonly Cnpj[] } {
  const lines = parseLines<{ cnpj: Cnpj; expected: Company | null }>(readFileSync(file, 'utf8'));
  const companies = lines.flatMap(({ expected }) => expected ?? []);
  const [withLetters, plain] = [true, false].map((wanted) =>
    companies.filter(({ cnpj }) => /[A-Z]/.test(cnpj) === wanted),
  ) as [Company[], Company[]];
  if (withLetters.length === 0) throw new Error('The dump has no number with letters.');
  const known = plain.flatMap((company, index) =>
    index in withLetters ? [withLetters[index] as Company, company] : company,
  );
  return { known, absent: lines.flatMap(({ cnpj, expected }) => (expected === null ? cnpj : [])) };
}

function describeDifference(found: Record<string, unknown>, implied: object): string | undefined {
  if (isDeepStrictEqual(found, implied)) return undefined;
  const fields = Object.keys({ ...found, ...implied });
  const differing = fields.filter((field) => !isDeepStrictEqual(found[field], (implied as typeof found)[field]));
  return `differs in ${differing.join(', ')}`;
}
