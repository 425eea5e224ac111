// One row of a batch, as it waits and as it is answered, sealed in its place.

import type { RowFault } from '../../domain/rows/row-words.ts';
import type { Question, ReadRow } from '../bulk/question.ts';
import type { ShortScreening } from '../bulk/run/outcome.ts';
import { type Seal, sealOwnBytes } from '../seal.ts';
import type { InputChunk, RowStatus, StoredResult } from './ports.ts';

interface Placed {
  /** Where it stands in the body, counted from 1 with the header. */
  readonly line: number;
  /** As it was written; only of a batch whose results are written beside it. */
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

/** What a line of the results says besides its row and its status. */
export interface RowResult {
  readonly line: number | null;
  readonly kind: Question['kind'] | null;
  /** Why it is not answered: a fault of the row, or the code of an error. */
  readonly reason: string | null;
  /** How the number was put right. */
  readonly mended: string | null;
  /** As the single verification answers. */
  readonly answer: object | null;
  /** What the lists say, where there is no answer: an answer has it inside. Not there where they were not asked. */
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

/** Some process claimed the row, and is gone. */
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

/** Told where a finished batch lacks the result of a row, or has another one than was written. */
export type OnResultFault = (batchId: string, row: number) => void;

/** For who gives results out: what does not open is named, and throws. */
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

export function toInputPlace(id: string, firstRow: number): string {
  return `batch ${id} input ${firstRow}`;
}

export function toResultPlace(id: string, row: number): string {
  return `batch ${id} result ${row}`;
}
