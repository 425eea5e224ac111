// API keys: their form, checksum and what a stored one says. Making randomness and hashing belong to the use case's ports.

import { crc32 } from 'node:zlib';
import type { Scope } from './scopes.ts';

export const keyModes = ['live', 'test'] as const;
export type KeyMode = (typeof keyModes)[number];

export type KeyId = string & { readonly brand: 'KeyId' };

/** Every installation has this test key for its sandbox. A caller who tries the sandbox without a key counts under it. */
export const sandboxKeyId = 'key_sandbox' as KeyId;

/** Requests per window; `null` is unlimited. */
export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

export interface KeyRecord {
  readonly id: KeyId;
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  readonly rate: RateLimit | null;
  /** Requests within one second; null: as many as the rate. */
  readonly burst: number | null;
  /** `concurrency` limits the in-flight requests at one time; null allows any number. */
  readonly concurrency: number | null;
  /** Requests in a day of America/Sao_Paulo; null: any number. */
  readonly dailyQuota: number | null;
  /** Requests in a month of America/Sao_Paulo; null: any number. */
  readonly monthlyQuota: number | null;
  /** Addresses and CIDR ranges that the key may be used from; null: from anywhere. */
  readonly networks: readonly string[] | null;
  /** Web pages of these origins, as a browser writes them, may read the key's answers; null allows none. Any visitor of such a page has the key. */
  readonly corsOrigins: readonly string[] | null;
  /** A request without a purpose has this one. */
  readonly purpose: string | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
}

/** An operator may change these fields of an existing key. */
export type KeyChanges = Partial<Pick<KeyRecord, 'name' | 'rate' | 'expiresAtMs' | keyof typeof noLimits>>;

/** The limits suit a key that has a rate and no other limit. */
export const noLimits = {
  burst: null,
  concurrency: null,
  dailyQuota: null,
  monthlyQuota: null,
  networks: null,
  corsOrigins: null,
  purpose: null,
} as const satisfies Partial<KeyRecord>;

export const defaultRates: Readonly<Record<KeyMode, RateLimit>> = {
  live: { requests: 600, windowSeconds: 60 },
  test: { requests: 6_000, windowSeconds: 60 },
};

/** 33 characters of base 62 hold 196 bits. */
const secretLength = 33;
const secretLengthMax = 64;
const checksumLength = 6;
const prefixLength = 'cfr_live_'.length;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Tells the mode of a well-formed key; a typo fails the checksum here, without touching a store. */
export function findKeyMode(key: string): KeyMode | undefined {
  const mode = key.startsWith('cfr_live_') ? 'live' : key.startsWith('cfr_test_') ? 'test' : undefined;
  if (mode === undefined || key.length < prefixLength + secretLength + checksumLength) return undefined;
  if (key.length > prefixLength + secretLengthMax + checksumLength) return undefined;
  for (let index = prefixLength; index < key.length; index++) if (!isBase62(key.charCodeAt(index))) return undefined;
  const body = key.slice(0, -checksumLength);
  return toChecksum(body) === key.slice(-checksumLength) ? mode : undefined;
}

/** Tells whether the text of a key agrees with the mode in its record. */
export function hasModeOf(key: string, { mode }: KeyRecord): boolean {
  return key.startsWith(mode === 'live' ? 'cfr_live_' : 'cfr_test_');
}

/** Makes a key out of uniformly random (or derived) bytes; 64 of them are plenty. */
export function toApiKey(mode: KeyMode, bytes: Uint8Array): string {
  let secret = '';
  for (const byte of bytes) {
    // 248 = 4 x 62: larger values would favour the first letters of the alphabet.
    if (byte < 248 && secret.length < secretLength) secret += alphabet[byte % 62];
  }
  if (secret.length < secretLength) throw new RangeError('Too few usable bytes for an API key');
  const body = `cfr_${mode}_${secret}`;
  return body + toChecksum(body);
}

/** Tells whether an existing key may be used now. The answer to a caller never reveals which of the two checks failed. */
export function isUsable(key: KeyRecord, nowMs: number): boolean {
  return key.revokedAtMs === null && (key.expiresAtMs === null || nowMs < key.expiresAtMs);
}

export type KeyState = 'active' | 'revoked' | 'expired';

export function toKeyState(key: KeyRecord, nowMs: number): KeyState {
  if (key.revokedAtMs !== null) return 'revoked';
  return isUsable(key, nowMs) ? 'active' : 'expired';
}

function toChecksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let index = 0; index < checksumLength; index++) {
    text = alphabet[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

function isBase62(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
