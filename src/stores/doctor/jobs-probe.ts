// Whether the work of the background gets on: what is due, and whether somebody does it.

import type { Clock } from '../../app/clock.ts';
import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import type { JobsState, ReadJobs } from '../../app/jobs/ports.ts';
import { type LeaseSigns, leaseMs } from '../../app/jobs/run-jobs.ts';

const subject = 'jobs';
/** Work that gives no sign for longer than this is about to be abandoned. */
const silenceMsMax = 60_000;

interface JobsProbeOptions {
  readonly readJobs: ReadJobs;
  readonly clock: Clock;
  /** The snapshot that watches are compared with; undefined where there is none. */
  readonly findLive: () => string | undefined;
}

export function createJobsProbe({ readJobs, clock, findLive }: JobsProbeOptions): Probe {
  return {
    subject,
    async run() {
      const nowMs = clock.nowMs();
      const state = await readJobs(nowMs, findLive());
      if (state === 'none') return ok(subject, 'Nothing is due.');
      if (state === 'older') return ok(subject, 'The next start brings the database up to date.');
      return examine(state, nowMs);
    },
  };
}

function examine({ due, signs }: JobsState, nowMs: number): Finding {
  const waiting = toSentence(due);
  const silent = signs === null ? [] : findSilent(signs, nowMs);
  if (silent.length > 0) {
    return fault(
      subject,
      `${silent.join(', ')}: no sign of life for more than ${silenceMsMax / 1000} s.`,
      'Look for job_fault and job_abandoned in the log. Where it comes again, restart the service and report it.',
    );
  }
  if (waiting === '') return ok(subject, 'Nothing is due.');
  if (signs !== null) return ok(subject, `Under way: ${waiting}.`);
  return warning(
    subject,
    `Waiting, and no process has worked on it for ${leaseMs / 1000} s: ${waiting}.`,
    'Start the service. Where it runs, look for job_fault and store_unreachable in its log.',
  );
}

function findSilent(signs: LeaseSigns, nowMs: number): string[] {
  return Object.keys(signs).filter((job) => nowMs - (signs[job] as number) > silenceMsMax);
}

function toSentence(due: Readonly<Record<string, number>>): string {
  const some = Object.entries(due).filter(([, count]) => count > 0);
  return some.map(([what, count]) => `${count} ${what}`).join(', ');
}
