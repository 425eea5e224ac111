// The routes by which operators judge hits of the lists: judge one, confirm what somebody else has judged, note a step of a freeze, take
// it back.

import type { ShownVerification } from '../../../app/audit/read/show-record.ts';
import { clearanceStates } from '../../../domain/screening/clearance.ts';
import type { DueCounts } from '../../../domain/screening/due-judgement.ts';
import { freezeSteps } from '../../../domain/screening/freeze.ts';
import { judgementKinds } from '../../../domain/screening/judgement.ts';
import type { ClearanceResponse } from '../../screening/clearances/contract.ts';
import { day, oneOf, optional, text } from '../body.ts';
import { screenFields } from './screen-fields.ts';

const judged = { with: oneOf(['sandbox', 'live']), id: text(64, 1) };

export const clearanceForms = {
  /** Lists the clearances that wait for another operator, in the lists of this machine. */
  'GET clearances': { role: 'analyst', body: {} },
  /** The customer as in the search, and the row of one of its hits. */
  'POST clear': {
    role: 'analyst',
    body: {
      ...screenFields,
      row: text(200, 1),
      reason: text(2_000),
      despite_number: oneOf(['yes', 'no']),
      kind: optional(oneOf(judgementKinds)),
      until: optional(day),
      frozen_at: optional(text(40)),
    },
  },
  'POST clearance-confirm': { role: 'analyst', body: judged },
  'POST clearance-step': {
    role: 'analyst',
    body: { ...judged, step: oneOf(freezeSteps), at: optional(text(40)) },
  },
  'POST clearance-revoke': { role: 'analyst', body: judged },
  /** The route counts the judgements that wait for a person, and the navigation shows the count. */
  'GET judgements-due': { role: 'analyst', body: {} },
  /** For an examiner, who filters them as the API does. */
  'POST judgements': {
    role: 'analyst',
    body: {
      kind: optional(oneOf(judgementKinds)),
      state: optional(oneOf(clearanceStates)),
      /** The id of a key, or `operator:` and a name. */
      by: optional(text(80, 1)),
      list: optional(text(80, 1)),
      from: optional(day),
      to: optional(day),
      /** The `next` of the page before. */
      after: optional(text(100)),
    },
  },
  /** Customer and row beside each other: of what waits for analysts, of anything else for administrators. */
  'POST judgement-sides': { role: 'analyst', body: { id: text(64, 1) } },
} as const;

export interface ClearanceAnswers {
  'GET clearances': ClearancesView;
  'POST clear': ClearanceView;
  'POST clearance-confirm': ClearanceView;
  'POST clearance-step': ClearanceView;
  'POST clearance-revoke': { readonly revoked: true };
  /** `needs_another`: whether somebody else must confirm what a person has cleared. */
  'GET judgements-due': DueCounts & { readonly needs_another: boolean };
  'POST judgements': { readonly judgements: readonly ClearanceView[]; readonly next: string | null };
  'POST judgement-sides': JudgedSides;
}

/** `sides` is null if the audit no longer keeps the record of the screening. */
export interface JudgedSides {
  readonly sides: ShownVerification | null;
}

export interface ClearancesView {
  /** The newest first. */
  readonly open: readonly ClearanceView[];
  /** `has_more` tells whether there are more entries than the answer contains. */
  readonly has_more: boolean;
}

/** The view has the names of keys and operators in place of their ids. */
export interface ClearanceView extends ClearanceResponse {
  /** `is_own` tells whether the current operator made the clearance; another operator then confirms it. */
  readonly is_own: boolean;
}
