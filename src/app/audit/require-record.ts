// No answer without its record in the audit, and what the caller is told where it cannot be written.

import { AppError } from '../../errors.ts';

export const retryAfterSeconds = 5;

export function requireRecord(written: Promise<void>): Promise<void> {
  return written.catch((error: unknown) => {
    const internal = error instanceof Error ? error.message : 'unknown';
    throw new AppError('audit_unavailable', { retryAfterSeconds, internal });
  });
}
