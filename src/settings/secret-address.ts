// A secret, or an address that holds one: as it is, or where it is to be read.

import { resolve } from 'node:path';
import { isMapping } from '../yaml-file.ts';

/** A `SecretReference` states where to read a secret. */
export type SecretReference =
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

/** An address that may hold a password. It is read when it is needed, and never printed. */
export type SecretAddress = { readonly kind: 'text'; readonly text: string } | SecretReference;

/** Returns undefined for a value that is neither `{ env: NAME }` nor `{ file: PATH }`. */
export function readSecretReference(raw: unknown, base: string): SecretReference | undefined {
  if (!isMapping(raw) || Object.keys(raw).length !== 1) return undefined;
  const { env, file } = raw;
  if (typeof env === 'string' && env.trim() !== '') return { kind: 'env', name: env };
  return typeof file === 'string' && file.trim() !== '' ? { kind: 'file', path: resolve(base, file) } : undefined;
}
