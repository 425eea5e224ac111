// The result of one row, and of one question about it.

import type { RowFault } from '../../../domain/rows/row-words.ts';
import type { Question } from '../question.ts';
import type { Mend } from '../written-number.ts';

/** The body of the contract's answer, with its explanation. */
export type AnswerBody = Readonly<Record<string, unknown>>;

/** A short screening summarizes the results from the lists. An answer contains it, while a row without an answer carries it beside its problem. */
export interface ShortScreening {
  readonly status?: string;
  readonly only_informs?: boolean;
  readonly hits?: readonly {
    readonly list?: string;
    readonly row?: string;
    readonly state?: string;
    readonly sentence?: string;
  }[];
  /** `lists` names the lists that were checked and those that should have been. An older service omits the field. */
  readonly lists?: readonly { readonly list: string; readonly as_of: string | null; readonly state: string }[];
}

/** A failure states why there is no answer. */
interface Failure {
  readonly code: string;
  readonly detail: string;
  readonly screening?: ShortScreening | undefined;
}

interface Answered {
  readonly kind: 'answered';
  readonly body: AnswerBody;
  readonly isReplayed: boolean;
}

export type Outcome =
  | (Answered & { readonly mend: Mend | undefined })
  /** The run asked no question about this row. */
  | { readonly kind: 'bad'; readonly fault: RowFault }
  /** It was asked, and there is no answer to be had. */
  | (Failure & { readonly kind: 'failed'; readonly mend: Mend | undefined });

export type AskResult =
  | Answered
  /** This row will not be answered, however often it is asked. */
  | (Failure & { readonly kind: 'refused' })
  /**
   * The row cannot be answered now. `counts` means that the row may be at fault, so retries are limited; `isBusy` means that fewer concurrent
   * questions would help.
   */
  | (Failure & {
      readonly kind: 'wait';
      readonly afterMs: number | undefined;
      readonly isBusy: boolean;
      readonly counts: boolean;
    })
  /** No answer came; whether the question arrived is not known. */
  | { readonly kind: 'gone'; readonly reason: string }
  /** The run can ask no further question. */
  | { readonly kind: 'stop'; readonly sentence: string };

/** Never rejects. Two calls with one idempotency key are one question: the second is answered with what the first was. */
export type Ask = (question: Question, idempotencyKey: string) => Promise<AskResult>;
