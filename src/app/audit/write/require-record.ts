// No answer without its record in the audit, and what the caller is told where it cannot be written.

import { AppError } from '../../../errors.ts';

export const retryAfterSeconds = 5;

/** `isSpent`: of what sources were asked for. */
export function requireRecord(written: Promise<void>, isSpent = false): Promise<void> {
  return written.catch((error: unknown) => {
    const internal = error instanceof Error ? error.message : 'unknown';
    throw new AppError('audit_unavailable', { retryAfterSeconds, internal, isSpent });
  });
}
