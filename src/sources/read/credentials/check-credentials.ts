// Checks addresses and follows references to secrets. No fault ever repeats a secret.

import { readFileSync } from 'node:fs';
import type { KeyPath } from '../../../yaml-file.ts';
import type { SecretReference } from '../../schema/credentials/secret.ts';
import type { PartyDescription } from '../../schema/party.ts';
import { type CheckContext, toReadProblem } from '../check-context.ts';

export interface Address {
  readonly origin: string;
  /** The path has no slash at its end. */
  readonly path: string;
  /** The query with its question mark, or nothing. */
  readonly search: string;
}

export function checkAddress(
  address: string,
  description: PartyDescription,
  path: KeyPath,
  context: CheckContext,
): Address {
  const url = URL.parse(address);
  if (url === null) {
    context.fault(path, 'this is no address');
    return { origin: 'https://invalid.example', path: '', search: '' };
  }
  if (url.username !== '' || url.password !== '')
    context.fault(path, 'credentials belong under auth, not in an address');
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'http:' && !isLocal && description.allow_http !== true) {
    context.fault(path, 'http:// would send people’s numbers unencrypted: use https://, or set allow_http: true');
  }
  if (url.hash !== '') context.fault(path, 'an address has no fragment here');
  return { origin: url.origin, path: url.pathname.replace(/(?<!\/)\/+$/, ''), search: url.search };
}

/** Resolves a value that is not secret, written directly or by reference. */
export function resolvePlain(written: string | SecretReference, path: KeyPath, context: CheckContext): string {
  return typeof written === 'string' ? written : resolveSecret(written, path, context);
}

/** A key in PEM. In a variable its line breaks may be written as `\n`. */
export function resolvePem(reference: SecretReference, path: KeyPath, context: CheckContext): string {
  if (!context.followSecrets) return '';
  return readReference(reference, path, context)?.replaceAll('\\n', '\n') ?? '';
}

/** The secret itself never becomes part of a fault. */
export function resolveSecret(reference: SecretReference, path: KeyPath, context: CheckContext): string {
  if (!context.followSecrets) return '';
  const secret = readReference(reference, path, context);
  if (secret === undefined) return '';
  if (secret === '') context.fault(path, 'the secret is empty');
  if (/[^\x20-\x7e\u00a0-\uffff]/.test(secret))
    context.fault(path, 'the secret holds a control character or line break');
  return secret;
}

/** Returns undefined after a fault. */
function readReference(reference: SecretReference, path: KeyPath, context: CheckContext): string | undefined {
  if ('file' in reference) return readSecretFile(reference.file, path, context);
  const secret = context.findVariable(reference.env);
  if (secret === undefined) context.fault(path, `the environment variable ${reference.env} is not set`);
  return secret;
}

function readSecretFile(file: string, path: KeyPath, context: CheckContext): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    // Without its name: who writes the secret itself in this place must not find it in a log.
    context.fault(path, `the file of the secret ${toReadProblem(error)}`);
    return undefined;
  }
}
