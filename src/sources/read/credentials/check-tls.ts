// Checks the certificates of a connection: their files, their passphrases, whether they can be used, and the time of our own one.

import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { TlsOptions } from '../../call/http-exchange.ts';
import type { TlsDescription } from '../../schema/credentials/tls.ts';
import { type CheckContext, readNamedFile, toErrorCode } from '../check-context.ts';
import { resolveSecret } from './check-credentials.ts';
import { checkPfx } from './check-pfx.ts';
import { type ClientCertificate, readClientCertificate } from './client-certificate.ts';

/** `clientCertificate` is ours, for mutual TLS; null where we show none. */
export function checkTls(
  tls: TlsDescription,
  context: CheckContext,
): { readonly options: TlsOptions; readonly clientCertificate: ClientCertificate | null } {
  checkTogether(tls, context);
  const ca = readPem(tls, 'ca_file', context);
  if (ca !== undefined && !holdsCertificates(ca)) {
    context.fault(['tls', 'ca_file'], `the file ${tls.ca_file} holds no certificate (PEM), or one that cannot be read`);
  }
  const own = tls.pfx === undefined ? readOwnPem(tls, context) : checkPfx(tls.pfx.file, tls.passphrase, context);
  const options: TlsOptions = { ...(ca === undefined ? {} : { ca }), ...own };
  try {
    const secureContext = createSecureContext(options);
    const clientCertificate = readClientCertificate(secureContext);
    if (clientCertificate !== null) checkTime(clientCertificate, tls.pfx === undefined ? 'cert_file' : 'pfx', context);
    return { options, clientCertificate };
  } catch (error) {
    context.fault(['tls'], `the certificates or the key cannot be used (${toErrorCode(error)})`);
    return { options, clientCertificate: null };
  }
}

function checkTogether(tls: TlsDescription, { fault }: CheckContext): void {
  const isPem = tls.cert_file !== undefined || tls.key_file !== undefined;
  if ((tls.cert_file === undefined) !== (tls.key_file === undefined)) {
    fault(['tls'], 'cert_file and key_file belong together');
  }
  if (tls.pfx !== undefined && isPem) fault(['tls', 'pfx'], 'cert_file and key_file are given too: keep one of both');
  if (tls.pfx === undefined && tls.passphrase !== undefined) {
    fault(['tls', 'passphrase'], 'it opens pfx, which is missing; for key_file write key_passphrase');
  }
  if (tls.pfx !== undefined && tls.key_passphrase !== undefined) {
    fault(['tls', 'key_passphrase'], 'it opens key_file; for pfx write passphrase');
  }
}

function readOwnPem(tls: TlsDescription, context: CheckContext): Pick<TlsOptions, 'cert' | 'key' | 'passphrase'> {
  const cert = readPem(tls, 'cert_file', context);
  const key = readPem(tls, 'key_file', context);
  const path = ['tls', 'key_passphrase'];
  const passphrase = tls.key_passphrase && resolveSecret(tls.key_passphrase, path, context);
  return {
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
}

function readPem(
  tls: TlsDescription,
  key: 'ca_file' | 'cert_file' | 'key_file',
  context: CheckContext,
): string | undefined {
  const file = tls[key];
  return file === undefined ? undefined : readNamedFile(file, ['tls', key], context)?.toString();
}

/** Tells whether the text holds certificates. OpenSSL accepts any text for an authority and then trusts no server. */
function holdsCertificates(pem: string): boolean {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----(?:(?!-----)[\s\S])*-----END CERTIFICATE-----/g) ?? [];
  return blocks.length > 0 && blocks.every(isCertificate);
}

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).subject !== undefined;
  } catch {
    return false;
  }
}

/** Checks the times of a certificate. TLS libraries send an outdated certificate too, and the party then refuses the call without a reason. */
function checkTime({ startsMs, endsMs }: ClientCertificate, key: string, context: CheckContext): void {
  if (context.nowMs === undefined) return;
  const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  if (context.nowMs >= endsMs) {
    context.outOfTime(['tls', key], `our certificate ended on ${toDay(endsMs)}: have it renewed and replace the file`);
  } else if (context.nowMs < startsMs) {
    const problem = `our certificate is not valid before ${toDay(startsMs)}: use the former one until then, or check the clock`;
    context.outOfTime(['tls', key], problem);
  }
}
