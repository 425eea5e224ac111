// Looks at the data and the secrets directory before anything in them is trusted: whether others can get at them, and whether
// they are kept apart. What is not there yet is made by its owner, closed.

import { realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { OperatorError } from '../../errors.ts';

interface Directories {
  readonly dataDirectory: string;
  readonly secretsDirectory: string;
}

/** The secrets' own rights are looked at where they are opened. */
export function checkDirectories({ dataDirectory, secretsDirectory }: Directories): void {
  refuseFile('data_dir', dataDirectory);
  refuseFile('secrets_dir', secretsDirectory);
  // A group may be let in: volumes of containers often are given to one.
  if (((statSync(dataDirectory, { throwIfNoEntry: false })?.mode ?? 0) & 0o007) !== 0) {
    throw new OperatorError(
      `${dataDirectory} can be read or written by every user of this machine. Close it with: chmod 0700 ${dataDirectory}\n` +
        'Where it cannot be closed, set data_dir to a new folder inside it.',
    );
  }
  const data = findRealPath(dataDirectory);
  for (const path of [secretsDirectory, join(secretsDirectory, 'master.key')]) {
    const real = findRealPath(path);
    if (data === undefined || real === undefined || !`${real}${sep}`.startsWith(`${data}${sep}`)) continue;
    throw new OperatorError(
      `${path} leads to ${real}, inside the data directory; a copy of the data must not carry the secret with it. ` +
        `Put it where it belongs: rm ${path} && mv ${real} ${path}`,
    );
  }
}

function refuseFile(setting: string, path: string): void {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true;
  if (!isFolder)
    throw new OperatorError(`${setting}: ${path} is not a folder. Name a folder, or one that can be made.`);
}

/** Returns the target of a path's links, or undefined if it does not exist. */
function findRealPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
