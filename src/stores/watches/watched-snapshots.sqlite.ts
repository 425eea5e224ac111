// Which snapshots of the registry watches were last compared with: nobody may take them away before the next comparison. Reads only,
// without the master secret, so that an import needs nothing else of the service.

import type { NeededSnapshots } from '../../app/watches/ports.ts';
import { openForReading } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';

const neededSql = `SELECT DISTINCT snapshot FROM watches
  WHERE state <> 'deleted' AND mode = 'live' AND snapshot IS NOT NULL`;

/** `all` where nobody can tell. */
export function findWatchedSnapshots(dataDirectory: string): NeededSnapshots {
  if (!databaseExists(dataDirectory)) return [];
  try {
    const { database } = openForReading(toDatabasePath(dataDirectory));
    try {
      const hasWatches = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'watches'").get() !== undefined;
      return hasWatches ? (database.prepare(neededSql).pluck().all() as string[]) : [];
    } finally {
      database.close();
    }
  } catch {
    return 'all';
  }
}
