// Signing in by a provider that others run (OpenID Connect): what must be remembered on the way there and back, which role its groups
// give, and which operator somebody is here. How one talks to the provider is the business of the port.

import { createHash } from 'node:crypto';
import type { OperatorId, OperatorRecord, Role } from '../../domain/access/operator.ts';
import { roles } from '../../domain/access/operator.ts';
import type { OperatorAct } from '../audit/entry.ts';
import type { Clock } from '../clock.ts';
import type { RandomBytes } from '../random.ts';
import type { Seal } from '../seal.ts';
import type { Passwords } from './password.ts';
import type { OperatorStore } from './ports.ts';
import { type SessionBegun, type Sessions, toActor } from './sessions.ts';

/** An identity states who a person is, as the provider has proved it. */
export interface Identity {
  /** `subject` identifies the person at this provider alone, and never changes. */
  readonly subject: string;
  /** The person chooses this name at the provider and may change it. */
  readonly name: string;
  readonly groups: readonly string[];
}

/** Random, for one way there and back. */
export interface SignInProof {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface IdentityProvider {
  /** Returns the address to which the browser goes to sign in. */
  toSignIn(proof: SignInProof): Promise<string>;
  /** Throws an `SsoFault` unless the answer is a good one to this proof. `query` is what the browser brought. */
  findIdentity(query: string, proof: SignInProof): Promise<Identity>;
  /** Returns the address to which the browser goes to sign out at the provider. Returns undefined if the provider has none. */
  findSignOut(): Promise<string | undefined>;
}

/** `internal` is for the log and holds nothing of a person. */
export class SsoFault extends Error {
  readonly kind: 'expired' | 'denied' | 'refused' | 'no_role' | 'disabled' | 'unavailable';

  constructor(kind: SsoFault['kind'], internal: string) {
    super(internal);
    this.name = 'SsoFault';
    this.kind = kind;
  }
}

export interface SingleSignOn {
  /** The page calls the provider by this label. */
  readonly label: string;
  /** `pending` is for a cookie of the browser that goes. */
  begin(screen: string): Promise<{ readonly address: string; readonly pending: string }>;
  finish(answer: SsoAnswer): Promise<SessionBegun & { readonly screen: string }>;
  findSignOut(): Promise<string | null>;
}

interface SsoAnswer {
  readonly query: string;
  readonly pending: string | undefined;
  readonly network: string;
  /** The session that the browser had before, which ends. */
  readonly before: string | undefined;
}

interface SingleSignOnOptions {
  readonly label: string;
  /** `groups` assigns the provider's group names to each role. */
  readonly groups: Readonly<Record<Role, readonly string[]>>;
  readonly provider: IdentityProvider;
  readonly store: OperatorStore;
  readonly passwords: Passwords;
  readonly sessions: Pick<Sessions, 'begin'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly seal: Seal;
  readonly record: (actor: string, act: OperatorAct, target: string) => Promise<void>;
}

/** An operator may spend this long at the provider. */
const pendingMsMax = 15 * 60_000;
/** Returns a place that belongs to one sign-in: one place, one key. */
const toLoginPlace = (id: string) => `sso ${id}`;
const idLength = 43;
const namesakesMax = 98;

interface Pending extends SignInProof {
  readonly screen: string;
  readonly startedAtMs: number;
}

export function createSingleSignOn(options: SingleSignOnOptions): SingleSignOn {
  const { label, groups, provider, store, sessions, clock, randomBytes, seal, record } = options;
  const random = () => Buffer.from(randomBytes(32)).toString('base64url');

  function readPending(text: string | undefined): Pending {
    try {
      const [id, sealed] = [text?.slice(0, idLength) ?? '', text?.slice(idLength) ?? ''];
      const pending = JSON.parse(seal.open(Buffer.from(sealed, 'base64url'), toLoginPlace(id))) as Pending;
      if (clock.nowMs() - pending.startedAtMs < pendingMsMax) return pending;
    } catch {
      // Not ours, or of a master secret that is gone.
    }
    throw new SsoFault('expired', 'nothing is pending in this browser');
  }

  /**
   * Marks an answer as used, even if the provider would accept its code a second time. The call follows the proof, so that made-up answers cannot
   * fill the store.
   */
  async function useOnce(state: string): Promise<void> {
    const nowMs = clock.nowMs();
    const id = createHash('sha256').update(state).digest('base64url');
    if (await store.useSignIn(id, nowMs + pendingMsMax, nowMs)) return;
    throw new SsoFault('expired', 'this answer was used before');
  }

  async function findOperator(identity: Identity): Promise<OperatorRecord> {
    const role = findRole(identity, groups);
    const known = await store.findBySubject(identity.subject);
    if (role === undefined) {
      // What goes on in their name in the background ends with the role.
      if (known !== undefined) await change(known, 'viewer');
      // Who was never let in has no name here: the provider's own tells who it was.
      if (known === undefined) await record('sso', 'sign_in_failed', identity.subject);
      else await record(toActor(known), 'sign_in_failed', known.id);
      throw new SsoFault('no_role', 'none of the groups has a role');
    }
    if (known === undefined) return create(identity, role);
    if (known.disabledAtMs !== null) {
      await record(toActor(known), 'sign_in_failed', known.id);
      throw new SsoFault('disabled', 'the operator is disabled');
    }
    if (known.role !== role) await change(known, role);
    return { ...known, role };
  }

  async function change(known: OperatorRecord, role: Role): Promise<void> {
    if (known.role !== role) {
      await record(toActor(known), 'operator_changed', `${known.id} role=${role}`);
      await store.update(known.id, { role });
    }
    await store.endSessionsOf(known.id);
  }

  async function create(identity: Identity, role: Role): Promise<OperatorRecord> {
    const id = `opr_${Buffer.from(randomBytes(9)).toString('hex')}` as OperatorId;
    // Nobody knows it: who signs in by the provider has no password here.
    const passwordHash = await options.passwords.hash(random());
    const base = toOperatorName(identity.name);
    // Somebody else has the name, perhaps with a password: who comes later gets a sign that no such name can have.
    for (const name of [base, ...Array.from({ length: namesakesMax }, (_, index) => `${base}#${index + 2}`)]) {
      if ((await store.findByName(name)) !== undefined) continue;
      const own = {
        hasTotp: false,
        hasPasskey: false,
        disabledAtMs: null,
        localUntilMs: null,
        ssoSubject: identity.subject,
      };
      const operator = { id, name, role, createdAtMs: clock.nowMs(), ...own };
      await record(toActor(operator), 'operator_created', `${id} ${identity.subject}`);
      if (await store.insert({ record: operator, passwordHash, sealedTotp: null, totpStep: 0, deviceEpoch: 0 })) {
        return operator;
      }
      // The same person in a second window was faster, or somebody of that name was.
      const meanwhile = await store.findBySubject(identity.subject);
      if (meanwhile !== undefined) return meanwhile;
    }
    throw new SsoFault('refused', 'too many operators of one name');
  }

  return {
    label,
    async begin(screen) {
      const proof = { state: random(), nonce: random(), verifier: random() };
      const pending: Pending = { ...proof, screen: toOwnScreen(screen), startedAtMs: clock.nowMs() };
      const address = await provider.toSignIn(proof);
      const id = random();
      const sealed = Buffer.from(seal.close(JSON.stringify(pending), toLoginPlace(id))).toString('base64url');
      return { address, pending: `${id}${sealed}` };
    },
    async finish({ query, pending: text, network, before }) {
      const { screen, ...proof } = readPending(text);
      const identity = await provider.findIdentity(query, proof);
      await useOnce(proof.state);
      const operator = await findOperator(identity);
      return { ...(await sessions.begin(operator, { network, before, hasSecondFactor: false })), screen };
    },
    findSignOut: async () => (await provider.findSignOut()) ?? null,
  };
}

/** The highest of those that the groups give. */
export function findRole(
  { groups }: Pick<Identity, 'groups'>,
  byRole: SingleSignOnOptions['groups'],
): Role | undefined {
  return roles.toReversed().find((role) => byRole[role].some((group) => groups.includes(group)));
}

/** Returns a screen of the console for any requested address. A sign-in therefore never leads elsewhere. */
export function toOwnScreen(asked: string): string {
  return /^\/console(?:\/[a-z0-9-]+){0,3}$/.test(asked) ? asked : '/console';
}

export function toOperatorName(text: string): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._@-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 60)
    .replace(/(?<!-)-+$/, '');
  return plain.length < 2 ? `sso-${plain}` : plain;
}
