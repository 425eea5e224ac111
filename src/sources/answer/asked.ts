// What an answer is held against: above all the number that it must be about.

import type { Failure } from '../reply.ts';
import { InvalidAnswer } from './mapped-value.ts';

export interface Asked {
  /** The number in the request, of a person or company. */
  readonly number: string;
  /** The party used this id for the question, if it answers later. */
  readonly laterId?: string | null | undefined;
  /** YYYY-MM-DD in Brazil. */
  readonly today: string;
  readonly signal: AbortSignal;
}

/** Returns a failure if a field repeats a number other than the requested one. A field without a number passes. Throws InvalidAnswer. */
export function findOtherNumber(field: string, value: unknown, { number }: Asked): Failure | undefined {
  const echo = readEcho(field, value, number.length);
  if (echo === undefined || echo === number) return undefined;
  return { kind: 'failed', reason: 'wrong_person', sent: true, fault: { field, problem: 'it is another number' } };
}

/** Where the description says that the party repeats the number, an answer without it may be anybody's. */
export function refuseNobody(field: string, value: unknown): void {
  if ((value ?? null) === null) throw new InvalidAnswer(field, 'it is missing, so the answer may be about anybody');
}

/** The number in the answer without its mask. A JSON number has lost its leading zeros. */
function readEcho(field: string, value: unknown, length: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value).padStart(length, '0');
  if (typeof value !== 'string') throw new InvalidAnswer(field, 'it must be text or a whole number');
  return value.replace(/[.\-/\s]/g, '').toUpperCase();
}
