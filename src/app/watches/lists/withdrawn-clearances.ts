// A clearance that somebody withdraws makes a hit count again, though no list has changed. Customers are known to it by their hashes alone, so
// everybody who is watched is gone through, and those whom it was about are looked up.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { toCustomerText } from '../../../domain/screening/clearance.ts';
import { toRow } from '../../../domain/screening/screening.ts';
import type { ToSubjects } from '../../screening/clearances/mark-cleared.ts';
import type { FindLists } from '../../screening/ports.ts';
import type { CustomerChange, OpenListComparison } from './list-comparer.ts';

/** Whom it was about, as a keyed hash, and of which row. */
type Withdrawn = readonly [subject: string, row: string];

/** Some milliseconds of work. */
const hashedAtOnce = 500;

/** `own-fraud:12` is a row of `own-fraud`. */
export function listWithdrawnLists(withdrawn: string): readonly string[] {
  return (JSON.parse(withdrawn) as Withdrawn[]).map(([, row]) => row.slice(0, row.indexOf(':')));
}

export type OpenWithdrawn = (withdrawn: string, today: string) => OpenListComparison;

/** What they are about is compared as if it were new. A hit that was cleared again meanwhile is left out by who tells of them. */
export function createOpenWithdrawn(find: FindLists, toSubjects: ToSubjects): OpenWithdrawn {
  return (text, today) => {
    const withdrawn = JSON.parse(text) as readonly Withdrawn[];
    return {
      gone: [],
      unread: [],
      isEmpty: false,
      async compare(customers) {
        const changes: CustomerChange[] = [];
        for (const [customer, screened] of customers.entries()) {
          if (customer % hashedAtOnce === hashedAtOnce - 1) await nextTurn();
          const subjects = toSubjects(toCustomerText(screened));
          const rows = withdrawn.filter(([subject]) => subjects.includes(subject)).map(([, row]) => row);
          if (rows.length === 0) continue;
          for (const hit of (await find(screened)).screen(screened, today).hits)
            if (hit.state === 'in_force' && rows.includes(toRow(hit)))
              changes.push({ customer, kind: 'new_hit', before: null, after: hit });
        }
        return changes;
      },
      async close() {},
    };
  };
}
