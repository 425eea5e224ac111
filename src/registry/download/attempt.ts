// One attempt to bring the rest of a file: asks for the tail, proves that it belongs to what is here, writes it, notices a stall.
// What cannot be proven to be the same version of the file starts again at zero.

import { open, rm } from 'node:fs/promises';
import type { Clock } from '../../app/clock.ts';
import type { DownloadWatch } from '../../app/datasets/download-watch.ts';
import { parseRetryAfter } from '../../app/waiting/retry-after.ts';
import {
  createStallGuard,
  discard,
  isDiskFault,
  mayPassLater,
  stallBytesMin,
  toLostConnection,
} from '../../datasets/depots/transfer.ts';
import { writeChunk } from '../../datasets/files/chunks.ts';
import type { RemoteAnswer, RemoteEntry, WebdavShare } from './webdav.ts';

export interface RemoteFile extends RemoteEntry {
  readonly bytes: number;
}

/** A later run must know these facts about a file on the disk, whole or in part. */
export interface FileRecord {
  /** The listing's version of the file. */
  readonly version: string;
  /** The validator serves If-Range. It is undefined if the server gave none that proves sameness, so the file cannot be resumed. */
  readonly validator?: string;
}

export interface DownloadTools {
  readonly share: WebdavShare;
  readonly clock: Clock;
  /** 0 <= result < 1; spreads the retries of many installations. */
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Hearing next to nothing for so long ends an attempt. */
  readonly stallMs: number;
  readonly attemptsMax: number;
  readonly watch: DownloadWatch;
}

export interface FileJob extends DownloadTools {
  readonly file: RemoteFile;
  readonly remoteFolder: string;
  readonly localFolder: string;
  readonly signal: AbortSignal;
  readonly findRecord: () => FileRecord | undefined;
  readonly saveRecord: (record: FileRecord) => void;
}

export type Attempt =
  | { readonly kind: 'whole' }
  /** Worth another try, after the pause that the server asked for if it did. */
  | { readonly kind: 'broken'; readonly reason: string; readonly retryAfterMs?: number }
  | { readonly kind: 'refused'; readonly reason: string };

/** `have` bytes of the file are in `part` already. `whole` says that all of them are. */
export async function attemptDownload(job: FileJob, part: string, have: number): Promise<Attempt> {
  const { file } = job;
  if (have === file.bytes) return { kind: 'whole' };
  const validator = have > 0 && have < file.bytes ? job.findRecord()?.validator : undefined;
  const stall = createStallGuard(job.signal, job.stallMs);
  try {
    const range = validator === undefined ? {} : { range: `bytes=${have}-`, 'if-range': validator };
    const answer = await job.share.get([job.remoteFolder, file.name], range, stall.signal);
    stall.beat(stallBytesMin);
    const from = answer.status === 206 ? startOfTail(answer, have, validator, file.bytes) : 0;
    if (from === undefined) {
      await restart(job, part, have);
      discard(answer.body);
      return { kind: 'broken', reason: 'the server answered with another version or another part of the file' };
    }
    if (answer.status !== 200 && answer.status !== 206) {
      discard(answer.body);
      if (answer.status === 416 || answer.status === 412) await restart(job, part, have);
      return toAttempt(answer, job.clock);
    }
    const announced = answer.headers['content-length'];
    if (announced !== undefined && Number(announced) !== file.bytes - from) {
      discard(answer.body);
      return { kind: 'refused', reason: `its size is not the listed one of ${file.bytes} bytes: it changed meanwhile` };
    }
    if (from === 0) {
      await restart(job, part, have);
      job.saveRecord(toFileRecord(file, answer));
    }
    return await writeBody(job, part, from, answer, stall.beat);
  } catch (error) {
    if (isDiskFault(error)) throw error;
    return {
      kind: 'broken',
      reason: stall.stalled() ? `nothing came for ${job.stallMs / 1000} s` : toLostConnection(error),
    };
  } finally {
    stall.stop();
  }
}

async function writeBody(
  job: FileJob,
  part: string,
  from: number,
  answer: RemoteAnswer,
  beat: (bytes: number) => void,
): Promise<Attempt> {
  const handle = await open(part, from === 0 ? 'w' : 'r+');
  try {
    let position = from;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      beat(chunk.length);
      if (position + chunk.length > job.file.bytes)
        return { kind: 'refused', reason: 'the server sends more bytes than it lists' };
      await writeChunk(handle, chunk, position);
      position += chunk.length;
      job.watch.onBytes(chunk.length);
    }
    if (position < job.file.bytes) return { kind: 'broken', reason: 'the answer ended early' };
    await handle.sync();
    return { kind: 'whole' };
  } finally {
    await handle.close();
  }
}

/** Returns the place at which a partial answer continues. It is undefined if the answer is not the requested tail of the version on the disk. */
function startOfTail(
  answer: RemoteAnswer,
  have: number,
  validator: string | undefined,
  bytes: number,
): number | undefined {
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers['content-range'] ?? '');
  if (range === null || validator === undefined || contradicts(answer, validator)) return undefined;
  return Number(range[1]) === have && Number(range[3]) === bytes ? have : undefined;
}

/** Tells whether the answer states another version. Some servers ignore If-Range, so its other headers must not contradict the validator. */
function contradicts(answer: RemoteAnswer, validator: string): boolean {
  const given = answer.headers[validator.startsWith('"') ? 'etag' : 'last-modified'];
  return given !== undefined && given !== validator;
}

/** A weak ETag does not promise the same bytes, so the date of the last change is the next best. */
function validatorOf(answer: RemoteAnswer): string | undefined {
  const { etag } = answer.headers;
  return etag?.startsWith('"') ? etag : answer.headers['last-modified'];
}

function toFileRecord(file: RemoteFile, answer: RemoteAnswer): FileRecord {
  const validator = validatorOf(answer);
  return validator === undefined ? { version: file.version } : { version: file.version, validator };
}

function toAttempt(answer: RemoteAnswer, clock: Clock): Attempt {
  const reason = `the server answered ${answer.status}`;
  const again = mayPassLater(answer.status) || answer.status === 412 || answer.status === 416;
  if (!again) return { kind: 'refused', reason };
  const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], clock.nowMs());
  return retryAfterMs === undefined ? { kind: 'broken', reason } : { kind: 'broken', reason, retryAfterMs };
}

/** Throws away what is here, and with it what was known about its version. */
export async function restart(job: FileJob, part: string, have: number): Promise<void> {
  job.watch.onBytes(-have);
  await rm(part, { force: true });
  job.saveRecord({ version: job.file.version });
}
