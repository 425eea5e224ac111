// What another sensitivity of a list would have told, for whoever thinks of changing it.

import { toActor } from '../../../app/operators/sessions.ts';
import { AppError } from '../../../errors.ts';
import { getSignedIn } from '../access/gate.ts';
import type { AddConsoleRoute, ConsoleOptions } from '../route.ts';

export function addSensitivityRoute(add: AddConsoleRoute, { trySensitivity }: ConsoleOptions): void {
  add('POST sensitivity-trial', async ({ body: { list, level }, signedIn }) => {
    const found = await trySensitivity(list, level, toActor(getSignedIn(signedIn).operator));
    if (found === undefined) throw new AppError('not_found');
    const { withMore, withFewer, nowTold, nowSilent, isAll, examples, edition: _, ...told } = found;
    return {
      ...told,
      is_all: isAll,
      with_more: withMore,
      with_fewer: withFewer,
      now_told: nowTold,
      now_silent: nowSilent,
      examples: examples.map(({ requestId, atMs, more, fewer }) => ({
        request_id: requestId,
        at: new Date(atMs).toISOString(),
        more,
        fewer,
      })),
    };
  });
}
