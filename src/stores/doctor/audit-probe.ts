// Whether the audit can be read, its last records follow from each other, and its end is signed by us. The whole of it is proven
// by `audit verify`.

import { emptyChain } from '../../app/audit/chain.ts';
import type { AuditCheck } from '../../app/audit/proof/audit-check.ts';
import { checkPart } from '../../app/audit/proof/check-part.ts';
import type { RememberedHead } from '../../app/audit/proof/remembered-head.ts';
import type { Clock } from '../../app/clock.ts';
import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import { toFaultCode } from '../../errors.ts';
import { refuseNewerAudit } from '../audit/audit-database.sqlite.ts';
import { type AuditEnd, readAuditEnd } from '../audit/audit-end.sqlite.ts';
import { openRememberedHeads } from '../audit/state/remembered-heads.file.ts';

interface AuditProbeOptions {
  readonly dataDirectory: string;
  readonly clock: Clock;
  /** Returns undefined if the secret is unreadable, which is a finding of its own. */
  readonly findCheck: () => AuditCheck | undefined;
  /** This machine remembers the ends of its own records in this folder. */
  readonly stateFolder: string;
}

const subject = 'audit';
const rowsMax = 500;
/** A running service signs every half minute, and a service that stops in order signs then. */
const unsignedMsMax = 5 * 60_000;
const compare = 'Keep the data directory as it is, run: confere audit verify, and compare with your last backup.';

const decide =
  'Put the newest copy back that verifies, or go on without it: confere audit accept-loss --reason "..." --yes';
const missing = fault(
  subject,
  'audit.db is gone, although this machine has written one: CPF verifications are refused.',
  decide,
);

export function createAuditProbe({ dataDirectory, clock, findCheck, stateFolder }: AuditProbeOptions): Probe {
  return {
    subject,
    run: async () => {
      refuseNewerAudit(dataDirectory);
      const remembered = openRememberedHeads(stateFolder).list();
      let end: AuditEnd | undefined;
      try {
        end = readAuditEnd(dataDirectory, rowsMax, remembered);
      } catch (error) {
        return fault(
          subject,
          `The audit cannot be read (${toFaultCode(error)}): CPF verifications are refused.`,
          'Check owner, permissions and disk of audit.db in data_dir; where it is damaged: confere restore DIR --force',
        );
      }
      if (end === undefined)
        return remembered.length > 0 ? missing : ok(subject, 'There is none yet; the first start makes it.');
      return examineEnd(end, { check: findCheck(), remembered, nowMs: clock.nowMs() });
    },
  };
}

interface Examination {
  readonly check: AuditCheck | undefined;
  readonly remembered: readonly RememberedHead[];
  readonly nowMs: number;
}

async function examineEnd(
  { chain, before, groups, heads, lastHead, lost }: AuditEnd,
  { check, remembered, nowMs }: Examination,
): Promise<Finding> {
  if (check === undefined) return warning(subject, 'Without the master secret its records cannot be proven.', compare);
  const start = before ?? emptyChain;
  if (lost !== undefined)
    return fault(subject, `BROKEN at record ${lost.sequence}: records that this machine wrote are missing.`, compare);
  const known = remembered.find((head) => head.chain === chain && head.sequence > start.sequence);
  async function* pages() {
    yield groups;
  }
  const proven = await checkPart({ chain, start, heads, remembered: known }, pages(), check);
  if (proven.broken !== undefined)
    return fault(subject, `BROKEN at record ${proven.broken.sequence}: ${proven.broken.fault}.`, compare);
  const unsigned = proven.end.sequence - Math.max(proven.lastSigned, start.sequence);
  const oldest = groups.find(({ first, count }) => first + count > (lastHead?.sequence ?? 0) + 1);
  const sinceMs = oldest?.fromMs ?? nowMs;
  if (unsigned > 0 && nowMs - sinceMs > unsignedMsMax) {
    return warning(
      subject,
      `The last ${unsigned} records are not signed since ${new Date(sinceMs).toISOString()}.`,
      'A service that was killed leaves them so: any start signs them. Where one runs, see its log for audit_failed.',
    );
  }
  const signed = lastHead === undefined ? 'nothing signed yet' : `signed up to record ${lastHead.sequence}`;
  return ok(subject, `The last ${proven.records} records follow from each other; ${signed}.`);
}
