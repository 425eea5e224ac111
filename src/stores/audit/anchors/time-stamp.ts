// Time stamps as RFC 3161 has them: an authority signs the hash of a text and the time at which it saw it. Its certificate must be one
// that the given ones vouch for, and be made for this purpose.

import { hash, randomBytes } from 'node:crypto';
import { fromBER, Integer, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { AnchorFault } from '../../../app/audit/anchors/anchor-destination.ts';

const sha256Id = '2.16.840.1.101.3.4.2.1';
const timeStampContentId = '1.2.840.113549.1.9.16.1.4';
const signedDataId = '1.2.840.113549.1.7.2';
const extKeyUsageId = '2.5.29.37';
const timeStampingId = '1.3.6.1.5.5.7.3.8';
const nonceBytes = 8;

export interface TimeStampRequest {
  readonly body: Buffer;
  readonly nonce: string;
}

export interface TimeStamp {
  readonly atMs: number;
  /** Hexadecimal; undefined where the token has none. */
  readonly nonce: string | undefined;
}

export function createTimeStampRequest(text: string): TimeStampRequest {
  // Above 0x7f the number would be a negative one.
  const nonce = Buffer.concat([Buffer.from([0x40]), randomBytes(nonceBytes - 1)]);
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256Id }),
      hashedMessage: new OctetString({ valueHex: new Uint8Array(hash('sha256', text, 'buffer')).buffer }),
    }),
    nonce: new Integer({ valueHex: new Uint8Array(nonce).buffer }),
    certReq: true,
  });
  return { body: Buffer.from(request.toSchema().toBER()), nonce: nonce.toString('hex') };
}

/** The token of an answer. */
export function readTimeStampAnswer(answer: Uint8Array): Buffer {
  const response = refuseUnreadable(() => TimeStampResp.fromBER(toArrayBuffer(answer)), 'the answer is no time stamp');
  // 0 is granted, 1 granted with modifications.
  if (response.status.status > 1 || response.timeStampToken === undefined)
    throw new AnchorFault(`the authority refused the time stamp (status ${response.status.status})`);
  return Buffer.from(response.timeStampToken.toSchema().toBER());
}

/** Throws an AnchorFault for what does not prove that the text was there. */
export async function checkTimeStamp(
  token: Uint8Array,
  text: string,
  trusted: readonly Certificate[],
): Promise<TimeStamp> {
  const signed = refuseUnreadable(() => {
    const info = ContentInfo.fromBER(toArrayBuffer(token));
    if (info.contentType !== signedDataId) throw new Error('not signed');
    return new SignedData({ schema: info.content });
  }, 'the token is no time stamp');
  const content = signed.encapContentInfo.eContent?.getValue();
  if (signed.encapContentInfo.eContentType !== timeStampContentId || content === undefined)
    throw new AnchorFault('the token is no time stamp');
  const stamp = refuseUnreadable(() => TSTInfo.fromBER(content), 'the token is no time stamp');
  if (stamp.messageImprint.hashAlgorithm.algorithmId !== sha256Id)
    throw new AnchorFault('the token is over another kind of hash than SHA-256');
  const { signerCertificate, message } = await signed
    .verify({
      signer: 0,
      data: toArrayBuffer(Buffer.from(text)),
      trustedCerts: [...trusted],
      checkChain: true,
      extendedMode: true,
    })
    .then(
      (found) => (found.signatureVerified ? { ...found, message: undefined } : { ...found, message: 'signature' }),
      (error: { readonly message?: string }) => ({ signerCertificate: null, message: error.message ?? 'unknown' }),
    );
  if (message !== undefined || !signerCertificate) throw new AnchorFault(`the time stamp does not hold (${message})`);
  if (!isForTimeStamps(signerCertificate))
    throw new AnchorFault('the time stamp is signed by a certificate that is not made for time stamps');
  return {
    atMs: stamp.genTime.getTime(),
    nonce: stamp.nonce && Buffer.from(stamp.nonce.valueBlock.valueHexView).toString('hex'),
  };
}

/** Reads the certificates of a PEM file, which may hold several. */
export function parseCertificates(pem: string): readonly Certificate[] {
  const found = [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)];
  return found.map(([, base64 = '']) => {
    const { result } = fromBER(toArrayBuffer(Buffer.from(base64, 'base64')));
    return new Certificate({ schema: result });
  });
}

function isForTimeStamps({ extensions }: Certificate): boolean {
  const usage = extensions?.find(({ extnID }) => extnID === extKeyUsageId)?.parsedValue;
  return usage instanceof ExtKeyUsage && usage.keyPurposes.includes(timeStampingId);
}

function refuseUnreadable<Value>(work: () => Value, reason: string): Value {
  try {
    return work();
  } catch {
    throw new AnchorFault(reason);
  }
}

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
