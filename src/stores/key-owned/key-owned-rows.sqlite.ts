// What a key hands over in pieces, a batch or a watch: one process takes it in, it is that key's alone, and it is deleted with its
// pieces, a few at a time.

import type { KeyId } from '../../domain/access/api-key.ts';
import type { SqliteStore } from '../sqlite/database.ts';
import type { InstanceLock } from '../sqlite/instance-lock.ts';
import type { Row } from '../sqlite/reader.ts';
import type { NamedValues, Statement } from '../sqlite/statement.ts';
import { createSingleWrites } from '../sqlite/writer.ts';

interface KeyOwnedRowsOptions {
  readonly table: string;
  /** All of them unless told otherwise. */
  readonly columns?: string;
  /** The tables of its pieces: the column that names what they belong to, and the one that tells them apart. */
  readonly pieces: readonly { readonly table: string; readonly owner: string; readonly place: string }[];
  /** The column that says from when on it is deleted without a request. */
  readonly endsAt: string;
}

export function createKeyOwnedRows<Owned = Row>(
  { reader, writer }: SqliteStore,
  instance: InstanceLock,
  { table, columns = '*', pieces, endsAt }: KeyOwnedRowsOptions,
) {
  const { change } = createSingleWrites(writer);
  const findSql = `SELECT ${columns} FROM ${table} WHERE id = ? AND state <> 'deleted'`;
  const markSql = `UPDATE ${table} SET state = 'deleted', repeat_id = NULL, checksum = NULL WHERE id = ?`;
  const deleteSql = `${markSql} AND key_id = ? AND state <> 'deleted'`;
  const abandonSql = `${markSql} AND state = 'receiving'`;
  const wasteSql = `SELECT id FROM ${table} WHERE state = 'deleted' OR ${endsAt} <= ? LIMIT 1`;
  const receivingSql = `SELECT id, owner FROM ${table} WHERE state = 'receiving'`;
  const purgeSql = pieces.map(
    (piece) => `DELETE FROM ${piece.table} WHERE ${piece.owner} = @id
      AND ${piece.place} IN (SELECT ${piece.place} FROM ${piece.table} WHERE ${piece.owner} = @id LIMIT @max)`,
  );
  const isBare = pieces.map((piece) => `NOT EXISTS (SELECT 1 FROM ${piece.table} WHERE ${piece.owner} = @id)`);
  const forgetSql = `DELETE FROM ${table} WHERE id = @id AND ${isBare.join(' AND ')}`;
  /** What this process has given up while the disk was full: nobody else can tell that it has. */
  const abandoned = new Set<string>();

  async function markAbandoned(): Promise<void> {
    for (const id of abandoned) {
      await change(abandonSql, [id]);
      abandoned.delete(id);
    }
  }

  /** What a process was taking in when it was killed is nobody's. */
  function findWaste(nowMs: number): string | undefined {
    const found =
      reader.get(wasteSql, nowMs) ?? reader.all(receivingSql).find((one) => !instance.isAlive(one['owner'] as string));
    return found?.['id'] as string | undefined;
  }

  return {
    /** The statement has `@owner` for the process that takes it in. What else is to be done comes with it. */
    async begin(sql: string, parameters: NamedValues, more: readonly Statement[] = []) {
      instance.hold();
      const statement = { sql, parameters: { ...parameters, owner: instance.id } };
      const [begun, ...others] = await writer.write([statement, ...more]);
      return { isBegun: begun?.changes === 1, more: others.flatMap(({ rows }) => rows as readonly Owned[]) };
    },
    async abandon(id: string): Promise<void> {
      abandoned.add(id);
      await markAbandoned().catch(() => {});
    },
    find: (id: string) => reader.get<Owned>(findSql, id),
    delete: async (id: string, keyId: KeyId) => (await change(deleteSql, [id, keyId])) === 1,
    async hasWaste(nowMs: number): Promise<boolean> {
      await markAbandoned().catch(() => {});
      return findWaste(nowMs) !== undefined;
    },
    async purge(nowMs: number, max: number): Promise<void> {
      const id = findWaste(nowMs);
      if (id === undefined) return;
      await writer.write([
        ...purgeSql.map((sql) => ({ sql, parameters: { id, max } })),
        { sql: forgetSql, parameters: { id } },
      ]);
    },
  };
}
