// The entries of one edition of a list: a line of JSON for each, in the order of the file, and one hash over all of them.

import { createHash, hash } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';
import type { ListManifest } from './manifest.ts';
import type { RowPlace } from './row-places.ts';

export const entriesFile = 'entries.dat';
const chunkBytes = 1 << 20;

export interface EntriesWriter {
  add(entry: ListEntry): void;
  /** All of it is on the disk then. */
  finish(): Pick<ListManifest, 'entries_bytes' | 'entries_sha256'>;
  close(): void;
}

export function createEntriesWriter(folder: string): EntriesWriter {
  const fd = openSync(join(folder, entriesFile), 'wx', 0o600);
  const sum = createHash('sha256');
  let [waiting, bytes] = ['', 0];
  const flush = (): void => {
    const chunk = Buffer.from(waiting);
    sum.update(chunk);
    bytes += chunk.length;
    waiting = '';
    for (let done = 0; done < chunk.length; ) done += writeSync(fd, chunk, done);
  };
  return {
    add(entry) {
      waiting += `${JSON.stringify(entry)}\n`;
      if (waiting.length >= chunkBytes) flush();
    },
    finish() {
      flush();
      fsyncSync(fd);
      return { entries_bytes: bytes, entries_sha256: sum.digest('hex') };
    },
    close: () => closeSync(fd),
  };
}

/** One file in both folders, where the disk can do that: an edition with the same entries then takes no room. */
export function shareEntries(from: string, to: string): void {
  const linked = join(to, `${entriesFile}.linked`);
  try {
    linkSync(join(from, entriesFile), linked);
    renameSync(linked, join(to, entriesFile));
  } catch {
    rmSync(linked, { force: true });
  }
}

interface LinesRead {
  readonly lines: readonly string[];
  readonly bytes: number;
}

/** Reads the lines in pieces of about a megabyte. Throws SnapshotDamage at the end if they differ from the lines that were written. */
export function* readLines(folder: string, manifest: ListManifest): Generator<LinesRead> {
  const fd = openSync(join(folder, entriesFile), 'r');
  try {
    const sum = createHash('sha256');
    const decoder = new TextDecoder();
    const buffer = Buffer.allocUnsafe(chunkBytes);
    let [rest, count] = ['', 0];
    for (let read = readSync(fd, buffer); read > 0; read = readSync(fd, buffer)) {
      const chunk = buffer.subarray(0, read);
      sum.update(chunk);
      const whole = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
      rest = whole.pop() ?? '';
      count += whole.length;
      yield { lines: whole, bytes: read };
    }
    if (sum.digest('hex') !== manifest.entries_sha256 || count !== manifest.counts.entries || rest !== '')
      throw new SnapshotDamage(`${entriesFile} is damaged.`);
  } finally {
    closeSync(fd);
  }
}

/** As `readLines`, entry by entry. */
export function* readEntriesOf(folder: string, manifest: ListManifest): Generator<ListEntry> {
  for (const { lines } of readLines(folder, manifest)) for (const line of lines) yield JSON.parse(line);
}

export interface PlacedLine extends RowPlace {
  readonly line: string;
}

/** As `readLines`, line by line. */
export function* readPlacedLines(folder: string, manifest: ListManifest): Generator<PlacedLine> {
  let start = 0;
  for (const { lines } of readLines(folder, manifest)) {
    for (const line of lines) {
      const bytes = Buffer.byteLength(line);
      yield { line, start, bytes, sum: toRowSum(line) };
      start += bytes + 1;
    }
  }
}

const sumBytes = 6;

function toRowSum(line: string | Uint8Array): number {
  return hash('sha256', line, 'buffer').readUIntBE(0, sumBytes);
}

export interface Rows {
  /** Returns the line. Throws SnapshotDamage if the file has changed since: an altered number would match no person. */
  read(place: RowPlace): string;
  close(): void;
}

/** Single rows of an edition, for as long as it is open, also when its folder is deleted. */
export function openRows(folder: string): Rows {
  const fd = openSync(join(folder, entriesFile), 'r');
  return {
    read({ start, bytes, sum }) {
      const line = Buffer.allocUnsafe(bytes);
      if (readSync(fd, line, 0, bytes, start) !== bytes) throw new SnapshotDamage(`${entriesFile} has become shorter.`);
      if (toRowSum(line) !== sum) throw new SnapshotDamage(`${entriesFile} has been changed.`);
      return line.toString();
    },
    close: () => closeSync(fd),
  };
}

/** Throws SnapshotDamage where they are not those that were written. */
export type EntriesCheck = (folder: string, manifest: ListManifest) => void;

/** Finds a file that is gone or cut, at the cost of one look. */
export const checkSize: EntriesCheck = (folder, { entries_bytes }) => {
  const bytes = statSync(join(folder, entriesFile), { throwIfNoEntry: false })?.size;
  if (bytes === undefined) throw new SnapshotDamage(`${entriesFile} is missing.`);
  if (bytes !== entries_bytes)
    throw new SnapshotDamage(
      `${entriesFile} is damaged: it has ${bytes} bytes, and the import wrote ${entries_bytes}.`,
    );
};

/** Finds any change, and reads all of it: less than a second for the largest published list. */
export const checkContent: EntriesCheck = (folder, manifest) => {
  checkSize(folder, manifest);
  for (const _ of readLines(folder, manifest));
};

export function hasContent(...edition: Parameters<EntriesCheck>): boolean {
  try {
    checkContent(...edition);
    return true;
  } catch {
    return false;
  }
}
