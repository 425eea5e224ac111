// Whether the database of keys and calls is whole and belongs to this installation. Reads only, also beside a running service.

import { statSync } from 'node:fs';
import { type Finding, fault, ok, type Probe } from '../../app/doctor/finding.ts';
import { openForReading } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';
import { findForeignness } from '../sqlite/ownership.ts';

const subject = 'database';
const restore = 'Stop the service and restore your last backup: confere restore DIR --force';

/** `findFingerprintKey` is undefined where the secret cannot be read, which is a finding of its own. */
export function createDatabaseProbe(dataDirectory: string, findFingerprintKey: () => Uint8Array | undefined): Probe {
  return {
    subject,
    run: () =>
      databaseExists(dataDirectory)
        ? examineDatabase(toDatabasePath(dataDirectory), findFingerprintKey())
        : ok(subject, 'There is none yet; the first start makes it.'),
  };
}

function examineDatabase(path: string, fingerprintKey: Uint8Array | undefined): Finding {
  try {
    using database = openForReading(path);
    const [first] = database.pragma('quick_check(1)') as readonly { readonly quick_check: string }[];
    if (first?.quick_check !== 'ok') return fault(subject, `${path} is damaged.`, restore);
    const foreign = findForeignness(database, fingerprintKey);
    if (foreign === 'secret') {
      return fault(
        subject,
        `${path} was made with another master secret: every key would be refused.`,
        'Point secrets_dir at the folder that belongs to it.',
      );
    }
    if (foreign === 'newer') {
      return fault(subject, `${path} was written by a newer Confere.`, 'Run that version, or restore a backup.');
    }
    const says = `Whole, ${Math.ceil(statSync(path).size / 1e6)} MB.`;
    return ok(subject, foreign === 'older' ? `${says} The next start brings it up to date.` : says);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB') return fault(subject, `${path} is damaged.`, restore);
    if (code === 'SQLITE_BUSY')
      return fault(subject, `${path} is locked by another process.`, 'Find it: fuser -v PATH');
    return fault(subject, `${path} cannot be read (${code}).`, 'Check its owner, its permissions and the disk.');
  }
}
