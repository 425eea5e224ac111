// A recorded decision is made again from its evidence and its policy, and nothing else counts as the same.

import { expect, it } from 'vitest';
import { toExampleCompany } from '../../../../test/support/registry/example-company.ts';
import { decideCompany } from '../../../domain/company/company.ts';
import { weighCompany } from '../../../domain/company/weigh-company.ts';
import { completeCnpj } from '../../../domain/numbers/cnpj.ts';
import { completeCpf } from '../../../domain/numbers/cpf.ts';
import { toPersonEvidence } from '../../../domain/person/contract-sources.ts';
import type { PersonRecord } from '../../../domain/person/evidence.ts';
import { decidePerson, type PersonDecision } from '../../../domain/person/person.ts';
import { defaultPolicy, toPolicyDocument } from '../../../domain/risk/risk-policy.ts';
import { hashPolicy } from '../proof/kept-policy.ts';
import type { AuditContent } from '../record.ts';
import { replay } from './replay.ts';

const silent = {
  ...{ name: null, socialName: null, birthDate: null, registration: null },
  ...{ pendingDebts: null, score: null, fraudAlert: null },
} as const satisfies PersonRecord;
const toAnswer = (record: Partial<PersonRecord>) => ({ kind: 'answered', record: { ...silent, ...record } }) as const;
const person = { name: 'BRUNO SANDBOX', birthDate: '1985-06-20', registration: 'regular' } as const;
const query = { cpf: completeCpf('900000006'), name: null, birthDate: null };
const evidence = toPersonEvidence({
  bureau_a: toAnswer({ ...person, pendingDebts: false }),
  bureau_b: toAnswer({ ...person, score: 320 }),
  fraud_registry: toAnswer({ fraudAlert: false }),
});
const decision = decidePerson(query, evidence, defaultPolicy) as PersonDecision;

const policyDocument = JSON.stringify(toPolicyDocument(defaultPolicy));
const replayOf = (recorded: object, keptPolicy = policyDocument) => {
  const { status, riskLevel, score } = decision;
  const content = { kind: 'cpf', status, riskLevel, score, policyHash: hashPolicy(policyDocument) };
  const details = JSON.stringify({ format: 1, query, evidence, decision: recorded });
  return replay({ content: content as unknown as AuditContent, details, policyDocument: keptPolicy });
};

it('a decision is the same only where all of it is', () => {
  expect(decision).toMatchObject({ riskLevel: 'high', reasons: ['low_bureau_score'] });
  expect(replayOf(decision)).toMatchObject({ kind: 'same' });
  for (const changed of [{ score: 321 }, { reasons: ['all_checks_passed'] }, { status: 'inconclusive' }]) {
    expect(replayOf({ ...decision, ...changed }).kind).toBe('different');
  }
});

it('a policy that was changed after the record replays nothing, whatever it would decide', () => {
  const changed = JSON.stringify({ ...toPolicyDocument(defaultPolicy), note: 'changed' });
  expect(replayOf(decision, changed)).toEqual({
    kind: 'impossible',
    reason: 'its policy was changed: it is not the one that the record names',
  });
});

it('a company on a list is decided again with the weight of the list, and no lighter', () => {
  const cnpj = completeCnpj('112223330001');
  const company = toExampleCompany(cnpj);
  const today = '2026-11-15';
  const { youngCompanyDays } = defaultPolicy;
  const alone = decideCompany({ company, typedName: null, today, youngCompanyDays });
  const decision = weighCompany(alone, ['un', 'inconclusive'], defaultPolicy);
  const { status, riskLevel } = decision;
  const policyHash = hashPolicy(policyDocument);
  const content = { kind: 'cnpj', status, riskLevel, score: null, policyHash } as unknown as AuditContent;
  const replayWith = (rungs: readonly string[]) => {
    const facts = { query: { cnpj, companyName: null }, company, today, decision, screening: { rungs } };
    return replay({ content, details: JSON.stringify({ format: 1, ...facts }), policyDocument });
  };
  expect(replayWith(['un', 'inconclusive'])).toMatchObject({ kind: 'same', decision: { riskLevel: 'high' } });
  expect(replayWith(['un']).kind).toBe('different');
  expect(replayWith([]).kind).toBe('different');
});
