// A clearance as an operator reads it: who made it by their names, and whether it is the operator's own.

import { toActor } from '../../../app/operators/sessions.ts';
import type { Clearance } from '../../../app/screening/clearances/manage-clearances.ts';
import { toClearanceResponse } from '../../screening/clearances/response.ts';
import type { ClearanceView } from '../contracts/clearances.ts';
import type { ConsoleKeys } from '../route.ts';

type ToViews = (
  clearances: readonly Clearance[],
  reader: Parameters<typeof toActor>[0],
) => Promise<readonly ClearanceView[]>;

export function createToViews({ findNames }: Pick<ConsoleKeys, 'findNames'>): ToViews {
  return async (clearances, reader) => {
    if (clearances.length === 0) return [];
    const actors = clearances.flatMap(({ madeBy, confirmedBy }) => [madeBy, confirmedBy ?? madeBy]);
    const known = await findNames([...new Set(actors)]);
    const toName = (actor: string) => known.get(actor) ?? actor.replace(/^operator:/, '');
    return clearances.map((clearance) => ({
      ...toClearanceResponse(clearance),
      made_by: toName(clearance.madeBy),
      confirmed_by: clearance.confirmedBy === null ? null : toName(clearance.confirmedBy),
      is_own: clearance.madeBy === toActor(reader),
    }));
  };
}
