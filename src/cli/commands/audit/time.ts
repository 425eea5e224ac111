// Times as operators write them.

import { InvalidArgumentError } from 'commander';

/** A day begins at midnight in Brasília; a time says its zone. */
export function parseTime(text: string): number {
  try {
    return /^\d{4}-\d{2}-\d{2}$/.test(text)
      ? Temporal.PlainDate.from(text).toZonedDateTime('America/Sao_Paulo').epochMilliseconds
      : Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    throw new InvalidArgumentError('Write a day such as 2026-11-01, or a time such as 2026-11-01T12:00:00Z.');
  }
}
