// One row of a batch, as it waits and as it is answered, sealed in its place.

import type { RowFault } from '../../domain/rows/row-words.ts';
import type { Question, ReadRow } from '../bulk/question.ts';
import type { ShortScreening } from '../bulk/run/outcome.ts';
import { toInputPlace, toResultPlace } from '../kept/batches.ts';
import { type Seal, sealOwnBytes } from '../seal.ts';
import type { InputChunk, RowStatus, StoredResult } from './ports.ts';

interface Placed {
  /** Where it stands in the body, counted from 1 with the header. */
  readonly line: number;
  /** `cells` holds the cells as they were written. Only a batch whose results are written beside its rows has them. */
  readonly cells?: readonly string[];
}

export type BatchRow = Placed & (AskingRow | { readonly fault: RowFault });

interface AskingRow {
  readonly question: Question;
  readonly mended: string | null;
  /** The first row that asks the same, in all likelihood. */
  readonly sameAs?: number;
}

export function toBatchRow(placed: Placed, read: ReadRow, sameAs: number | undefined): BatchRow {
  if (read.kind === 'bad') return { ...placed, fault: read.fault };
  const row = { ...placed, question: read.question, mended: read.mend ?? null };
  return sameAs === undefined ? row : { ...row, sameAs };
}

export function isSameQuestion(one: Question, other: Question): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function sealRows(seal: Seal, id: string, firstRow: number, rows: readonly BatchRow[]): InputChunk {
  return { firstRow, sealed: seal.close(JSON.stringify(rows), toInputPlace(id, firstRow)) };
}

export function openRows(seal: Seal, id: string, { firstRow, sealed }: InputChunk): BatchRow[] {
  return JSON.parse(seal.open(sealed, toInputPlace(id, firstRow))) as BatchRow[];
}

/** A line of the results states these facts besides its row and its status. */
export interface RowResult {
  readonly line: number | null;
  readonly kind: Question['kind'] | null;
  /** `reason` states why the row has no answer: a fault of the row, or an error code. */
  readonly reason: string | null;
  /** `mended` states how the number was corrected. */
  readonly mended: string | null;
  /** `answer` has the form of a single verification's answer. */
  readonly answer: object | null;
  /**
   * `screening` holds the results from the lists if there is no answer, because an answer contains them. The field is absent if the lists were not
   * consulted.
   */
  readonly screening?: ShortScreening;
}

export function sealResult(seal: Seal, id: string, row: number, status: RowStatus, result: RowResult): StoredResult {
  return { row, status, sealed: seal.close(JSON.stringify(result), toResultPlace(id, row)) };
}

/** A line of the results, as it is sent. */
export function toResultLine(result: object): string {
  return `${JSON.stringify(result)}\n`;
}

/** The bytes of that line: what was sealed with its row and its status in front of it, and the line's end. */
export function measureResult({ row, status, sealed }: StoredResult): number {
  const inside = sealed === null ? JSON.stringify(unknownResult).length : sealed.length - sealOwnBytes;
  return `{"row":${row},"status":"${status}",`.length + inside;
}

/** A process claimed the row and is gone. */
export const unknownOutcome = { reason: 'idempotency_outcome_unknown', answer: null } as const;
const unknownResult: RowResult = { line: null, kind: null, mended: null, ...unknownOutcome };

export interface OpenedResult extends RowResult, Pick<StoredResult, 'row' | 'status'> {}

/** Throws where it is damaged, or stands under another status than it was written with: that one lies in clear. */
export function openResult(seal: Seal, id: string, { row, status, sealed }: StoredResult): OpenedResult {
  const result = sealed === null ? unknownResult : (JSON.parse(seal.open(sealed, toResultPlace(id, row))) as RowResult);
  const isOurs = sealed === null ? status === 'outcome_unknown' : (result.answer !== null) === (status === 'answered');
  if (!isOurs) throw new Error('The status of the result is another one');
  return { row, status, ...result };
}

/** Reports that a finished batch lacks the result of a row, or has a result other than the written one. */
export type OnResultFault = (batchId: string, row: number) => void;

/** Opens results for code that delivers them. It names a result that does not open, and throws. */
export function createOpenResult(seal: Seal, onFault: OnResultFault) {
  return (id: string, result: StoredResult): OpenedResult => {
    try {
      return openResult(seal, id, result);
    } catch (error) {
      onFault(id, result.row);
      throw error;
    }
  };
}
