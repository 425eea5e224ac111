// A clearance that somebody withdraws makes a hit count again, though no list has changed. Customers are known to it by their hashes alone, so
// everybody who is watched is gone through, and those whom it was about are looked up.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { toCustomerText } from '../../../domain/screening/clearance.ts';
import { isOfHit, mayBeOf } from '../../../domain/screening/group-hits.ts';
import type { Hit } from '../../../domain/screening/hit.ts';
import type { ToSubjects } from '../../screening/clearances/mark-cleared.ts';
import type { FindLists } from '../../screening/ports.ts';
import type { CustomerChange, OpenListComparison } from './list-comparer.ts';

/** A withdrawn clearance names its subject, as a keyed hash, and the row. */
type Withdrawn = readonly [subject: string, row: string];

/** A batch of this size takes some milliseconds of work. */
const hashedAtOnce = 500;

/** `own-fraud:12` is a row of `own-fraud`. */
export function listWithdrawnLists(withdrawn: string): readonly string[] {
  return (JSON.parse(withdrawn) as Withdrawn[]).map(([, row]) => row.slice(0, row.indexOf(':')));
}

export type OpenWithdrawn = (withdrawn: string, today: string) => OpenListComparison;

/** The comparison treats the rows of withdrawn clearances as new. The code that reports hits leaves out a hit that was cleared again meanwhile. */
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
          const { hits } = (await find(screened)).screen(screened, today);
          for (const hit of findAbout(hits, rows))
            changes.push({ customer, kind: 'new_hit', before: null, after: hit });
        }
        return changes;
      },
      async close() {},
    };
  };
}

/** A row that is gone may have been of any hit of its list. Rather is a hit told again than one that counts again kept back. */
function findAbout(hits: readonly Hit[], rows: readonly string[]): Iterable<Hit> {
  const inForce = hits.filter(({ state }) => state === 'in_force');
  return new Set(
    rows.flatMap((row) => {
      const named = inForce.filter((hit) => isOfHit(row, hit));
      return named.length > 0 ? named : inForce.filter((hit) => mayBeOf(row, hit));
    }),
  );
}
