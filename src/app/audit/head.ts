// Signed heads: the end of a chain at some moment, signed. A copy kept elsewhere proves later that nobody changed,
// removed or moved a record up to it: not even somebody who can write every file of this machine but held no signing key then.

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

export interface AuditHead {
  readonly chain: string;
  readonly sequence: number;
  /** Hexadecimal. */
  readonly hash: string;
  readonly atMs: number;
}

export interface SignedHead extends AuditHead {
  /** Names the public key: the first half of its SHA-256, hexadecimal. */
  readonly signer: string;
  /** Ed25519, base64url. */
  readonly signature: string;
}

export interface HeadSigner {
  readonly signer: string;
  /** SPKI, base64url: what a third party needs to check the heads. */
  readonly publicKey: string;
  sign(head: AuditHead): SignedHead;
}

/** This prefix precedes the 32 bytes of an Ed25519 private key in its PKCS #8 form (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

export function createHeadSigner(seed: Uint8Array): HeadSigner {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const signer = toSigner(spki);
  return {
    signer,
    publicKey: spki.toString('base64url'),
    sign: (head) => ({ ...head, signer, signature: sign(null, toSignedText(head), privateKey).toString('base64url') }),
  };
}

/** Checks heads against public keys in the form of `HeadSigner.publicKey`. A head by any other key does not count. */
export function createHeadCheck(publicKeys: readonly string[]): (head: SignedHead) => boolean {
  const keys = new Map<string, KeyObject>();
  for (const text of publicKeys) {
    const spki = Buffer.from(text, 'base64url');
    keys.set(toSigner(spki), createPublicKey({ key: spki, format: 'der', type: 'spki' }));
  }
  return (head) => {
    const key = keys.get(head.signer);
    return key !== undefined && verify(null, toSignedText(head), key, Buffer.from(head.signature, 'base64url'));
  };
}

function toSigner(spki: Uint8Array): string {
  return createHash('sha256').update(spki).digest('hex').slice(0, 32);
}

function toSignedText({ chain, sequence, hash, atMs }: AuditHead): Buffer {
  return Buffer.from(`confere audit head\n${chain}\n${sequence}\n${hash}\n${atMs}\n`);
}
