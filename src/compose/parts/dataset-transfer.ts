// The depot of one transfer of a command: opened with its retries, and its faults said as an operator reads them.

import type { DownloadWatch } from '../../app/datasets/download-watch.ts';
import { systemClock } from '../../clock.ts';
import type { Depot, WritableDepot } from '../../datasets/depots/depot.ts';
import { openDepot, openWritableDepot } from '../../datasets/depots/open-depot.ts';
import { toOperatorFault } from '../../datasets/share/depot-fault.ts';
import { randomShare } from './random-share.ts';
import { toDepotSettings } from './registry/depot-settings.ts';

export interface Transfer {
  readonly address: string;
  readonly connections: number;
  readonly signal: AbortSignal;
  readonly watch: DownloadWatch;
  /** How much of the whole check is done, 0 to 1. */
  readonly onCheck: (share: number) => void;
}

export interface PublishTask extends Transfer {
  readonly snapshot: string;
  readonly keep: number;
  readonly overridden: readonly string[];
  /** The file of the private key to sign it with. */
  readonly sign?: string | undefined;
}

/** Over about half a minute. */
const attemptsMax = 6;

export function withDepot<Result>(task: Transfer, work: (depot: Depot) => Promise<Result>): Promise<Result> {
  return withPlace(openDepot(toDepotSettings(task.address), toTools(task)), work);
}

export function withWritableDepot<Result>(
  task: Transfer,
  work: (depot: WritableDepot) => Promise<Result>,
): Promise<Result> {
  return withPlace(openWritableDepot(toDepotSettings(task.address), toTools(task)), work);
}

async function withPlace<Place extends Depot, Result>(
  depot: Place,
  work: (depot: Place) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(depot);
  } catch (error) {
    throw toOperatorFault(error, depot.address);
  } finally {
    await depot.close();
  }
}

function toTools({ connections, watch }: Transfer) {
  return { clock: systemClock, connections, attemptsMax, random: randomShare, onRetry: watch.onRetry };
}
