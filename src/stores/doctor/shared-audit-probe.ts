// Whether the audit that nodes share still holds what this one remembers of it, and its ends are ours. The whole of it is proven by
// `audit verify`.

import type { AuditTrail } from '../../app/audit/ports.ts';
import type { AuditCheck } from '../../app/audit/proof/audit-check.ts';
import { type ChainFaultCode, chainFaults } from '../../app/audit/proof/chain-fault.ts';
import type { RememberedHead } from '../../app/audit/proof/remembered-head.ts';
import { findOwnEnd } from '../../app/audit/proof/take-end.ts';
import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import { openRememberedHeads } from '../audit/state/remembered-heads.file.ts';

interface SharedAuditProbeOptions {
  readonly openTrail: () => Promise<Trail & { close(): void | Promise<void> }>;
  /** This machine remembers the ends of its own records in this folder. */
  readonly stateFolder: string;
  /** Returns undefined if the secret is unreadable, which is a finding of its own. */
  readonly findCheck: () => AuditCheck | undefined;
}

type Trail = Pick<AuditTrail, 'findGroup' | 'hashesOf' | 'lastHeads' | 'starts'>;

const subject = 'audit';
const decide =
  'Run: confere audit verify. Put the newest copy of the database back that verifies, or go on without it: confere audit accept-loss --reason "..." --yes';

export function createSharedAuditProbe({ openTrail, stateFolder, findCheck }: SharedAuditProbeOptions): Probe {
  return {
    subject,
    async run() {
      const remembered = openRememberedHeads(stateFolder).list();
      const check = findCheck();
      if (check === undefined)
        return warning(
          subject,
          'Without the master secret its records cannot be proven.',
          'See the line about the secret.',
        );
      const trail = await openTrail();
      try {
        return await examineTrail(trail, remembered, check);
      } finally {
        await trail.close();
      }
    },
  };
}

async function examineTrail(trail: Trail, remembered: readonly RememberedHead[], check: AuditCheck): Promise<Finding> {
  for (const head of remembered) {
    const missing = await findMissing(trail, head);
    if (missing !== undefined) return toFaultyChain(missing, head.chain);
  }
  const chains = await trail.lastHeads();
  for (const { chain } of chains) {
    if (!(await isEndOurs(trail, chain, check))) return toFaultyChain('AUDIT_FORGED', chain);
  }
  const kept = remembered.length === 0 ? 'this node remembers none yet' : `this node remembers ${remembered.length}`;
  return ok(subject, `The ends of ${chains.length} chains are ours; ${kept}.`);
}

function toFaultyChain(code: ChainFaultCode, chain: string): Finding {
  return fault(subject, `${code} in ${chain}: ${chainFaults[code]} CPF verifications are refused.`, decide);
}

async function findMissing(
  trail: Trail,
  { chain, sequence, hash }: RememberedHead,
): Promise<ChainFaultCode | undefined> {
  const found = (await trail.hashesOf(chain, [sequence])).get(sequence);
  if (found === hash) return undefined;
  // Gone with its month.
  if (found === undefined && ((await trail.starts()).get(chain)?.sequence ?? 0) >= sequence) return undefined;
  return (await trail.findGroup(chain)) === undefined ? 'AUDIT_LOST' : 'AUDIT_REWOUND';
}

async function isEndOurs(trail: Trail, chain: string, check: AuditCheck): Promise<boolean> {
  const last = await trail.findGroup(chain);
  return last === undefined || findOwnEnd(last, check.openChain(chain)) !== undefined;
}
