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

/**
 * Entries are never edited once released; a change is a new entry at the end. A row holds records that were committed together. What it is
 * proven by stands in `parts`, and never changes: a row may grow into one that holds what follows it, and only then does that go. Its
 * contents are sealed, may be sealed anew, and may be forgotten.
 *
 * A row of our own has its first record for its place, and no chain. Those of chains that came from a shared database, and that nobody
 * continues here, lie below zero, in the order in which they were written.
 */
export const auditMigrations: readonly string[] = [
  `CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
   CREATE TABLE groups (
     place INTEGER PRIMARY KEY,
     chain TEXT,
     first INTEGER NOT NULL,
     count INTEGER NOT NULL,
     from_ms INTEGER NOT NULL,
     to_ms INTEGER NOT NULL,
     generation INTEGER NOT NULL,
     find BLOB,
     find_mac BLOB,
     parts BLOB NOT NULL,
     contents BLOB,
     CHECK (CASE WHEN chain IS NULL THEN place > 0 AND place = first ELSE place < 0 END),
     CHECK ((contents IS NULL) = (find IS NULL) AND (find IS NULL) = (find_mac IS NULL))
   ) STRICT;
   CREATE UNIQUE INDEX ended_groups ON groups (chain, first) WHERE chain IS NOT NULL;
   CREATE INDEX groups_by_time ON groups (to_ms) WHERE contents IS NOT NULL;
   -- Goes years before the rest of its row.
   CREATE TABLE evidence (place INTEGER PRIMARY KEY, to_ms INTEGER NOT NULL, sealed BLOB NOT NULL) STRICT;
   CREATE INDEX evidence_by_time ON evidence (to_ms);
   CREATE TRIGGER groups_are_kept BEFORE DELETE ON groups
   WHEN NOT EXISTS (SELECT 1 FROM groups AS pack WHERE pack.place = (SELECT max(place) FROM groups WHERE place < old.place)
     AND pack.chain IS old.chain AND pack.first + pack.count >= old.first + old.count AND instr(pack.parts, old.parts) > 0)
   BEGIN SELECT raise(ABORT, 'audit records are never deleted'); END;
   CREATE TRIGGER groups_only_forget BEFORE UPDATE ON groups
   WHEN new.place IS NOT old.place OR new.chain IS NOT old.chain OR new.first IS NOT old.first
     OR substr(new.parts, 1, length(old.parts)) IS NOT old.parts
     OR (new.parts IS old.parts AND (new.count IS NOT old.count OR new.from_ms IS NOT old.from_ms OR new.to_ms IS NOT old.to_ms))
     OR (old.contents IS NULL AND new.contents IS NOT NULL)
   BEGIN SELECT raise(ABORT, 'audit records are never changed'); END;
   CREATE TABLE heads (
     chain TEXT NOT NULL,
     sequence INTEGER NOT NULL,
     hash TEXT NOT NULL,
     at_ms INTEGER NOT NULL,
     signer TEXT NOT NULL,
     signature TEXT NOT NULL,
     PRIMARY KEY (chain, sequence)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE policies (hash TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
   -- Written, and deleted again, to find out whether the audit can be written.
   CREATE TABLE probes (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
   -- Intents that nothing had completed when their chain was last signed; those behind that are found in the rows. All that is said of them
   -- stands in the chain.
   CREATE TABLE open_intents (chain TEXT NOT NULL, sequence INTEGER NOT NULL, request BLOB NOT NULL, PRIMARY KEY (chain, sequence))
     STRICT, WITHOUT ROWID;
   CREATE TABLE ended_chains (id TEXT PRIMARY KEY, since_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE ended_dropped (
     chain TEXT NOT NULL,
     sequence INTEGER NOT NULL,
     hash BLOB NOT NULL,
     month TEXT NOT NULL,
     dropped_at_ms INTEGER NOT NULL,
     PRIMARY KEY (chain, sequence)
   ) STRICT, WITHOUT ROWID;`,
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

/** Reads the name of the chain. If the name was removed, no record fits, because the name is part of the key. */
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
  if (version > auditMigrations.length) throw toNewerFault(path, version);
}

function toNewerFault(path: string, version: number): OperatorError {
  return new OperatorError(
    `The audit ${path} was written by a newer Confere (schema ${version}). Run that version, or restore the backup from before it.`,
  );
}

function migrate(database: AuditDatabase, path: string): void {
  // Opening must not wait for whoever is writing.
  if (database.pragma('user_version', { simple: true }) === auditMigrations.length) return;
  const run = database.transaction(() => {
    const version = database.pragma('user_version', { simple: true }) as number;
    if (version > auditMigrations.length) throw toNewerFault(path, version);
    for (const sql of auditMigrations.slice(version)) database.exec(sql);
    database.prepare("INSERT OR IGNORE INTO meta (name, value) VALUES ('chain', ?)").run(`chain_${randomUUID()}`);
    database.pragma(`user_version = ${auditMigrations.length}`);
  });
  run.immediate();
}
