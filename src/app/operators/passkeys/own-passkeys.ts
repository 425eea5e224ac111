// What operators do about their own passkeys: add one, look at them, remove one. A passkey counts as a second factor: it is something that
// one has, and authenticators use it only for somebody who has shown a finger, a face or a PIN.

import { AppError } from '../../../errors.ts';
import type { OperatorAct } from '../../audit/entry.ts';
import type { Clock } from '../../clock.ts';
import type { RandomBytes } from '../../random.ts';
import type { Seal } from '../../seal.ts';
import type { FoundSession, OperatorStore } from '../ports.ts';
import { refuseFactor } from '../second-factor/refuse-factor.ts';
import { type FactorSession, type SessionBegun, type Sessions, toActor } from '../sessions.ts';
import { createChallenges } from './challenges.ts';
import { closePasskey, type ShownPasskey, toPasskeyName, toShown } from './passkey-row.ts';
import type { PasskeyStore } from './ports.ts';
import { removePasskey } from './remove-passkey.ts';
import { type AddAnswer, type AddOptions, findAdded, type PasskeyHome, toAddOptions } from './webauthn.ts';

/** One operator has at most this many passkeys. */
export const passkeysMax = 10;

export interface OwnPasskeys {
  /** `pending` is for the page, which hands it back with the answer of the browser. */
  begin(own: FactorSession): Promise<{ readonly options: AddOptions; readonly pending: string }>;
  /**
   * Throws `passkey_not_added` for an answer that is not a good one. An operator who had to set up a second factor gets another session, and every
   * other one of theirs ends.
   */
  finish(own: FactorSession, answer: AddedPasskey): Promise<SessionBegun | undefined>;
  list(own: FoundSession): Promise<readonly ShownPasskey[]>;
  /**
   * Removes a passkey and ends the other sessions of the operator, because its present holder may own one of them. Returns false if there was none.
   */
  remove(own: FactorSession, id: string): Promise<boolean>;
}

interface AddedPasskey extends AddAnswer {
  readonly pending: string;
  readonly name: string;
}

interface OwnPasskeysOptions {
  /** The value is undefined if browsers give no passkey to the console. */
  readonly home: PasskeyHome | undefined;
  readonly store: Pick<OperatorStore, 'update' | 'useSignIn' | 'listSessions' | 'endSession'>;
  readonly passkeys: PasskeyStore;
  readonly sessions: Pick<Sessions, 'beginWithFactor'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly seal: Seal;
  readonly record: (actor: string, act: OperatorAct, target: string) => Promise<void>;
}

export function createOwnPasskeys(options: OwnPasskeysOptions): OwnPasskeys {
  const { store, passkeys, sessions, clock, randomBytes, seal, record } = options;
  const challenges = createChallenges(options);
  /** A value that one session was given is worthless in another. */
  const toPurpose = ({ session }: FactorSession) => `add ${session.id}`;

  /** Throws where there can be no further one. */
  async function findPlace(own: FactorSession) {
    if (options.home === undefined) throw new AppError('passkeys_elsewhere');
    const all = await passkeys.listOf(own.operator.id);
    if (all.length >= passkeysMax) throw new AppError('passkeys_full');
    return { home: options.home, all };
  }

  return {
    async begin(own) {
      refuseFactor(own, clock);
      const { home, all } = await findPlace(own);
      const { challenge, pending } = challenges.begin(toPurpose(own));
      const credentialIds = all.map(({ credentialId }) => credentialId);
      return { options: await toAddOptions(home, { challenge, operator: own.operator, credentialIds }), pending };
    },
    async finish(own, answer) {
      const { home } = await findPlace(own);
      const challenge = challenges.read(answer.pending, toPurpose(own));
      if (challenge === undefined) throw new AppError('enrolment_expired');
      const credential = await findAdded(home, challenge, answer);
      if (credential === undefined) throw new AppError('passkey_not_added');
      if (!(await challenges.useOnce(challenge))) throw new AppError('enrolment_expired');
      const { operator } = own;
      const id = `psk_${Buffer.from(randomBytes(9)).toString('hex')}`;
      const ids = { id, operatorId: operator.id, credentialId: credential.id };
      const sealed = closePasskey({ name: toPasskeyName(answer.name), publicKey: credential.publicKey }, ids, seal);
      const { signCount } = credential;
      await record(toActor(operator), 'passkey_added', `${operator.id} ${id}`);
      if (!(await passkeys.insert({ ...ids, sealed, signCount, createdAtMs: clock.nowMs(), lastUsedAtMs: null }))) {
        throw new AppError('passkey_not_added');
      }
      await store.update(operator.id, { hasPasskey: true });
      if (!own.mustEnrol) return undefined;
      return sessions.beginWithFactor({ ...operator, hasPasskey: true }, own.session.network);
    },
    list: async ({ operator }) => (await passkeys.listOf(operator.id)).map((row) => toShown(row, seal)),
    async remove(own, id) {
      refuseFactor(own, clock);
      const { operator, session } = own;
      const isThere = (await passkeys.listOf(operator.id)).some((passkey) => passkey.id === id);
      if (!isThere) return false;
      await record(toActor(operator), 'passkey_removed', `${operator.id} ${id}`);
      const isRemoved = await removePasskey({ store, passkeys }, operator.id, id);
      const others = (await store.listSessions()).filter(
        (one) => one.operator.id === operator.id && one.session.id !== session.id,
      );
      for (const other of others) await store.endSession(other.session.id);
      return isRemoved;
    },
  };
}
