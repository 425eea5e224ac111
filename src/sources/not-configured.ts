// A party that the operator has not connected: always unavailable, so that every answer says what is missing.

import type { PersonSource } from '../app/ports.ts';

export const notConfigured: PersonSource = {
  required: false,
  canAdmit: () => true,
  ask: () => ({ evidence: { kind: 'unavailable', reason: 'not_configured' }, latencyMs: 0, cached: false, calls: 0 }),
};
