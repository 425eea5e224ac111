// Room on the disk of the data directory, and how long a durable write takes there: every recorded answer waits for one.

import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../app/clock.ts';
import { type Finding, fault, ok, type Probe, toFaultFinding, warning } from '../../app/doctor/finding.ts';
import { findExisting } from './directories-probe.ts';

interface DiskOptions {
  readonly dataDirectory: string;
  readonly clock: Clock;
  /** Returns the bytes that the next month's import will take, as far as the live one shows. */
  readonly findImportBytes: () => number;
}

const leastBytes = 128 * 2 ** 20;
const comfortableBytes = 2 ** 30;
const leastFiles = 1_000;
const writes = 21;
const writeBytes = 4_096;
/** Disks with a battery or flash take a tenth of this to a few; rotating ones ten. */
const slowMs = 20;

export function createDiskProbe({ dataDirectory, clock, findImportBytes }: DiskOptions): Probe {
  return {
    subject: 'disk_space',
    run: () => {
      const place = findExisting(dataDirectory);
      const { bavail, bsize, ffree, files } = statfsSync(place);
      const space = judgeSpace({
        place,
        freeBytes: bavail * bsize,
        // A file system that makes them as needed says that it has none at all.
        freeFiles: files === 0 ? Number.POSITIVE_INFINITY : ffree,
        importBytes: findImportBytes(),
      });
      return [space, measureWrites(place, clock)];
    },
  };
}

interface Space {
  readonly place: string;
  readonly freeBytes: number;
  readonly freeFiles: number;
  readonly importBytes: number;
}

export function judgeSpace({ place, freeBytes, freeFiles, importBytes }: Space): Finding {
  const subject = 'disk_space';
  const says = `${toSize(freeBytes)} are free at ${place}.`;
  if (freeBytes < leastBytes) return fault(subject, says, 'Make room: a full disk stops CPF verifications.');
  if (freeFiles < leastFiles) {
    return fault(
      subject,
      `Only ${freeFiles} more files fit on the disk at ${place}.`,
      'Remove files (df -i shows it).',
    );
  }
  if (freeBytes < importBytes) {
    const needed = `The next import of the registry takes about ${toSize(importBytes)}.`;
    return warning(subject, `${says} ${needed}`, 'Make room before the next update.');
  }
  return freeBytes < comfortableBytes ? warning(subject, says, 'Make room; watch it.') : ok(subject, says);
}

function measureWrites(place: string, clock: Clock): Finding {
  const path = join(place, `.doctor-${process.pid}`);
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      const bytes = Buffer.alloc(writeBytes, 1);
      const times = Array.from({ length: writes }, () => {
        const startedMs = clock.monotonicMs();
        writeSync(file, bytes);
        fsyncSync(file);
        return clock.monotonicMs() - startedMs;
      });
      return judgeWrites(times.sort((a, b) => a - b)[Math.floor(writes / 2)] ?? 0);
    } finally {
      closeSync(file);
      rmSync(path, { force: true });
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT')
      return fault('disk_fsync', `Nothing can be written at ${place} (${code}).`, 'Make room on the disk.');
    if (code === 'EROFS')
      return fault(
        'disk_fsync',
        `The disk at ${place} is read-only.`,
        'Mount it for writing, or set another data_dir.',
      );
    return toFaultFinding('disk_fsync', error);
  }
}

export function judgeWrites(medianMs: number): Finding {
  const says = `A durable write takes ${medianMs.toFixed(1)} ms (median of ${writes}).`;
  return medianMs > slowMs
    ? warning(
        'disk_fsync',
        says,
        'Every CPF answer waits for one: move data_dir to a faster disk, not one on a network.',
      )
    : ok('disk_fsync', says);
}

function toSize(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
