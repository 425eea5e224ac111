// What is told of a verification to whoever counts: no number, no name, no part of the question.

import type { PersonDecision } from '../../domain/person/person.ts';
import { type Act, toAct } from '../../domain/risk/act-words.ts';
import type { BriefScreening } from '../../domain/screening/brief.ts';
import type { Caller } from '../caller.ts';
import type { Answers } from './ask/ask-sources.ts';
import type { CallsMade } from './ask/calls-made.ts';

export interface ObservedVerification {
  readonly operation: 'cpf' | 'cnpj';
  readonly caller: Caller;
  /** `sources_unavailable` where nothing could be decided. */
  readonly status: string;
  readonly riskLevel: string | null;
  /**
   * `act` holds the action that the answer about a person recommends, in the console's terms. It is null for a company, and if no decision was
   * possible.
   */
  readonly act: Act | null;
  /** `answers` tells how each party answered; null for a company. */
  readonly answers: Answers | null;
  readonly calls: readonly CallsMade[];
}

export type ObserveVerification = (verification: ObservedVerification) => void;

/** By what was compared and what the lists say, as every surface that speaks of the answer. */
export function toPersonAct(decision: PersonDecision | null, brief: BriefScreening | undefined): Act | null {
  if (decision === null) return null;
  const { nameMatch, birthDateMatch, riskLevel } = decision;
  const isNumberOnly = nameMatch === 'not_provided' && birthDateMatch === 'not_provided';
  return toAct(riskLevel, isNumberOnly, brief?.onlyInforms === true ? 'clear' : brief?.status);
}
