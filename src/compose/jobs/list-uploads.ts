// Files that operators send to be imported. Each lies in a folder of its own until its import is over, and no longer: it may be a list
// of people of the operator's own.

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { writeChunk } from '../../datasets/files/chunks.ts';
import { withDiskFaults } from '../../datasets/folder/disk-fault.ts';
import { listFolderNames } from '../../datasets/folder/store.ts';
import { AppError, OperatorError } from '../../errors.ts';

/** A file is sent within ten minutes and imported soon after. What is older was left behind by a process that was killed. */
const abandonedMs = 3_600_000;
const retryAfterSeconds = 60;

function toUploads({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'list-uploads');
}

/** The path of the whole file. Throws `payload_too_large`, and leaves nothing behind then. */
export async function takeUpload(
  config: Config,
  { name, bytesMax }: { readonly name: string; readonly bytesMax: number },
  body: AsyncIterable<Uint8Array>,
): Promise<string> {
  const folder = join(toUploads(config), randomBytes(8).toString('hex'));
  const path = join(folder, toSafeName(name));
  try {
    await withDiskFaults(config.data_dir, async () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const handle = await open(path, 'wx', 0o600);
      let position = 0;
      try {
        for await (const chunk of body) {
          if (position + chunk.length > bytesMax)
            throw new AppError('payload_too_large', { detail: toTooLarge(bytesMax) });
          await writeChunk(handle, chunk, position);
          position += chunk.length;
        }
      } finally {
        await handle.close();
      }
    });
    return path;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (!(error instanceof OperatorError)) throw error;
    const { message: en, portuguese: pt = error.message } = error;
    throw new AppError('overloaded', { retryAfterSeconds, detail: { en, pt }, internal: en });
  }
}

export function removeUpload(path: string): void {
  rmSync(dirname(path), { recursive: true, force: true });
}

/** Returns the name of the upload without any trace of the file, whose name may be a person's. */
export function toUploadName(path: string): string {
  return basename(dirname(path));
}

/** Removes the abandoned upload of a job that was killed. */
export function removeUploadOf(config: Config, upload: string): void {
  rmSync(join(toUploads(config), basename(upload)), { recursive: true, force: true });
}

export function removeAbandonedUploads(config: Config, nowMs: number): void {
  const uploads = toUploads(config);
  for (const name of listFolderNames(uploads)) {
    const folder = join(uploads, name);
    const changedMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? nowMs;
    if (nowMs - changedMs > abandonedMs) rmSync(folder, { recursive: true, force: true });
  }
}

/** The name says of which day the list is. No text from a browser becomes a path. */
function toSafeName(name: string): string {
  return (
    name
      .replace(/[^\w.-]/g, '_')
      .replace(/^\.+/, '')
      .slice(-100) || 'list'
  );
}

function toTooLarge(bytesMax: number) {
  const megabytes = Math.floor(bytesMax / 2 ** 20);
  return {
    en: `The file is larger than ${megabytes} MB, more than this list ever had. Import it on the machine: confere lists import.`,
    pt: `O arquivo tem mais de ${megabytes} MB, mais do que esta lista já teve. Importe na máquina do serviço: confere lists import.`,
  };
}
