// A page of a list without the rows that count for nothing: as long as it would be had they never been there.

import type { ListPlace } from '../../app/key-owned/list-page.ts';

export async function listRight<Row extends ListPlace>(
  limit: number,
  before: ListPlace,
  read: (limit: number, before: ListPlace) => Promise<readonly Row[]>,
  isRight: (row: Row) => boolean,
): Promise<readonly Row[]> {
  const right: Row[] = [];
  let place = before;
  for (;;) {
    const wanted = limit - right.length;
    const rows = await read(wanted, place);
    right.push(...rows.filter(isRight));
    const last = rows.at(-1);
    if (last === undefined || rows.length < wanted || right.length >= limit) return right;
    place = last;
  }
}
