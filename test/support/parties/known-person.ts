// A person whom all three parties of the contract know, as each of them says it, for tests of decisions.

import type { Cpf } from '../../../src/domain/numbers/cpf.ts';
import type { ContractSource } from '../../../src/domain/person/contract-sources.ts';
import {
  type Evidence,
  emptyRecord,
  type PersonQuery,
  type PersonRecord,
} from '../../../src/domain/person/evidence.ts';

/** The number alone. */
export const anyone: PersonQuery = { cpf: '12345678909' as Cpf, name: null, birthDate: null };
const known: PersonRecord = {
  ...emptyRecord,
  name: 'MARIA DA SILVA',
  birthDate: '1985-06-20',
  registration: 'regular',
};
export const answered = (record: Partial<PersonRecord> = {}): Evidence => ({
  kind: 'answered',
  record: { ...known, ...record },
});
export const down: Evidence = { kind: 'unavailable', reason: 'timeout' };

export const good: Readonly<Record<ContractSource, Evidence>> = {
  bureau_a: answered({ pendingDebts: false }),
  bureau_b: answered({ score: 812 }),
  fraud_registry: { kind: 'answered', record: { ...emptyRecord, fraudAlert: false } },
};
