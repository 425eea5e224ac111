// Whether anything is kept for longer than its setting says: a deletion that has stopped. Reads only.

import type { Clock } from '../../app/clock.ts';
import { ok, type Probe, warning } from '../../app/doctor/finding.ts';
import { type KeptKind, keptKinds, lateMsMax, type ReadDueTimes, retentionSettings } from '../../app/jobs/retention.ts';

const subject = 'retention';
const dayMs = 86_400_000;

interface RetentionProbeOptions {
  readonly readDueTimes: ReadDueTimes;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** The value of a setting; undefined of what has none of its own. */
  readonly readSetting: (name: string) => unknown;
  /** The audit goes by a command of its owner. */
  readonly isAuditShared: boolean;
}

export function createRetentionProbe({
  readDueTimes,
  clock,
  readSetting,
  isAuditShared,
}: RetentionProbeOptions): Probe {
  const toName = (kind: KeptKind) => kind.replaceAll('_', ' ');
  const toSetting = (kind: KeptKind) => {
    const value = readSetting(retentionSettings[kind]);
    return value === undefined ? retentionSettings[kind] : `${retentionSettings[kind]}: ${String(value)}`;
  };
  return {
    subject,
    run: async () => {
      // What cannot be read is a finding of its own.
      const due = await readDueTimes().catch(() => undefined);
      if (due === undefined) return [];
      const nowMs = clock.nowMs();
      const found = keptKinds.flatMap((kind) => {
        const dueMs = due[kind];
        return dueMs === undefined ? [] : [{ kind, dueMs }];
      });
      const late = found.filter(({ dueMs }) => nowMs - dueMs > lateMsMax);
      if (late.length === 0) {
        const days = found.map(({ kind, dueMs }) => `${toName(kind)} until ${toUtcDay(dueMs)} (${toSetting(kind)})`);
        return ok(subject, days.length === 0 ? 'Nothing is kept.' : `The oldest of each is kept: ${days.join(', ')}.`);
      }
      const told = late.map(
        ({ kind, dueMs }) =>
          `the oldest ${toName(kind)} should have gone on ${toUtcDay(dueMs)}, ${Math.floor((nowMs - dueMs) / dayMs)} days ago (${toSetting(kind)})`,
      );
      const isOfAudit = late.some(({ kind }) => kind === 'evidence' || kind === 'record');
      return warning(
        subject,
        `Kept for too long: ${told.join('; ')}.`,
        isAuditShared && isOfAudit
          ? 'Run confere store purge, and have cron run it every night. For all else look for job_fault and purges_held_back in the log.'
          : 'Start the service where it does not run. Where it runs, look for job_fault and purges_held_back in its log.',
      );
    },
  };
}

const toUtcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
