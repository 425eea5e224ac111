// The manifest of a backup: which files it holds, and the hash that each must have.

import { OperatorError } from '../../errors.ts';

export const manifestName = 'manifest.json';
const format = 'confere-backup';
/** Grows when an older Confere could not restore what a newer one wrote. */
const formatVersion = 1;

export interface BackedUpFile {
  /** Relative to the backup and to the data directory alike; `/` between its parts. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface BackupManifest {
  readonly format: string;
  readonly format_version: number;
  readonly confere: string;
  readonly made_at: string;
  /** The day of the registry's data; null where it was left out or there is none. */
  readonly registry_data_as_of: string | null;
  /** The lists of people and companies in it. */
  readonly lists: readonly string[];
  readonly files: readonly BackedUpFile[];
}

export function encodeManifest(manifest: Omit<BackupManifest, 'format' | 'format_version'>): string {
  return `${JSON.stringify({ format, format_version: formatVersion, ...manifest }, null, 2)}\n`;
}

export function parseManifest(text: string): BackupManifest {
  const manifest = parseObject(text) as Partial<BackupManifest> | undefined;
  if (manifest?.format !== format || !Array.isArray(manifest.files)) {
    throw new OperatorError(`${manifestName} is not that of a backup. Name the folder that confere backup made.`);
  }
  if (manifest.format_version !== formatVersion) {
    throw new OperatorError(`The backup was made by another version (${manifest.confere}). Restore it with that one.`);
  }
  if (!manifest.files.every(isFile)) {
    throw new OperatorError(`${manifestName} is damaged. Use another backup; nothing was changed.`);
  }
  return manifest as BackupManifest;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The pattern allows only plain names below the data directory, so that a manifest cannot lead outside it. */
const pathPattern =
  /^(?:confere\.db|audit\.db|erasures\.ndjson|(?:registry|lists)\/(?:[0-9A-Za-z][0-9A-Za-z._-]*\/)*[0-9A-Za-z][0-9A-Za-z._-]*)$/;

function isFile(file: Partial<BackedUpFile> | null): boolean {
  return (
    typeof file?.path === 'string' &&
    pathPattern.test(file.path) &&
    Number.isSafeInteger(file.bytes) &&
    typeof file.sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(file.sha256)
  );
}
