// Takes what the node's own database holds into PostgreSQL: keys, operators, usage, webhooks, batches, watches, idempotent answers. Sealed
// texts are copied as they are: the master secret is the same.

import type { SqliteDatabase } from '../sqlite/connection.ts';
import { type Asker, copyTable, inPages, insertRows } from './copy-rows.ts';
import type { TransferPart } from './source.sqlite.ts';

export interface Taken {
  readonly found: number;
  /** How many of them are there now, under their own names. */
  readonly there: number;
}

type Transaction = <Result>(work: (asker: Asker) => Promise<Result>) => Promise<Result>;

export interface TableTransfer {
  readonly source: SqliteDatabase;
  readonly target: Asker & { readonly transaction: Transaction };
  /** Of this data directory, so that what is added up is added once. */
  readonly sourceId: string;
}

export const importTables: Readonly<
  Record<Exclude<TransferPart, 'audit records'>, (transfer: TableTransfer) => Promise<Taken>>
> = {
  async keys({ source, target }) {
    await copyTable(source, target, { table: 'replaced_hashes', known: 'hash' });
    return copyTable(source, target, { table: 'api_keys', known: 'id' });
  },
  operators: ({ source, target }) => copyTable(source, target, { table: 'operators', known: 'id' }),
  usage: importUsage,
  async webhooks({ source, target }) {
    const taken = await copyTable(source, target, { table: 'webhook_endpoints', known: 'id' });
    await copyTable(source, target, { table: 'webhook_deliveries', known: 'id' });
    await copyTable(source, target, { table: 'event_counts', known: 'key_id' });
    await copyTable(source, target, { table: 'events', known: 'id' });
    return taken;
  },
  batches: (transfer) => importInPieces(transfer, batchShape),
  watches: (transfer) => importInPieces(transfer, watchShape),
  'idempotent answers': ({ source, target }) =>
    copyTable(source, target, {
      table: 'idempotent_calls',
      known: 'id',
      // The first version named no key; the empty name is that of the sum.
      toValue: (column, value) => (column === 'key_id' && value === '' ? 'unknown' : value),
    }),
};

const usageTables = {
  usage_requests: { keys: ['key_id', 'day'], sums: ['count'], last: ['last_at_ms'] },
  usage_verifications: { keys: ['key_id', 'day', 'operation', 'outcome'], sums: ['count'], last: [] },
  usage_calls: { keys: ['key_id', 'day', 'source'], sums: ['count'], last: [] },
} as const;

/** Added to what the nodes have counted for the same keys meanwhile, once. */
async function importUsage({ source, target, sourceId }: TableTransfer): Promise<Taken> {
  const found = source.prepare('SELECT count(*) FROM usage_requests').pluck().get() as number;
  await target.transaction(async (session) => {
    const noteSql = 'INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
    const noted = await session.query(noteSql, [`import ${sourceId} usage`, Buffer.from('done')]);
    if (noted.count === 0) return;
    for (const [table, { keys, sums, last }] of Object.entries(usageTables)) {
      const columns = [...keys, ...sums, ...last];
      const changes = [
        ...sums.map((name) => `${name} = kept.${name} + excluded.${name}`),
        ...last.map((name) => `${name} = greatest(kept.${name}, excluded.${name})`),
      ];
      const sql = `INSERT INTO confere.${table} AS kept (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})
        ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${changes.join(', ')}`;
      for (const rows of inPages(source, `SELECT ${columns.join(', ')} FROM ${table}`, [])) {
        for (const row of rows)
          await session.query(
            sql,
            columns.map((name) => row[name]),
          );
      }
    }
  });
  return { found, there: found };
}

interface Shape {
  readonly table: 'batches' | 'watches';
  readonly columns: readonly string[];
  readonly states: string;
  readonly pieces: readonly {
    readonly table: string;
    readonly owner: string;
    readonly columns: Readonly<Record<string, string>>;
  }[];
}

const counts = ['answered', 'invalid', 'failed', 'outcome_unknown', 'risk_low', 'risk_medium', 'risk_high'];
const batchShape: Shape = {
  table: 'batches',
  columns: [
    ...['id', 'key_id', 'purpose', 'explain', 'webhook_id', 'repeat_id', 'fingerprint', 'reason', 'row_count'],
    ...['created_at_ms', 'finished_at_ms', 'expires_at_ms', 'erasures'],
  ],
  states: "state NOT IN ('receiving', 'deleted')",
  pieces: [
    { table: 'batch_inputs', owner: 'batch_id', columns: { first_row: 'first_row', sealed: 'sealed' } },
    { table: 'batch_rows', owner: 'batch_id', columns: { row: 'row_number', status: 'status', sealed: 'sealed' } },
  ],
};
const watchShape: Shape = {
  table: 'watches',
  columns: [
    ...[
      'id',
      'key_id',
      'mode',
      'webhook_id',
      'snapshot',
      'repeat_id',
      'fingerprint',
      'companies',
      'last_change',
      'missed',
    ],
    ...['created_at_ms', 'compared_at_ms'],
  ],
  states: "state = 'active'",
  pieces: [
    { table: 'watch_lists', owner: 'watch_id', columns: { part: 'part', sealed: 'sealed' } },
    { table: 'watch_changes', owner: 'watch_id', columns: { number: 'number', sealed: 'sealed' } },
  ],
};

/**
 * One after the other. Until all of one is there it is `receiving`, so that no node works on half of it; what is left of a run that was cut
 * off is taken away first.
 */
async function importInPieces({ source, target }: TableTransfer, shape: Shape): Promise<Taken> {
  const { table, columns, states } = shape;
  const all = source.prepare(`SELECT ${columns.join(', ')}, state FROM ${table} WHERE ${states} ORDER BY id`).all();
  let there = 0;
  for (const row of all as Record<string, unknown>[]) {
    const id = row['id'] as string;
    const known = `SELECT state FROM confere.${table} WHERE id = $1`;
    const { rows } = await target.query<{ readonly state: string }>(known, [id]);
    if (rows[0] === undefined || rows[0].state === 'receiving') await importOne(source, target, shape, row);
    there++;
  }
  return { found: all.length, there };
}

async function importOne(
  source: SqliteDatabase,
  target: Asker,
  { table, columns, pieces }: Shape,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { id, state } = row as { readonly id: string; readonly state: string };
  for (const piece of pieces)
    await target.query(`DELETE FROM confere.${piece.table} WHERE ${piece.owner} = $1`, [id], 60_000);
  if (table === 'batches') await target.query('DELETE FROM confere.batch_counts WHERE batch_id = $1', [id]);
  await target.query(`DELETE FROM confere.${table} WHERE id = $1`, [id]);
  const values = columns.map((name) => (name === 'explain' ? row[name] === 1 : row[name]));
  await insertRows(target, table, [...columns, 'owner', 'state'], [[...values, 'import', 'receiving']]);
  for (const piece of pieces) {
    const from = Object.keys(piece.columns);
    const sql = `SELECT ${from.join(', ')} FROM ${piece.table} WHERE ${piece.owner} = ?`;
    for (const rows of inPages(source, sql, [id])) {
      const names = [piece.owner, ...Object.values(piece.columns)];
      await insertRows(
        target,
        piece.table,
        names,
        rows.map((each) => [id, ...from.map((name) => each[name])]),
      );
      await target.query(`UPDATE confere.${table} SET seen_at = now() WHERE id = $1`, [id]);
    }
  }
  if (table === 'batches') {
    const counted = source.prepare(`SELECT ${counts.join(', ')} FROM batches WHERE id = ?`).get(id) as Record<
      string,
      unknown
    >;
    await insertRows(
      target,
      'batch_counts',
      ['batch_id', 'part', ...counts],
      [[id, 0, ...counts.map((name) => counted[name])]],
    );
  }
  const { count } = await target.query(`UPDATE confere.${table} SET state = $2 WHERE id = $1 AND state = 'receiving'`, [
    id,
    state,
  ]);
  if (count !== 1) throw new Error(`${id} was cleared away while it was taken over`);
}
