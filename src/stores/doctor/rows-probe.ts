// Whether every row that decides something is one that Confere wrote, and every sealed one opens. Reads only.

import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';
import { provenTableNames } from '../../app/kept/stores.ts';
import { type RowFault, type RowProof, toRowId } from '../../app/row-proof.ts';
import type { DamagedRow } from '../../app/sealed-rows.ts';
import { type AskRows, readRows } from '../proven-rows/read-rows.ts';
import { hasColumn, openForReading } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';
import { findDamaged, type SealForRows } from './sealed-tables.ts';

export type LookAtRows = (look: (ask: AskRows) => Promise<Finding>) => Promise<Finding>;

interface RowsProbeOptions {
  readonly lookAtRows: LookAtRows;
  /** Returns undefined if the secret is unreadable, which is a finding of its own. */
  readonly findProof: () => Pick<RowProof, 'holds'> | undefined;
  /** Likewise. */
  readonly findSealFor: () => SealForRows | undefined;
}

const subject = 'rows';
const namedMax = 10;
const nothingYet = 'There are none yet; the first start makes the database.';

export function createRowsProbe({ lookAtRows, findProof, findSealFor }: RowsProbeOptions): Probe {
  return {
    subject,
    run: () =>
      lookAtRows(async (ask) => {
        const [proof, sealFor] = [findProof(), findSealFor()];
        if (proof === undefined || sealFor === undefined)
          return warning(subject, 'Without the master secret no row can be proven.', 'See the line about the secret.');
        const faults: RowFault[] = [];
        let count = 0;
        for (const table of provenTableNames) {
          for await (const row of readRows(ask, table)) {
            count++;
            if (!proof.holds(table, row)) faults.push({ table, id: toRowId(table, row) });
          }
        }
        const sealed = await findDamaged(ask, sealFor);
        return toFinding({ faults, damaged: sealed.damaged, proven: count, sealed: sealed.count });
      }),
  };
}

interface Looked {
  readonly faults: readonly RowFault[];
  readonly damaged: readonly DamagedRow[];
  readonly proven: number;
  readonly sealed: number;
}

function toFinding({ faults, damaged, proven, sealed }: Looked): Finding {
  const rows = `All ${proven} rows that decide something are as Confere wrote them, and all ${sealed} sealed ones open.`;
  if (faults.length + damaged.length === 0) return ok(subject, rows);
  const refused = `Somebody made, changed or put back ${faults.length} rows by other means than Confere, which refuses them: ${listRows(faults)}.`;
  const leftOut = `${damaged.length} rows are damaged, and Confere leaves them out: ${listRows(damaged)}.`;
  return fault(
    subject,
    [...(faults.length > 0 ? [refused] : []), ...(damaged.length > 0 ? [leftOut] : [])].join(' '),
    'Find out who can write to the database, and check its disk. Then see ConfereRowFault in docs/operations.md',
  );
}

function listRows(rows: readonly (RowFault | DamagedRow)[]): string {
  const others = rows.length > namedMax ? `, and ${rows.length - namedMax} more` : '';
  return `${rows
    .slice(0, namedMax)
    .map(({ table, id }) => `${table} ${id}`)
    .join(', ')}${others}`;
}

export const lookAtSqliteRows =
  (dataDirectory: string): LookAtRows =>
  async (look) => {
    if (!databaseExists(dataDirectory)) return ok(subject, nothingYet);
    using database = openForReading(toDatabasePath(dataDirectory));
    if (!hasColumn(database, 'meta', 'name')) return ok(subject, nothingYet);
    const toNamed = (values: readonly unknown[] = []) =>
      Object.fromEntries(values.map((value, index) => [index + 1, value]));
    const list = async <Row>(sql: string, values?: readonly unknown[]) =>
      database.prepare(sql).all(toNamed(values)) as Row[];
    // It is closed when the look is over.
    return await look({ list });
  };
