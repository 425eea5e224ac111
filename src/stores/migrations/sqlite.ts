// The schema's history. Entries are never edited once released; a change is a new entry at the end.

export const migrations: readonly string[] = [
  `CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
   CREATE TABLE api_keys (
     id TEXT PRIMARY KEY,
     hash TEXT NOT NULL UNIQUE,
     name TEXT NOT NULL,
     mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
     scopes TEXT NOT NULL,
     rate_requests INTEGER,
     rate_window_seconds INTEGER,
     created_at_ms INTEGER NOT NULL,
     expires_at_ms INTEGER,
     revoked_at_ms INTEGER
   ) STRICT;`,
  // A record without an answer was started by `owner`: the name of a lock file in `instances/`.
  `CREATE TABLE idempotent_calls (
     id TEXT PRIMARY KEY,
     fingerprint TEXT NOT NULL,
     owner TEXT NOT NULL,
     sealed_answer BLOB,
     expires_at_ms INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX idempotent_calls_by_expiry ON idempotent_calls (expires_at_ms);`,
];
