// One-time codes by the time of day (RFC 6238: HMAC-SHA-1, six digits, thirty seconds), as every authenticator app makes them.

import { createHmac, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;
const digits = 6;
/** A clock may be one step ahead or behind. */
const drift = [0, -1, 1];
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const totpSecretBytes = 20;

/** The step that the code is for; undefined when it is wrong, or not later than `lastStep`: a code is good once. */
export function findTotpStep(secret: Uint8Array, code: string, nowMs: number, lastStep: number): number | undefined {
  const current = Math.floor(nowMs / stepMs);
  const given = Buffer.from(code);
  return drift
    .map((offset) => current + offset)
    .filter((step) => step > lastStep)
    .find((step) => {
      const expected = Buffer.from(toTotpCode(secret, step));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
}

export function toTotpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) as number) & 15;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Returns the form in which an operator types it into an authenticator app. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => base32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export function toTotpAddress(secret: Uint8Array, name: string): string {
  return `otpauth://totp/Confere:${encodeURIComponent(name)}?secret=${toBase32(secret)}&issuer=Confere`;
}
