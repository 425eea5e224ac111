// Brings one file of the share to the disk: attempt after attempt while there is progress, then checks the result.
// A file gets its name only when it is whole.

import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openPromise } from 'yauzl';
import type { FileOutcome } from '../../app/datasets/download-watch.ts';
import { pauseMs } from '../../datasets/depots/transfer.ts';
import { attemptDownload, type FileJob, restart } from './attempt.ts';

/** Fewer new bytes than this are no progress: a server that gives one byte per connection must not keep us for ever. */
const progressBytesMin = 16_384;

export async function downloadFile(job: FileJob): Promise<FileOutcome> {
  const { file, signal } = job;
  const target = join(job.localFolder, file.name);
  const part = `${target}.part`;
  await forgetOtherVersions(job, target, part);
  if ((await sizeOf(target)) === file.bytes && (await findZipFault(target)) === undefined) {
    job.watch.onBytes(file.bytes);
    return { kind: 'already_here', name: file.name, bytes: file.bytes };
  }
  await rm(target, { force: true });
  let [furthest, failures] = [await sizeOf(part), 0];
  job.watch.onBytes(furthest);
  for (;;) {
    const attempt = await attemptDownload(job, part, await sizeOf(part));
    signal.throwIfAborted();
    if (attempt.kind === 'whole') return await finishFile(job, part, target);
    if (attempt.kind === 'refused') return { kind: 'failed', name: file.name, reason: attempt.reason };
    const size = await sizeOf(part);
    if (size >= furthest + progressBytesMin) [furthest, failures] = [size, 0];
    if (++failures >= job.attemptsMax) return { kind: 'failed', name: file.name, reason: attempt.reason };
    job.watch.onRetry(file.name, attempt.reason);
    await job.sleep(pauseMs(failures, attempt.retryAfterMs, job.random), signal);
  }
}

async function finishFile(job: FileJob, part: string, target: string): Promise<FileOutcome> {
  const { name, bytes } = job.file;
  const reason = await findZipFault(part);
  if (reason !== undefined) {
    await restart(job, part, bytes);
    return { kind: 'failed', name, reason };
  }
  await rename(part, target);
  return { kind: 'downloaded', name, bytes };
}

/** A whole file that somebody put here is welcome; half a file is only worth something with its version. */
async function forgetOtherVersions(job: FileJob, target: string, part: string): Promise<void> {
  const known = job.findRecord();
  if (known?.version === job.file.version) return;
  await rm(part, { force: true });
  if (known !== undefined) await rm(target, { force: true });
  job.saveRecord({ version: job.file.version });
}

/** Returns the size of the file, or 0 if there is no such file. */
export async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** Says whether a zip is whole as far as its directory tells; the import checks every byte. */
export async function findZipFault(path: string): Promise<string | undefined> {
  try {
    const zip = await openPromise(path);
    try {
      let members = 0;
      for await (const entry of zip.eachEntry()) {
        members++;
        if (entry.relativeOffsetOfLocalHeader + entry.compressedSize > zip.fileSize) return notWhole;
      }
      return members === 0 ? notWhole : undefined;
    } finally {
      zip.close();
    }
  } catch (error) {
    // A file that may not be read is not a damaged one.
    if (error instanceof Error && 'syscall' in error) throw error;
    return notWhole;
  }
}

const notWhole = 'it is not a whole zip file';
