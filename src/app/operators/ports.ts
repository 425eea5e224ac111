// What operators and their sessions need of a store. One contract suite in `test/contracts/`.

import type { OperatorId, OperatorRecord } from '../../domain/access/operator.ts';

/** The stored operator holds the facts that decide a sign-in. */
export interface StoredOperator {
  readonly record: OperatorRecord;
  readonly passwordHash: string;
  readonly sealedTotp: Uint8Array | null;
  /** The last step of a one-time code that was used; 0 when none was. */
  readonly totpStep: number;
  /** Raised by one, it ends what devices hold of this operator. */
  readonly deviceEpoch: number;
}

export type OperatorChanges = Partial<
  Pick<OperatorRecord, 'role' | 'disabledAtMs' | 'localUntilMs' | 'hasPasskey'> &
    Pick<StoredOperator, 'passwordHash' | 'sealedTotp' | 'deviceEpoch'>
>;

export interface SessionRecord {
  readonly id: string;
  readonly operatorId: OperatorId;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  /** The client network that it was begun from. */
  readonly network: string;
  /** Tells whether the operator showed a second factor to begin the session. A session by single sign-on has none of ours. */
  readonly hasSecondFactor: boolean;
}

export interface FoundSession {
  readonly session: SessionRecord;
  readonly operator: OperatorRecord;
}

/**
 * Every write is durable when its promise resolves, and seen by every process at once. An operator or a session whose row was made or changed
 * by other means is found by nothing, and reported.
 */
export interface OperatorStore {
  /** Returns false if the name, or the identity at the provider, is taken. The new row replaces one that was changed by other means. */
  insert(operator: StoredOperator): Promise<boolean>;
  list(): Promise<readonly OperatorRecord[]>;
  findByName(name: string): Promise<StoredOperator | undefined>;
  findById(id: OperatorId): Promise<StoredOperator | undefined>;
  /** Finds an operator by the identity at the provider of single sign-on. */
  findBySubject(ssoSubject: string): Promise<OperatorRecord | undefined>;
  /** Returns false if there is no such operator. */
  update(id: OperatorId, changes: OperatorChanges): Promise<boolean>;
  /** The same password by a newer hash; one that was changed meanwhile stays as it is. */
  renewPassword(id: OperatorId, before: string, passwordHash: string): Promise<boolean>;
  /**
   * Stores the app's secret with the step of the code that was shown for it. Returns false if there is one already, so that no app replaces
   * another.
   */
  enrolTotp(id: OperatorId, sealedTotp: Uint8Array, step: number): Promise<boolean>;
  /** Returns false if this step or a later one was used before. Of two sign-ins that show one code, one succeeds. */
  useTotpStep(id: OperatorId, step: number): Promise<boolean>;
  /** An answer of single sign-on, or to a challenge for a passkey. False when it was used before; kept until then. */
  useSignIn(id: string, untilMs: number, nowMs: number): Promise<boolean>;
  /** Callers only ever pass a keyed hash of the token. */
  insertSession(session: SessionRecord, tokenHash: Uint8Array): Promise<void>;
  findSession(tokenHash: Uint8Array): Promise<FoundSession | undefined>;
  touchSession(id: string, nowMs: number): Promise<void>;
  listSessions(): Promise<readonly FoundSession[]>;
  /** Returns false if there was none. */
  endSession(id: string): Promise<boolean>;
  endSessionsOf(id: OperatorId): Promise<number>;
  /** Deletes the sessions that began, or were last seen, before these times. */
  purgeSessions(createdBeforeMs: number, seenBeforeMs: number): Promise<void>;
}
