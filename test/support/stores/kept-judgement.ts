// A judgement as the store of clearances keeps it.

import type { StoredClearance } from '../../../src/app/screening/clearances/ports.ts';

/** One that a risk was accepted with, until a day. */
export const acceptedJudgement: StoredClearance = {
  id: 'clr_1',
  mode: 'live',
  subject: 'ana',
  row: 'pep:1',
  sealed: new Uint8Array(1),
  kind: 'accepted',
  state: 'accepted',
  until: '2027-01-31',
  steps: null,
  madeBy: 'key_1',
  createdAtMs: 1,
  confirmedBy: null,
  confirmedAtMs: null,
};
