// Checks where a party is and how we show who we are: addresses, certificates, secrets. No fault ever repeats a secret.

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { KeyPath } from '../../yaml-file.ts';
import type { ResolvedAuth } from '../call/authentication.ts';
import type { TlsOptions } from '../call/http-exchange.ts';
import { type CheckContext, toErrorCode, toReadProblem } from './check-context.ts';
import type {
  CompanyPartyDescription,
  PersonPartyDescription,
  SecretReference,
  TlsDescription,
} from './description.ts';

type Description = PersonPartyDescription | CompanyPartyDescription;

export interface Address {
  readonly origin: string;
  /** Without a slash at its end. */
  readonly path: string;
  /** The query with its question mark, or nothing. */
  readonly search: string;
}

export function checkAddress(address: string, description: Description, path: KeyPath, context: CheckContext): Address {
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
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, ''), search: url.search };
}

export function checkTls(tls: TlsDescription, context: CheckContext): TlsOptions {
  const read = (key: 'ca_file' | 'cert_file' | 'key_file'): string | undefined => {
    const file = tls[key];
    if (file === undefined || !context.followSecrets) return undefined;
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      context.fault(['tls', key], `the file ${file} ${toReadProblem(error)}`);
      return undefined;
    }
  };
  if ((tls.cert_file === undefined) !== (tls.key_file === undefined)) {
    context.fault(['tls'], 'cert_file and key_file belong together');
  }
  const ca = read('ca_file');
  if (ca !== undefined && !holdsCertificates(ca)) {
    context.fault(['tls', 'ca_file'], `the file ${tls.ca_file} holds no certificate (PEM), or one that cannot be read`);
  }
  const cert = read('cert_file');
  const key = read('key_file');
  const passphrase =
    tls.key_passphrase === undefined
      ? undefined
      : resolveSecret(tls.key_passphrase, ['tls', 'key_passphrase'], context);
  const options: TlsOptions = {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
  try {
    createSecureContext(options);
  } catch (error) {
    context.fault(['tls'], `the certificates or the key cannot be used (${toErrorCode(error)})`);
  }
  return options;
}

/** OpenSSL takes any text for an authority and then trusts nobody. */
function holdsCertificates(pem: string): boolean {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  return blocks.length > 0 && blocks.every(isCertificate);
}

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).subject !== undefined;
  } catch {
    return false;
  }
}

export function checkAuth(
  description: Description,
  base: Address,
  deadlineMs: number,
  context: CheckContext,
): ResolvedAuth {
  const auth = description.auth ?? { kind: 'none' };
  const secret = (reference: SecretReference, key: string) => resolveSecret(reference, ['auth', key], context);
  const headerSecret = (reference: SecretReference, key: string) => {
    const value = secret(reference, key);
    if (/[^\x20-\x7e]/.test(value))
      context.fault(['auth', key], 'a header cannot carry this secret: it is not plain ASCII');
    return value;
  };
  const ownHeader = Object.keys(description.request.headers ?? {}).find((name) => {
    const used = auth.kind === 'none' ? '' : auth.kind === 'header' ? auth.name : 'authorization';
    return name.toLowerCase() === used.toLowerCase();
  });
  if (ownHeader !== undefined) context.fault(['request', 'headers', ownHeader], 'this header is set by auth already');
  switch (auth.kind) {
    case 'none':
      return auth;
    case 'header':
      return { kind: 'header', name: auth.name, value: headerSecret(auth.value, 'value') };
    case 'basic':
      return {
        kind: 'basic',
        username: secret(auth.username, 'username'),
        password: secret(auth.password, 'password'),
      };
    case 'bearer':
      return { kind: 'bearer', token: headerSecret(auth.token, 'token') };
    case 'oauth2_client_credentials': {
      const isPath = auth.token_url.startsWith('/');
      const path = ['auth', 'token_url'];
      const address = isPath ? base.origin + base.path + auth.token_url : auth.token_url;
      const token = checkAddress(address, description, path, context);
      if (auth.body === 'none' && auth.credentials_in === 'body') {
        context.fault(['auth', 'credentials_in'], 'there is no body to hold them: body is none');
      }
      return {
        kind: 'oauth2_client_credentials',
        origin: token.origin,
        token: {
          path: (token.path === '' ? '/' : token.path) + token.search,
          clientId: secret(auth.client_id, 'client_id'),
          clientSecret: secret(auth.client_secret, 'client_secret'),
          credentialsIn: auth.credentials_in ?? 'basic',
          body: auth.body ?? 'form',
          scope: auth.scope,
          tokenField: auth.token_field ?? 'access_token',
          expiresInField: auth.expires_in_field ?? 'expires_in',
          deadlineMs,
        },
      };
    }
  }
}

/** The secret itself never becomes part of a fault. */
export function resolveSecret(reference: SecretReference, path: KeyPath, context: CheckContext): string {
  if (!context.followSecrets) return '';
  const secret =
    'env' in reference ? context.findVariable(reference.env) : readSecretFile(reference.file, path, context);
  if (secret === undefined) {
    if ('env' in reference) context.fault(path, `the environment variable ${reference.env} is not set`);
    return '';
  }
  if (secret === '') context.fault(path, 'the secret is empty');
  if (/[^\x20-\x7e\u00a0-\uffff]/.test(secret))
    context.fault(path, 'the secret holds a control character or line break');
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
