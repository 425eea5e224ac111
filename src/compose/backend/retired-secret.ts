// A database from before a generation of the master secret was retired: what it holds is sealed with a secret that is gone.

import { OperatorError } from '../../errors.ts';
import { findLastRetired, type MasterSecret } from '../../stores/secrets/secrets.file.ts';

/** `known` is the last generation that was retired with this database. */
export function refuseRetired(secret: MasterSecret, known: number, database: string): void {
  if (findLastRetired(secret) <= known) return;
  throw new OperatorError(
    `${database} is from before the last \`confere secrets retire\`: master.key no longer opens it. ` +
      'Put back the copy of secrets_dir from before that, rotate and retire again.',
  );
}
