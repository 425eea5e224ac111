// What a verification needs of whoever watches over what is spent.

import type { AppError } from '../../../errors.ts';
import type { CallsMade } from './calls-made.ts';

export interface SpendingLimits {
  /** Before any of the parties is called. Throws `budget_exhausted` where a budget refuses, and then nothing is reserved. */
  reserve(parties: readonly string[], keyId: string): Promise<Reservation>;
}

export interface Reservation {
  /** Those that must not be called, and how a caller is told where nobody else is left to ask. */
  readonly skipped: ReadonlyMap<string, AppError>;
  /** Must follow, once: what was called after all. The rest is given back. */
  settle(calls: readonly CallsMade[]): void;
}
