// Which tables this node has seen with checksums, in a file outside of the database: a line for each, and none is taken away.

import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ifThere } from '../../errors.ts';
import type { SignedTables } from './sign-older-rows.ts';

/** Beside the ends of the audit: who can only write to the database does not reach it there. */
export function openSignedTables(stateFolder: string): SignedTables {
  const file = join(stateFolder, 'signed-tables');
  return {
    list: () => (ifThere(() => readFileSync(file, 'utf8')) ?? '').split('\n').filter((line) => line !== ''),
    add(tables) {
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        appendFileSync(file, tables.map((table) => `${table}\n`).join(''), { mode: 0o600, flush: true });
      } catch {
        // The note in the database holds as well. A folder that takes no writes is told of by the audit, which remembers its ends there.
      }
    },
  };
}
