// A signed assertion that says who we are (RFC 7523): new for every token request, and never kept.

import { createPrivateKey, randomUUID } from 'node:crypto';
import type { Clock } from '../../../app/clock.ts';
import type { AssertionAlgorithm } from '../../schema/credentials/auth.ts';

/** The assertion contains its resolved key. Confere never prints or logs it. */
export interface AssertionOptions {
  readonly algorithm: AssertionAlgorithm;
  /** PEM. */
  readonly key: string;
  readonly passphrase: string | undefined;
  /** The issuer of tokens finds our public key by this id. */
  readonly keyId: string | undefined;
  /** Everything but the times and `jti`; what is undefined is left out. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly lifetimeSeconds: number;
  readonly hasId: boolean;
}

export type SignAssertion = () => Promise<string>;

export function createAssertionSigner(options: AssertionOptions, clock: Clock): SignAssertion {
  const { algorithm, key: pem, passphrase, keyId, claims, lifetimeSeconds, hasId } = options;
  const key = createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) });
  // Most parties need none of it. Who does has it loaded before the first question, whose deadline it would take its part of.
  const loading = import('jose');
  return async () => {
    const { SignJWT } = await loading;
    const nowSeconds = Math.floor(clock.nowMs() / 1000);
    return await new SignJWT({
      ...claims,
      iat: nowSeconds,
      exp: nowSeconds + lifetimeSeconds,
      ...(hasId && { jti: randomUUID() }),
    })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) })
      .sign(key);
  };
}
