// Whether the database that nodes share can be reached, is this version's, gives the service no more rights than it needs, and has
// tables for the months to come. Reads only.

import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import type { Clock } from '../../app/ports.ts';
import { describePostgresAddress, type PostgresAddress } from '../postgres/address.ts';
import { findPreparedUntil } from '../postgres/audit-months.ts';
import { createLineageMemory, findFence, readLineage } from '../postgres/lineage.ts';
import { findSchemaFault, readSchemaState } from '../postgres/migrate.ts';
import { createPostgresPool, type PostgresPool, toStoreFault } from '../postgres/pool.ts';

const subject = 'store';
const monthsMin = 6;
const versionMin = 15;

const factsSql = `SELECT current_setting('server_version_num')::int / 10000 AS version,
  has_table_privilege('confere.audit_records', 'UPDATE') OR has_table_privilege('confere.audit_records', 'DELETE') AS may_change,
  (SELECT count(*) FROM confere.nodes) AS processes`;

export function createStoreProbe(getAddress: () => PostgresAddress, lineageFile: string, clock: Clock): Probe {
  return {
    subject,
    run: async () => {
      const address = getAddress();
      const pool = createPostgresPool({ address, connectionsMax: 1 });
      try {
        const fence = await examineLineage(pool, lineageFile);
        return fence ?? (await examineStore(pool, address, clock));
      } catch (error) {
        throw toStoreFault(error, address);
      } finally {
        await pool.close();
      }
    },
  };
}

async function examineLineage(pool: PostgresPool, lineageFile: string): Promise<Finding | undefined> {
  const known = createLineageMemory(lineageFile).read();
  if (known === undefined || findSchemaFault(await readSchemaState(pool)) !== undefined) return undefined;
  const fence = findFence(known, await readLineage(pool));
  if (fence === undefined) return undefined;
  return fault(
    subject,
    `The server is not the one that was promoted last (${fence}), and is refused.`,
    'End the old primary, or take this one: confere store accept-server',
  );
}

async function examineStore(
  pool: PostgresPool,
  address: PostgresAddress,
  clock: Clock,
): Promise<Finding | readonly Finding[]> {
  const schemaFault = findSchemaFault(await readSchemaState(pool));
  if (schemaFault !== undefined) return fault(subject, ...splitAdvice(schemaFault));
  const { rows } = await pool.query<{ version: number; may_change: boolean; processes: number }>(factsSql);
  const { version = 0, may_change: mayChange = true, processes = 0 } = rows[0] ?? {};
  if (version < versionMin) {
    return fault(subject, `PostgreSQL ${version} is older than what is tested.`, `Use ${versionMin} or later.`);
  }
  const findings: Finding[] = [];
  if (mayChange) {
    findings.push(
      warning(
        subject,
        'The user in store may change records of the audit.',
        'Give the service a role of its own: docs/shared-database.md',
      ),
    );
  }
  const until = await findPreparedUntil(pool);
  const monthsLeft = until === undefined ? 0 : (Date.parse(until) - clock.nowMs()) / (30 * 86_400_000);
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

function splitAdvice(sentences: string): [says: string, advice: string] {
  const end = sentences.indexOf('. ') + 1;
  return [sentences.slice(0, end), sentences.slice(end + 1)];
}
