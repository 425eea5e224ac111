// A party that the operator has not connected: always unavailable, so that every answer says what is missing.

import type { PersonSource, SourceAnswer } from '../app/ports.ts';

const answer: SourceAnswer = {
  evidence: { kind: 'unavailable', reason: 'not_configured' },
  latencyMs: 0,
  cached: false,
  calls: 0,
};

export const notConfigured: PersonSource = {
  required: false,
  canAdmit: () => true,
  findKnown: () => answer,
  ask: () => answer,
};
