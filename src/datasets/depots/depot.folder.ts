// A folder as a depot: a mounted disk, or what a web server publishes.

import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { codeOf } from '../../errors.ts';
import { DepotFault, type StoredObject, type WritableDepot } from './depot.ts';

export function openFolderDepot(folder: string): WritableDepot {
  const toPath = (name: string): string => join(folder, ...name.split('/'));
  return {
    address: folder,
    async read(name, bytesMax, signal) {
      try {
        const { size } = await stat(toPath(name));
        if (size > bytesMax) throw new DepotFault(`${name} is absurdly large`, { mayPass: false });
        return await readFile(toPath(name), { signal });
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw toFolderFault(error, name);
      }
    },
    async has(name, bytes) {
      const found = await stat(toPath(name)).catch(() => undefined);
      return found?.size === bytes;
    },
    async write(name, content, signal) {
      const path = toPath(name);
      // Of its own name, so that two who publish at once do not write into the same one.
      const beside = `${path}.${randomUUID()}.part`;
      try {
        await mkdir(dirname(path), { recursive: true });
        await writeSynced(beside, content, signal);
        await rename(beside, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(beside, { force: true }).catch(() => {});
        throw toFolderFault(error, name);
      }
    },
    async list(prefix) {
      const found: StoredObject[] = [];
      try {
        for (const entry of await readdir(toPath(prefix), { recursive: true, withFileTypes: true })) {
          if (!entry.isFile()) continue;
          const path = join(entry.parentPath, entry.name);
          // Gone meanwhile is as good as never found.
          const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? { mtimeMs: Number.NaN };
          const name = relative(folder, path).split(sep).join('/');
          if (!Number.isNaN(mtimeMs)) found.push({ name, changedAtMs: mtimeMs });
        }
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw toFolderFault(error, prefix);
      }
      return found;
    },
    async remove(name) {
      try {
        await rm(toPath(name), { force: true });
        // Taken away with its last file.
        await rmdir(dirname(toPath(name))).catch(() => {});
      } catch (error) {
        throw toFolderFault(error, name);
      }
    },
    close: async () => {},
  };
}

async function writeSynced(path: string, content: Uint8Array, signal: AbortSignal): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(content, { signal });
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch {
    // Some network file systems refuse it; the file itself is safe.
  } finally {
    await handle.close();
  }
}

function toFolderFault(error: unknown, name: string): unknown {
  const code = codeOf(error);
  if (error instanceof DepotFault || code === '' || code === 'ABORT_ERR') return error;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return new DepotFault(isFull ? 'its disk is full' : `${name} cannot be read or written (${code})`, {
    mayPass: false,
  });
}
