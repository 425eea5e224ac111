// Goes on without records that this machine wrote and that are gone, because an operator says so. That they did, and why, is the first
// record after the gap.

import { type LostEnd, toAcceptedLoss } from '../../../app/audit/proof/chain-acts.ts';
import { explainChainFault } from '../../../app/audit/proof/chain-fault.ts';
import type { RememberedHead } from '../../../app/audit/proof/remembered-head.ts';
import { findRemovedHeads } from '../../../app/audit/verify-audit.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { openRememberedHeads } from '../../../stores/audit/state/remembered-heads.file.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { toStateFolder } from '../../parts/audit/audit-settings.ts';
import { openAuditProof } from './audit-proof.ts';
import { findActor, openOperatorLog } from './operator-audit.ts';

/** Gives the ends of the chains as they were remembered. */
export async function acceptLoss(config: Config, secret: MasterSecret, reason: string): Promise<readonly LostEnd[]> {
  const fault = await findChainFault(config, secret);
  if (fault === null && !(await lacksHeads(config, secret))) {
    throw new OperatorError(
      'Nothing is lost: the audit continues from where this machine left it. Nothing was done.',
      1,
    );
  }
  if (fault !== null && fault !== 'AUDIT_LOST' && fault !== 'AUDIT_REWOUND' && fault !== 'AUDIT_HEAD_DAMAGED')
    throw toOtherFault(fault);
  const memory = openRememberedHeads(toStateFolder(config));
  const lost = fault === 'AUDIT_HEAD_DAMAGED' ? [] : await findLeft(config, secret, memory.list());
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

/** Tells whether there are fewer signed heads than this machine remembers while all records are there. */
async function lacksHeads(config: Config, secret: MasterSecret): Promise<boolean> {
  await using proof = await openAuditProof(config, secret);
  return findRemovedHeads(await proof.trail.heads(), proof.remembered) !== undefined;
}

/** Finds what is left of each chain. */
async function findLeft(
  config: Config,
  secret: MasterSecret,
  remembered: readonly RememberedHead[],
): Promise<readonly LostEnd[]> {
  await using proof = await openAuditProof(config, secret);
  const { trail } = proof;
  const ends: LostEnd[] = [];
  for (const head of remembered) {
    const [last] = await trail.find({ chain: head.chain }, { order: 'newest', limit: 1 });
    const inItsPlace = (await trail.hashesOf(head.chain, [head.sequence])).get(head.sequence);
    // Where another record stands in its place, nobody knows from where on the history is another one.
    const isOther = inItsPlace !== undefined && inItsPlace !== head.hash;
    const { chain, sequence, hash } = head;
    ends.push({ chain, sequence, hash, left: isOther ? 0 : (last?.sequence ?? 0) });
  }
  return ends;
}

/** A code; null where the audit can be continued. */
export async function findChainFault(config: Config, secret: MasterSecret): Promise<string | null> {
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
