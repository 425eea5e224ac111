// Notes each clearance that is withdrawn where the database does not reach, so that one whose row somebody puts back counts for nothing.

import type { EndedRows } from '../../ended-rows.ts';
import type { ClearanceStore } from './ports.ts';

export function withEndedClearances(store: ClearanceStore, ended: Pick<EndedRows, 'add'>): ClearanceStore {
  return {
    ...store,
    async withdraw(id) {
      const isWithdrawn = await store.withdraw(id);
      if (isWithdrawn) ended.add([{ table: 'clearances', id }]);
      return isWithdrawn;
    },
  };
}
