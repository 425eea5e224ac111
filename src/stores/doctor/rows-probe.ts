// Whether every row that decides something is one that Confere wrote. Reads only.

import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import { provenTableNames } from '../../app/proven-tables.ts';
import { type RowFault, type RowProof, toRowId } from '../../app/row-proof.ts';
import { type AskRows, readRows } from '../proven-rows/read-rows.ts';
import { hasColumn, openForReading } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';

export type LookAtRows = (look: (ask: AskRows, schema: '' | 'confere.') => Promise<Finding>) => Promise<Finding>;

interface RowsProbeOptions {
  readonly lookAtRows: LookAtRows;
  /** Undefined where the secret cannot be read, which is a finding of its own. */
  readonly findProof: () => Pick<RowProof, 'holds'> | undefined;
}

const subject = 'rows';
const namedMax = 10;

export function createRowsProbe({ lookAtRows, findProof }: RowsProbeOptions): Probe {
  return {
    subject,
    run: () =>
      lookAtRows(async (ask, schema) => {
        const proof = findProof();
        if (proof === undefined)
          return warning(subject, 'Without the master secret no row can be proven.', 'See the line about the secret.');
        const faults: RowFault[] = [];
        let count = 0;
        for (const table of provenTableNames) {
          for await (const row of readRows(ask, schema, table)) {
            count++;
            if (!proof.holds(table, row)) faults.push({ table, id: toRowId(table, row) });
          }
        }
        return toFinding(count, faults);
      }),
  };
}

function toFinding(count: number, faults: readonly RowFault[]): Finding {
  if (faults.length === 0) return ok(subject, `All ${count} rows that decide something are as Confere wrote them.`);
  const named = faults.slice(0, namedMax).map(({ table, id }) => `${table} ${id}`);
  const others = faults.length > namedMax ? `, and ${faults.length - namedMax} more` : '';
  return fault(
    subject,
    `Somebody made or changed ${faults.length} rows by other means than Confere, which refuses them: ${named.join(', ')}${others}.`,
    'Find out who can write to the database. Then see ConfereRowFault in docs/operations.md',
  );
}

/** A database that an older version made last has no checksums yet. */
export const lookAtSqliteRows =
  (dataDirectory: string): LookAtRows =>
  async (look) => {
    if (!databaseExists(dataDirectory)) return ok(subject, 'There are none yet; the first start makes the database.');
    using database = openForReading(toDatabasePath(dataDirectory));
    if (!provenTableNames.every((table) => hasColumn(database, table, 'checksum')))
      return ok(subject, 'The next start signs them.');
    const toNamed = (values: readonly unknown[] = []) =>
      Object.fromEntries(values.map((value, index) => [index + 1, value]));
    const list = async <Row>(sql: string, values?: readonly unknown[]) =>
      database.prepare(sql).all(toNamed(values)) as Row[];
    // It is closed when the look is over.
    return await look({ list }, '');
  };
