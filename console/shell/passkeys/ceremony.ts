// What the page asks the browser about passkeys, in the form that the service speaks: bytes as base64url in both directions.

import type { ConsoleAnswer, ConsoleBody } from '../../../src/http/console/contract.ts';
import { call, callForFactors, takeState } from '../../api/client.ts';

/** `stopped`: the person said no, or took too long; browsers do not tell which. `known`: this device has one of theirs already. */
export type PasskeyFaultKind = 'stopped' | 'known';

export class PasskeyFault extends Error {
  readonly kind: PasskeyFaultKind;

  constructor(kind: PasskeyFaultKind) {
    super(kind);
    this.kind = kind;
  }
}

export async function signInByPasskey(): Promise<void> {
  const { options, pending } = await call('POST passkey-sign-in-begin');
  takeState(await call('POST passkey-sign-in', { pending, ...(await showPasskey(options)) }));
}

export async function addPasskey(name: string): Promise<void> {
  const { options, pending } = await callForFactors('POST passkey-add-begin', {});
  takeState(await callForFactors('POST passkey-add', { pending, name, ...(await makePasskey(options)) }));
}

type Shown = Omit<ConsoleBody<'POST passkey-sign-in'>, 'pending'>;
type Made = Omit<ConsoleBody<'POST passkey-add'>, 'pending' | 'name'>;

async function showPasskey(options: ConsoleAnswer<'POST passkey-sign-in-begin'>['options']): Promise<Shown> {
  const { challenge, rpId, timeout, userVerification } = options;
  const publicKey = {
    challenge: fromBase64Url(challenge),
    rpId,
    timeout,
    userVerification,
  } as PublicKeyCredentialRequestOptions;
  const credential = await askAuthenticator(() => navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    credential.response as AuthenticatorAssertionResponse;
  return {
    credential_id: credential.id,
    client_data: toBase64Url(clientDataJSON),
    authenticator_data: toBase64Url(authenticatorData),
    signature: toBase64Url(signature),
    user_handle: toBase64Url(userHandle ?? new ArrayBuffer(0)),
  };
}

async function makePasskey(options: ConsoleAnswer<'POST passkey-add-begin'>['options']): Promise<Made> {
  const publicKey = {
    ...options,
    challenge: fromBase64Url(options.challenge),
    user: { ...options.user, id: fromBase64Url(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map(({ id }) => ({
      id: fromBase64Url(id),
      type: 'public-key',
    })),
  } as PublicKeyCredentialCreationOptions;
  const credential = await askAuthenticator(() => navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = credential.response as AuthenticatorAttestationResponse;
  return {
    credential_id: credential.id,
    client_data: toBase64Url(clientDataJSON),
    attestation: toBase64Url(attestationObject),
  };
}

async function askAuthenticator(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await work();
    if (credential === null) throw new PasskeyFault('stopped');
    return credential as PublicKeyCredential;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'InvalidStateError') throw new PasskeyFault('known');
    if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyFault('stopped');
    throw error;
  }
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function toBase64Url(bytes: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
