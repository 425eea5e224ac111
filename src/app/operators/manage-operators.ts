// Creates, lists and changes operators. A change that takes rights away ends the operator's sessions.

import { isOperatorName, type OperatorId, type OperatorRecord, type Role } from '../../domain/access/operator.ts';
import { toBase32, toTotpAddress, totpSecretBytes } from '../../domain/access/totp.ts';
import { OperatorError } from '../../errors.ts';
import type { OperatorAct } from '../audit/entry.ts';
import type { Clock } from '../clock.ts';
import type { RandomBytes } from '../random.ts';
import type { Seal } from '../seal.ts';
import { refuseWeakPassword } from './new-password/refuse-weak.ts';
import { type ShownPasskey, toShown } from './passkeys/passkey-row.ts';
import type { PasskeyStore } from './passkeys/ports.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import type { Passwords } from './password.ts';
import type { OperatorChanges, OperatorStore, StoredOperator } from './ports.ts';

export interface EnrolledTotp {
  /** The secret suits an app that takes it by hand. */
  readonly secret: string;
  readonly address: string;
}

export interface ManageOperators {
  create(operator: { readonly name: string; readonly role: Role; readonly password: string }): Promise<OperatorRecord>;
  list(): Promise<readonly OperatorRecord[]>;
  setRole(name: string, role: Role): Promise<void>;
  setPassword(name: string, password: string): Promise<void>;
  /** Ends their sessions, and what devices hold of them. */
  forgetDevices(name: string): Promise<void>;
  setDisabled(name: string, isDisabled: boolean): Promise<void>;
  /** Lets an operator with a password in until then, although such operators are switched off. */
  letIn(name: string, untilMs: number): Promise<void>;
  enrolTotp(name: string): Promise<EnrolledTotp>;
  dropTotp(name: string): Promise<void>;
  listPasskeys(name: string): Promise<readonly ShownPasskey[]>;
  /** Ends their sessions. */
  removePasskey(name: string, id: string): Promise<void>;
}

interface ManageOperatorsOptions {
  readonly store: OperatorStore;
  readonly passkeys: Pick<PasskeyStore, 'listOf' | 'remove' | 'isRemovable'>;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly seal: Seal;
  readonly passkeySeal: Seal;
  /** Called before the act; what it throws keeps the act from happening. */
  readonly record: (act: OperatorAct, target: string) => Promise<void>;
}

interface RecordedChange {
  readonly act: OperatorAct;
  /** The record states this text beside the id. */
  readonly added: string;
  readonly endsSessions: boolean;
}

export function createManageOperators(options: ManageOperatorsOptions): ManageOperators {
  const { store, passkeys, passwords, clock, randomBytes, seal, passkeySeal, record } = options;

  async function getOperator(name: string): Promise<StoredOperator> {
    const found = await store.findByName(name);
    if (found === undefined) {
      throw new OperatorError('There is no operator of that name. See: confere operators list');
    }
    return found;
  }

  async function getLocal(name: string): Promise<StoredOperator> {
    const found = await getOperator(name);
    if (found.record.ssoSubject === null) return found;
    throw new OperatorError(
      "That operator signs in by single sign-on: password, code and role are the provider's to give.",
    );
  }

  /** Recorded before it happens. What takes rights away ends the sessions. */
  async function change(
    { record: { id } }: StoredOperator,
    changes: OperatorChanges,
    { act = 'operator_changed', added = '', endsSessions = true }: Partial<RecordedChange> = {},
  ): Promise<void> {
    await record(act, id + added);
    await store.update(id, changes);
    if (endsSessions) await store.endSessionsOf(id);
  }

  return {
    async create({ name, role, password }) {
      if (!isOperatorName(name)) {
        throw new OperatorError('The name has 2 to 64 characters: a-z, 0-9 and . _ @ - after the first one.');
      }
      await refuseWeakPassword(password, name);
      const id = `opr_${Buffer.from(randomBytes(9)).toString('hex')}` as OperatorId;
      const own = { hasTotp: false, hasPasskey: false, disabledAtMs: null, ssoSubject: null, localUntilMs: null };
      const operator = { id, name, role, createdAtMs: clock.nowMs(), ...own };
      const passwordHash = await passwords.hash(password);
      await record('operator_created', id);
      if (!(await store.insert({ record: operator, passwordHash, sealedTotp: null, totpStep: 0, deviceEpoch: 0 }))) {
        throw new OperatorError('There is an operator of that name already. See: confere operators list');
      }
      return operator;
    },
    list: () => store.list(),
    setRole: async (name, role) => change(await getLocal(name), { role }, { added: ` role=${role}` }),
    async setPassword(name, password) {
      const found = await getLocal(name);
      await refuseWeakPassword(password, name);
      await change(found, { passwordHash: await passwords.hash(password) });
    },
    async forgetDevices(name) {
      const found = await getOperator(name);
      await change(found, { deviceEpoch: found.deviceEpoch + 1 });
    },
    async setDisabled(name, isDisabled) {
      const found = await getOperator(name);
      const act = isDisabled ? 'operator_disabled' : 'operator_enabled';
      await change(found, { disabledAtMs: isDisabled ? clock.nowMs() : null }, { act, endsSessions: isDisabled });
    },
    async letIn(name, untilMs) {
      const added = ` local_until=${new Date(untilMs).toISOString()}`;
      await change(await getLocal(name), { localUntilMs: untilMs }, { added, endsSessions: false });
    },
    async enrolTotp(name) {
      const found = await getLocal(name);
      const secret = randomBytes(totpSecretBytes);
      await change(found, { sealedTotp: seal.close(Buffer.from(secret).toString('hex'), found.record.id) });
      return { secret: toBase32(secret), address: toTotpAddress(secret, name) };
    },
    dropTotp: async (name) => change(await getOperator(name), { sealedTotp: null }, { endsSessions: false }),
    async listPasskeys(name) {
      const { record: operator } = await getOperator(name);
      return (await passkeys.listOf(operator.id)).map((row) => toShown(row, passkeySeal));
    },
    async removePasskey(name, id) {
      const { record: operator } = await getOperator(name);
      if (!(await passkeys.isRemovable(operator.id, id))) {
        throw new OperatorError(`That operator has no such passkey. See: confere operators passkeys ${name}`);
      }
      await record('passkey_removed', `${operator.id} ${id}`);
      await removePasskey({ store, passkeys }, operator.id, id);
      await store.endSessionsOf(operator.id);
    },
  };
}
