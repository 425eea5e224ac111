// What a database administrator without our secrets can do to the audit, column by column: changed, emptied, swapped, deleted, added. The
// proof must find each, or it is written down here why that column proves nothing. Columns come from the schema: a new one must be flagged,
// or get its reason.

import { expect, test } from 'vitest';
import type { AuditVerdict } from '../../../src/app/audit/verify-audit.ts';

export interface AttackedColumn {
  readonly table: string;
  readonly column: string;
  readonly type: 'number' | 'text' | 'bytes' | 'date' | 'time';
  readonly isKey: boolean;
}

export interface AttackedTable {
  /** Two rows of it, as conditions. */
  readonly victim: string;
  readonly other: string;
  /** Where a column has nothing in those: other rows. */
  readonly rowsOf?: Readonly<Record<string, readonly [victim: string, other: string]>>;
  /** Columns with one value in both: swapped, nothing changes. */
  readonly alike?: readonly string[];
  /** Adds a row that looks like the others. */
  readonly insert: string;
}

/** `refused`: the database itself does not take it. */
type Outcome = AuditVerdict['kind'] | 'refused';

export interface AttackedAudit {
  readonly tables: Readonly<Record<string, AttackedTable>>;
  /** By `table.column`, or `table, deleted`, `emptied`, `inserted`: why nothing needs to be found. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Whole attacks by name, with what must be said. */
  readonly attacks: Readonly<Record<string, readonly [sql: string, fault: string]>>;
  readonly zeros: string;
  /** How many contents were forgotten in order. */
  readonly purged: number;
  listColumns(): Promise<readonly AttackedColumn[]>;
  /** Carries it out, proves the audit, and takes it back. */
  attack(sql: string, recordsPerPart?: number): Promise<AuditVerdict | 'refused'>;
}

export function testAttacks(open: () => AttackedAudit): void {
  const toKind = (found: AuditVerdict | 'refused'): Outcome => (found === 'refused' ? found : found.kind);

  test('an audit that nobody touched verifies', async () => {
    expect(await open().attack('SELECT 1')).toMatchObject({ kind: 'intact', purged: open().purged });
  });

  test('whatever is done to a column is found, or there is a reason why it proves nothing', async () => {
    const audit = open();
    const found: Record<string, Outcome[]> = {};
    for (const column of await audit.listColumns()) {
      const name = `${column.table}.${column.column}`;
      found[name] = [];
      for (const sql of toAttacks(column, getTable(audit, column.table), audit.zeros))
        found[name].push(toKind(await audit.attack(sql)));
    }
    judge(audit, found);
  });

  test('whatever is done to rows is found, or there is a reason why they prove nothing', async () => {
    const audit = open();
    const found: Record<string, Outcome[]> = {};
    for (const name of new Set((await audit.listColumns()).map(({ table }) => table))) {
      const { victim, insert } = getTable(audit, name);
      const attacks = {
        deleted: `DELETE FROM ${name} WHERE ${victim}`,
        emptied: `DELETE FROM ${name}`,
        inserted: insert,
      };
      for (const [how, sql] of Object.entries(attacks)) found[`${name}, ${how}`] = [toKind(await audit.attack(sql))];
    }
    judge(audit, found);
  });

  test.each([undefined, 1, 3])('whole attacks are found, and named, in parts of %s records', async (recordsPerPart) => {
    const audit = open();
    expect(await audit.attack('SELECT 1', recordsPerPart)).toMatchObject({ kind: 'intact', purged: audit.purged });
    const found: Record<string, unknown> = {};
    for (const [name, [sql]] of Object.entries(audit.attacks)) {
      const verdict = await audit.attack(sql, recordsPerPart);
      found[name] = verdict !== 'refused' && verdict.kind === 'broken' ? verdict.fault : verdict;
    }
    expect(found).toEqual(Object.fromEntries(Object.entries(audit.attacks).map(([name, [, fault]]) => [name, fault])));
  });
}

function getTable({ tables }: AttackedAudit, name: string): AttackedTable {
  const table = tables[name];
  if (table === undefined) throw new Error(`${name} is new: say which of its rows are attacked, and what is found`);
  return table;
}

/** What has a reason must be one that is needed. */
function judge({ reasons }: AttackedAudit, found: Readonly<Record<string, readonly Outcome[]>>): void {
  const unnoticed = Object.keys(found).filter((name) => found[name]?.includes('intact'));
  const named = Object.keys(found).filter((name) => reasons[name] !== undefined);
  expect(unnoticed.toSorted()).toEqual(named.toSorted());
}

function toAttacks(
  { table, column, type, isKey }: AttackedColumn,
  { victim, other, rowsOf, alike = [] }: AttackedTable,
  zeros: string,
): readonly string[] {
  const [one, two] = rowsOf?.[column] ?? [victim, other];
  const changed = {
    number: `${column} + 1000`,
    text: `${column} || 'x'`,
    bytes: zeros,
    date: `${column} + 1`,
    time: `${column} + interval '1 day'`,
  }[type];
  const swapped = `CASE WHEN ${one} THEN (SELECT ${column} FROM ${table} WHERE ${two}) ELSE (SELECT ${column} FROM ${table} WHERE ${one}) END`;
  return [
    `UPDATE ${table} SET ${column} = ${changed} WHERE ${one}`,
    `UPDATE ${table} SET ${column} = NULL WHERE ${one}`,
    // Two rows with each other's keys are the same as with each other's everything else.
    ...(isKey || alike.includes(column)
      ? []
      : [`UPDATE ${table} SET ${column} = ${swapped} WHERE (${one}) OR (${two})`]),
  ];
}
