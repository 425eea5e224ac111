// A page of a list, and the place where the next one begins.

/** The place marks the last item of a page in a list with the newest first. Older items follow it, even if that item is gone meanwhile. */
export interface ListPlace {
  readonly createdAtMs: number;
  readonly id: string;
}

/** The place comes after everything that is listed. */
export const endOfTime: ListPlace = { createdAtMs: Number.MAX_SAFE_INTEGER, id: '' };

/** Before everything, in a list with the oldest first. */
export const startOfTime: ListPlace = { createdAtMs: Number.MIN_SAFE_INTEGER, id: '' };

export interface Page<Thing, Place> {
  readonly things: readonly Thing[];
  /** The value is null on the last page. */
  readonly next: Place | null;
}

export type ListPage<Thing> = Page<Thing, ListPlace>;

/** `found` has one more than the page holds, where there is one more. */
export function toPage<Thing, Place>(
  found: readonly Thing[],
  limit: number,
  toPlace: (last: Thing) => Place,
): Page<Thing, Place> {
  const things = found.slice(0, limit);
  const last = things.at(-1);
  return { things, next: found.length > limit && last !== undefined ? toPlace(last) : null };
}

/** `list` is asked for one more than the page holds. */
export async function toListPage<Thing extends ListPlace>(
  list: (limit: number) => Promise<readonly Thing[]>,
  limit: number,
): Promise<ListPage<Thing>> {
  return toPage(await list(limit + 1), limit, ({ createdAtMs, id }) => ({ createdAtMs, id }));
}
