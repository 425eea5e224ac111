// What is told of a verification to whoever counts: no number, no name, no part of the question.

import type { Caller } from '../caller.ts';
import type { Answers } from './ask/ask-sources.ts';
import type { CallsMade } from './ask/calls-made.ts';

export interface ObservedVerification {
  readonly operation: 'cpf' | 'cnpj';
  readonly caller: Caller;
  /** `sources_unavailable` where nothing could be decided. */
  readonly status: string;
  readonly riskLevel: string | null;
  /** How each party answered; null for a company. */
  readonly answers: Answers | null;
  readonly calls: readonly CallsMade[];
}

export type ObserveVerification = (verification: ObservedVerification) => void;
