// Looks the row of a batch up in the lists, before it is claimed: nobody outside is asked for it, so that after a kill it is done once more.

import type { ToldCoverage } from '../../../domain/coverage/coverage.ts';
import { type ErrorCode, errorKinds } from '../../../error-codes.ts';
import { AppError, type Bilingual } from '../../../errors.ts';
import type { Question } from '../../bulk/question.ts';
import type { ShortScreening } from '../../bulk/run/outcome.ts';
import type { Caller } from '../../caller.ts';

export interface LookedUpRow {
  /** In short, with sentences in the caller's language. */
  readonly screening: ShortScreening;
  /** The coverage states the basis of the result. */
  readonly coverage: ToldCoverage;
}

/** It is recorded before it is given. */
export type ScreenQuestion = (question: Question, caller: Caller, language: keyof Bilingual) => Promise<LookedUpRow>;

export type ScreenedRow = ({ readonly kind: 'screened' } & LookedUpRow) | RefusedRow;

/** No source was asked about the row. `isFinal` means that a new attempt would not help either. */
export interface RefusedRow {
  readonly kind: 'failed';
  readonly code: ErrorCode;
  readonly isFinal: boolean;
}

export async function screenRow(screen: () => Promise<LookedUpRow>): Promise<ScreenedRow> {
  try {
    return { kind: 'screened', ...(await screen()) };
  } catch (error) {
    const code: ErrorCode = error instanceof AppError ? error.code : 'internal_error';
    return { kind: 'failed', code, isFinal: !errorKinds[code].retryable };
  }
}
