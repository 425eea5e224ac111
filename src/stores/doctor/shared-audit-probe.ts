// Whether the audit that nodes share still holds what this one remembers of it, and its ends are ours. The whole of it is proven by
// `audit verify`.

import { emptyChain, hashContent } from '../../app/audit/chain.ts';
import type { AuditTrail } from '../../app/audit/ports.ts';
import type { AuditCheck } from '../../app/audit/proof/audit-check.ts';
import { type ChainFaultCode, chainFaults } from '../../app/audit/proof/chain-fault.ts';
import type { RememberedHead } from '../../app/audit/proof/remembered-head.ts';
import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import { openRememberedHeads } from '../audit/state/remembered-heads.file.ts';

interface SharedAuditProbeOptions {
  readonly openTrail: () => Promise<Trail & { close(): void | Promise<void> }>;
  /** Where this machine remembers the ends of what it wrote. */
  readonly stateFolder: string;
  /** Undefined where the secret cannot be read, which is a finding of its own. */
  readonly findCheck: () => AuditCheck | undefined;
}

type Trail = Pick<AuditTrail, 'find' | 'hashesOf' | 'lastHeads' | 'starts'>;

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
        return await examine(trail, remembered, check);
      } finally {
        await trail.close();
      }
    },
  };
}

async function examine(trail: Trail, remembered: readonly RememberedHead[], check: AuditCheck): Promise<Finding> {
  for (const head of remembered) {
    const missing = await findMissing(trail, head);
    if (missing !== undefined) return refuse(missing, head.chain);
  }
  const chains = await trail.lastHeads();
  for (const { chain } of chains) {
    if (!(await isEndOurs(trail, chain, check))) return refuse('AUDIT_FORGED', chain);
  }
  const kept = remembered.length === 0 ? 'this node remembers none yet' : `this node remembers ${remembered.length}`;
  return ok(subject, `The ends of ${chains.length} chains are ours; ${kept}.`);
}

function refuse(code: ChainFaultCode, chain: string): Finding {
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
  const [last] = await trail.find({ chain }, { order: 'newest', limit: 1 });
  return last === undefined ? 'AUDIT_LOST' : 'AUDIT_REWOUND';
}

async function isEndOurs(trail: Trail, chain: string, check: AuditCheck): Promise<boolean> {
  const [last, before] = await trail.find({ chain }, { order: 'newest', limit: 2 });
  if (last === undefined) return true;
  const contentHash = last.content === null ? last.contentHash : hashContent(last.content);
  const start = (await trail.starts()).get(chain);
  const from =
    before === undefined ? (start ?? emptyChain) : { sequence: before.sequence, hash: Buffer.from(before.hash) };
  return contentHash !== null && check.openChain(chain)(from, contentHash, last.hash) !== undefined;
}
