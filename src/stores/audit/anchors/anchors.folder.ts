// Anchors in a folder elsewhere, such as a mounted share that keeps what was written once: a new file for each, which is never opened for
// writing again, renamed or removed. Where a crash cut one short, the next attempt writes another.

import { lstat, mkdir, open, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AnchorDestination, AnchorFault } from '../../../app/audit/anchors/anchor-destination.ts';
import { isAnchorName, type KeptAnchor, toAnchorName } from '../../../app/audit/anchors/anchor-document.ts';

const bytesMax = 16 << 20;
/** A share elsewhere takes its time for each. */
const readAtOnce = 16;

export function openFolderAnchors(
  name: string,
  folder: string,
): AnchorDestination & Required<Pick<AnchorDestination, 'read'>> {
  return {
    name,
    address: folder,
    async put(text, madeAtMs) {
      try {
        // Never made: a share that is not mounted leaves an empty place on the machine's own disk.
        await refuseMissing(folder);
        const path = join(folder, toAnchorName(text, madeAtMs));
        await mkdir(dirname(path), { recursive: true });
        await writeOnce(path, text);
      } catch (error) {
        throw toAnchorFault(error);
      }
    },
    async *read(day, signal): AsyncGenerator<KeptAnchor> {
      try {
        await refuseMissing(folder);
        const days = day === undefined ? (await readdir(folder)).sort() : [day.replace(/\/$/, '')];
        for (const each of days) {
          const files = await readdir(join(folder, each)).catch(noneWhereMissing);
          const names = files.map((file) => `${each}/${file}`).filter(isAnchorName);
          names.sort();
          for (let from = 0; from < names.length; from += readAtOnce) {
            signal.throwIfAborted();
            const some = names.slice(from, from + readAtOnce).map((file) => readKept(join(folder, file), signal));
            // Cut short while it was written: it was never told to be there.
            yield* (await Promise.all(some)).filter(({ text }) => text.endsWith('\n'));
          }
        }
      } catch (error) {
        throw toAnchorFault(error);
      }
    },
    close: async () => {},
  };
}

async function readKept(path: string, signal: AbortSignal): Promise<KeptAnchor> {
  if ((await lstat(path)).size > bytesMax) throw new AnchorFault(`${path} is absurdly large`);
  return { where: path, text: await readFile(path, { encoding: 'utf8', signal }) };
}

async function refuseMissing(folder: string): Promise<void> {
  if ((await lstat(folder).catch(() => undefined))?.isDirectory()) return;
  throw new AnchorFault('the folder is not there; make it, or mount the share that has it');
}

async function writeOnce(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function noneWhereMissing(error: NodeJS.ErrnoException): readonly string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}

function toAnchorFault(error: unknown): unknown {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (error instanceof AnchorFault || code === undefined || code === 'ABORT_ERR') return error;
  return new AnchorFault(`it cannot be read or written (${code})`);
}
