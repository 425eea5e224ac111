// The rows of docs/sandbox.md about lists: each question as the sandbox answers it.

import { askLists, decideAsked } from '../../src/app/screening/ask-lists.ts';
import { type FoundPartners, findPartnersOf } from '../../src/app/screening/find-partners.ts';
import { type KnownAs, listKnownCompany, listKnownPerson, toRungs } from '../../src/app/screening/screen-verified.ts';
import { decideCompany } from '../../src/domain/company/company.ts';
import { weighCompany } from '../../src/domain/company/weigh-company.ts';
import { type Cnpj, formatCnpj } from '../../src/domain/numbers/cnpj.ts';
import { type Cpf, formatCpf } from '../../src/domain/numbers/cpf.ts';
import { toPersonEvidence } from '../../src/domain/person/contract-sources.ts';
import { decidePerson } from '../../src/domain/person/person.ts';
import { defaultPolicy } from '../../src/domain/risk/risk-policy.ts';
import type { Screened } from '../../src/domain/screening/screened.ts';
import { decideScreening } from '../../src/domain/screening/screening.ts';
import { createSandboxRecords } from '../../src/registry/sandbox-records.ts';
import { companyFor } from '../../src/sandbox/companies.ts';
import type { Label } from '../../src/sandbox/labels.ts';
import { type ListedPersona, listedPersonas, screenedPersonas } from '../../src/sandbox/listed.ts';
import { personFor } from '../../src/sandbox/people.ts';
import { findList } from '../../src/screening/lists/catalogue.ts';
import { toSandboxLists } from '../../src/screening/sandbox.ts';

const nothingShown = { email: null, phones: null, personal_address: null, minors: null };

export function renderListed(toText: (label: Label) => string, today: string): string[][] {
  const clock = { nowMs: () => Date.parse(`${today}T12:00:00Z`), monotonicMs: () => 0 };
  return listedPersonas.map(({ label, asks, withPartners }) => {
    const query = toScreened(asks);
    const partners =
      withPartners === true
        ? (findPartnersOf(query, createSandboxRecords(clock), nothingShown) as FoundPartners | null)
        : null;
    const asked = { query, partners: partners?.partners.map(({ screened }) => screened) ?? null, today };
    const all = { hasAllPartners: true, named: [] };
    const { hits, isWhole } = askLists(toSandboxLists(query, findList), asked, all);
    const status = decideScreening(
      hits.map(({ recorded }) => recorded),
      isWhole,
    );
    const [hit] = hits;
    const question = `\`${JSON.stringify(asks)}\`${withPartners ? ' `?partners=true`' : ''}`;
    const row = hit === undefined ? '' : `\`${hit.recorded.row}\``;
    return [question, toText(label), status, row, hit?.recorded.match ?? '', hit?.recorded.state ?? ''];
  });
}

/** The same people and companies in a verification that looks at lists: who they are stays, the risk follows. */
export function renderScreened(toText: (label: Label) => string, today: string): string[][] {
  return screenedPersonas.map(({ label, asks: { cpf, cnpj } }) => {
    const isPerson = cpf !== undefined;
    const { knownAs, decide } = isPerson ? toPerson(cpf as Cpf) : toCompany(cnpj as Cnpj, today);
    const [query, ...others] = knownAs;
    const asked = { query, others, partners: null, today };
    const answer = askLists(toSandboxLists(query, findList), asked, { hasAllPartners: true, named: [] });
    const marked = answer.hits.map((hit) => ({ ...hit, clearance: null, judgement: null }));
    const { decided } = decideAsked(answer, marked);
    const decision = decide(toRungs(decided, answer.isWhole));
    const reasons = decision.reasons.filter((code) => code.startsWith('screening_')).map((code) => `\`${code}\``);
    const number = isPerson ? formatCpf(cpf as Cpf) : formatCnpj(cnpj as Cnpj);
    return [
      `\`${number}\``,
      toText(label),
      decision.status,
      decided.status,
      reasons.join(' '),
      decide([]).riskLevel,
      decision.riskLevel,
    ];
  });
}

type Rungs = ReturnType<typeof toRungs>;
interface Verified {
  readonly knownAs: KnownAs;
  decide(rungs: Rungs): { readonly status: string; readonly riskLevel: string; readonly reasons: readonly string[] };
}

function toPerson(cpf: Cpf): Verified {
  const { bureau_a, bureau_b, fraud_registry } = personFor(cpf).answers;
  const evidence = toPersonEvidence({
    bureau_a: bureau_a.evidence,
    bureau_b: bureau_b.evidence,
    fraud_registry: fraud_registry.evidence,
  });
  const asked = { cpf, name: null, birthDate: null };
  return {
    knownAs: listKnownPerson(asked, evidence),
    decide(rungs) {
      const decision = decidePerson(asked, evidence, defaultPolicy, null, rungs);
      if (decision === undefined) throw new Error(`No source of the sandbox answers about ${cpf}`);
      return decision;
    },
  };
}

function toCompany(cnpj: Cnpj, today: string): Verified {
  const company = companyFor(cnpj, today);
  if (company === undefined) throw new Error(`The sandbox has no company ${cnpj}`);
  const { youngCompanyDays } = defaultPolicy;
  const alone = decideCompany({ company, typedName: null, today, youngCompanyDays });
  return {
    knownAs: listKnownCompany({ cnpj, companyName: null }, company),
    decide: (rungs) => weighCompany(alone, rungs, defaultPolicy),
  };
}

function toScreened({ cpf, name, birth_date, document, cnpj, company_name }: ListedPersona['asks']): Screened {
  if (cnpj !== undefined || company_name !== undefined)
    return { kind: 'company', cnpj: (cnpj ?? null) as Cnpj | null, name: company_name ?? null };
  const person = { cpf: (cpf ?? null) as Cpf | null, name: name ?? null, birthDate: birth_date ?? null };
  return { kind: 'person', ...person, ...(document && { identityDocument: document }) };
}
