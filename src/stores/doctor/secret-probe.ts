// Whether the master secret is there, readable and whole. Nothing of it is shown, and none is made.

import { ok, type Probe } from '../../app/doctor/finding.ts';
import { masterSecretExists, openMasterSecret } from '../secrets/secrets.file.ts';
import { databaseExists } from '../sqlite/database.ts';

const subject = 'master_secret';

export function createSecretProbe(dataDirectory: string, secretsDirectory: string): Probe {
  return {
    subject,
    run: () => {
      if (!databaseExists(dataDirectory) && !masterSecretExists(secretsDirectory)) {
        return ok(subject, 'There is none yet; the first start makes it.');
      }
      openMasterSecret({ directory: secretsDirectory, mayCreate: false });
      return ok(subject, 'It is there, readable and closed to others. Keep a copy of it apart from the data.');
    },
  };
}
