// A probe that looks into the depot that this machine takes a dataset from.

import { type Finding, fault, type Probe, toFaultFinding } from '../../app/doctor/finding.ts';
import type { Depot } from '../depots/depot.ts';
import { toOperatorFault } from './depot-fault.ts';

const deadlineMs = 10_000;

/** Opens the depot for each look, and closes it. A depot that is silent or fails is a fault. */
export function createDepotProbe(
  subject: string,
  openDepot: () => Depot,
  look: (depot: Depot, signal: AbortSignal) => Promise<Finding>,
): Probe {
  return {
    subject,
    async run() {
      const depot = openDepot();
      try {
        return await look(depot, AbortSignal.timeout(deadlineMs));
      } catch (error) {
        if (error instanceof Error && error.name === 'TimeoutError')
          return fault(
            subject,
            `${depot.address} does not answer.`,
            'See whether it can be reached from this machine.',
          );
        return toFaultFinding(subject, toOperatorFault(error, depot.address));
      } finally {
        await depot.close();
      }
    },
  };
}
