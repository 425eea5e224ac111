// Goes on without records that this machine wrote and that are gone, because an operator says so. That they did, and why, is the first
// record after the gap.

import { toAcceptedLoss } from '../../../app/audit/proof/chain-acts.ts';
import { explainChainFault } from '../../../app/audit/proof/chain-fault.ts';
import type { RememberedHead } from '../../../app/audit/proof/remembered-head.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { openRememberedHeads } from '../../../stores/audit/state/remembered-heads.file.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { toStateFolder } from '../../parts/audit-settings.ts';
import { findActor, openOperatorLog } from './operator-audit.ts';

/** Gives the ends of the chains as they were remembered. */
export async function acceptLoss(
  config: Config,
  secret: MasterSecret,
  reason: string,
): Promise<readonly RememberedHead[]> {
  const fault = await findFault(config, secret);
  if (fault === null) {
    throw new OperatorError('Nothing is lost: the audit goes on from where this machine left it. Nothing was done.', 1);
  }
  if (fault !== 'AUDIT_LOST' && fault !== 'AUDIT_REWOUND' && fault !== 'AUDIT_HEAD_DAMAGED') throw toOtherFault(fault);
  const memory = openRememberedHeads(toStateFolder(config));
  const lost = fault === 'AUDIT_HEAD_DAMAGED' ? [] : memory.list();
  const restore = memory.setAside(`until-${systemClock.nowMs()}`);
  const log = openOperatorLog(config, secret);
  try {
    await log.append(toAcceptedLoss({ lost, reason }, findActor(), systemClock.nowMs()));
  } catch (error) {
    restore();
    throw toOtherFault(error instanceof Error ? error.message : String(error));
  } finally {
    await log.close();
  }
  return lost;
}

/** A code; null where the audit can be continued. */
export async function findFault(config: Config, secret: MasterSecret): Promise<string | null> {
  const log = openOperatorLog(config, secret);
  try {
    return await log.check();
  } finally {
    await log.close();
  }
}

function toOtherFault(fault: string): OperatorError {
  const sentence = explainChainFault(fault) ?? `The audit cannot be written (${fault}).`;
  return new OperatorError(
    `${sentence} Nothing was done. Put a copy of the audit back that verifies, or move audit.db away, and run this again.`,
    1,
  );
}
