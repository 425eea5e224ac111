// Signing in by a passkey: nobody types a name, the browser offers the passkeys that it has for this console.

import { AppError } from '../../../errors.ts';
import type { Clock } from '../../clock.ts';
import type { RandomBytes } from '../../random.ts';
import type { Seal } from '../../seal.ts';
import type { OperatorStore } from '../ports.ts';
import type { ProvenSignIn, Sessions, SignedIn } from '../sessions.ts';
import { createChallenges } from './challenges.ts';
import { openPasskey } from './passkey-row.ts';
import type { PasskeyStore, StoredPasskey } from './ports.ts';
import { findSignCount, type PasskeyHome, type SignInAnswer, type SignInOptions, toSignInOptions } from './webauthn.ts';

export interface SignInByPasskey {
  /** `pending` is for the page, which hands it back with the answer of the browser. */
  begin(): Promise<{ readonly options: SignInOptions; readonly pending: string }>;
  /** Throws `passkey_refused`, which does not say why; `rate_limited` while one has to wait. */
  finish(answer: PasskeyAnswer, from: Pick<ProvenSignIn, 'network' | 'before' | 'device'>): Promise<SignedIn>;
}

interface PasskeyAnswer extends SignInAnswer {
  readonly pending: string;
}

interface SignInByPasskeyOptions {
  /** The value is undefined if browsers give no passkey to the console. */
  readonly home: PasskeyHome | undefined;
  readonly store: Pick<OperatorStore, 'findById' | 'useSignIn'>;
  readonly passkeys: Pick<PasskeyStore, 'find' | 'use'>;
  readonly sessions: Pick<Sessions, 'signInBy'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly seal: Seal;
}

const purpose = 'sign-in';

export function createSignInByPasskey(options: SignInByPasskeyOptions): SignInByPasskey {
  const { home, store, passkeys, sessions, clock, seal } = options;
  const challenges = createChallenges(options);

  async function isGood(passkey: StoredPasskey, answer: PasskeyAnswer): Promise<boolean> {
    const challenge = challenges.read(answer.pending, purpose);
    const isTheirs = Buffer.from(answer.user_handle, 'base64url').equals(Buffer.from(passkey.operatorId));
    if (home === undefined || challenge === undefined || !isTheirs) return false;
    const credential = { id: passkey.credentialId, publicKey: openPasskey(passkey, seal).publicKey };
    const signCount = await findSignCount(home, challenge, { credential, answer });
    if (signCount === undefined || !(await challenges.useOnce(challenge))) return false;
    return passkeys.use(passkey.id, signCount, clock.nowMs());
  }

  return {
    async begin() {
      if (home === undefined) throw new AppError('passkeys_elsewhere');
      const { challenge, pending } = challenges.begin(purpose);
      return { options: await toSignInOptions(home, challenge), pending };
    },
    async finish(answer, from) {
      const passkey = await passkeys.find(answer.credential_id);
      return sessions.signInBy({
        ...from,
        claimed: passkey && (await store.findById(passkey.operatorId)),
        mark: answer.credential_id,
        prove: async () =>
          passkey === undefined
            ? { isGood: false, what: '' }
            : { isGood: await isGood(passkey, answer), what: passkey.id },
      });
    },
  };
}
