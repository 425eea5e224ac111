// Opens the audit's own SQLite database, apart from the keys: what fills or damages one leaves the other working.
// The schema itself refuses what must not happen: a record is never deleted, and never changed but by forgetting.

import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { OperatorError, toFaultCode } from '../../errors.ts';
import { closeToOthers, withDispose } from '../sqlite/connection.ts';

export type AuditDatabase = Database.Database;

export function toAuditPath(dataDirectory: string): string {
  return join(dataDirectory, 'audit.db');
}

/** A seal is as long as the one that it replaces, or 28 bytes longer than what it is around. */
const isOtherSeal = 'length(new.details) - length(old.details) NOT IN (0, 28)';

/**
 * Entries are never edited once released; a change is a new entry at the end. What can be searched is read out of the content
 * by the database itself, so that no column can disagree with what the chain covers.
 */
const migrations: readonly string[] = [
  `CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
   CREATE TABLE records (
     sequence INTEGER PRIMARY KEY,
     hash BLOB NOT NULL,
     content TEXT,
     content_hash BLOB,
     details BLOB,
     at_ms INTEGER GENERATED ALWAYS AS (content ->> 1) VIRTUAL,
     kind TEXT GENERATED ALWAYS AS (content ->> 2) VIRTUAL,
     request_id TEXT GENERATED ALWAYS AS (content ->> 3) VIRTUAL,
     key_id TEXT GENERATED ALWAYS AS (content ->> 4) VIRTUAL,
     subject TEXT GENERATED ALWAYS AS (content ->> 5) VIRTUAL,
     status TEXT GENERATED ALWAYS AS (content ->> 7) VIRTUAL,
     CHECK ((content IS NULL) = (content_hash IS NOT NULL))
   ) STRICT;
   CREATE INDEX records_by_time ON records (at_ms) WHERE at_ms IS NOT NULL;
   CREATE INDEX records_by_request ON records (request_id) WHERE request_id IS NOT NULL;
   CREATE INDEX records_by_subject ON records (subject) WHERE subject IS NOT NULL;
   CREATE TRIGGER records_are_kept BEFORE DELETE ON records
   BEGIN SELECT raise(ABORT, 'audit records are never deleted'); END;
   CREATE TRIGGER records_only_forget BEFORE UPDATE ON records
   WHEN new.sequence IS NOT old.sequence OR new.hash IS NOT old.hash
     OR (new.content IS NOT NULL AND new.content IS NOT old.content)
     OR (new.details IS NOT NULL AND new.details IS NOT old.details)
   BEGIN SELECT raise(ABORT, 'audit records are never changed'); END;
   CREATE TABLE heads (
     sequence INTEGER PRIMARY KEY,
     hash TEXT NOT NULL,
     at_ms INTEGER NOT NULL,
     signer TEXT NOT NULL,
     signature TEXT NOT NULL
   ) STRICT;
   CREATE TABLE policies (hash TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;`,
  // Only people are searched for by their number, and an index in no order is the dearest part of a record.
  `DROP INDEX records_by_subject;
   CREATE INDEX records_by_person ON records (subject) WHERE kind = 'cpf';`,
  // Written, and deleted again, to find out whether the audit can be written.
  `CREATE TABLE probes (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;`,
  // Intents that nothing has completed yet. All that is said of them stands in the chain; this only finds them.
  `CREATE TABLE open_intents (request_id TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
  // What operators did, by what they did it to: an erasure finds who read the records of a person.
  `CREATE INDEX acts_by_target ON records (content ->> 14) WHERE kind = 'act';`,
  // Chains that came from a shared database, and that nobody continues here. A record of our own has its sequence for its place; theirs are
  // below zero, in the order in which they were written. An open intent is known by its place.
  `CREATE TABLE ended_chains (id TEXT PRIMARY KEY, since_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE ended_records (
     place INTEGER PRIMARY KEY CHECK (place < 0),
     chain TEXT NOT NULL,
     sequence INTEGER NOT NULL,
     hash BLOB NOT NULL,
     content TEXT,
     content_hash BLOB,
     details BLOB,
     at_ms INTEGER GENERATED ALWAYS AS (content ->> 1) VIRTUAL,
     kind TEXT GENERATED ALWAYS AS (content ->> 2) VIRTUAL,
     request_id TEXT GENERATED ALWAYS AS (content ->> 3) VIRTUAL,
     key_id TEXT GENERATED ALWAYS AS (content ->> 4) VIRTUAL,
     subject TEXT GENERATED ALWAYS AS (content ->> 5) VIRTUAL,
     status TEXT GENERATED ALWAYS AS (content ->> 7) VIRTUAL,
     UNIQUE (chain, sequence),
     CHECK ((content IS NULL) = (content_hash IS NOT NULL))
   ) STRICT;
   CREATE INDEX ended_records_by_time ON ended_records (at_ms) WHERE at_ms IS NOT NULL;
   CREATE INDEX ended_records_by_request ON ended_records (request_id) WHERE request_id IS NOT NULL;
   CREATE INDEX ended_records_by_person ON ended_records (subject) WHERE kind = 'cpf';
   CREATE INDEX ended_acts_by_target ON ended_records (content ->> 14) WHERE kind = 'act';
   CREATE TRIGGER ended_records_are_kept BEFORE DELETE ON ended_records
   BEGIN SELECT raise(ABORT, 'audit records are never deleted'); END;
   CREATE TRIGGER ended_records_only_forget BEFORE UPDATE ON ended_records
   WHEN new.place IS NOT old.place OR new.chain IS NOT old.chain OR new.sequence IS NOT old.sequence OR new.hash IS NOT old.hash
     OR (new.content IS NOT NULL AND new.content IS NOT old.content)
     OR (new.details IS NOT NULL AND new.details IS NOT old.details)
   BEGIN SELECT raise(ABORT, 'audit records are never changed'); END;
   CREATE TABLE ended_heads (
     chain TEXT NOT NULL,
     sequence INTEGER NOT NULL,
     hash TEXT NOT NULL,
     at_ms INTEGER NOT NULL,
     signer TEXT NOT NULL,
     signature TEXT NOT NULL,
     PRIMARY KEY (chain, sequence)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE ended_dropped (
     chain TEXT NOT NULL,
     sequence INTEGER NOT NULL,
     hash BLOB NOT NULL,
     month TEXT NOT NULL,
     dropped_at_ms INTEGER NOT NULL,
     PRIMARY KEY (chain, sequence)
   ) STRICT, WITHOUT ROWID;
   CREATE VIEW every_record AS
     SELECT sequence AS place, (SELECT value FROM meta WHERE name = 'chain') AS chain, sequence, hash, content, content_hash, details,
       at_ms, kind, request_id, key_id, subject, status FROM records
     UNION ALL SELECT place, chain, sequence, hash, content, content_hash, details,
       at_ms, kind, request_id, key_id, subject, status FROM ended_records;
   CREATE VIEW every_head AS
     SELECT (SELECT value FROM meta WHERE name = 'chain') AS chain, sequence, hash, at_ms, signer, signature FROM heads
     UNION ALL SELECT chain, sequence, hash, at_ms, signer, signature FROM ended_heads;`,
  // People are searched for by their number in screenings as well.
  `CREATE INDEX records_by_screened ON records (subject) WHERE kind = 'screen';
   CREATE INDEX ended_records_by_screened ON ended_records (subject) WHERE kind = 'screen';`,
  // Evidence goes years before its record: whoever looks for what is still there must not read all that have lost it.
  `CREATE INDEX records_with_evidence ON records (at_ms) WHERE at_ms IS NOT NULL AND details IS NOT NULL;
   CREATE INDEX ended_records_with_evidence ON ended_records (at_ms) WHERE at_ms IS NOT NULL AND details IS NOT NULL;`,
  // Details may get a seal around theirs, when a generation of the master secret is retired, or another one in its place. A record names the
  // hash of its own seal, so that anything else is noticed by the proof.
  `DROP TRIGGER records_only_forget;
   CREATE TRIGGER records_only_forget BEFORE UPDATE ON records
   WHEN new.sequence IS NOT old.sequence OR new.hash IS NOT old.hash
     OR (new.content IS NOT NULL AND new.content IS NOT old.content)
     OR (new.details IS NOT NULL AND new.details IS NOT old.details AND (old.details IS NULL OR ${isOtherSeal}))
   BEGIN SELECT raise(ABORT, 'audit records are never changed'); END;
   DROP TRIGGER ended_records_only_forget;
   CREATE TRIGGER ended_records_only_forget BEFORE UPDATE ON ended_records
   WHEN new.place IS NOT old.place OR new.chain IS NOT old.chain OR new.sequence IS NOT old.sequence OR new.hash IS NOT old.hash
     OR (new.content IS NOT NULL AND new.content IS NOT old.content)
     OR (new.details IS NOT NULL AND new.details IS NOT old.details AND (old.details IS NULL OR ${isOtherSeal}))
   BEGIN SELECT raise(ABORT, 'audit records are never changed'); END;`,
];

interface OpenAuditOptions {
  readonly dataDirectory: string;
  readonly busyTimeoutMs: number;
}

export function openAuditDatabase({ dataDirectory, busyTimeoutMs }: OpenAuditOptions): AuditDatabase {
  const path = toAuditPath(dataDirectory);
  let database: AuditDatabase | undefined;
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    database = new Database(path, { timeout: busyTimeoutMs });
    closeToOthers(path);
    database.pragma('journal_mode = WAL');
    // A record that was answered for must outlive a power cut.
    database.pragma('synchronous = FULL');
    // What is forgotten is overwritten, not only taken out of the index.
    database.pragma('secure_delete = ON');
    migrate(database, path);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof OperatorError) throw error;
    const code = toFaultCode(error);
    const told = `The audit ${path} cannot be opened (${code}). Check its permissions and the disk, or restore it from your backup.`;
    throw Object.assign(new OperatorError(told), { code });
  }
}

/** Where somebody removed its name no record fits: the name is part of the key. */
export function readChainId(database: AuditDatabase): string {
  return (database.prepare("SELECT value FROM meta WHERE name = 'chain'").pluck().get() as string | undefined) ?? '';
}

/** Throws for a file that a later version has written. One that cannot be read at all is told of when it is to be written. */
export function refuseNewerAudit(dataDirectory: string): void {
  const path = toAuditPath(dataDirectory);
  let version = 0;
  try {
    using database = withDispose(new Database(path, { readonly: true, fileMustExist: true }));
    version = database.pragma('user_version', { simple: true }) as number;
  } catch {
    return;
  }
  if (version > migrations.length) throw toNewerFault(path, version);
}

function toNewerFault(path: string, version: number): OperatorError {
  return new OperatorError(
    `The audit ${path} was written by a newer Confere (schema ${version}). Run that version, or restore the backup from before it.`,
  );
}

function migrate(database: AuditDatabase, path: string): void {
  // Opening must not wait for whoever is writing.
  if (database.pragma('user_version', { simple: true }) === migrations.length) return;
  const run = database.transaction(() => {
    const version = database.pragma('user_version', { simple: true }) as number;
    if (version > migrations.length) throw toNewerFault(path, version);
    for (const sql of migrations.slice(version)) database.exec(sql);
    database.prepare("INSERT OR IGNORE INTO meta (name, value) VALUES ('chain', ?)").run(`chain_${randomUUID()}`);
    database.pragma(`user_version = ${migrations.length}`);
  });
  run.immediate();
}
