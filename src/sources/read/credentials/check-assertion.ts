// Checks the assertion that our private key signs for a token: its claims, and whether the key is one for it.

import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { KeyPath } from '../../../yaml-file.ts';
import type { AssertionOptions } from '../../call/credentials/assertion.ts';
import type { AssertionAlgorithm, AssertionDescription } from '../../schema/credentials/auth.ts';
import type { CheckContext } from '../check-context.ts';
import { resolvePem, resolvePlain, resolveSecret } from './check-credentials.ts';
import { checkPfx } from './check-pfx.ts';
import { readPfxKey } from './pfx-key.ts';

export async function checkAssertion(
  described: AssertionDescription,
  clientId: string | undefined,
  tokenAddress: string,
  context: CheckContext,
): Promise<AssertionOptions> {
  const at = (name: string): KeyPath => ['auth', 'assertion', name];
  const plain = (name: 'key_id' | 'issuer' | 'subject' | 'audience') => {
    const written = described[name];
    return written && resolvePlain(written, at(name), context);
  };
  const algorithm = described.algorithm ?? 'RS256';
  const key = await findKey(described, context);
  if (key.pem !== '') checkKey(key, algorithm, (problem) => context.fault(at(described.pfx ? 'pfx' : 'key'), problem));
  const issuer = plain('issuer') ?? clientId;
  if (issuer === undefined) context.fault(at('issuer'), 'it is missing: say who we are');
  for (const name of Object.keys(described.claims ?? {})) {
    if (ownClaims.has(name))
      context.fault([...at('claims'), name], 'this claim has a key of its own, or is set for you');
  }
  const claims = {
    iss: issuer,
    sub: plain('subject') ?? clientId,
    aud: plain('audience') ?? tokenAddress,
    scope: described.scope,
    ...described.claims,
  };
  return {
    algorithm,
    key: key.pem,
    passphrase: key.passphrase,
    keyId: plain('key_id'),
    claims: Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined)),
    lifetimeSeconds: described.lifetime_seconds ?? 300,
    hasId: described.jti ?? true,
  };
}

interface FoundKey {
  /** Empty after a fault, and where secrets are not followed. */
  readonly pem: string;
  readonly passphrase: string | undefined;
}

/** Finds the key in `key` or in `pfx`. */
async function findKey(
  { key, key_passphrase, pfx, passphrase }: AssertionDescription,
  context: CheckContext,
): Promise<FoundKey> {
  const path = ['auth', 'assertion'];
  const isOne = (key === undefined) !== (pfx === undefined);
  if (!isOne) context.fault([...path, 'key'], key ? 'pfx is given too: keep one' : 'it is missing: name key or pfx');
  if (key_passphrase !== undefined && key === undefined)
    context.fault([...path, 'key_passphrase'], 'it opens key; for pfx write passphrase');
  if (passphrase !== undefined && pfx === undefined)
    context.fault([...path, 'passphrase'], 'it opens pfx; for key write key_passphrase');
  if (key !== undefined) {
    const pem = resolvePem(key, [...path, 'key'], context);
    return { pem, passphrase: key_passphrase && resolveSecret(key_passphrase, [...path, 'key_passphrase'], context) };
  }
  if (pfx === undefined) return { pem: '', passphrase: undefined };
  const opened = checkPfx(pfx.file, passphrase, context, { path, insteadOfPem: 'key' });
  if (opened.pfx === undefined) return { pem: '', passphrase: undefined };
  try {
    return { pem: await readPfxKey(opened.pfx, opened.passphrase), passphrase: undefined };
  } catch {
    context.fault(
      [...path, 'pfx'],
      `the key in ${pfx.file} cannot be taken out; write it as PEM (openssl pkcs12 -nocerts) and name it in key`,
    );
    return { pem: '', passphrase: undefined };
  }
}

const ownClaims = new Set(['iss', 'sub', 'aud', 'scope', 'iat', 'exp', 'jti']);

function checkKey(
  { pem, passphrase }: FoundKey,
  algorithm: AssertionAlgorithm,
  fault: (problem: string) => void,
): void {
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) });
  } catch {
    // OpenSSL may quote what it read.
    fault('it is no private key (PEM), or key_passphrase does not open it');
    return;
  }
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (algorithm === 'ES256') {
    if (key.asymmetricKeyType !== 'ec' || namedCurve !== 'prime256v1') fault('ES256 needs a key of the curve P-256');
  } else if (key.asymmetricKeyType !== 'rsa' || modulusLength < 2048) {
    fault(`${algorithm} needs an RSA key of 2048 bits or more`);
  }
}
