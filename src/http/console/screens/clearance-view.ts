// A clearance as an operator reads it: who made it by their names, and whether it is the operator's own.

import type { Clock } from '../../../app/clock.ts';
import { toActor } from '../../../app/operators/sessions.ts';
import type { Clearance } from '../../../app/screening/clearances/manage-clearances.ts';
import type { ClearanceResponse } from '../../screening/clearances/contract.ts';
import { toClearanceResponse } from '../../screening/clearances/response.ts';
import type { ClearanceView } from '../contracts/clearances.ts';
import type { ConsoleKeys } from '../route.ts';

type ToViews = (
  clearances: readonly Clearance[],
  reader: Parameters<typeof toActor>[0],
) => Promise<readonly ClearanceView[]>;

export function createToViews({ findNames }: Pick<ConsoleKeys, 'findNames'>, clock: Pick<Clock, 'nowMs'>): ToViews {
  return async (clearances, reader) => {
    if (clearances.length === 0) return [];
    const actors = clearances.flatMap(({ madeBy, confirmedBy, end, steps }) => [
      madeBy,
      confirmedBy ?? madeBy,
      end?.by ?? madeBy,
      ...Object.values(steps ?? {}).map(({ by }) => by),
    ]);
    const known = await findNames([...new Set(actors)]);
    const toName = (actor: string) => known.get(actor) ?? actor.replace(/^operator:/, '');
    const toNamed = ({ freeze, ...told }: ClearanceResponse) => {
      const toStep = (step: NonNullable<typeof freeze>['steps'][number]) =>
        step.by === null ? step : { ...step, by: toName(step.by) };
      return { ...told, freeze: freeze && { ...freeze, steps: freeze.steps.map(toStep) } };
    };
    return clearances.map((clearance) => ({
      ...toNamed(toClearanceResponse(clearance, clock.nowMs())),
      made_by: toName(clearance.madeBy),
      confirmed_by: clearance.confirmedBy === null ? null : toName(clearance.confirmedBy),
      ended_by: clearance.end === undefined ? null : toName(clearance.end.by),
      is_own: clearance.madeBy === toActor(reader),
    }));
  };
}
