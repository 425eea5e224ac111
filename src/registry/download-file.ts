// Brings one file of the share to the disk: resumes, retries, notices a stalled or changed file, checks the result.
// Bytes of two versions of a file never end up in one: what cannot be proven to be the same version starts again at zero.

import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../app/ports.ts';
import type { DownloadWatch, FileOutcome } from '../app/update-registry.ts';
import type { RemoteAnswer, RemoteEntry, WebdavShare } from './webdav.ts';

export interface RemoteFile extends RemoteEntry {
  readonly bytes: number;
}

/** What a later run must know about a file on the disk, whole or in part. */
export interface FileRecord {
  /** The listing's version of the file. */
  readonly version: string;
  /** For If-Range; undefined when the server gave none that proves sameness, so the file cannot be resumed. */
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

interface FileJob extends DownloadTools {
  readonly file: RemoteFile;
  readonly remoteFolder: string;
  readonly localFolder: string;
  readonly signal: AbortSignal;
  readonly findRecord: () => FileRecord | undefined;
  readonly saveRecord: (record: FileRecord) => void;
}

type Attempt =
  | { readonly kind: 'whole' }
  /** Worth another try, after the pause that the server asked for if it did. */
  | { readonly kind: 'broken'; readonly reason: string; readonly retryAfterMs?: number }
  | { readonly kind: 'refused'; readonly reason: string };

const pauseBaseMs = 1000;
const pauseMaxMs = 60_000;
const retryAfterMaxMs = 600_000;
/** Fewer new bytes than this are no progress: a server that gives one byte per connection must not keep us for ever. */
const progressBytesMin = 16_384;
/** Fewer bytes than this within the stall time count as none: a drip is a stall, too. */
const stallBytesMin = 4096;
const diskFaults = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR'];

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
    const attempt = await tryOnce(job, part);
    signal.throwIfAborted();
    if (attempt.kind === 'whole') {
      await rename(part, target);
      return { kind: 'downloaded', name: file.name, bytes: file.bytes };
    }
    if (attempt.kind === 'refused') return { kind: 'failed', name: file.name, reason: attempt.reason };
    const size = await sizeOf(part);
    if (size >= furthest + progressBytesMin) [furthest, failures] = [size, 0];
    if (++failures >= job.attemptsMax) return { kind: 'failed', name: file.name, reason: attempt.reason };
    job.watch.onRetry(file.name, attempt.reason);
    await job.sleep(pauseMs(failures, attempt.retryAfterMs, job.random), signal);
  }
}

/** A whole file that somebody put here is welcome; half a file is only worth something with its version. */
async function forgetOtherVersions(job: FileJob, target: string, part: string): Promise<void> {
  const known = job.findRecord();
  if (known?.version === job.file.version) return;
  await rm(part, { force: true });
  if (known !== undefined) await rm(target, { force: true });
  job.saveRecord({ version: job.file.version });
}

/** Grows from one second to a minute, spread over its upper half; a pause that the server asks for is kept, within reason. */
export function pauseMs(failures: number, retryAfterMs: number | undefined, random: () => number): number {
  const grown = Math.min(pauseMaxMs, pauseBaseMs * 2 ** (failures - 1));
  const spread = grown / 2 + (grown / 2) * random();
  return retryAfterMs === undefined ? spread : Math.max(spread, Math.min(retryAfterMs, retryAfterMaxMs));
}

/** `Retry-After` as seconds or as a date; undefined where there is none. */
export function parseRetryAfter(headers: RemoteAnswer['headers'], clock: Clock): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - clock.nowMs());
}

async function tryOnce(job: FileJob, part: string): Promise<Attempt> {
  const { file } = job;
  const have = await sizeOf(part);
  if (have === file.bytes) return checkWhole(job, part);
  const validator = have > 0 && have < file.bytes ? job.findRecord()?.validator : undefined;
  const stall = createStallGuard(job.signal, job.stallMs);
  try {
    const range = validator === undefined ? {} : { range: `bytes=${have}-`, 'if-range': validator };
    const answer = await job.share.get([job.remoteFolder, file.name], range, stall.signal);
    stall.beat(stallBytesMin);
    const from = answer.status === 206 ? startOfTail(answer, have, validator, file.bytes) : 0;
    if (from === undefined) {
      await restart(job, part, have);
      discard(answer);
      return { kind: 'broken', reason: 'the server answered with another version or another part of the file' };
    }
    if (answer.status !== 200 && answer.status !== 206) {
      discard(answer);
      if (answer.status === 416 || answer.status === 412) await restart(job, part, have);
      return toAttempt(answer, job.clock);
    }
    const announced = answer.headers['content-length'];
    if (announced !== undefined && Number(announced) !== file.bytes - from) {
      discard(answer);
      return { kind: 'refused', reason: `its size is not the listed one of ${file.bytes} bytes: it changed meanwhile` };
    }
    if (from === 0) await restart(job, part, have);
    job.saveRecord(toRecord(file, answer));
    const written = await writeBody(job, part, from, answer, stall.beat);
    return written.kind === 'whole' ? await checkWhole(job, part) : written;
  } catch (error) {
    if (isDiskFault(error)) throw error;
    return { kind: 'broken', reason: stall.stalled() ? `nothing came for ${job.stallMs / 1000} s` : reasonOf(error) };
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
      await handle.write(chunk, 0, chunk.length, position);
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

/** Where a partial answer continues; undefined when it is not the tail that we asked for, of the version that we hold. */
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

/** Some servers ignore If-Range; what else the answer says about its version must not speak against it. */
function contradicts(answer: RemoteAnswer, validator: string): boolean {
  const given = answer.headers[validator.startsWith('"') ? 'etag' : 'last-modified'];
  return given !== undefined && given !== validator;
}

/** Drops an answer with its connection; a body may hold gigabytes that nobody wants. */
function discard(answer: RemoteAnswer): void {
  answer.body.on('error', () => {}).destroy();
}

/** A weak ETag does not promise the same bytes, so the date of the last change is the next best. */
function validatorOf(answer: RemoteAnswer): string | undefined {
  const { etag } = answer.headers;
  return etag?.startsWith('"') ? etag : answer.headers['last-modified'];
}

function toRecord(file: RemoteFile, answer: RemoteAnswer): FileRecord {
  const validator = validatorOf(answer);
  return validator === undefined ? { version: file.version } : { version: file.version, validator };
}

function toAttempt(answer: RemoteAnswer, clock: Clock): Attempt {
  const reason = `the server answered ${answer.status}`;
  const again = answer.status >= 500 || [408, 412, 416, 425, 429].includes(answer.status);
  if (!again) return { kind: 'refused', reason };
  const retryAfterMs = parseRetryAfter(answer.headers, clock);
  return retryAfterMs === undefined ? { kind: 'broken', reason } : { kind: 'broken', reason, retryAfterMs };
}

async function checkWhole(job: FileJob, part: string): Promise<Attempt> {
  const reason = await findZipFault(part);
  if (reason === undefined) return { kind: 'whole' };
  await restart(job, part, job.file.bytes);
  return { kind: 'refused', reason };
}

async function restart(job: FileJob, part: string, have: number): Promise<void> {
  job.watch.onBytes(-have);
  await rm(part, { force: true });
  job.saveRecord({ version: job.file.version });
}

/** Aborts when next to nothing was heard for a while: a connection that hangs midway looks alive to the HTTP client. */
function createStallGuard(outer: AbortSignal, stallMs: number) {
  const controller = new AbortController();
  let [stalled, heard] = [false, 0];
  const timer = setTimeout(() => {
    stalled = true;
    controller.abort();
  }, stallMs);
  return {
    signal: AbortSignal.any([outer, controller.signal]),
    beat(bytes: number): void {
      heard += bytes;
      if (heard < stallBytesMin) return;
      heard = 0;
      timer.refresh();
    },
    stalled: (): boolean => stalled,
    stop: (): void => clearTimeout(timer),
  };
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `the connection was lost${code}`;
}

/** A full or failing disk does not get better by asking the server again. */
function isDiskFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const connecting = error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  return diskFaults.includes(code) && !connecting;
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
}

const endRecordBytes = 22;
const commentBytesMax = 65_535;

/** Says what is wrong with a zip as far as its two ends tell: a file cut short or replaced by an error page. */
export async function findZipFault(path: string): Promise<string | undefined> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(Math.min(size, endRecordBytes + commentBytesMax));
    await handle.read(tail, 0, tail.length, size - tail.length);
    const head = Buffer.alloc(4);
    await handle.read(head, 0, 4, 0);
    if (head.readUInt32BE() !== 0x504b0304) return 'it is not a zip file';
    for (let at = tail.length - endRecordBytes; at >= 0; at--) {
      if (tail.readUInt32LE(at) !== 0x06054b50) continue;
      if (tail.readUInt16LE(at + 20) !== tail.length - at - endRecordBytes) continue;
      return directoryFits(tail, at, size) ? undefined : 'the directory of the zip lies outside the file';
    }
    return 'the zip has no end: it was cut short';
  } finally {
    await handle.close();
  }
}

function directoryFits(tail: Buffer, at: number, size: number): boolean {
  const bytes = tail.readUInt32LE(at + 12);
  const offset = tail.readUInt32LE(at + 16);
  // 0xffffffff stands for "see the ZIP64 record", which sits right before this one.
  if (offset === 0xffff_ffff) return at >= 20 && tail.readUInt32LE(at - 20) === 0x07064b50;
  return offset + bytes <= size;
}
