// A party that the operator has not connected: always unavailable, so that every answer says what is missing.

import type { PersonSource, SourceAnswer } from '../app/verify/ports.ts';
import type { SourceName, SourceRole } from '../domain/person/evidence.ts';

export function createNotConfigured(name: SourceName, roles: readonly SourceRole[]): PersonSource {
  const answer: SourceAnswer = {
    source: name,
    roles,
    evidence: { kind: 'unavailable', reason: 'not_configured' },
    latencyMs: 0,
    cached: false,
    calls: 0,
  };
  return { name, roles, required: false, canAdmit: () => true, findKnown: () => answer, ask: () => answer };
}
