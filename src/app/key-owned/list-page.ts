// A page of things that are listed newest first, and the place in such a list where the next page begins.

/** Of the last one that was told: those that are older come after it, also where that one is gone meanwhile. */
export interface ListPlace {
  readonly createdAtMs: number;
  readonly id: string;
}

/** After everything that is listed. */
export const endOfTime: ListPlace = { createdAtMs: Number.MAX_SAFE_INTEGER, id: '' };

export interface ListPage<Thing> {
  readonly things: readonly Thing[];
  /** Null on the last page. */
  readonly next: ListPlace | null;
}

/** `list` is asked for one more than the page holds. */
export async function toListPage<Thing extends ListPlace>(
  list: (limit: number) => Promise<readonly Thing[]>,
  limit: number,
): Promise<ListPage<Thing>> {
  const found = await list(limit + 1);
  const things = found.slice(0, limit);
  const last = things.at(-1);
  return {
    things,
    next: found.length > limit && last !== undefined ? { createdAtMs: last.createdAtMs, id: last.id } : null,
  };
}
