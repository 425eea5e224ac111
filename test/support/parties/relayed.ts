// What the simulator implies: the evidence of a simulated person, cut to what a party's wire can relay.

import { type Evidence, emptyRecord, type PersonRecord } from '../../../src/domain/person/evidence.ts';

const everything = ['name', 'socialName', 'birthDate', 'registration', 'pendingDebts', 'score'] as const;

/** By simulated party. */
const relayedFields: Readonly<Record<string, readonly (keyof PersonRecord)[]>> = {
  'serpro-cpf': ['name', 'socialName', 'birthDate', 'registration'],
  serasa: everything,
  'boa-vista-csr60': ['name', 'birthDate', 'registration', 'pendingDebts'],
  'serasa-crednet': ['name', 'birthDate', 'pendingDebts', 'score'],
  quod: ['score'],
  idwall: ['name', 'birthDate', 'registration'],
  'pix-dict': ['fraudAlert'],
  unico: ['fraudAlert'],
};

export function toRelayed(evidence: Evidence, party: string): Evidence {
  if (evidence.kind !== 'answered') return evidence;
  const fields = relayedFields[party] ?? [];
  const record: PersonRecord = {
    ...emptyRecord,
    ...Object.fromEntries(fields.map((field) => [field, evidence.record[field]])),
  };
  // Boa Vista's string has no code for a death.
  if (party === 'boa-vista-csr60' && record.registration === 'deceased') {
    return { kind: 'answered', record: { ...record, registration: 'cancelled' } };
  }
  // A party that relays registrations and has none for this person leaves it unknown.
  const registration = fields.includes('registration') ? (record.registration ?? 'unknown') : null;
  return { kind: 'answered', record: { ...record, registration } };
}
