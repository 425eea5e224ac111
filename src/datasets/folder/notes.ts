// Small files of a dataset that are written again and again, and what is noted in them.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ifThere } from '../../errors.ts';

const verifiedFile = 'verified.json';

/** Writes beside, syncs, then renames over: a reader sees the old text or the new, never half of one. */
export function writeDurably(path: string, text: string): void {
  const beside = `${path}.new`;
  writeFileSync(beside, text, { flush: true, mode: 0o600 });
  renameSync(beside, path);
}

export function readIfPresent(path: string): string | undefined {
  return ifThere(() => readFileSync(path, 'utf8'));
}

/** Notes when all of a snapshot was last read and found whole. */
export function recordVerified(snapshotDirectory: string, nowMs: number): void {
  const record = { verified_at: new Date(nowMs).toISOString() };
  try {
    writeFileSync(join(snapshotDirectory, verifiedFile), `${JSON.stringify(record)}\n`, { mode: 0o600 });
  } catch {
    // A note for the status, nothing that anything depends on; the data may well be mounted read-only.
  }
}

/** Returns the time, in ISO 8601, at which a check last read all data and found it whole; null means that no check noted one. */
export function readVerifiedAt(snapshotDirectory: string): string | null {
  try {
    const verifiedAt = parseRecord(readIfPresent(join(snapshotDirectory, verifiedFile)))?.['verified_at'];
    return typeof verifiedAt === 'string' ? verifiedAt : null;
  } catch {
    return null;
  }
}

/** A note that is no JSON object is none. */
export function parseRecord(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
