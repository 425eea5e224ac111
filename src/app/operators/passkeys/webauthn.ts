// What a browser and an authenticator say to each other (WebAuthn), by a kept library: what is asked of them, and whether an answer is
// a good one. Knows nobody and keeps nothing.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';

export type AddOptions = PublicKeyCredentialCreationOptionsJSON;
export type SignInOptions = PublicKeyCredentialRequestOptionsJSON;

/** The one place of the console that its passkeys are good for: browsers give them to no other. */
export interface PasskeyHome {
  /** As browsers write it, with the port. */
  readonly origin: string;
  /** The name of the host. */
  readonly rpId: string;
}

export interface AddAnswer {
  readonly credential_id: string;
  readonly client_data: string;
  readonly attestation: string;
}

export interface SignInAnswer {
  readonly credential_id: string;
  readonly client_data: string;
  readonly authenticator_data: string;
  readonly signature: string;
  readonly user_handle: string;
}

export interface Credential {
  readonly id: string;
  readonly publicKey: Uint8Array;
  readonly signCount: number;
}

/** A browser may take this long, and a challenge is valid for this long. */
export const challengeMsMax = 5 * 60_000;
/** EdDSA, ES256 and RS256, by their numbers: what all authenticators have. */
const algorithms = [-8, -7, -257];

/** The library takes from the time of a start, and most processes never need it. */
const load = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** Returns undefined if browsers give no passkey to that address: an IP address, or one over an open network. */
export function toPasskeyHome(address: string): PasskeyHome | undefined {
  const { origin, hostname, protocol } = new URL(address);
  const isName = !/^[\d.]+$|^\[/.test(hostname);
  const isLoopback = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isName && (protocol === 'https:' || isLoopback) ? { origin, rpId: hostname } : undefined;
}

interface ForAdding {
  readonly challenge: Uint8Array;
  readonly operator: { readonly id: string; readonly name: string };
  /** The operator already has these credentials, so no authenticator makes a second one. */
  readonly credentialIds: readonly string[];
}

export async function toAddOptions(home: PasskeyHome, { challenge, operator, credentialIds }: ForAdding) {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: 'Confere',
    rpID: home.rpId,
    userID: copyBytes(Buffer.from(operator.id)),
    userName: operator.name,
    userDisplayName: operator.name,
    challenge: copyBytes(challenge),
    timeout: challengeMsMax,
    attestationType: 'none',
    excludeCredentials: credentialIds.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
}

export async function toSignInOptions({ rpId }: PasskeyHome, challenge: Uint8Array): Promise<SignInOptions> {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: copyBytes(challenge),
    timeout: challengeMsMax,
    userVerification: 'required',
  });
}

/** Returns undefined if the answer is not valid for this challenge at this place. */
export async function findAdded(
  home: PasskeyHome,
  challenge: Uint8Array,
  answer: AddAnswer,
): Promise<Credential | undefined> {
  const { verifyRegistrationResponse } = await load();
  const { credential_id: id, client_data: clientDataJSON, attestation: attestationObject } = answer;
  try {
    await refuseFramed(clientDataJSON);
    await refuseCertificates(attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...toFrame(id), response: { clientDataJSON, attestationObject } },
      ...toExpected(home, challenge),
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { credential } = registrationInfo;
    return { id: credential.id, publicKey: credential.publicKey, signCount: credential.counter };
  } catch {
    // Whatever the library stumbles over was not made by a browser for us.
    return undefined;
  }
}

/**
 * How often the authenticator has signed, as it says. Undefined where the answer is not a good one. Whether the count goes on is for the
 * store to say, which sees all processes.
 */
export async function findSignCount(
  home: PasskeyHome,
  challenge: Uint8Array,
  { credential, answer }: { readonly credential: Omit<Credential, 'signCount'>; readonly answer: SignInAnswer },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await load();
  const { client_data: clientDataJSON, authenticator_data: authenticatorData, signature } = answer;
  try {
    await refuseFramed(clientDataJSON);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...toFrame(credential.id), response: { clientDataJSON, authenticatorData, signature } },
      ...toExpected(home, challenge),
      credential: { id: credential.id, publicKey: copyBytes(credential.publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

const toFrame = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} });

const toExpected = ({ origin, rpId }: PasskeyHome, challenge: Uint8Array) => ({
  expectedChallenge: Buffer.from(challenge).toString('base64url'),
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: true,
});

/** No page may put the console into a frame, and the library lets one pass where the browser names no outer page. */
async function refuseFramed(clientDataJSON: string): Promise<void> {
  const { decodeClientDataJSON } = await loadHelpers();
  if (decodeClientDataJSON(clientDataJSON).crossOrigin === true) throw new Error('made in a frame');
}

/** None was asked for. The library would read those of strangers, and ask the places that they name. */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await loadHelpers();
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const isPlain = decoded.get('fmt') === 'none';
  const isOwn = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (!isPlain && !isOwn) throw new Error('an attestation that nobody asked for');
}

/** The library wants bytes of memory that is not shared. */
const copyBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
