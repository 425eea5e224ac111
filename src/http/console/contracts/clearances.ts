// The routes by which operators judge hits of the lists: clear one, confirm what somebody else has cleared, take it back.

import type { ClearanceResponse } from '../../screening/clearances/contract.ts';
import { oneOf, text } from '../body.ts';
import { screenFields } from './screen-fields.ts';

const judged = { with: oneOf(['sandbox', 'live']), id: text(64, 1) };

export const clearanceForms = {
  /** Those that wait for somebody else, of the lists of this machine. */
  'GET clearances': { role: 'analyst', body: {} },
  /** The customer as in the search, and the row of one of its hits. */
  'POST clear': {
    role: 'analyst',
    body: { ...screenFields, row: text(200, 1), reason: text(2_000), despite_number: oneOf(['yes', 'no']) },
  },
  'POST clearance-confirm': { role: 'analyst', body: judged },
  'POST clearance-revoke': { role: 'analyst', body: judged },
} as const;

export interface ClearanceAnswers {
  'GET clearances': ClearancesView;
  'POST clear': ClearanceView;
  'POST clearance-confirm': ClearanceView;
  'POST clearance-revoke': { readonly revoked: true };
}

export interface ClearancesView {
  /** Whether somebody else must confirm what a person has cleared. */
  readonly needs_another: boolean;
  /** The newest first. */
  readonly open: readonly ClearanceView[];
  /** Whether there are more than are told. */
  readonly has_more: boolean;
}

/** With the names of keys and operators in place of their ids. */
export interface ClearanceView extends ClearanceResponse {
  /** Whether whoever looks has made it: then somebody else confirms it. */
  readonly is_own: boolean;
}
