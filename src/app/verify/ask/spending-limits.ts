// What a verification needs of whoever watches over what is spent.

import type { AppError } from '../../../errors.ts';
import type { CallsMade } from './calls-made.ts';

export interface SpendingLimits {
  /** Reserves the spending before any of the parties is called. Throws `budget_exhausted` if a budget refuses, and then reserves nothing. */
  reserve(parties: readonly string[], keyId: string): Promise<Reservation>;
}

export interface Reservation {
  /** The map names the parties that must not be called. Each carries the error for the caller if no other party is left to ask. */
  readonly skipped: ReadonlyMap<string, AppError>;
  /** Must follow, once: what was called after all. The rest is given back. */
  settle(calls: readonly CallsMade[]): void;
}
