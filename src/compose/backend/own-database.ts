// The database in a node's data directory, whatever else there is: refused where it is another secret's, or newer than the secret.

import type { Clock } from '../../app/clock.ts';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { findLastRetired } from '../../stores/secrets/secrets.file.ts';
import {
  databaseExists,
  openSqliteStore,
  readLastRetired,
  readNewestGeneration,
  type SqliteStore,
  writeLastRetired,
} from '../../stores/sqlite/database.ts';
import type { StoreParts } from './backend.ts';
import { refuseRetired } from './retired-secret.ts';

interface OwnDatabaseParts extends Pick<StoreParts, 'secret'> {
  readonly clock: Clock;
  /** The newest generation of the master secret that is known elsewhere. */
  readonly newestElsewhere: number;
}

export async function openOwnDatabase(config: Config, parts: OwnDatabaseParts): Promise<SqliteStore> {
  const { secret, clock, newestElsewhere } = parts;
  const isNew = !databaseExists(config.data_dir);
  const sqlite = openSqliteStore({
    dataDirectory: config.data_dir,
    fingerprintKey: secret.deriveFirst('database-fingerprint', 32),
    clock,
  });
  try {
    if (config.store === null) {
      if (isNew && findLastRetired(secret) > 0) writeLastRetired(config.data_dir, findLastRetired(secret));
      refuseRetired(secret, readLastRetired(sqlite.reader), `The database in ${config.data_dir}`);
    }
    const newest = Math.max(readNewestGeneration(sqlite.reader), newestElsewhere);
    secret.refresh();
    if (newest <= secret.generations()) return sqlite;
    throw new OperatorError(
      `The master secret in ${config.secrets_dir} is an older copy, from before the last \`confere secrets rotate\`: keys made since would be ` +
        'refused. Put the newest copy in its place.',
    );
  } catch (error) {
    await sqlite.close();
    throw error;
  }
}

interface CallLimits {
  readonly recordsPerKeyMax: number;
  readonly recordsMax: number;
}

/** Returns the limits that the engine is made for, unless the settings state others. */
export function toCallLimits(config: Config, { recordsPerKeyMax, recordsMax }: CallLimits): CallLimits {
  return {
    recordsPerKeyMax: config['idempotency.records_per_key_max'] ?? recordsPerKeyMax,
    recordsMax: config['idempotency.records_max'] ?? recordsMax,
  };
}
