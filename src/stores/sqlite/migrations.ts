// The schema in SQLite: here is what PostgreSQL has otherwise or not at all. No entry is edited once it is released; a change is a step in
// `stores/schema`.

import { laterSqlite, sharedTables, toSqlite } from '../schema/steps.ts';

export const migrations: readonly string[] = [
  `${toSqlite(sharedTables)}
   CREATE TABLE api_keys (
     id TEXT PRIMARY KEY,
     hash TEXT NOT NULL UNIQUE,
     name TEXT NOT NULL,
     mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
     scopes TEXT NOT NULL,
     rate_requests INTEGER,
     rate_window_seconds INTEGER,
     burst INTEGER,
     concurrency INTEGER,
     daily_quota INTEGER,
     monthly_quota INTEGER,
     networks TEXT,
     purpose TEXT,
     -- The web pages that may use the key.
     cors_origins TEXT,
     created_at_ms INTEGER NOT NULL,
     expires_at_ms INTEGER,
     revoked_at_ms INTEGER,
     checksum BLOB
   ) STRICT;
   CREATE INDEX api_keys_by_time ON api_keys (created_at_ms, id);
   -- Which keys a web page may use, without a look at each of a million keys.
   CREATE TABLE key_origins (origin TEXT NOT NULL, key_id TEXT NOT NULL, PRIMARY KEY (origin, key_id)) STRICT, WITHOUT ROWID;
   CREATE INDEX key_origins_by_key ON key_origins (key_id);
   CREATE TRIGGER key_origins_of_new AFTER INSERT ON api_keys WHEN NEW.cors_origins IS NOT NULL BEGIN
     INSERT OR IGNORE INTO key_origins SELECT value, NEW.id FROM json_each('["' || replace(NEW.cors_origins, ' ', '","') || '"]');
   END;
   CREATE TRIGGER key_origins_of_changed AFTER UPDATE OF id, cors_origins ON api_keys
     WHEN OLD.cors_origins IS NOT NEW.cors_origins OR OLD.id IS NOT NEW.id BEGIN
     DELETE FROM key_origins WHERE key_id = OLD.id;
     INSERT OR IGNORE INTO key_origins SELECT value, NEW.id FROM json_each('["' || replace(NEW.cors_origins, ' ', '","') || '"]')
       WHERE NEW.cors_origins IS NOT NULL;
   END;
   CREATE TRIGGER key_origins_of_gone AFTER DELETE ON api_keys BEGIN
     DELETE FROM key_origins WHERE key_id = OLD.id;
   END;

   -- A call without an answer was started by its owner: the name of a lock file in instances/.
   CREATE TABLE idempotent_calls (
     id TEXT PRIMARY KEY,
     key_id TEXT NOT NULL,
     fingerprint TEXT NOT NULL,
     owner TEXT NOT NULL,
     sealed_answer BLOB,
     expires_at_ms INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX idempotent_calls_by_expiry ON idempotent_calls (expires_at_ms);
   -- How many calls there are of each key, and under the empty name in all.
   CREATE TABLE idempotent_counts (key_id TEXT PRIMARY KEY, records INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   INSERT INTO idempotent_counts VALUES ('', 0);
   CREATE TRIGGER idempotent_calls_added AFTER INSERT ON idempotent_calls BEGIN
     UPDATE idempotent_counts SET records = records + 1 WHERE key_id = '';
     INSERT INTO idempotent_counts SELECT NEW.key_id, 1 WHERE NEW.key_id <> ''
       ON CONFLICT (key_id) DO UPDATE SET records = records + 1;
   END;
   CREATE TRIGGER idempotent_calls_removed AFTER DELETE ON idempotent_calls BEGIN
     UPDATE idempotent_counts SET records = records - 1 WHERE key_id IN ('', OLD.key_id);
     DELETE FROM idempotent_counts WHERE key_id = OLD.key_id AND key_id <> '' AND records <= 0;
   END;

   -- A holder that does not renew its lease loses it. The signs of life of what it does are for those who look on.
   CREATE TABLE job_lease (
     name TEXT PRIMARY KEY,
     owner TEXT NOT NULL,
     renewed_at_ms INTEGER NOT NULL DEFAULT 0,
     signs TEXT NOT NULL DEFAULT '{}'
   ) STRICT, WITHOUT ROWID;

   -- Batches: what was asked and what was answered is sealed. From next_row on nobody has taken a row yet.
   CREATE TABLE batches (
     id TEXT PRIMARY KEY,
     key_id TEXT NOT NULL,
     purpose TEXT,
     explain INTEGER NOT NULL,
     -- The language in which rows are screened; null where they are only verified.
     screen_language TEXT,
     -- What it does where a budget is used up; null: it waits.
     at_budget TEXT,
     webhook_id TEXT,
     repeat_id TEXT UNIQUE,
     fingerprint TEXT,
     owner TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('receiving', 'running', 'completed', 'failed', 'deleted')),
     reason TEXT,
     row_count INTEGER NOT NULL DEFAULT 0,
     next_row INTEGER NOT NULL DEFAULT 1,
     answered INTEGER NOT NULL DEFAULT 0,
     invalid INTEGER NOT NULL DEFAULT 0,
     failed INTEGER NOT NULL DEFAULT 0,
     outcome_unknown INTEGER NOT NULL DEFAULT 0,
     risk_low INTEGER NOT NULL DEFAULT 0,
     risk_medium INTEGER NOT NULL DEFAULT 0,
     risk_high INTEGER NOT NULL DEFAULT 0,
     created_at_ms INTEGER NOT NULL,
     finished_at_ms INTEGER,
     expires_at_ms INTEGER,
     -- How often a person was erased from it: its results are other ones then.
     erasures INTEGER NOT NULL DEFAULT 0,
     checksum BLOB
   ) STRICT;
   CREATE INDEX batches_by_state ON batches (state, created_at_ms);
   CREATE INDEX batches_by_key ON batches (key_id, state);
   -- Rows that a process works on until then, and that any other may take afterwards.
   CREATE TABLE batch_portions (
     batch_id TEXT NOT NULL,
     first_row INTEGER NOT NULL,
     last_row INTEGER NOT NULL,
     owner TEXT NOT NULL,
     until_ms INTEGER NOT NULL,
     PRIMARY KEY (batch_id, first_row)
   ) STRICT, WITHOUT ROWID;

   -- Watches: a sealed list in parts, and sealed changes, of which those up to last_change are whole. Of people: why, by which right and until
   -- when. lists is where a watch stands in the lists of people and companies.
   CREATE TABLE watches (
     id TEXT PRIMARY KEY,
     key_id TEXT NOT NULL,
     mode TEXT NOT NULL,
     kind TEXT NOT NULL DEFAULT 'company',
     lists TEXT,
     purpose TEXT,
     legal_basis TEXT,
     until_ms INTEGER,
     webhook_id TEXT,
     snapshot TEXT,
     repeat_id TEXT,
     fingerprint TEXT,
     owner TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('receiving', 'active', 'deleted')),
     companies INTEGER NOT NULL DEFAULT 0,
     last_change INTEGER NOT NULL DEFAULT 0,
     missed INTEGER NOT NULL DEFAULT 0,
     created_at_ms INTEGER NOT NULL,
     compared_at_ms INTEGER,
     -- Clearances that were withdrawn since the last comparison: pairs of a customer's keyed hash and a row, as JSON.
     withdrawn TEXT,
     -- How often the list was written anew, without somebody who was erased.
     rewrites INTEGER NOT NULL DEFAULT 0,
     checksum BLOB
   ) STRICT;
   CREATE INDEX watches_by_state ON watches (state);
   CREATE UNIQUE INDEX watches_by_repeat ON watches (repeat_id);

`,
  ...laterSqlite,
];
