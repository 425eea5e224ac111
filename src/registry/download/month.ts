// Downloads the files of one month: which there are, which are needed, several at a time, resumed where a run broke off.
// Says whether the month is complete; never touches a snapshot.

import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readdir, rm, rmdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileOutcome } from '../../app/datasets/download-watch.ts';
import { findTaxRegimePart } from '../../app/registry/registry-snapshot.ts';
import type { MonthDownload, MonthListing, PublishedMonths } from '../../app/registry/update-registry.ts';
import { takeImportLock } from '../../datasets/folder/import-lock.ts';
import { forEachAtOnce } from '../../datasets/share/at-once.ts';
import { nowExitCode, OperatorError } from '../../errors.ts';
import { registryName } from '../snapshot/registry-paths.ts';
import type { FileRecord, RemoteFile } from './attempt.ts';
import { downloadFile, sizeOf } from './file.ts';
import { type ListingOptions, listFolder, listMonths } from './listing.ts';
import type { RemoteEntry } from './webdav.ts';

export interface DownloadOptions extends ListingOptions {
  /** Months go into folders of their own below it. */
  readonly folder: string;
  readonly filesAtOnce: number;
  /** The partners' files, which only whole records need. */
  readonly withPartners: boolean;
}

const recordsFile = '.confere-download.json';
const lockFile = '.confere-download.lock';
/** Left free on the disk beside the files. */
const spareBytes = 256 << 20;

const parts = Array.from({ length: 10 }, (_, part) => part);
const neededFiles = [
  ...parts.map((part) => `Empresas${part}.zip`),
  ...parts.map((part) => `Estabelecimentos${part}.zip`),
  'Simples.zip',
];
const lookupFiles = ['Cnaes', 'Motivos', 'Municipios', 'Naturezas', 'Paises', 'Qualificacoes'].map(
  (name) => `${name}.zip`,
);
/** The share keeps the files of tax regimes in this folder. */
const taxRegimesFolder = /^regimes?[ _-]?tributarios?$/i;
const partnerFiles = parts.map((part) => `Socios${part}.zip`);

/** Holds the lock of the download folder until it is closed: two downloads into one folder would mix their bytes. */
export function openPublishedMonths(options: DownloadOptions): PublishedMonths & { close(): Promise<void> } {
  makeFolder(options.folder);
  const since = new Date(options.clock.nowMs()).toISOString();
  const lock = takeImportLock(join(options.folder, lockFile), since, {
    what: 'A download',
    portuguese: registryName.portuguese,
  });
  return {
    list: () => listMonths(options),
    describe: async (month) => describeMonth(month, await listMonthFiles(month, options)),
    download: (month) => downloadMonth(month, options),
    discard: (month) => discardMonth(join(options.folder, month)),
    discardFile: (path) => rm(path, { force: true }),
    async close() {
      lock.release();
      await options.share.close();
    },
  };
}

export async function downloadMonth(month: string, options: DownloadOptions): Promise<MonthDownload> {
  const listed = await listMonthFiles(month, options);
  const folder = join(options.folder, month);
  makeFolder(folder);
  await checkSpace(folder, listed);
  // The largest first, so that no single file is left to wait for at the end.
  const queue = listed.sort((a, b) => b.bytes - a.bytes);
  options.watch.onStart(
    queue.length,
    queue.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const files = await downloadAll(queue, folder, options);
  const listing = describeMonth(month, listed);
  const complete = listing.notPublished.length === 0 && files.every(({ kind }) => kind !== 'failed');
  return { ...listing, folder, complete, files };
}

/** A file and the folder of the share in which it lies. */
interface ListedFile extends RemoteFile {
  readonly remoteFolder: string;
}

async function listMonthFiles(month: string, options: DownloadOptions): Promise<ListedFile[]> {
  const wanted = new Set([...neededFiles, ...lookupFiles, ...(options.withPartners ? partnerFiles : [])]);
  const ofMonth = await listOf(month, options);
  const files = ofMonth.filter(({ name }) => wanted.has(name));
  return options.withPartners ? [...files, ...(await listTaxRegimes(ofMonth, options))] : files;
}

/** The tax regimes, which belong to no month: beside the files of one, or in a folder beside the months. Without them a month is whole. */
async function listTaxRegimes(ofMonth: readonly ListedFile[], options: DownloadOptions): Promise<ListedFile[]> {
  const isRegime = ({ name }: RemoteFile): boolean => /\.zip$/i.test(name) && findTaxRegimePart(name) !== undefined;
  const beside = ofMonth.filter(isRegime);
  if (beside.length > 0) return beside;
  const folder = (await listFolder([], options)).find((entry) => entry.folder && taxRegimesFolder.test(entry.name));
  return folder === undefined ? [] : (await listOf(folder.name, options)).filter(isRegime);
}

async function listOf(folder: string, options: DownloadOptions): Promise<ListedFile[]> {
  const entries = await listFolder([folder], options);
  return entries.filter(isFile).map((file) => ({ ...file, remoteFolder: folder }));
}

/** Describes the month by the files that an import needs. They alone decide whether the month is whole, or differs from before. */
function describeMonth(month: string, listed: readonly RemoteFile[]): MonthListing {
  const needed = neededFiles.map((name) => listed.find((file) => file.name === name));
  return {
    month,
    notPublished: neededFiles.filter((_, index) => needed[index] === undefined),
    fingerprint: hash('sha256', JSON.stringify(needed.map((file) => [file?.name, file?.bytes, file?.version]))),
  };
}

/** Deletes by name what a download wrote, and the folder only if nothing else is in it. */
async function discardMonth(folder: string): Promise<void> {
  const regimes = (await readdir(folder).catch(() => [])).filter(
    (name) => /\.zip$/i.test(name) && findTaxRegimePart(name) !== undefined,
  );
  for (const name of [...neededFiles, ...lookupFiles, ...partnerFiles, ...regimes, recordsFile]) {
    await rm(join(folder, name), { force: true });
  }
  await rmdir(folder).catch(() => {});
}

async function downloadAll(
  files: readonly ListedFile[],
  folder: string,
  options: DownloadOptions,
): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = [];
  const records = openRecords(join(folder, recordsFile));
  const bring = async (file: ListedFile, signal: AbortSignal): Promise<void> => {
    const { name } = file;
    const outcome = await downloadFile({
      ...options,
      file,
      remoteFolder: file.remoteFolder,
      localFolder: folder,
      signal,
      findRecord: () => records.find(name),
      saveRecord: (record) => records.save(name, record),
    });
    outcomes.push(outcome);
    options.watch.onFile(outcome);
  };
  try {
    await forEachAtOnce(files, options.filesAtOnce, options.signal, bring);
  } catch (error) {
    options.signal.throwIfAborted();
    throw toOperatorError(error, folder);
  }
  return outcomes;
}

function isFile(entry: RemoteEntry): entry is RemoteFile {
  return !entry.folder && entry.bytes !== undefined;
}

async function checkSpace(folder: string, files: readonly RemoteFile[]): Promise<void> {
  let missingBytes = spareBytes;
  for (const { name, bytes } of files) {
    const [whole, part] = await Promise.all([sizeOf(join(folder, name)), sizeOf(join(folder, `${name}.part`))]);
    missingBytes += Math.max(0, bytes - Math.max(whole, part));
  }
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= missingBytes) return;
  const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);
  throw new OperatorError({
    en: `${folder} has ${gigabytes(bavail * bsize)} GB free and the download needs ${gigabytes(missingBytes)} GB: make room or choose another folder.`,
    pt: `${folder} tem ${gigabytes(bavail * bsize)} GB livres e o download precisa de ${gigabytes(missingBytes)} GB: libere espaço.`,
  });
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toOperatorError(error, folder);
  }
}

interface Records {
  find(name: string): FileRecord | undefined;
  save(name: string, record: FileRecord): void;
}

/** One small file remembers the version of each file on the disk, so that a later run resumes only what did not change. */
function openRecords(path: string): Records {
  const records = readRecords(path);
  return {
    find: (name) => records.get(name),
    save(name, record) {
      records.set(name, record);
      writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(records)));
      renameSync(`${path}.new`, path);
    },
  };
}

/** A damaged or foreign file counts as none: everything is then fetched again. */
function readRecords(path: string): Map<string, FileRecord> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null) return new Map();
    return new Map(Object.entries(value).filter(([, record]) => typeof record?.version === 'string'));
  } catch {
    return new Map();
  }
}

function toOperatorError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || error instanceof OperatorError) return error;
  const isFull = error.code === 'ENOSPC' || error.code === 'EDQUOT';
  const what = isFull ? 'the disk is full' : String(error.code);
  return new OperatorError(
    {
      en: `Writing to ${folder} failed (${what}): what is there is kept, so make it work and run the same command again.`,
      pt: `A gravação em ${folder} falhou (${isFull ? 'disco cheio' : what}): o que já foi baixado fica. Resolva e atualize de novo.`,
    },
    isFull ? nowExitCode : undefined,
  );
}
