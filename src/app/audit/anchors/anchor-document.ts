// What goes out to the places that this machine cannot rewrite: the newest signed head of each chain, as one small text. Anybody may read
// it: it holds numbers, hashes and signatures.

import { hash } from 'node:crypto';
import type { SignedHead } from '../head.ts';

export interface AnchorDocument {
  readonly madeAtMs: number;
  readonly heads: readonly SignedHead[];
}

/** A document as a place gives it back. */
export interface KeptAnchor {
  /** The name of it there, for people. */
  readonly where: string;
  readonly text: string;
  /** When others say that it was there, where they do. */
  readonly provenAtMs?: number;
}

const format = 1;

export function toAnchorText({ madeAtMs, heads }: AnchorDocument): string {
  return `${JSON.stringify({ format, made_at: new Date(madeAtMs).toISOString(), heads })}\n`;
}

/** Returns undefined if the text is no anchor. It also accepts the body of a webhook whose data is the anchor. */
export function parseAnchor(text: string): AnchorDocument | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data } = (parsed ?? {}) as { data?: unknown };
  const { made_at: madeAt, heads } = (data ?? parsed ?? {}) as { made_at?: unknown; heads?: unknown };
  const madeAtMs = typeof madeAt === 'string' ? Date.parse(madeAt) : Number.NaN;
  if (Number.isNaN(madeAtMs) || !Array.isArray(heads) || heads.length === 0 || !heads.every(isSignedHead)) {
    return undefined;
  }
  return { madeAtMs, heads };
}

export function isSignedHead(value: unknown): value is SignedHead {
  const { chain, sequence, hash: end, atMs, signer, signature } = (value ?? {}) as Record<string, unknown>;
  return (
    [chain, end, signer, signature].every((part) => typeof part === 'string') &&
    [sequence, atMs].every((part) => Number.isSafeInteger(part))
  );
}

/** Returns a name in a folder for each day. No two documents share a name. */
export function toAnchorName(text: string, madeAtMs: number): string {
  const [day = '', time = ''] = new Date(madeAtMs).toISOString().split('T');
  return `${day}/${time.replaceAll(':', '-')}-${hash('sha256', text, 'hex').slice(0, 16)}.json`;
}

export function isAnchorName(name: string): boolean {
  return /^\d{4}-\d{2}-\d{2}\/\d{2}-\d{2}-\d{2}\.\d{3}Z-[0-9a-f]{16}\.json$/.test(name);
}
