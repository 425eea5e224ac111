// Signing in and out, and who is behind a request. A session is a random token in a cookie; the store has only its keyed hash. It ends by
// itself after a while without a request, and after some hours in any case.

import { createHmac } from 'node:crypto';
import type { OperatorRecord, Role } from '../../domain/access/operator.ts';
import { findTotpStep } from '../../domain/access/totp.ts';
import { AppError } from '../../errors.ts';
import type { OperatorAct } from '../audit/entry.ts';
import type { Clock } from '../clock.ts';
import type { RandomBytes } from '../random.ts';
import type { Seal } from '../seal.ts';
import type { Devices } from './devices.ts';
import type { Passwords } from './password.ts';
import type { FoundSession, OperatorStore, SessionRecord, StoredOperator } from './ports.ts';
import type { Attempt, SignInPauses } from './sign-in-pauses.ts';
import { createSignInTurns } from './sign-in-turns.ts';

export interface SignIn {
  readonly name: string;
  readonly password: string;
  /** The authenticator app shows this code; the text is empty if the operator typed none. */
  readonly code: string;
  /** The client network. */
  readonly network: string;
  /** The session that the browser had before, which ends. */
  readonly before: string | undefined;
  /** The device holds these tokens of operators who signed in on it before. */
  readonly device: string | undefined;
}

/** Somebody who shows something of theirs instead of name and password. */
export interface ProvenSignIn extends Pick<SignIn, 'network' | 'before' | 'device'> {
  /** The attempt claims to come from this operator; undefined if no operator matches. */
  readonly claimed: StoredOperator | undefined;
  /** An attempt without an operator is counted by this mark, like one by a made-up name. */
  readonly mark: string;
  /**
   * The sign-in calls `prove` once the attempt has its turn. The result says whether the proof is good, and what was shown, as the audit names it.
   */
  readonly prove: () => Promise<{ readonly isGood: boolean; readonly what: string }>;
}

export interface SessionStart {
  /** The client network. */
  readonly network: string;
  /** The session that the browser had, which ends. */
  readonly before: string | undefined;
  readonly hasSecondFactor: boolean;
}

export interface SessionBegun extends FoundSession {
  /** For the cookie, and nothing else. */
  readonly token: string;
}

export interface SignedIn extends SessionBegun {
  /** The cookie carries this text, which the device is to hold from now on. */
  readonly device: string;
}

export interface FactorSession extends FoundSession {
  /** Tells whether the session can do nothing else until the operator sets up a second factor. */
  readonly mustEnrol: boolean;
}

export interface Sessions {
  /**
   * Throws `sign_in_refused`, which never says which of name, password and code was wrong; `rate_limited` while one has to wait;
   * `passkey_required` where the password is right, and a passkey is the second factor.
   */
  signIn(request: SignIn): Promise<SignedIn>;
  /** Signs in by a proof that is a second factor in itself. Throws `passkey_refused`, or `rate_limited` during a pause. */
  signInBy(request: ProvenSignIn): Promise<SignedIn>;
  /** Begins a session for an operator whose identity was proved by other means. */
  begin(operator: OperatorRecord, from: SessionStart): Promise<SessionBegun>;
  /**
   * `isUse` prolongs it; a page that merely asks whether the session is there must not keep it alive. Undefined also for one without the
   * second factor that its role needs.
   */
  find(token: string, isUse: boolean): Promise<FoundSession | undefined>;
  /** The session for what its operator does about their own second factor, which one that lacks it is good for as well. */
  findForFactors(token: string): Promise<FactorSession | undefined>;
  /** Ends every session of an operator who has added a second factor, and begins one that has it. */
  beginWithFactor(operator: OperatorRecord, network: string): Promise<SessionBegun>;
  list(): Promise<readonly FoundSession[]>;
  /** Returns false if there was none. */
  end(id: string, by: OperatorRecord): Promise<boolean>;
}

interface SessionsOptions {
  readonly store: OperatorStore;
  readonly passwords: Passwords;
  readonly pauses: SignInPauses;
  readonly devices: Devices;
  readonly clock: Clock;
  readonly purgeClock: Pick<Clock, 'nowMs'>;
  readonly randomBytes: RandomBytes;
  readonly seal: Seal;
  /** Returns the secrets of every generation of the master secret, the newest first. Without them no attacker can forge the row of a session. */
  readonly tokenSecrets: () => readonly Uint8Array[];
  /** The ways state who may sign in at all: operators with a password, and those of single sign-on. */
  readonly ways: { readonly isLocalOn: boolean; readonly isSsoOn: boolean };
  /** Operators with a password in these roles also need a second factor. */
  readonly factorRoles: readonly Role[];
  readonly idleMsMax: number;
  readonly ageMsMax: number;
  readonly record: (actor: string, act: OperatorAct, target: string) => Promise<void>;
}

/** One operator has at most this many sessions. A further sign-in ends the oldest. */
export const sessionsPerOperatorMax = 10;
/** A session is written to once a minute at most. */
const touchEveryMs = 60_000;

/** The operator's name has the form that the audit uses. */
export function toActor({ name }: Pick<OperatorRecord, 'name'>): string {
  return `operator:${name}`;
}

/** The provider of single sign-on asks for what it wants by itself. */
export function mustHaveFactor({ role, ssoSubject }: OperatorRecord, factorRoles: readonly Role[]): boolean {
  return ssoSubject === null && factorRoles.includes(role);
}

export function hasFactor({ hasTotp, hasPasskey }: Pick<OperatorRecord, 'hasTotp' | 'hasPasskey'>): boolean {
  return hasTotp || hasPasskey;
}

/** Returns a token that a page shows with every act. A page that may read its own session knows it, and a page of another site cannot. */
export function toCsrfToken(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}

export function createSessions(options: SessionsOptions): Sessions {
  const { store, passwords, pauses, devices, clock, purgeClock, randomBytes, seal } = options;
  const { ways, factorRoles, idleMsMax, ageMsMax, record, tokenSecrets } = options;
  const turns = createSignInTurns();

  async function countFailure(attempt: Attempt, found: StoredOperator | undefined, what = ''): Promise<void> {
    await pauses.countFailure(attempt);
    // Only of names that exist: what is typed into the field for the name may be a password.
    if (found !== undefined) await record(toActor(found.record), 'sign_in_failed', found.record.id + what);
  }

  async function fail(attempt: Attempt, found: StoredOperator | undefined): Promise<never> {
    await countFailure(attempt, found);
    throw new AppError('sign_in_refused', ways.isLocalOn ? {} : { detail: localOffDetail });
  }

  const mayBeIn = ({ ssoSubject, localUntilMs, disabledAtMs }: OperatorRecord) =>
    disabledAtMs === null &&
    (ssoSubject === null ? ways.isLocalOn || (localUntilMs ?? 0) > clock.nowMs() : ways.isSsoOn);

  async function isCodeRight({ record: { id }, sealedTotp, totpStep }: StoredOperator, code: string): Promise<boolean> {
    if (sealedTotp === null) return true;
    const secret = Buffer.from(seal.open(sealedTotp, id), 'hex');
    const step = findTotpStep(secret, code.replaceAll(' ', ''), clock.nowMs(), totpStep);
    return step !== undefined && (await store.useTotpStep(id, step));
  }

  const isOver = ({ createdAtMs, lastSeenAtMs }: SessionRecord, nowMs: number) =>
    nowMs - createdAtMs >= ageMsMax || nowMs - lastSeenAtMs >= idleMsMax;

  /** One who has a password of ours. */
  async function findLocal(name: string): Promise<StoredOperator | undefined> {
    const stored = await store.findByName(name);
    return stored?.record.ssoSubject === null ? stored : undefined;
  }

  async function findDeviceId({ name, device }: SignIn): Promise<string | undefined> {
    const found = device === undefined ? undefined : await findLocal(name);
    return found && devices.findId(device, found);
  }

  async function prove(request: SignIn): Promise<StoredOperator> {
    const { name, network, password, code } = request;
    const attempt = { name, network, deviceId: await findDeviceId(request) };
    // One at a time: of many guesses at once each would see that there is nothing to wait for yet.
    return turns.take(attempt, async () => {
      await pauses.refuse(attempt);
      const found = await findLocal(name);
      const isRight = await turns.hash(attempt, () => passwords.isRight(password, found?.passwordHash));
      if (found === undefined || !isRight || !mayBeIn(found.record)) return fail(attempt, found);
      if (!(await isCodeRight(found, code))) return fail(attempt, found);
      return found;
    });
  }

  /** Keyed by the newest generation of the secret, now that the password is at hand. */
  async function renew(found: StoredOperator, password: string): Promise<StoredOperator> {
    if (!passwords.isOutdated(found.passwordHash)) return found;
    try {
      const passwordHash = await passwords.hash(password);
      const isRenewed = await store.renewPassword(found.record.id, found.passwordHash, passwordHash);
      return isRenewed ? { ...found, passwordHash } : found;
    } catch {
      // At the next sign-in: nobody is kept out for it.
      return found;
    }
  }

  /** A role that needs a second factor, and a session that was begun without one. */
  const lacksFactor = ({ operator, session }: FoundSession) =>
    mustHaveFactor(operator, factorRoles) && !(session.hasSecondFactor && hasFactor(operator));

  const toHashes = (token: string) =>
    tokenSecrets().map((secret) => createHmac('sha256', secret).update(token).digest());

  /** A session that was begun before the secret was changed goes on. */
  async function findByToken(token: string): Promise<FoundSession | undefined> {
    for (const hash of toHashes(token)) {
      const found = await store.findSession(hash);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async function findOpen(token: string): Promise<FoundSession | undefined> {
    const found = await findByToken(token);
    const isOpen = found !== undefined && mayBeIn(found.operator) && !isOver(found.session, clock.nowMs());
    return isOpen ? found : undefined;
  }

  async function begin(operator: OperatorRecord, { network, before, hasSecondFactor }: SessionStart) {
    const nowMs = clock.nowMs();
    await record(toActor(operator), 'signed_in', operator.id);
    const purgeMs = purgeClock.nowMs();
    await store.purgeSessions(purgeMs - ageMsMax, purgeMs - idleMsMax);
    const former = before === undefined ? undefined : await findByToken(before);
    if (former !== undefined) await store.endSession(former.session.id);
    const token = Buffer.from(randomBytes(32)).toString('base64url');
    const session = {
      id: `ses_${Buffer.from(randomBytes(9)).toString('hex')}`,
      operatorId: operator.id,
      createdAtMs: nowMs,
      lastSeenAtMs: nowMs,
      network,
      hasSecondFactor,
    };
    await store.insertSession(session, toHashes(token)[0] as Uint8Array);
    await endOldest(operator);
    return { token, session, operator };
  }

  async function endOldest(operator: OperatorRecord): Promise<void> {
    const own = (await store.listSessions()).filter(({ session }) => session.operatorId === operator.id);
    const oldestFirst = own.toSorted((a, b) => a.session.createdAtMs - b.session.createdAtMs);
    for (const { session } of oldestFirst.slice(0, -sessionsPerOperatorMax)) {
      await record(toActor(operator), 'session_ended', session.id);
      await store.endSession(session.id);
    }
  }

  /** Tells whether the operator must show a passkey. The password alone is then useless and cannot even choose another second factor. */
  const mustShowPasskey = ({ record: operator, sealedTotp }: StoredOperator) =>
    sealedTotp === null && operator.hasPasskey && mustHaveFactor(operator, factorRoles);

  return {
    async signIn(request) {
      const found = await renew(await prove(request), request.password);
      if (mustShowPasskey(found)) throw new AppError('passkey_required');
      const { network, before } = request;
      const begun = await begin(found.record, { network, before, hasSecondFactor: found.sealedTotp !== null });
      return { ...begun, device: devices.remember(request.device, found) };
    },
    async signInBy({ claimed, mark, network, before, device, prove: show }) {
      const found = claimed?.record.ssoSubject === null ? claimed : undefined;
      const deviceId = device === undefined || found === undefined ? undefined : devices.findId(device, found);
      const attempt = { name: found?.record.name ?? mark, network, deviceId };
      return turns.take(attempt, async () => {
        await pauses.refuse(attempt);
        const shown = found !== undefined && mayBeIn(found.record) ? await show() : undefined;
        if (found === undefined || !shown?.isGood) {
          await countFailure(attempt, found, shown && ` ${shown.what}`);
          throw new AppError('passkey_refused');
        }
        await record(toActor(found.record), 'passkey_used', `${found.record.id} ${shown.what}`);
        const begun = await begin(found.record, { network, before, hasSecondFactor: true });
        return { ...begun, device: devices.remember(device, found) };
      });
    },
    begin,
    async find(token, isUse) {
      const found = await findOpen(token);
      if (found === undefined || lacksFactor(found)) return undefined;
      const nowMs = clock.nowMs();
      if (isUse && nowMs - found.session.lastSeenAtMs >= touchEveryMs)
        await store.touchSession(found.session.id, nowMs);
      return found;
    },
    async findForFactors(token) {
      const found = await findOpen(token);
      if (found === undefined) return undefined;
      const mustEnrol = lacksFactor(found);
      // Whoever has a second factor shows it: only somebody who has none may choose one by the password alone.
      return mustEnrol && hasFactor(found.operator) ? undefined : { ...found, mustEnrol };
    },
    async beginWithFactor(operator, network) {
      await store.endSessionsOf(operator.id);
      return begin(operator, { network, before: undefined, hasSecondFactor: true });
    },
    async list() {
      const nowMs = clock.nowMs();
      const all = await store.listSessions();
      return all.filter(({ session, operator }) => !isOver(session, nowMs) && mayBeIn(operator));
    },
    async end(id, by) {
      const hasEnded = await store.endSession(id);
      // What has ended stays so, whether or not it can be written down.
      if (hasEnded) await record(toActor(by), 'session_ended', id).catch(() => {});
      return hasEnded;
    },
  };
}

const localOffDetail = {
  en: 'Here one signs in by single sign-on. A name and a password are good only while an administrator has opened that way.',
  pt: 'Aqui se entra pelo login único (SSO). Nome e senha só valem para quem recebeu um acesso de recuperação.',
};
