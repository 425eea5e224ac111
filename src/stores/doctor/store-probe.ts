// Whether the database that nodes share can be reached, is this version's and near enough, and gives the service no more rights than it
// needs. Whether it has tables for the months to come. Reads only.

import type { Clock } from '../../app/clock.ts';
import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import { describePostgresAddress, type PostgresAddress } from '../postgres/address.ts';
import { createLineageMemory, findFence, readLineage } from '../postgres/lineage.ts';
import { clockSkewMsMax } from '../postgres/node-link.ts';
import { type PostgresPool, withPostgresPool } from '../postgres/pool.ts';
import { findPreparedUntil } from '../postgres/schema/audit-months.ts';
import { findSchemaFault, readSchemaState } from '../postgres/schema/migrate.ts';

const subject = 'store';
const monthsMin = 6;
const versionMin = 15;

const factsSql = `SELECT current_setting('server_version_num')::int / 10000 AS version,
  (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections_max,
  has_table_privilege('confere.audit_groups', 'UPDATE') OR has_table_privilege('confere.audit_groups', 'DELETE') AS may_change,
  (SELECT count(*) FROM confere.nodes) AS processes`;

/** A record takes these trips: the group before it, its own, and the five statements between them that sign the chain's end. */
const tripsOfRecord = 7;
/** The shortest of these is the way itself; the others met something on it. */
const measuredTrips = 3;

/** The session that hears of changed keys, that of the audit's writer, and two of the background work, besides those of `store_connections`. */
const ownSessions = 4;

/** Counts the connections that this many processes may open together. */
export function countConnections(processes: number, storeConnections: number): number {
  return processes * (storeConnections + ownSessions);
}

interface StoreProbeOptions {
  readonly getAddress: () => PostgresAddress;
  readonly lineageFile: string;
  readonly clock: Clock;
  /** `audit.deadline_ms` */
  readonly auditDeadlineMs: number;
  /** `connectionsMax` applies to each process. */
  readonly connectionsMax: number;
  /** `processesMax` is the greatest number of processes that the settings expect (`limits.nodes`). */
  readonly processesMax: number;
}

interface Facts {
  readonly version: number;
  readonly now_ms: number;
  readonly connections_max: number;
  readonly may_change: boolean;
  readonly processes: number;
}

export function createStoreProbe(options: StoreProbeOptions): Probe {
  const { getAddress, lineageFile } = options;
  return {
    subject,
    run: async () => {
      const address = getAddress();
      return withPostgresPool(address, 1, async (pool) => {
        const fence = await examineLineage(pool, lineageFile);
        return fence ?? examineStore(pool, address, options);
      });
    },
  };
}

async function examineLineage(pool: PostgresPool, lineageFile: string): Promise<Finding | undefined> {
  const known = createLineageMemory(lineageFile).read();
  if (known === undefined || findSchemaFault(await readSchemaState(pool)) !== undefined) return undefined;
  const fence = findFence(known, await readLineage(pool));
  if (fence === undefined) return undefined;
  if (fence === 'OTHER_SERVER')
    return fault(
      subject,
      'The server is another one than this node knows, a restored copy or that of another installation, and is refused.',
      'Correct store, or take this one: confere store accept-server --yes',
    );
  return fault(
    subject,
    `The server is not the one that was promoted last (${fence}), and is refused.`,
    'End the old primary, or take this one: confere store accept-server --yes',
  );
}

async function examineStore(
  pool: PostgresPool,
  address: PostgresAddress,
  options: StoreProbeOptions,
): Promise<Finding | readonly Finding[]> {
  const schemaFault = findSchemaFault(await readSchemaState(pool));
  if (schemaFault !== undefined) return fault(subject, ...splitAdvice(schemaFault));
  const [facts] = (await pool.query<Facts>(factsSql)).rows as readonly [Facts];
  const { version, processes } = facts;
  if (version < versionMin) {
    return fault(subject, `PostgreSQL ${version} is older than what is tested.`, `Use ${versionMin} or later.`);
  }
  const findings = [
    ...judgeClock(facts, options),
    ...judgeConnections(facts, options),
    ...judgeTrip(await measureTripMs(pool, options.clock), options.auditDeadlineMs),
  ];
  if (facts.may_change) {
    findings.push(
      warning(
        subject,
        'The user in store may change records of the audit.',
        'Give the service a role of its own: docs/shared-database.md',
      ),
    );
  }
  const until = await findPreparedUntil(pool);
  const monthsLeft = until === undefined ? 0 : (Date.parse(until) - options.clock.nowMs()) / (30 * 86_400_000);
  if (monthsLeft < monthsMin) {
    findings.push(
      warning(
        subject,
        `There are tables of the audit for ${Math.max(0, Math.floor(monthsLeft))} months more.`,
        'Make the next ones: confere store purge',
      ),
    );
  }
  if (findings.length > 0) return findings;
  const who = processes === 1 ? '1 process keeps' : `${processes} processes keep`;
  return ok(subject, `${describePostgresAddress(address)}, PostgreSQL ${version}; ${who} its keys.`);
}

function judgeClock({ now_ms }: Facts, { clock }: StoreProbeOptions): Finding[] {
  const skewMs = clock.nowMs() - now_ms;
  if (Math.abs(skewMs) <= clockSkewMsMax) return [];
  const says = `The clock here is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'ahead of' : 'behind'} that of the database: keys begin and end at the wrong time.`;
  return [warning(subject, says, 'Set both clocks by NTP (chrony, systemd-timesyncd).')];
}

async function measureTripMs(pool: PostgresPool, clock: Clock): Promise<number> {
  let shortestMs = Number.POSITIVE_INFINITY;
  for (let trip = 0; trip < measuredTrips; trip++) {
    const fromMs = clock.monotonicMs();
    await pool.query('SELECT 1');
    shortestMs = Math.min(shortestMs, clock.monotonicMs() - fromMs);
  }
  return shortestMs;
}

function judgeTrip(tripMs: number, deadlineMs: number): Finding[] {
  const neededMs = Math.ceil(tripsOfRecord * tripMs);
  if (neededMs <= deadlineMs) return [];
  const enoughMs = Math.ceil((2 * neededMs) / 100) * 100;
  return [
    warning(
      subject,
      `The way to the database and back takes ${Math.round(tripMs)} ms. A record of the audit may need ${tripsOfRecord} of them, ${neededMs} ms, and audit.deadline_ms allows ${deadlineMs}: then CPF gets 503 audit_unavailable.`,
      `Run this node nearer to the database, or set audit.deadline_ms: ${enoughMs}`,
    ),
  ];
}

function judgeConnections({ connections_max, processes }: Facts, options: StoreProbeOptions): Finding[] {
  const { connectionsMax, processesMax } = options;
  const many = Math.max(processes, processesMax);
  const needed = countConnections(many, connectionsMax);
  if (needed <= connections_max) return [];
  return [
    warning(
      subject,
      `${many} processes may open ${needed} connections (${connectionsMax} of store_connections and ${ownSessions} more for each), and the server takes ${connections_max}.`,
      'Lower store_connections or server.workers, or raise max_connections: docs/scaling.md',
    ),
  ];
}

function splitAdvice(sentences: string): [says: string, advice: string] {
  const end = sentences.indexOf('. ') + 1;
  return [sentences.slice(0, end), sentences.slice(end + 1)];
}
