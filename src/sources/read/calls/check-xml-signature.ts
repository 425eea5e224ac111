// Checks the certificates and the key of XML signatures, and loads what signs and verifies only where it is needed.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { VerifyXml } from '../../answer/xml/xml-signature.ts';
import type { XmlSignatureDescription } from '../../schema/credentials/xml-signature.ts';
import type { PartyDescription } from '../../schema/party.ts';
import { type CheckContext, readNamedFile } from '../check-context.ts';
import { resolveSecret } from '../credentials/check-credentials.ts';
import { listRequests } from './check-calls.ts';

interface XmlSignatures {
  readonly verify?: VerifyXml;
  readonly sign?: (text: string) => string;
  /** The certificates in PEM: another of them, and the party is understood otherwise. */
  readonly certificates: readonly string[];
}

export async function checkXmlSignatures(description: PartyDescription, context: CheckContext): Promise<XmlSignatures> {
  const { xml_signature: described, calls = [] } = description;
  const { verify, sign } = described ?? {};
  if (verify !== undefined && ![description, ...calls].some(isInXml)) {
    context.fault(['xml_signature', 'verify'], 'the answers are not XML: write response: xml, or take this out');
  }
  if (sign !== undefined && listRequests(description).every(({ request }) => request.xml === undefined)) {
    context.fault(['xml_signature', 'sign'], 'no request has xml that could be signed');
  }
  const trusted = verify === undefined ? [] : readCertificates('verify', verify.cert_file, context);
  const own = sign === undefined ? [] : readCertificates('sign', sign.cert_file, context);
  const key = sign === undefined ? undefined : readKey(sign, own[0], context);
  const certificates = [...trusted, ...own];
  if (certificates.length === 0) return { certificates };
  const { createXmlSigner, createXmlVerifier } = await import('../../answer/xml/xml-signature.ts');
  const [certificate] = own;
  return {
    certificates,
    ...(trusted.length > 0 && { verify: createXmlVerifier(trusted) }),
    ...(key !== undefined && certificate !== undefined && { sign: createXmlSigner({ key, certificate }) }),
  };
}

function isInXml({ response }: Pick<PartyDescription, 'response'>): boolean {
  return response === 'xml' || (typeof response === 'object' && 'xml' in response);
}

function readCertificates(part: 'verify' | 'sign', file: string, context: CheckContext): string[] {
  const path = ['xml_signature', part, 'cert_file'];
  const pem = readNamedFile(file, path, context)?.toString();
  if (pem === undefined) return [];
  try {
    const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    const certificates = found.map((each) => new X509Certificate(each));
    if (certificates.length === 0) context.fault(path, `the file ${file} holds no certificate (PEM)`);
    if (certificates.some(({ publicKey }) => publicKey.asymmetricKeyType !== 'rsa')) {
      context.fault(path, 'a certificate in it has no RSA key');
    }
    return certificates.map(String);
  } catch {
    context.fault(path, `the file ${file} holds a certificate that cannot be read`);
    return [];
  }
}

function readKey(
  { key_file: file, key_passphrase }: NonNullable<XmlSignatureDescription['sign']>,
  certificate: string | undefined,
  context: CheckContext,
): KeyObject | undefined {
  const path = ['xml_signature', 'sign', 'key_file'];
  const passphrasePath = ['xml_signature', 'sign', 'key_passphrase'];
  const passphrase = key_passphrase && resolveSecret(key_passphrase, passphrasePath, context);
  const pem = readNamedFile(file, path, context)?.toString();
  if (pem === undefined) return undefined;
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase && { passphrase }) });
    if (certificate !== undefined && !new X509Certificate(certificate).checkPrivateKey(key)) {
      context.fault(path, 'the key is not that of the certificate');
    }
    return key;
  } catch {
    context.fault(path, `the file ${file} holds no key (PEM), or its passphrase is another`);
    return undefined;
  }
}
