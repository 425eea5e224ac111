// A fraud registry in the manner of the Pix DICT: markers with a type and a state. Only a registered marker accuses;
// a cancelled one was withdrawn and counts as nothing.

import type { PersonParty } from '../party.ts';
import { staticToken } from '../party.ts';

export const pixDict: PersonParty = {
  name: 'pix-dict',
  title: 'Fraud registry in the manner of the Pix DICT',
  about: 'person',
  plays: 'fraud_registry',
  access: { kind: 'header', name: 'authorization', value: `Bearer ${staticToken}` },
  unauthorized: { status: 401, body: { code: 'UNAUTHORIZED', detail: 'Invalid credentials' } },
  notUnderstood: { status: 400, body: { code: 'BAD_REQUEST', detail: 'taxIdNumber is missing or malformed' } },
  findSubject({ method, path, body }) {
    if (method !== 'POST' || path !== '/api/v1/fraud-markers/query') return undefined;
    return /"taxIdNumber"\s*:\s*"(\d{11})"/.exec(body)?.[1];
  },
  toAnswer(cpf, evidence) {
    if (evidence.kind === 'unavailable') return undefined;
    if (evidence.kind === 'not_found') {
      return { status: 404, body: { code: 'NOT_FOUND', detail: 'No entry' }, outcome: 'not_found' };
    }
    const { fraudAlert } = evidence.record;
    if (fraudAlert === null) return { status: 200, body: { taxIdNumber: cpf, verdict: 'UNDER_REVIEW' } };
    const markers = [
      ...(fraudAlert ? [toMarker('1', 'MULE_ACCOUNT', 'REGISTERED')] : []),
      // Every second person once had a marker that was withdrawn, so that nobody can count markers without reading states.
      ...(Number(cpf[8]) % 2 === 1 ? [toMarker('2', 'SCAMMER_ACCOUNT', 'CANCELLED')] : []),
    ];
    const count = fraudAlert ? 1 : 0;
    return {
      status: 200,
      body: { taxIdNumber: cpf, verdict: 'COMPLETE', markers, statistics: { d90: count, m12: count, m60: count } },
    };
  },
};

function toMarker(id: string, fraudType: string, state: 'REGISTERED' | 'CANCELLED'): object {
  return { id, fraudType, state, createdAt: '2026-03-02T12:00:00Z', lastModified: '2026-03-02T12:00:00Z' };
}
