// The stable codes that explain a decision about a person: each names one rung that was not the best, or a special case. Some name the
// source or the signal that they speak of, so the list is open. Their sentences: reason-words.ts.

import type { SourceName } from './evidence.ts';
import type { ListedReason, SourceReasonKind } from './reason-words.ts';

export type PersonReason =
  | ListedReason
  | `${SourceName}_${SourceReasonKind}`
  | `signal_${string}`
  | `no_signal_${string}`;

export function toSourceReason(source: SourceName, kind: SourceReasonKind): PersonReason {
  return `${source}_${kind}`;
}

/** Returns the reason for a signal whose value is not the best, or that no source reported. */
export function toSignalReason(signal: string, isReported: boolean): PersonReason {
  return isReported ? `signal_${signal}` : `no_signal_${signal}`;
}
