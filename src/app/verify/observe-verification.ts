// What is told of a verification to whoever counts: no number, no name, nothing that was asked.

import type { SourceName } from '../../domain/evidence.ts';
import type { Caller } from '../caller.ts';
import type { SourceAnswer } from '../ports.ts';

export interface ObservedVerification {
  readonly operation: 'cpf' | 'cnpj';
  readonly caller: Caller;
  /** `sources_unavailable` where nothing could be decided. */
  readonly status: string;
  readonly riskLevel: string | null;
  /** What became of each party; null for a company. */
  readonly answers: Readonly<Record<SourceName, SourceAnswer>> | null;
  /** What became of the live lookup of a company: `found`, `not_found`, or why there was no answer; null where it was not asked. */
  readonly fallback: string | null;
}

export type ObserveVerification = (verification: ObservedVerification) => void;
