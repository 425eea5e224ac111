// Whether a callback comes from the party: by a secret in a header, or by a signature over the body as it came. Both are compared in
// constant time, and a refusal never says what was wrong.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { CallbackHeaders } from '../../app/later/receive-callback.ts';
import type { Template } from '../call/template.ts';
import type { TimestampForm } from '../schema/calls/callback.ts';

/** The secret is already resolved. Confere never prints or logs it. */
export type CallbackProof = HeaderProof | HmacProof;

interface HeaderProof {
  readonly kind: 'header';
  /** In lower case, as all names of headers here. */
  readonly name: string;
  readonly secret: string;
}

interface HmacProof {
  readonly kind: 'hmac';
  readonly header: string;
  readonly secret: string;
  readonly algorithm: 'sha256' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  readonly prefix: string;
  /** `text` is a template of `timestamp` and `body`. */
  readonly text: Template;
  readonly timestamp: { readonly header: string; readonly form: TimestampForm; readonly toleranceMs: number } | null;
}

export const timestampName = 'timestamp';
export const bodyName = 'body';

export function isProved(
  proof: CallbackProof,
  { headers, body, nowMs }: { readonly headers: CallbackHeaders; readonly body: Uint8Array; readonly nowMs: number },
): boolean {
  if (proof.kind === 'header') return isSame(findOnce(headers, proof.name) ?? '', proof.secret);
  const stamp = proof.timestamp === null ? '' : findOnce(headers, proof.timestamp.header);
  if (stamp === undefined || !isInTime(proof, stamp, nowMs)) return false;
  const given = findOnce(headers, proof.header);
  if (given === undefined || !given.startsWith(proof.prefix)) return false;
  return isSigned(proof, { stamp, body, signature: given.slice(proof.prefix.length) });
}

/** Returns undefined if a header occurs twice, because a proxy on the way may have checked the other value. */
function findOnce(headers: CallbackHeaders, name: string): string | undefined {
  const values = headers[name] ?? [];
  return values.length === 1 ? values[0] : undefined;
}

/** Compares the hashes, so that the duration reveals neither a letter nor the length. */
function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(toHash(given), toHash(secret)) && secret !== '';
}

function toHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The form applies to a whole value. Node decodes such a value only up to the first letter that does not belong there. */
const signatureForms = { hex: /^(?:[\da-f]{2})+$/i, base64: /^[\w+/-]+={0,2}$/ } as const;

function isSigned(
  { algorithm, secret, encoding, text }: HmacProof,
  given: { readonly stamp: string; readonly body: Uint8Array; readonly signature: string },
): boolean {
  // A character for each byte, whatever the charset of the body is.
  const values = { [timestampName]: given.stamp, [bodyName]: Buffer.from(given.body).toString('latin1') };
  const signed = text.render(values) ?? '';
  const expected = createHmac(algorithm, secret).update(signed, 'latin1').digest();
  if (!signatureForms[encoding].test(given.signature)) return false;
  const bytes = Buffer.from(given.signature, encoding);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected) && secret !== '';
}

function isInTime({ timestamp }: HmacProof, stamp: string, nowMs: number): boolean {
  if (timestamp === null) return true;
  return Math.abs(toMs(stamp, timestamp.form) - nowMs) <= timestamp.toleranceMs;
}

/** A moment without an offset would follow this machine's time zone. */
const hasOffset = /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/;

/** NaN where it is none, which is never in time. */
function toMs(stamp: string, form: TimestampForm): number {
  if (form === 'iso') return hasOffset.test(stamp) ? Date.parse(stamp) : Number.NaN;
  if (!/^\d{1,15}$/.test(stamp)) return Number.NaN;
  return form === 'epoch_seconds' ? Number(stamp) * 1000 : Number(stamp);
}
