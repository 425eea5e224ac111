// The result of a call, in the words in which parties bill.

export const callOutcomes = ['answered', 'not_found', 'minor', 'timeout', 'error'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** The party has done its work, regardless of how we read the answer, or has accepted the order. */
const answeredReasons: ReadonlySet<string> = new Set([
  'invalid_response',
  'response_too_large',
  'wrong_person',
  'pending',
]);
const ownReasons: Readonly<Record<string, CallOutcome>> = {
  minor: 'minor',
  timeout: 'timeout',
  unreliable_not_found: 'not_found',
};

/** Returns the outcome of a source's answer; `reason` belongs to one that is unavailable. */
export function toCallOutcome({ kind, reason = '' }: { readonly kind: string; readonly reason?: string }): CallOutcome {
  if (kind === 'not_found') return 'not_found';
  if (kind !== 'unavailable' || answeredReasons.has(reason)) return 'answered';
  return ownReasons[reason] ?? 'error';
}
