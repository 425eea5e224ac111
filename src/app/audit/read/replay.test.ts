// Decisions that were recorded by an older rule for naming reasons are replayed by that rule, and by no other.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toExampleCompany } from '../../../../test/support/registry/example-company.ts';
import { decideCompany } from '../../../domain/company/company.ts';
import { weighCompany } from '../../../domain/company/weigh-company.ts';
import { completeCnpj } from '../../../domain/numbers/cnpj.ts';
import { type ContractSource, contractSources, toPersonEvidence } from '../../../domain/person/contract-sources.ts';
import type { Evidence } from '../../../domain/person/evidence.ts';
import { decidePerson, type PersonDecision } from '../../../domain/person/person.ts';
import { defaultPolicy, toPolicyDocument } from '../../../domain/risk/risk-policy.ts';
import { hashPolicy } from '../proof/kept-policy.ts';
import type { AuditContent } from '../record.ts';
import { replay } from './replay.ts';

interface Kept {
  readonly query: Parameters<typeof decidePerson>[0];
  readonly evidence: Readonly<Record<ContractSource, Evidence>>;
  readonly decision: PersonDecision;
}

const fixture = join(import.meta.dirname, '../../../../test/fixtures/audit/reasons-format-1.json');
const kept = JSON.parse(readFileSync(fixture, 'utf8')) as Kept;
const policyDocument = JSON.stringify(toPolicyDocument(defaultPolicy));
const replayOf = (details: object, keptPolicy = policyDocument) => {
  const { status, riskLevel, score } = kept.decision;
  const policyHash = hashPolicy(policyDocument);
  const content = { kind: 'cpf', status, riskLevel, score, policyHash } as unknown as AuditContent;
  return replay({ content, details: JSON.stringify(details), policyDocument: keptPolicy });
};

it('a record from before the reasons named a low score of the bureau is the same when it is decided again', () => {
  expect(kept.decision).toMatchObject({ riskLevel: 'high', reasons: ['all_checks_passed'] });
  expect(kept.decision.reasonsFormat).toBeUndefined();
  expect(replayOf(kept)).toMatchObject({ kind: 'same' });
});

it('a record of today names it, and is the same only where it does', () => {
  const decision = decidePerson(kept.query, toPersonEvidence(kept.evidence), defaultPolicy);
  expect(decision).toMatchObject({ reasons: ['low_bureau_score'], reasonsFormat: 3 });
  expect(replayOf({ ...kept, decision }).kind).toBe('same');
  expect(replayOf({ ...kept, decision: { ...decision, reasons: ['all_checks_passed'] } }).kind).toBe('different');
});

it('a record from before a score was named that nobody was asked for, or knew, is the same when it is decided again', () => {
  const asked = Object.entries({ ...kept.evidence, bureau_b: undefined }).flatMap(([source, evidence]) =>
    evidence === undefined ? [] : { source, roles: contractSources[source as ContractSource].roles, evidence },
  );
  const unknown = { source: 'second_score', roles: ['score'], evidence: { kind: 'not_found' } } as const;
  const failed = { ...unknown, evidence: { kind: 'unavailable', reason: 'timeout' } } as const;
  const verifiedNeeds = [['bureau_a', 'second_score'], ['fraud_registry']];
  for (const [evidence, reason] of [
    [asked, 'no_score_asked'],
    [[...asked, unknown], 'second_score_no_score'],
    [[...asked, failed], 'second_score_unavailable'],
  ] as const) {
    const decision = decidePerson(kept.query, evidence, defaultPolicy, verifiedNeeds);
    expect(decision).toMatchObject({ riskLevel: 'medium', reasons: [reason] });
    const { query } = kept;
    const { riskLevel, score } = decision as PersonDecision;
    const details = {
      ...{ format: 4, query, evidence, verifiedNeeds },
      decision: { ...decision, reasons: ['all_checks_passed'], reasonsFormat: 2 },
    };
    const content = { kind: 'cpf', status: decision?.status, riskLevel, score, policyHash: hashPolicy(policyDocument) };
    const again = (given: object) =>
      replay({ content: content as unknown as AuditContent, details: JSON.stringify(given), policyDocument }).kind;
    expect(again(details)).toBe('same');
    expect(again({ ...details, decision })).toBe('same');
    expect(again({ ...details, decision: { ...details.decision, reasonsFormat: 3 } })).toBe('different');
  }
});

it('the older rule excuses nothing but the reason that it did not know', () => {
  for (const changed of [{ score: 321 }, { reasons: ['pending_debts'] }, { status: 'inconclusive' }]) {
    expect(replayOf({ ...kept, decision: { ...kept.decision, ...changed } }).kind).toBe('different');
  }
});

it('a policy that was changed after the record replays nothing, whatever it would decide', () => {
  const changed = JSON.stringify({ ...toPolicyDocument(defaultPolicy), note: 'changed' });
  expect(replayOf(kept, changed)).toEqual({
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
    return replay({ content, details: JSON.stringify({ format: 4, ...facts }), policyDocument });
  };
  expect(replayWith(['un', 'inconclusive'])).toMatchObject({ kind: 'same', decision: { riskLevel: 'high' } });
  expect(replayWith(['un']).kind).toBe('different');
  expect(replayWith([]).kind).toBe('different');
});
