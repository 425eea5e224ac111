// Whether the work of the background gets on: what is due, and whether somebody does it. Reads only, also beside a running service.

import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import { leaseMs } from '../../app/jobs/run-jobs.ts';
import type { Clock } from '../../app/ports.ts';
import { openForReading, type SqliteDatabase } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';

const subject = 'jobs';
/** Work that gives no sign for longer than this is about to be abandoned. */
const silenceMsMax = 60_000;

interface JobsProbeOptions {
  readonly dataDirectory: string;
  readonly clock: Clock;
  /** The snapshot that watches are compared with; undefined where there is none. */
  readonly findLive: () => string | undefined;
}

export function createJobsProbe({ dataDirectory, clock, findLive }: JobsProbeOptions): Probe {
  return {
    subject,
    run() {
      if (!databaseExists(dataDirectory)) return ok(subject, 'Nothing is due.');
      const { database } = openForReading(toDatabasePath(dataDirectory));
      try {
        return examine(database, clock.nowMs(), findLive());
      } finally {
        database.close();
      }
    },
  };
}

function examine(database: SqliteDatabase, nowMs: number, live: string | undefined): Finding {
  if (!hasSigns(database)) return ok(subject, 'The next start brings the database up to date.');
  const due = toSentence(countDue(database, nowMs, live));
  const row = database.prepare("SELECT renewed_at_ms, signs FROM job_lease WHERE name = 'jobs'").get() as
    | { readonly renewed_at_ms: number; readonly signs: string }
    | undefined;
  const isHeld = row !== undefined && nowMs - row.renewed_at_ms < leaseMs;
  const silent = isHeld ? findSilent(JSON.parse(row.signs) as Record<string, number>, nowMs) : [];
  if (silent.length > 0) {
    return fault(
      subject,
      `${silent.join(', ')}: no sign of life for more than ${silenceMsMax / 1000} s.`,
      'Look for job_fault and job_abandoned in the log. Where it comes again, restart the service and report it.',
    );
  }
  if (due === '') return ok(subject, 'Nothing is due.');
  if (isHeld) return ok(subject, `Under way: ${due}.`);
  return warning(
    subject,
    `Waiting, and no process has worked on it for ${leaseMs / 1000} s: ${due}.`,
    'Start the service. Where it runs, look for job_fault and store_unreachable in its log.',
  );
}

function hasSigns(database: SqliteDatabase): boolean {
  return (database.pragma('table_info(job_lease)') as readonly { readonly name: string }[]).some(
    ({ name }) => name === 'signs',
  );
}

function findSilent(signs: Record<string, number>, nowMs: number): string[] {
  return Object.keys(signs).filter((job) => nowMs - (signs[job] as number) > silenceMsMax);
}

function countDue(database: SqliteDatabase, nowMs: number, live: string | undefined) {
  const count = (sql: string, ...values: unknown[]) =>
    database
      .prepare(sql)
      .pluck()
      .get(...values) as number;
  return {
    batches: count("SELECT count(*) FROM batches WHERE state = 'running'"),
    watches:
      live === undefined
        ? 0
        : count("SELECT count(*) FROM watches WHERE state = 'active' AND mode = 'live' AND snapshot IS NOT ?", live),
    webhooks: count(
      "SELECT count(*) FROM webhook_deliveries WHERE state = 'pending' AND due_at_ms <= ?",
      nowMs - leaseMs,
    ),
  };
}

function toSentence(due: Readonly<Record<string, number>>): string {
  const some = Object.entries(due).filter(([, count]) => count > 0);
  return some.map(([what, count]) => `${count} ${what}`).join(', ');
}
