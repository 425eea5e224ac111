// A JSON document that says what it is, and carries a checksum of itself: a damaged date or count is noticed.

import { hash } from 'node:crypto';
import { SnapshotDamage } from './damage.ts';

export interface DocumentKind {
  readonly format: string;
  /** Grows with every change that an older Confere could not read. */
  readonly version: number;
}

/** The sentences for a document that is of another kind, or of another version. */
interface Refusals {
  readonly foreign: string;
  readonly otherVersion: string;
}

export function encodeDocument({ format, version }: DocumentKind, document: object, indent: number): string {
  const body = { format, format_version: version, ...document };
  return `${JSON.stringify({ ...body, checksum: checksumOf(body) }, undefined, indent)}\n`;
}

/** Throws SnapshotDamage. `isKnown` asks for more than the version. */
export function parseDocument(
  text: string,
  name: string,
  { format, version }: DocumentKind,
  says: Refusals,
  isKnown: (body: Record<string, unknown>) => boolean = () => true,
): Record<string, unknown> {
  let parsed: Record<string, unknown> | null;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new SnapshotDamage(`${name} is not JSON.`);
  }
  const { checksum, ...body } = parsed ?? {};
  if (body['format'] !== format) throw new SnapshotDamage(says.foreign);
  if (body['format_version'] !== version || !isKnown(body)) throw new SnapshotDamage(says.otherVersion);
  if (checksum !== checksumOf(body)) throw new SnapshotDamage(`${name} is damaged.`);
  return body;
}

function checksumOf(body: object): string {
  return hash('sha256', JSON.stringify(body), 'hex');
}
