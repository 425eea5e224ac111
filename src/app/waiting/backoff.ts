// How long to wait before something that failed is tried again: longer each time, up to a limit.

interface Backoff {
  /** The pause after the first failure. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** Each pause is this many times as long as the one before; the default is 2. */
  readonly growth?: number;
}

/** The pause after so many failures in a row, from one on. Callers add their own spread, so that many of them do not try in step. */
export function toBackoffMs(failures: number, { firstMs, maxMs, growth = 2 }: Backoff): number {
  return Math.min(maxMs, firstMs * growth ** (failures - 1));
}
