// Challenges for passkeys: random, for one purpose, good for some minutes and for one answer. Nothing is kept before the answer is proved;
// until then the page has what it must bring back, sealed.

import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { RandomBytes } from '../../random.ts';
import type { Seal } from '../../seal.ts';
import type { OperatorStore } from '../ports.ts';
import { challengeMsMax } from './webauthn.ts';

/** The challenge text encodes 32 bytes in base64url. */
const textLength = 43;

interface ChallengesOptions {
  readonly store: Pick<OperatorStore, 'useSignIn'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly seal: Seal;
}

export interface Challenges {
  begin(purpose: string): { readonly challenge: Uint8Array; readonly pending: string };
  /** Returns undefined for a challenge that is not ours, has another purpose, or is too old. */
  read(pending: string, purpose: string): Uint8Array | undefined;
  /** Returns false if an answer to the challenge was accepted before. The call follows the proof, so that made-up answers cannot fill the store. */
  useOnce(challenge: Uint8Array): Promise<boolean>;
}

export function createChallenges({ store, clock, randomBytes, seal }: ChallengesOptions): Challenges {
  /** Returns a place that belongs to one challenge, because strangers can request any number of them. */
  const toPlace = (purpose: string, challenge: string) => `challenge ${purpose} ${challenge}`;
  return {
    begin(purpose) {
      const challenge = randomBytes(32);
      const text = Buffer.from(challenge).toString('base64url');
      const sealed = Buffer.from(seal.close(String(clock.nowMs()), toPlace(purpose, text))).toString('base64url');
      return { challenge, pending: `${text}${sealed}` };
    },
    read(pending, purpose) {
      try {
        const [text, sealed] = [pending.slice(0, textLength), Buffer.from(pending.slice(textLength), 'base64url')];
        const sinceMs = Number(seal.open(sealed, toPlace(purpose, text)));
        return clock.nowMs() - sinceMs < challengeMsMax ? Buffer.from(text, 'base64url') : undefined;
      } catch {
        // Not ours, or of a master secret that is gone.
        return undefined;
      }
    },
    useOnce(challenge) {
      const nowMs = clock.nowMs();
      return store.useSignIn(createHash('sha256').update(challenge).digest('base64url'), nowMs + challengeMsMax, nowMs);
    },
  };
}
