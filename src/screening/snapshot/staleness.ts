// When a list is too old for anybody to conclude that somebody is not on it.

const dayMs = 86_400_000;

/**
 * Returns the last day on which the edition is known to match the publisher's offer. A list may stay the same for weeks, and a look at the
 * publisher proves that it is current. A look at a mirror proves nothing, because a mirror may have stopped.
 */
export function toFreshDay(dataAsOf: string, seenOn: string | null = null): string {
  return seenOn !== null && seenOn > dataAsOf ? seenOn : dataAsOf;
}

/** `staleAfterDays` is null where a list does not age. */
export function isStale(freshDay: string, staleAfterDays: number | null, today: string): boolean {
  return staleAfterDays !== null && (Date.parse(today) - Date.parse(freshDay)) / dayMs > staleAfterDays;
}
