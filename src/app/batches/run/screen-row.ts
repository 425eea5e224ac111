// Looks the row of a batch up in the lists, before it is claimed: nobody outside is asked for it, so that after a kill it is done once more.

import { type ErrorCode, errorKinds } from '../../../error-codes.ts';
import { AppError, type Bilingual } from '../../../errors.ts';
import type { Question } from '../../bulk/question.ts';
import type { ShortScreening } from '../../bulk/run/outcome.ts';
import type { Caller } from '../../caller.ts';

/** The short form of a screening, with sentences in this language. It is recorded before it is given. */
export type ScreenQuestion = (question: Question, caller: Caller, language: keyof Bilingual) => Promise<ShortScreening>;

export type ScreenedRow = { readonly kind: 'screened'; readonly screening: ShortScreening } | RefusedRow;

/** Nothing was asked; `isFinal`: nor would it help to ask again. */
export interface RefusedRow {
  readonly kind: 'failed';
  readonly code: ErrorCode;
  readonly isFinal: boolean;
}

export async function screenRow(screen: () => Promise<ShortScreening>): Promise<ScreenedRow> {
  try {
    return { kind: 'screened', screening: await screen() };
  } catch (error) {
    const code: ErrorCode = error instanceof AppError ? error.code : 'internal_error';
    return { kind: 'failed', code, isFinal: !errorKinds[code].retryable };
  }
}
