// An operator sets up an authenticator app by themselves. Nothing is stored before a code has shown that the app has the secret.

import { findTotpStep, toBase32, toTotpAddress, totpSecretBytes } from '../../../domain/access/totp.ts';
import { AppError } from '../../../errors.ts';
import type { OperatorAct } from '../../audit/entry.ts';
import type { Clock } from '../../clock.ts';
import type { RandomBytes } from '../../random.ts';
import type { Seal } from '../../seal.ts';
import type { EnrolledTotp } from '../manage-operators.ts';
import type { OperatorStore } from '../ports.ts';
import { type FactorSession, type SessionBegun, type Sessions, toActor } from '../sessions.ts';
import { refuseFactor } from './refuse-factor.ts';

export interface EnrolTotp {
  /** `pending` is for the page, which hands it back with the first code. */
  begin(own: FactorSession): Promise<EnrolledTotp & { readonly pending: string }>;
  /** Throws `code_refused` for a wrong code. Every session of the operator ends but the one that it gives. */
  finish(own: FactorSession, answer: { readonly pending: string; readonly code: string }): Promise<SessionBegun>;
}

interface EnrolTotpOptions {
  readonly store: Pick<OperatorStore, 'enrolTotp'>;
  readonly sessions: Pick<Sessions, 'beginWithFactor'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** The one that opens the secret at a sign-in. */
  readonly seal: Seal;
  readonly record: (actor: string, act: OperatorAct, target: string) => Promise<void>;
}

/** An operator may spend this long between the secret and the first code. */
const pendingMsMax = 15 * 60_000;

export function createEnrolTotp({ store, sessions, clock, randomBytes, seal, record }: EnrolTotpOptions): EnrolTotp {
  /** A value that one session was given is worthless in another. */
  const toContext = ({ session }: FactorSession) => `enrol ${session.id}`;

  function readPending(own: FactorSession, pending: string): Buffer {
    try {
      const [secret, sinceMs] = JSON.parse(seal.open(Buffer.from(pending, 'base64url'), toContext(own)));
      if (clock.nowMs() - sinceMs < pendingMsMax) return Buffer.from(secret, 'hex');
    } catch {
      // Not ours, of another session, or of a master secret that is gone.
    }
    throw new AppError('enrolment_expired');
  }

  function refuseSecond({ operator }: FactorSession): void {
    if (operator.hasTotp) throw new AppError('totp_exists');
  }

  return {
    async begin(own) {
      refuseFactor(own, clock);
      refuseSecond(own);
      const secret = randomBytes(totpSecretBytes);
      const text = JSON.stringify([Buffer.from(secret).toString('hex'), clock.nowMs()]);
      return {
        secret: toBase32(secret),
        address: toTotpAddress(secret, own.operator.name),
        pending: Buffer.from(seal.close(text, toContext(own))).toString('base64url'),
      };
    },
    async finish(own, { pending, code }) {
      refuseSecond(own);
      const secret = readPending(own, pending);
      const step = findTotpStep(secret, code.replaceAll(' ', ''), clock.nowMs(), 0);
      if (step === undefined) throw new AppError('code_refused');
      const { operator } = own;
      await record(toActor(operator), 'operator_changed', `${operator.id} totp=enrolled`);
      const sealed = seal.close(secret.toString('hex'), operator.id);
      if (!(await store.enrolTotp(operator.id, sealed, step))) throw new AppError('totp_exists');
      return sessions.beginWithFactor({ ...operator, hasTotp: true }, own.session.network);
    },
  };
}
