// An authenticator in software, with the browser in front of it: makes passkeys and signs with them, as the console's page would send it.
// Each test says in what it differs from a good one.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface Made {
  readonly id: string;
  readonly rpId: string;
  readonly userHandle: string;
  readonly key: KeyObject;
  count: number;
}

/** What a browser or an authenticator that is not a good one would say instead. */
export interface Twist {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly isUserVerified?: boolean;
  readonly count?: number;
  readonly userHandle?: string;
  /** Signed by somebody else. */
  readonly key?: KeyObject;
  /** A statement that nobody asked for. */
  readonly attestation?: { readonly format: string; readonly statement: Buffer };
}

interface AddOptions {
  readonly challenge: string;
  readonly rp: { readonly id?: string };
  readonly user: { readonly id: string };
}

interface SignInOptions {
  readonly challenge: string;
  readonly rpId?: string;
}

export interface Authenticator {
  readonly made: readonly Made[];
  add(options: AddOptions, twist?: Twist): Record<'credential_id' | 'client_data' | 'attestation', string>;
  /** By the passkey that it made last for that place. */
  signIn(
    options: SignInOptions,
    twist?: Twist,
  ): Record<'credential_id' | 'client_data' | 'authenticator_data' | 'signature' | 'user_handle', string>;
}

export function createAuthenticator(
  origin: string,
  { counts = true }: { readonly counts?: boolean } = {},
): Authenticator {
  const made: Made[] = [];

  const toClientData = (type: string, challenge: string, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: twist.crossOrigin ?? false,
      }),
    );

  function toAuthenticatorData(rpId: string, count: number, twist: Twist, attested = Buffer.alloc(0)): Buffer {
    const isUserVerified = twist.isUserVerified ?? true;
    const flags = 0b1 | (isUserVerified ? 0b100 : 0) | (attested.length > 0 ? 0b100_0000 : 0);
    return Buffer.concat([hash(twist.rpId ?? rpId), Buffer.from([flags]), toBytes(twist.count ?? count, 4), attested]);
  }

  return {
    made,
    add({ challenge, rp, user }, twist = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(16);
      const rpId = rp.id ?? '';
      made.push({ id: toText(id), rpId, userHandle: user.id, key: privateKey, count: 0 });
      const attested = Buffer.concat([Buffer.alloc(16), toBytes(id.length, 2), id, toCoseKey(publicKey)]);
      const data = toAuthenticatorData(rpId, 0, twist, attested);
      const { format, statement } = twist.attestation ?? { format: 'none', statement: Buffer.from([0xa0]) };
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText(format), cborText('attStmt'), statement],
        ...[cborText('authData'), cborBytes(data)],
      ]);
      const clientData = toClientData('webauthn.create', challenge, twist);
      return { credential_id: toText(id), client_data: toText(clientData), attestation: toText(attestation) };
    },
    signIn({ challenge, rpId = '' }, twist = {}) {
      const passkey = made.findLast((one) => one.rpId === rpId);
      if (passkey === undefined) throw new Error(`No passkey was made for ${rpId}`);
      if (counts) passkey.count++;
      const data = toAuthenticatorData(rpId, passkey.count, twist);
      const clientData = toClientData('webauthn.get', challenge, twist);
      const signature = sign('sha256', Buffer.concat([data, hash(clientData)]), twist.key ?? passkey.key);
      return {
        credential_id: passkey.id,
        client_data: toText(clientData),
        authenticator_data: toText(data),
        signature: toText(signature),
        user_handle: twist.userHandle ?? passkey.userHandle,
      };
    },
  };
}

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest();
const toText = (bytes: Buffer) => bytes.toString('base64url');

function toBytes(number: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(number, 0, length);
  return bytes;
}

/** Shorter than 24 characters. */
export const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
export const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x59]), toBytes(bytes.length, 2), bytes]);

/** ES256: kty 2, alg -7, crv 1, x and y. */
function toCoseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const toPart = (label: number, part: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(part, 'base64url')]);
  return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), toPart(0x21, x), toPart(0x22, y)]);
}
