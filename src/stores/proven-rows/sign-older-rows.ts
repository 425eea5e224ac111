// Rows that are older than their table's checksum are signed once, when this version first opens the database. From then on a row without a
// checksum was made by somebody else. That the table is signed is noted in the database, and by every node in a file outside of it: who
// takes the note away wins nothing.

import type { ProvenTableName } from '../../app/proven-tables.ts';
import type { RowProof } from '../../app/row-proof.ts';
import { type AskRows, readRows, toKeyCondition, toKeyValues } from './read-rows.ts';

/** Tables that were there before their checksum. One that comes with its checksum is never signed afterwards. */
const olderTables = [
  'operators',
  'clearances',
  'webhook_endpoints',
  'batches',
  'watches',
] as const satisfies readonly ProvenTableName[];

/** What a node has seen, apart from the database. */
export interface SignedTables {
  list(): readonly string[];
  add(tables: readonly string[]): void;
}

interface SignOptions {
  readonly ask: AskRows & { change(sql: string, values?: readonly unknown[]): Promise<number> };
  /** Before the names of tables. */
  readonly schema: '' | 'confere.';
  readonly proof: Pick<RowProof, 'sign'>;
  readonly seen: SignedTables;
}

const toNote = (table: string) => `signed ${table}`;

export async function signOlderRows({ ask, schema, proof, seen }: SignOptions): Promise<void> {
  const sql = `SELECT name FROM ${schema}meta WHERE name LIKE 'signed %'`;
  const noted = new Set((await ask.list<{ readonly name: string }>(sql)).map(({ name }) => name));
  const before = new Set(seen.list());
  for (const table of olderTables) {
    if (noted.has(toNote(table))) continue;
    if (!before.has(table)) await signTable(table);
    const note = `INSERT INTO ${schema}meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`;
    await ask.change(note, [toNote(table), Buffer.from('1')]);
  }
  const news = olderTables.filter((table) => !before.has(table));
  if (news.length > 0) seen.add(news);

  async function signTable(table: ProvenTableName): Promise<void> {
    for await (const row of readRows(ask, schema, table)) {
      if (row.checksum !== null) continue;
      const update = `UPDATE ${schema}${table} SET checksum = $1 WHERE checksum IS NULL AND ${toKeyCondition(table, 2)}`;
      await ask.change(update, [proof.sign(table, row), ...toKeyValues(table, row)]);
    }
  }
}
