// Whether the database knows less of its keys than this node has seen: it was restored from an older backup. Reads only.

import { ok, type Probe, warning } from '../../app/doctor/finding.ts';
import { findLostChanges } from '../../app/keys/key-memory.ts';
import type { KeyState } from '../../app/keys/ports.ts';
import { eachKeyState, type KeyStateRow, keyStatesSql } from '../key-rows/key-row.ts';
import { readKeyMemory, toKeyMemoryFile } from '../keys/key-memory.file.ts';
import { openForReading } from '../sqlite/connection.ts';
import { databaseExists, toDatabasePath } from '../sqlite/database.ts';

const subject = 'restored_keys';

/** Hands over the states, for as long as they are used. */
export type WithKeyStates = <Result>(use: (states: AsyncIterable<KeyState>) => Promise<Result>) => Promise<Result>;

export function createRestoredKeysProbe(stateFolder: string, withStates: WithKeyStates): Probe {
  return {
    subject,
    run: async () => {
      const seen = readKeyMemory(toKeyMemoryFile(stateFolder));
      const lost = await withStates((states) => findLostChanges({ list: () => seen }, states));
      if (lost.length === 0) return ok(subject, 'No key is in an older state than this node has seen.');
      const revoked = lost.filter((change) => change.lost === 'revocation').length;
      return warning(
        subject,
        `The database is older than what this node has seen of its keys: ${revoked} that were revoked are good again there (this node refuses them), ${lost.length - revoked} are as before a change.`,
        'See which, and revoke them again: confere keys list --since-restore',
      );
    },
  };
}

export const withSqliteKeyStates =
  (dataDirectory: string): WithKeyStates =>
  async (use) => {
    if (!databaseExists(dataDirectory)) return use(eachKeyState(async () => []));
    using database = openForReading(toDatabasePath(dataDirectory));
    const statement = database.prepare(`${keyStatesSql('api_keys')} WHERE id > ? ORDER BY id LIMIT ?`);
    return await use(eachKeyState(async (...place) => statement.all(...place) as KeyStateRow[]));
  };
