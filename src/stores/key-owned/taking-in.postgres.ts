// How nodes on one PostgreSQL notice that another one has ended while it took something in.

import { isAliveSql } from '../postgres/node-link.ts';
import type { Sql } from '../sql/sql.ts';
import type { TakingIn } from './taking-in.ts';

/**
 * An abandoned upload has received nothing for this long and its process is gone. A process that has lost its session for a moment does not count
 * as gone.
 */
const silenceSeconds = 60;

export function createNodeTaking({ find }: Pick<Sql, 'find'>, id: string): TakingIn {
  return {
    id,
    hold() {},
    async findLost(table) {
      const lostSql = `SELECT id FROM ${table} WHERE state = 'receiving'
        AND seen_at < now() - interval '${silenceSeconds} seconds' AND NOT ${isAliveSql('owner')} LIMIT 1`;
      return (await find<{ readonly id: string }>(lostSql))?.id;
    },
    toAppend: (table, { table: pieces, owner, place }) =>
      `WITH seen AS (UPDATE ${table} SET seen_at = now() WHERE id = $1 AND state = 'receiving' RETURNING 1)
      INSERT INTO ${pieces} (${owner}, ${place}, sealed) SELECT $1, CAST($2 AS integer), CAST($3 AS bytea) FROM seen`,
  };
}
