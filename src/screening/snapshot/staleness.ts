// When a list is too old for anybody to conclude that somebody is not on it.

const dayMs = 86_400_000;

/** `staleAfterDays` is null where a list does not age. */
export function isStale(dataAsOf: string, staleAfterDays: number | null, today: string): boolean {
  return staleAfterDays !== null && (Date.parse(today) - Date.parse(dataAsOf)) / dayMs > staleAfterDays;
}
