// Refuses a disk on which a full one would kill the process. SQLite maps a file beside the database into memory, and takes room for it by
// one byte for every 4 KiB. Where blocks are smaller, the rest of each 4 KiB has no room: once the disk is full, a look there is a SIGBUS.

import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../../errors.ts';

const mappedBytes = 4_096;

/** `path`: of a database in WAL mode. Throws an OperatorError. */
export function refuseSmallBlocks(path: string, readBlockBytes = readBlocks): void {
  const folder = dirname(path);
  const bytes = readBlockBytes(folder);
  if (bytes >= mappedBytes) return;
  throw new OperatorError(
    `The disk at ${folder} has blocks of ${bytes} bytes: once it is full, the operating system would kill the service (SIGBUS). ` +
      'Put `data_dir` on a disk with blocks of 4096 bytes or more, such as one made by `mkfs.ext4 -b 4096`.',
  );
}

function readBlocks(folder: string): number {
  return statfsSync(folder).bsize;
}
