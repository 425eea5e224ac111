// Which keys may be used from web pages: whoever opens such a page has the key, and an operator should know of each. Reads only.

import { ok, type Probe, warning } from '../../app/doctor/finding.ts';
import { hasColumn, openForReading } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';

const subject = 'web_keys';

export interface WebKey {
  readonly id: string;
  readonly mode: string;
  readonly scopes: string;
  readonly cors_origins: string;
}

/** With `now` for the moment, and the table's name in front. */
export const webKeysSql = (table: string, now: string) =>
  `SELECT id, mode, scopes, cors_origins FROM ${table} WHERE cors_origins IS NOT NULL
    AND revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > ${now}) ORDER BY created_at_ms, id`;

export function createWebKeysProbe(readKeys: () => Promise<readonly WebKey[]>): Probe {
  return {
    subject,
    run: async () => {
      const keys = await readKeys();
      if (keys.length === 0) return ok(subject, 'No key is for web pages.');
      const named = keys.map(({ id, cors_origins: origins }) => `${id} (${origins})`).join(', ');
      const says = `For web pages, so known to whoever opens them: ${named}.`;
      const asksAboutPeople = keys.some(({ mode, scopes }) => mode === 'live' && scopes.includes('verify:cpf'));
      if (!asksAboutPeople) return ok(subject, says);
      const advice =
        'One of them asks about people, for everybody: revoke it, and let a server of yours ask. See docs/keys.md';
      return warning(subject, says, advice);
    },
  };
}

export async function readSqliteWebKeys(dataDirectory: string, nowMs: number): Promise<readonly WebKey[]> {
  if (!databaseExists(dataDirectory)) return [];
  using database = openForReading(toDatabasePath(dataDirectory));
  if (!hasColumn(database, 'api_keys', 'cors_origins')) return [];
  return database.prepare(webKeysSql('api_keys', '?')).all(nowMs) as WebKey[];
}
