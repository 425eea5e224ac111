// Whether the work of the background gets on: what is due, and whether somebody does it.

import type { Clock } from '../../app/clock.ts';
import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import type { JobsState, ReadJobs } from '../../app/jobs/ports.ts';
import { type LeaseSigns, leaseMs } from '../../app/jobs/run-jobs.ts';
import { findNextPoint, type LiveLists, readPoint } from '../../app/watches/lists/lists-point.ts';

const subject = 'jobs';
/** Work that gives no sign for longer than this is about to be abandoned. */
const silenceMsMax = 60_000;

interface JobsProbeOptions {
  readonly readJobs: ReadJobs;
  readonly clock: Clock;
  /** The snapshot that watches are compared with; undefined where there is none. */
  readonly findLive: () => string | undefined;
  /** The lists that watches are compared with. */
  readonly findLists: () => LiveLists;
}

export function createJobsProbe({ readJobs, clock, findLive, findLists }: JobsProbeOptions): Probe {
  return {
    subject,
    async run() {
      const nowMs = clock.nowMs();
      const state = await readJobs(nowMs, findLive());
      if (state === 'none') return ok(subject, 'Nothing is due.');
      if (state === 'older') return ok(subject, 'The next start brings the database up to date.');
      return examineJobs(state, countDue(state.points, findLists), nowMs);
    },
  };
}

/** The lists are read only where somebody is looked for in them. */
function countDue(points: JobsState['points'], findLists: () => LiveLists): number {
  const lists = points.length === 0 ? undefined : findLists();
  const isDue = (point: string) => lists !== undefined && findNextPoint(readPoint(point), lists) !== undefined;
  return points.reduce((sum, { lists: point, watches }) => sum + (isDue(point) ? watches : 0), 0);
}

function examineJobs({ due, signs }: JobsState, inLists: number, nowMs: number): Finding {
  const waiting = toDueSentence({ ...due, 'watches in lists': inLists });
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

function toDueSentence(due: Readonly<Record<string, number>>): string {
  const some = Object.entries(due).filter(([, count]) => count > 0);
  return some.map(([what, count]) => `${count} ${what}`).join(', ');
}
