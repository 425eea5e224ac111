// The schema's history. Entries are never edited once released; a change is a new entry at the end.

import type { KeyChecksum } from '../../app/keys/key-checksum.ts';
import { fromRow, type KeyRow } from '../key-rows/key-row.ts';
import type { SqliteDatabase } from './connection.ts';

/** Statements, or what statements alone cannot do. */
type Migration = string | ((database: SqliteDatabase, keyChecksum: KeyChecksum) => void);

export const migrations: readonly Migration[] = [
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
  // Keys that are there already are taken as they are; from here on a row that is changed by hand is refused.
  (database, keyChecksum) => {
    database.exec('ALTER TABLE api_keys ADD COLUMN checksum BLOB');
    const update = database.prepare('UPDATE api_keys SET checksum = ? WHERE id = ?');
    for (const row of database.prepare('SELECT * FROM api_keys').all() as KeyRow[]) {
      update.run(keyChecksum.sign(fromRow(row), row.hash), row.id);
    }
  },
  // How many records there are for each key, and under the empty name in all; records of older versions name no key.
  `ALTER TABLE idempotent_calls ADD COLUMN key_id TEXT NOT NULL DEFAULT '';
   CREATE TABLE idempotent_counts (key_id TEXT PRIMARY KEY, records INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   INSERT INTO idempotent_counts VALUES ('', (SELECT count(*) FROM idempotent_calls));
   CREATE TRIGGER idempotent_calls_added AFTER INSERT ON idempotent_calls BEGIN
     UPDATE idempotent_counts SET records = records + 1 WHERE key_id = '';
     INSERT INTO idempotent_counts SELECT NEW.key_id, 1 WHERE NEW.key_id <> ''
       ON CONFLICT (key_id) DO UPDATE SET records = records + 1;
   END;
   CREATE TRIGGER idempotent_calls_removed AFTER DELETE ON idempotent_calls BEGIN
     UPDATE idempotent_counts SET records = records - 1 WHERE key_id IN ('', OLD.key_id);
     DELETE FROM idempotent_counts WHERE key_id = OLD.key_id AND key_id <> '' AND records <= 0;
   END;`,
  // A checksum covers no field that is null, so those of older keys stay right. A replaced hash is that of a secret which
  // works until the overlap of its rotation is over.
  `ALTER TABLE api_keys ADD COLUMN burst INTEGER;
   ALTER TABLE api_keys ADD COLUMN concurrency INTEGER;
   ALTER TABLE api_keys ADD COLUMN daily_quota INTEGER;
   ALTER TABLE api_keys ADD COLUMN monthly_quota INTEGER;
   ALTER TABLE api_keys ADD COLUMN networks TEXT;
   ALTER TABLE api_keys ADD COLUMN purpose TEXT;
   CREATE TABLE replaced_hashes (
     hash TEXT PRIMARY KEY,
     key_id TEXT NOT NULL,
     until_ms INTEGER NOT NULL,
     checksum BLOB NOT NULL
   ) STRICT;
   CREATE INDEX replaced_hashes_by_key ON replaced_hashes (key_id);`,
  // By day in America/Sao_Paulo.
  `CREATE TABLE usage_requests (
     key_id TEXT NOT NULL,
     day TEXT NOT NULL,
     count INTEGER NOT NULL,
     last_at_ms INTEGER NOT NULL,
     PRIMARY KEY (key_id, day)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE usage_verifications (
     key_id TEXT NOT NULL,
     day TEXT NOT NULL,
     operation TEXT NOT NULL,
     outcome TEXT NOT NULL,
     act TEXT NOT NULL,
     purpose TEXT NOT NULL,
     count INTEGER NOT NULL,
     PRIMARY KEY (day, key_id, operation, outcome, act, purpose)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE usage_calls (
     key_id TEXT NOT NULL,
     day TEXT NOT NULL,
     source TEXT NOT NULL,
     outcome TEXT NOT NULL,
     purpose TEXT NOT NULL,
     count INTEGER NOT NULL,
     PRIMARY KEY (day, key_id, source, outcome, purpose)
   ) STRICT, WITHOUT ROWID;`,
  // What is told to others: where to (sealed address and secret), and what (sealed body), kept for a while after its end.
  `CREATE TABLE job_lease (name TEXT PRIMARY KEY, owner TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE webhook_endpoints (
     id TEXT PRIMARY KEY,
     key_id TEXT NOT NULL,
     sealed BLOB NOT NULL,
     created_at_ms INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE webhook_deliveries (
     id TEXT PRIMARY KEY,
     endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
     event TEXT NOT NULL,
     sealed_body BLOB NOT NULL,
     created_at_ms INTEGER NOT NULL,
     state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'dead')),
     attempts INTEGER NOT NULL DEFAULT 0,
     due_at_ms INTEGER NOT NULL,
     last_outcome TEXT,
     settled_at_ms INTEGER
   ) STRICT;
   CREATE INDEX webhook_deliveries_due ON webhook_deliveries (state, due_at_ms);
   CREATE INDEX webhook_deliveries_settled ON webhook_deliveries (settled_at_ms);
   CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id);`,
  // Those who sign in to the console. A session is known by the hash of its token alone.
  `CREATE TABLE operators (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL UNIQUE,
     role TEXT NOT NULL,
     password_hash TEXT NOT NULL,
     sealed_totp BLOB,
     totp_step INTEGER NOT NULL,
     created_at_ms INTEGER NOT NULL,
     disabled_at_ms INTEGER
   ) STRICT;
   CREATE TABLE operator_sessions (
     id TEXT PRIMARY KEY,
     token_hash BLOB NOT NULL UNIQUE,
     operator_id TEXT NOT NULL REFERENCES operators (id),
     begun_at_ms INTEGER NOT NULL,
     seen_at_ms INTEGER NOT NULL,
     network TEXT NOT NULL
   ) STRICT;`,
  // Batches: what was asked and what was answered is sealed. A row without a result is claimed ('started') or put off ('postponed').
  `CREATE TABLE batches (
     id TEXT PRIMARY KEY,
     key_id TEXT NOT NULL,
     purpose TEXT,
     explain INTEGER NOT NULL,
     webhook_id TEXT,
     repeat_id TEXT UNIQUE,
     fingerprint TEXT,
     owner TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('receiving', 'running', 'completed', 'failed', 'deleted')),
     reason TEXT,
     row_count INTEGER NOT NULL DEFAULT 0,
     answered INTEGER NOT NULL DEFAULT 0,
     invalid INTEGER NOT NULL DEFAULT 0,
     failed INTEGER NOT NULL DEFAULT 0,
     outcome_unknown INTEGER NOT NULL DEFAULT 0,
     created_at_ms INTEGER NOT NULL,
     finished_at_ms INTEGER,
     expires_at_ms INTEGER
   ) STRICT;
   CREATE INDEX batches_by_state ON batches (state, created_at_ms);
   CREATE INDEX batches_by_key ON batches (key_id, state);
   CREATE TABLE batch_inputs (
     batch_id TEXT NOT NULL,
     first_row INTEGER NOT NULL,
     sealed BLOB NOT NULL,
     PRIMARY KEY (batch_id, first_row)
   ) STRICT;
   CREATE TABLE batch_rows (
     batch_id TEXT NOT NULL,
     row INTEGER NOT NULL,
     status TEXT NOT NULL,
     sealed BLOB,
     PRIMARY KEY (batch_id, row)
   ) STRICT;`,
  // Watches: a sealed list in parts, and sealed changes, of which those up to `last_change` are whole.
  `CREATE TABLE watches (
     id TEXT PRIMARY KEY,
     key_id TEXT NOT NULL,
     mode TEXT NOT NULL,
     webhook_id TEXT,
     snapshot TEXT,
     owner TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('receiving', 'active', 'deleted')),
     companies INTEGER NOT NULL DEFAULT 0,
     last_change INTEGER NOT NULL DEFAULT 0,
     missed INTEGER NOT NULL DEFAULT 0,
     created_at_ms INTEGER NOT NULL,
     compared_at_ms INTEGER
   ) STRICT;
   CREATE INDEX watches_by_state ON watches (state);
   CREATE TABLE watch_lists (
     watch_id TEXT NOT NULL,
     part INTEGER NOT NULL,
     sealed BLOB NOT NULL,
     PRIMARY KEY (watch_id, part)
   ) STRICT;
   CREATE TABLE watch_changes (
     watch_id TEXT NOT NULL,
     number INTEGER NOT NULL,
     sealed BLOB NOT NULL,
     PRIMARY KEY (watch_id, number)
   ) STRICT;`,
  // The risk levels of a batch's answered rows, for those who watch it.
  `ALTER TABLE batches ADD COLUMN risk_low INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE batches ADD COLUMN risk_medium INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE batches ADD COLUMN risk_high INTEGER NOT NULL DEFAULT 0;`,
  // A holder that does not renew its lease loses it. The signs of life of what it does are for those who look on.
  `ALTER TABLE job_lease ADD COLUMN renewed_at_ms INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE job_lease ADD COLUMN signs TEXT NOT NULL DEFAULT '{}';`,
  // How often a person was erased from a batch: its results are other ones then.
  'ALTER TABLE batches ADD COLUMN erasures INTEGER NOT NULL DEFAULT 0;',
  // What devices hold of an operator, who an operator is at a provider of single sign-on, and the way in where passwords are switched off.
  `ALTER TABLE operators ADD COLUMN device_epoch INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE operators ADD COLUMN sso_subject TEXT;
   ALTER TABLE operators ADD COLUMN local_until_ms INTEGER;
   CREATE UNIQUE INDEX operators_by_subject ON operators (sso_subject);`,
  // What the owner of a key is told, kept to be read again. The count of a key outlives its events: no number comes twice.
  `CREATE TABLE event_counts (key_id TEXT PRIMARY KEY, last_number INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE events (
     key_id TEXT NOT NULL,
     number INTEGER NOT NULL,
     id TEXT NOT NULL,
     event TEXT NOT NULL,
     sealed_body BLOB NOT NULL,
     created_at_ms INTEGER NOT NULL,
     PRIMARY KEY (key_id, number)
   ) STRICT;
   CREATE INDEX events_by_time ON events (created_at_ms);`,
  // Keyed hashes of a caller's `Idempotency-Key` and of the list, as batches have them.
  `ALTER TABLE watches ADD COLUMN repeat_id TEXT;
   ALTER TABLE watches ADD COLUMN fingerprint TEXT;
   CREATE UNIQUE INDEX watches_by_repeat ON watches (repeat_id);`,
  // Rows that a process works on until then, and that any other may take afterwards; from next_row on nobody has taken one.
  `ALTER TABLE batches ADD COLUMN next_row INTEGER NOT NULL DEFAULT 1;
   CREATE TABLE batch_portions (
     batch_id TEXT NOT NULL,
     first_row INTEGER NOT NULL,
     last_row INTEGER NOT NULL,
     owner TEXT NOT NULL,
     until_ms INTEGER NOT NULL,
     PRIMARY KEY (batch_id, first_row)
   ) STRICT, WITHOUT ROWID;`,
  // The web pages that may use a key.
  'ALTER TABLE api_keys ADD COLUMN cors_origins TEXT;',
  // Answers of parties that may be used again for a purpose: sealed, under keyed hashes of the question and of the person.
  `CREATE TABLE bought_answers (
     name TEXT PRIMARY KEY,
     subject TEXT NOT NULL,
     sealed BLOB NOT NULL,
     bought_at_ms INTEGER NOT NULL,
     expires_at_ms INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX bought_answers_by_subject ON bought_answers (subject);
   CREATE INDEX bought_answers_by_end ON bought_answers (expires_at_ms);`,
  // Hits that somebody has judged false: customers as keyed hashes, the reason and what was judged sealed.
  `CREATE TABLE clearances (
     id TEXT PRIMARY KEY,
     mode TEXT NOT NULL,
     subject TEXT NOT NULL,
     list_row TEXT NOT NULL,
     sealed BLOB NOT NULL,
     state TEXT NOT NULL,
     made_by TEXT NOT NULL,
     created_at_ms INTEGER NOT NULL,
     confirmed_by TEXT,
     confirmed_at_ms INTEGER
   ) STRICT;
   CREATE UNIQUE INDEX clearances_by_customer ON clearances (mode, subject, list_row);
   CREATE INDEX clearances_by_time ON clearances (mode, created_at_ms, id);`,
  // People are watched too: why, by which right and until when; and where a watch stands in the lists of people and companies.
  `ALTER TABLE watches ADD COLUMN kind TEXT NOT NULL DEFAULT 'company';
   ALTER TABLE watches ADD COLUMN lists TEXT;
   ALTER TABLE watches ADD COLUMN purpose TEXT;
   ALTER TABLE watches ADD COLUMN legal_basis TEXT;
   ALTER TABLE watches ADD COLUMN until_ms INTEGER;`,
  // The language in which rows are screened; null where they are only verified.
  'ALTER TABLE batches ADD COLUMN screen_language TEXT;',
  // Clearances that were withdrawn since the last comparison: pairs of a customer's keyed hash and a row, as JSON.
  'ALTER TABLE watches ADD COLUMN withdrawn TEXT;',
  // How often the list of a watch was written anew, without somebody who was erased.
  'ALTER TABLE watches ADD COLUMN rewrites INTEGER NOT NULL DEFAULT 0;',
  // A million keys: pages of them in their order, and the web pages that keys are for.
  `CREATE INDEX api_keys_by_time ON api_keys (created_at_ms, id);
   CREATE TABLE key_origins (origin TEXT NOT NULL, key_id TEXT NOT NULL, PRIMARY KEY (origin, key_id)) STRICT, WITHOUT ROWID;
   CREATE INDEX key_origins_by_key ON key_origins (key_id);
   INSERT INTO key_origins SELECT DISTINCT o.value, k.id FROM api_keys k, json_each('["' || replace(k.cors_origins, ' ', '","') || '"]') o
     WHERE k.cors_origins IS NOT NULL;
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
   END;`,
  // Answers of single sign-on that somebody has used: each is good once.
  'CREATE TABLE used_sign_ins (id TEXT PRIMARY KEY, until_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  // Whether a session was begun with a second factor as well.
  'ALTER TABLE operator_sessions ADD COLUMN has_second_factor INTEGER NOT NULL DEFAULT 0;',
  // Checksums of operators and their sessions. Sessions that are known by a hash without a key end.
  `DELETE FROM operator_sessions;
   ALTER TABLE operators ADD COLUMN checksum BLOB;
   ALTER TABLE operator_sessions ADD COLUMN checksum BLOB;`,
  // Checksums of what keys keep here.
  `ALTER TABLE clearances ADD COLUMN checksum BLOB;
   ALTER TABLE webhook_endpoints ADD COLUMN checksum BLOB;
   ALTER TABLE batches ADD COLUMN checksum BLOB;
   ALTER TABLE watches ADD COLUMN checksum BLOB;`,
  // Passkeys of operators: name and public key are sealed, bound to the ids beside them.
  `CREATE TABLE operator_passkeys (
     id TEXT PRIMARY KEY,
     operator_id TEXT NOT NULL,
     credential_id TEXT NOT NULL UNIQUE,
     sealed BLOB NOT NULL,
     sign_count INTEGER NOT NULL,
     created_at_ms INTEGER NOT NULL,
     last_used_at_ms INTEGER,
     checksum BLOB
   ) STRICT;
   CREATE INDEX operator_passkeys_by_operator ON operator_passkeys (operator_id);
   ALTER TABLE operators ADD COLUMN has_passkey INTEGER;`,
  // What a batch does where a budget is used up; null: it waits.
  'ALTER TABLE batches ADD COLUMN at_budget TEXT;',
];
