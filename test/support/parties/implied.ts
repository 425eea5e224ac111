// What a right answer is: the simulated person's evidence of the sources that answered, decided by the default policy.
// It needs no test runner, so that a load generator can judge with it too.

import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import {
  type ContractSource,
  contractSourceNames,
  toPersonEvidence,
} from '../../../src/domain/person/contract-sources.ts';
import type { Evidence, PersonQuery, PersonRecord } from '../../../src/domain/person/evidence.ts';
import { decidePerson } from '../../../src/domain/person/person.ts';
import { defaultPolicy } from '../../../src/domain/risk/risk-policy.ts';
import { personFor } from '../../../src/sandbox/people.ts';
import { toRelayed } from './relayed.ts';
import { parties } from './simulated-sources.ts';

export type Outcomes = Readonly<Record<ContractSource, string>>;

/** A person that no other test asks about, with their own name and birth date where they have any. */
export function createQuery(index: number): PersonQuery {
  // Never one of the fixed people, whose numbers begin with 9.
  const cpf = completeCpf(String(100_000_000 + ((index * 7919) % 799_999_999)));
  const { evidence } = personFor(cpf).answers.bureau_a;
  const record = evidence.kind === 'answered' ? evidence.record : undefined;
  return { cpf, name: record?.name ?? null, birthDate: record?.birthDate ?? null };
}

/** The explanation of an answer says which sources it was made of. */
export function readOutcomes(explanation: { sources: Record<string, { outcome: string }> }): Outcomes {
  return Object.fromEntries(contractSourceNames.map((name) => [name, explanation.sources[name]?.outcome])) as Outcomes;
}

/** The body that these outcomes imply, without what differs from call to call. */
export function toImplied(query: PersonQuery, outcomes: Outcomes): object {
  const evidence = Object.fromEntries(
    contractSourceNames.map((name) => [name, outcomes[name] === 'unavailable' ? unavailable : implied(query, name)]),
  ) as Record<ContractSource, Evidence>;
  const decision = decidePerson(query, toPersonEvidence(evidence), defaultPolicy);
  const [a, b, fraud] = [toRecord(evidence.bureau_a), toRecord(evidence.bureau_b), evidence.fraud_registry];
  const toStatus = ({ kind }: Evidence, record: PersonRecord | undefined) =>
    record === undefined ? kind : (record.registration ?? 'not_reported');
  return {
    status: decision?.status,
    cpf: query.cpf,
    name: decision?.name,
    name_match: decision?.nameMatch,
    score: decision?.score,
    risk_level: decision?.riskLevel,
    bureau_a: { status: toStatus(evidence.bureau_a, a), pending_debts: a?.pendingDebts ?? null },
    bureau_b: { status: toStatus(evidence.bureau_b, b), score: b?.score ?? null },
    fraud_registry: { fraud_alert: fraud.kind === 'not_found' ? false : (toRecord(fraud)?.fraudAlert ?? null) },
  };
}

function toRecord(evidence: Evidence): PersonRecord | undefined {
  return evidence.kind === 'answered' ? evidence.record : undefined;
}

const unavailable: Evidence = { kind: 'unavailable', reason: 'timeout' };

function implied({ cpf }: PersonQuery, name: ContractSource): Evidence {
  return toRelayed(personFor(cpf).answers[name].evidence, parties[name]);
}
