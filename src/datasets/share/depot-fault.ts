// What an operator reads when a depot, or what lies there, cannot be used.

import { laterExitCode, OperatorError } from '../../errors.ts';
import { DepotFault } from '../depots/depot.ts';
import { SnapshotDamage } from '../folder/damage.ts';

/** Anything else stays what it is. */
export function toOperatorFault(error: unknown, address: string): unknown {
  if (error instanceof DepotFault)
    return new OperatorError(
      `${address} cannot be used: ${error.message}. The live data stays in use${error.mayPass ? ', and the same command resumes where this one stopped' : ''}.`,
      error.mayPass ? laterExitCode : undefined,
    );
  if (error instanceof SnapshotDamage)
    return new OperatorError(`What ${address} holds cannot be used: ${error.message} The live data stays in use.`);
  return error;
}
