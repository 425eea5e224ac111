// What is told of a verification to whoever counts: no number, no name, nothing that was asked.

import type { SourceName } from '../../domain/person/evidence.ts';
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
  /** Requests that the live lookup of a company took. */
  readonly fallbackCalls: number;
}

export type ObserveVerification = (verification: ObservedVerification) => void;
