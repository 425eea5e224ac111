// Whether this machine still has a master secret that was retired: a copy of the file from before. Reads only.

import { ok, type Probe, warning } from '../../app/doctor/finding.ts';
import { findLastRetired, type MasterSecret } from '../secrets/secrets.file.ts';
import { openForReading } from '../sqlite/connection.ts';
import { databaseExists, readLastRetired, toDatabasePath } from '../sqlite/database.ts';

const subject = 'retired_secret';

export function createRetiredSecretProbe(
  findSecret: () => MasterSecret | undefined,
  readRetired: () => Promise<number>,
): Probe {
  return {
    subject,
    run: async () => {
      const secret = findSecret();
      if (secret === undefined || findLastRetired(secret) >= (await readRetired()))
        return ok(subject, 'This machine has no master secret that was retired.');
      return warning(
        subject,
        'A generation of the master secret was retired, and master.key of this machine is the older copy that still has it.',
        'Copy secrets_dir from the machine that retired it. Was the command killed there? Then run it again: confere secrets retire',
      );
    },
  };
}

export async function readSqliteRetired(dataDirectory: string): Promise<number> {
  if (!databaseExists(dataDirectory)) return 0;
  using database = openForReading(toDatabasePath(dataDirectory));
  const read = database.prepare("SELECT value FROM meta WHERE name = 'secret_retired'");
  return readLastRetired({ get: <Found>() => read.get() as Found | undefined });
}
