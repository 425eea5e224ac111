// Compares watched people with the lists of the sandbox. They never change: what they say is new to a watch once.

import type { Eventual } from '../../app/eventual.ts';
import type { FindLists, ScreeningLists } from '../../app/screening/ports.ts';
import type { CustomerChange, ListComparer } from '../../app/watches/lists/list-comparer.ts';
import type { Screened } from '../../domain/screening/screened.ts';

export function createSandboxComparer(find: FindLists): ListComparer {
  return {
    async open(before, after) {
      const isNew = (list: string) => !before.editions.some((edition) => edition.list === list);
      const ask = async (screened: Screened, customer: number): Promise<readonly CustomerChange[]> => {
        const lists: Eventual<ScreeningLists> = find(screened);
        const { hits } = (await lists).screen(screened, after.day);
        const found = hits.filter(({ list, state }) => state === 'in_force' && isNew(list));
        return found.map((hit) => ({ customer, kind: 'new_hit', before: null, after: hit }));
      };
      return {
        gone: [],
        unread: [],
        isEmpty: !after.editions.some(({ list }) => isNew(list)),
        compare: async (customers) => (await Promise.all(customers.map(ask))).flat(),
        async close() {},
      };
    },
  };
}
