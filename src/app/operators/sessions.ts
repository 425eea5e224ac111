// Signing in and out, and who is behind a request. A session is a random token in a cookie; the store has only its hash. It ends by
// itself after a while without a request, and after some hours in any case.

import { createHash, createHmac } from 'node:crypto';
import type { OperatorRecord } from '../../domain/access/operator.ts';
import { findTotpStep } from '../../domain/access/totp.ts';
import { AppError } from '../../errors.ts';
import type { OperatorAct } from '../audit/entry.ts';
import type { Clock, Counters, RandomBytes } from '../ports.ts';
import type { Seal } from '../seal.ts';
import type { Passwords } from './password.ts';
import type { FoundSession, OperatorStore, SessionRecord, StoredOperator } from './ports.ts';

export interface SignIn {
  readonly name: string;
  readonly password: string;
  /** Of the authenticator app; empty where none was typed. */
  readonly code: string;
  /** The client network. */
  readonly network: string;
  /** The session that the browser had before, which ends. */
  readonly before: string | undefined;
}

export interface SignedIn extends FoundSession {
  /** For the cookie, and nothing else. */
  readonly token: string;
}

export interface Sessions {
  /** Throws `sign_in_refused`, which never says which of name, password and code was wrong; `rate_limited` after too many. */
  signIn(request: SignIn): Promise<SignedIn>;
  /** `isUse` prolongs it; a page that merely asks whether the session is there must not keep it alive. */
  find(token: string, isUse: boolean): Promise<FoundSession | undefined>;
  list(): Promise<readonly FoundSession[]>;
  /** False when there was none. */
  end(id: string, by: OperatorRecord): Promise<boolean>;
}

interface SessionsOptions {
  readonly store: OperatorStore;
  readonly passwords: Passwords;
  /** Failed attempts, over all processes. */
  readonly failures: Counters;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly seal: Seal;
  readonly idleMsMax: number;
  readonly ageMsMax: number;
  readonly record: (actor: string, act: OperatorAct, target: string) => Promise<void>;
}

const windowMs = 15 * 60_000;
/** Of one name from one network; of one network; of one name from anywhere, which is high: it lets strangers keep somebody out. */
const failuresMax = { pair: 5, network: 20, name: 100 } as const;
/** A session is written to once a minute at most. */
const touchEveryMs = 60_000;

/** As the audit names them. */
export function toActor({ name }: Pick<OperatorRecord, 'name'>): string {
  return `operator:${name}`;
}

/** What a page that may read its own session shows with every act, and a page of another site cannot know. */
export function toCsrfToken(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}

export function createSessions(options: SessionsOptions): Sessions {
  const { store, passwords, failures, clock, randomBytes, seal, idleMsMax, ageMsMax, record } = options;

  const toCounted = ({ name, network }: SignIn) => [
    { key: `sign-in:${network}:${name}`, max: failuresMax.pair },
    { key: `sign-in:${network}`, max: failuresMax.network },
    { key: `sign-in:${name}`, max: failuresMax.name },
  ];

  async function refuseTooMany(request: SignIn): Promise<void> {
    for (const { key, max } of toCounted(request)) {
      const { count, resetsInMs } = await failures.peek(key);
      if (count >= max) throw toWait(resetsInMs);
    }
  }

  async function fail(request: SignIn, found: StoredOperator | undefined): Promise<never> {
    for (const { key } of toCounted(request)) await failures.hit(key, windowMs);
    // Only of names that exist: what is typed into the field for the name may be a password.
    if (found !== undefined) await record(toActor(found.record), 'sign_in_failed', found.record.id);
    throw new AppError('sign_in_refused');
  }

  async function isCodeRight({ record: { id }, sealedTotp, totpStep }: StoredOperator, code: string): Promise<boolean> {
    if (sealedTotp === null) return true;
    const secret = Buffer.from(seal.open(sealedTotp, id), 'hex');
    const step = findTotpStep(secret, code.replaceAll(' ', ''), clock.nowMs(), totpStep);
    return step !== undefined && (await store.useTotpStep(id, step));
  }

  const isOver = ({ createdAtMs, lastSeenAtMs }: SessionRecord, nowMs: number) =>
    nowMs - createdAtMs >= ageMsMax || nowMs - lastSeenAtMs >= idleMsMax;

  return {
    async signIn(request) {
      await refuseTooMany(request);
      const found = await store.findByName(request.name);
      const isRight = await passwords.isRight(request.password, found?.passwordHash);
      if (found === undefined || !isRight || found.record.disabledAtMs !== null) return fail(request, found);
      if (!(await isCodeRight(found, request.code))) return fail(request, found);
      const nowMs = clock.nowMs();
      const operator = found.record;
      await record(toActor(operator), 'signed_in', operator.id);
      await store.purgeSessions(nowMs - ageMsMax, nowMs - idleMsMax);
      const before = request.before === undefined ? undefined : await store.findSession(toHash(request.before));
      if (before !== undefined) await store.endSession(before.session.id);
      const token = Buffer.from(randomBytes(32)).toString('base64url');
      const session = {
        id: `ses_${Buffer.from(randomBytes(9)).toString('hex')}`,
        operatorId: operator.id,
        createdAtMs: nowMs,
        lastSeenAtMs: nowMs,
        network: request.network,
      };
      await store.insertSession(session, toHash(token));
      return { token, session, operator };
    },
    async find(token, isUse) {
      const found = await store.findSession(toHash(token));
      if (found === undefined || found.operator.disabledAtMs !== null) return undefined;
      const nowMs = clock.nowMs();
      if (isOver(found.session, nowMs)) return undefined;
      if (isUse && nowMs - found.session.lastSeenAtMs >= touchEveryMs)
        await store.touchSession(found.session.id, nowMs);
      return found;
    },
    async list() {
      const nowMs = clock.nowMs();
      return (await store.listSessions()).filter(({ session }) => !isOver(session, nowMs));
    },
    async end(id, by) {
      const hasEnded = await store.endSession(id);
      // What has ended stays so, whether or not it can be written down.
      if (hasEnded) await record(toActor(by), 'session_ended', id).catch(() => {});
      return hasEnded;
    },
  };
}

function toHash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

function toWait(waitMs: number): AppError {
  return new AppError('rate_limited', {
    detail: {
      en: 'Too many failed sign-ins. Wait for the time in `Retry-After`.',
      pt: 'Entradas demais falharam. Espere o tempo indicado em `Retry-After`.',
    },
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
