// Which snapshots of the registry, and editions of lists, watches were last compared with: nobody may take them away before the next
// comparison. Reads only, without the master secret, so that an import needs nothing else of the service.

import { readPoint } from '../../app/watches/lists/lists-point.ts';
import type { NeededEditions, NeededSnapshots } from '../../app/watches/ports.ts';
import { hasColumn, openForReading } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';

/** `all` where nobody can tell. */
export function findWatchedSnapshots(dataDirectory: string): NeededSnapshots {
  return findNeeded(dataDirectory, 'snapshot');
}

export function findWatchedEditions(dataDirectory: string): NeededEditions {
  const points = findNeeded(dataDirectory, 'lists');
  return points === 'all' ? 'all' : points.flatMap((point) => readPoint(point).editions);
}

function findNeeded(dataDirectory: string, column: 'snapshot' | 'lists'): readonly string[] | 'all' {
  if (!databaseExists(dataDirectory)) return [];
  try {
    using database = openForReading(toDatabasePath(dataDirectory));
    // One that is older than watches, or than watches of lists, needs none.
    if (!hasColumn(database, 'watches', column)) return [];
    const neededSql = `SELECT DISTINCT ${column} FROM watches WHERE state <> 'deleted' AND mode = 'live' AND ${column} IS NOT NULL`;
    return database.prepare(neededSql).pluck().all() as string[];
  } catch {
    return 'all';
  }
}
