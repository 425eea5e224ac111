// Opens the audit for whoever proves it: it is read and nothing else. Who looks must not sign what they are looking at.

import { createHeadSigner, type HeadSigner } from '../../../app/audit/head.ts';
import type { AuditTrail } from '../../../app/audit/ports.ts';
import { type AuditCheck, createAuditCheck } from '../../../app/audit/proof/audit-check.ts';
import type { RememberedHead } from '../../../app/audit/proof/remembered-head.ts';
import type { ProvenTrail, RunParts } from '../../../app/audit/verify-audit.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { createProofThreads, recordsPerPart } from '../../../stores/audit/proof/proof-threads.ts';
import { openRememberedHeads } from '../../../stores/audit/state/remembered-heads.file.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { toEngine } from '../../backend/engine.ts';
import { toAuditSecrets } from '../../parts/audit/audit-secrets.ts';
import { toInWorkFromMs, toStateFolder } from '../../parts/audit/audit-settings.ts';

export interface AuditProof extends AsyncDisposable {
  readonly trail: ProvenTrail & Pick<AuditTrail, 'findHead' | 'hashesOf' | 'lastHeads' | 'signedOf'>;
  readonly check: AuditCheck;
  /** Proves with so many threads. */
  toParts(threads: number): { readonly recordsPerPart: number; readonly run: RunParts };
  /** `signers` holds the signers of every generation of the master secret, the newest first. */
  readonly signers: readonly HeadSigner[];
  /** This machine remembers these heads of what it wrote. */
  readonly remembered: readonly RememberedHead[];
  /** From when on evidence must still be there, by the settings of today. */
  readonly evidenceSinceMs: number;
  /** Returns the time since which an intent may belong to an in-flight request. */
  readonly inWorkFromMs: () => number;
}

export async function openAuditProof(config: Config, secret: MasterSecret): Promise<AuditProof> {
  const secrets = toAuditSecrets(secret);
  // Before the audit is read: meanwhile it may go on.
  const remembered = openRememberedHeads(toStateFolder(config)).list();
  const engine = toEngine(config);
  const trail = (await engine.openProvenTrail(() => secrets)) ?? noTrail;
  return {
    trail,
    check: createAuditCheck(secrets),
    toParts: (threads) => ({
      recordsPerPart,
      run: createProofThreads({ source: engine.toProofSource(), secrets }, threads),
    }),
    signers: secrets.map(({ headSeed }) => createHeadSigner(headSeed)),
    remembered,
    evidenceSinceMs: systemClock.nowMs() - config['audit.evidence_days'] * dayMs + hourMs,
    inWorkFromMs: () => toInWorkFromMs(config, systemClock.nowMs()),
    [Symbol.asyncDispose]: async () => trail.close(),
  };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const noTrail = {
  find: async () => [],
  findGroup: async () => undefined,
  chains: async () => [],
  findHead: async () => undefined,
  hashesOf: async () => new Map(),
  signedOf: async () => new Set<number>(),
  lastHeads: async () => [],
  heads: async () => [],
  openIntents: async () => [],
  starts: async () => new Map(),
  async *pages() {},
  policies: async () => [],
  close: () => {},
};
