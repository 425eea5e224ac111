// Checks a PKCS#12 file (.pfx, .p12): whether it opens, and what to do where it does not. No fault repeats its passphrase.

import { createSecureContext } from 'node:tls';
import type { KeyPath } from '../../../yaml-file.ts';
import type { TlsOptions } from '../../call/http-exchange.ts';
import type { SecretReference } from '../../schema/credentials/secret.ts';
import { type CheckContext, readNamedFile } from '../check-context.ts';
import { resolveSecret } from './check-credentials.ts';

const inTls = { path: ['tls'], insteadOfPem: 'cert_file and key_file' };

export function checkPfx(
  file: string,
  reference: SecretReference | undefined,
  context: CheckContext,
  at: { readonly path: KeyPath; readonly insteadOfPem: string } = inTls,
): Pick<TlsOptions, 'pfx' | 'passphrase'> {
  const pfxPath = [...at.path, 'pfx'];
  const passphrasePath = [...at.path, 'passphrase'];
  const passphrase = reference && resolveSecret(reference, passphrasePath, context);
  const pfx = readNamedFile(file, pfxPath, context);
  if (pfx === undefined) return {};
  if (pfx.subarray(0, 64).includes('-----BEGIN')) {
    context.fault(pfxPath, `the file ${file} is PEM: name it in ${at.insteadOfPem}`);
    return {};
  }
  const options = { pfx, ...(passphrase === undefined ? {} : { passphrase }) };
  try {
    createSecureContext(options);
    return options;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (message === wrongPassphrase) {
      const path = reference === undefined ? pfxPath : passphrasePath;
      context.fault(path, reference === undefined ? missing(file) : `it does not open the file ${file}`);
    } else context.fault(pfxPath, (problems[message] ?? notPfx)(file));
    return {};
  }
}

// Node gives most of these without a code, in the words of OpenSSL; the tests hold them against real files.
const wrongPassphrase = 'mac verify failure';
const missing = (file: string) => `the file ${file} has a passphrase: name it in passphrase`;
const notPfx = (file: string) => `the file ${file} is no PKCS#12, or was not copied whole`;

const problems: Readonly<Record<string, (file: string) => string>> = {
  'Unsupported PKCS12 PFX data': (file) =>
    `the file ${file} is encrypted by an old method that OpenSSL 3 does not read; with its passphrase in $PASS convert it: ` +
    `openssl pkcs12 -legacy -in ${file} -nodes -passin env:PASS | openssl pkcs12 -export -out NEW.pfx -passout env:PASS`,
  'Unable to load private key from PFX data': (file) =>
    `the file ${file} holds no private key: export the certificate together with its key`,
  'Unable to load certificate from PFX data': (file) =>
    `the file ${file} holds no certificate of its own: export the certificate together with its key`,
};
