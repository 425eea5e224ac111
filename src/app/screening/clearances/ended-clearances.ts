// Notes each clearance that is withdrawn, or gave its place to another, where the database does not reach, so that one whose row somebody puts back counts for nothing.

import type { EndedRows } from '../../ended-rows.ts';
import type { ClearanceStore } from './ports.ts';

export function withEndedClearances(store: ClearanceStore, ended: Pick<EndedRows, 'add'>): ClearanceStore {
  return {
    ...store,
    async keep(clearance, replaced) {
      const isKept = await store.keep(clearance, replaced);
      if (isKept && replaced !== null) ended.add([{ table: 'clearances', id: replaced }]);
      return isKept;
    },
    async withdraw(id, by, atMs) {
      const isWithdrawn = await store.withdraw(id, by, atMs);
      if (isWithdrawn) ended.add([{ table: 'clearances', id }]);
      return isWithdrawn;
    },
  };
}
