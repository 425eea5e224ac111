// The header `Retry-After` as others send it.

/** Milliseconds to wait, written as seconds or as a date; undefined where there is none or it is neither. */
export function parseRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (/^\d{1,9}$/.test(trimmed)) return Number(trimmed) * 1000;
  // `Date.parse` reads a bare number as a year or a month.
  const atMs = /^[A-Z]/i.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
