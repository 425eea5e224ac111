// What an import says of rows whose names nobody here reads.

import type { ListDraft } from '../../../app/screening/lists/list-counts.ts';
import { toCount } from '../../terminal/progress.ts';

/** Returns an empty list if every row has a readable name. */
export function describeUnreadNames({ list, counts: { unread_names: count = 0 }, unreadNames }: ListDraft): string[] {
  if (count === 0) return [];
  const rows = [...unreadNames.map((row) => `${list}:${row}`), ...(count > unreadNames.length ? ['…'] : [])];
  return [
    `Names only in an alphabet that Confere cannot read, which no other spelling finds: ${toCount(count)} (${rows.join(', ')}).`,
  ];
}
