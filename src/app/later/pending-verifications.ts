// Verifications that wait for a party: each with its question, what the other sources have said, and the orders that are open. They lie
// beside those orders, sealed, so that no restart and no other node loses one or pays for it again.

import type { PersonEvidence, PersonQuery, SourceEvidence, VerifiedNeeds } from '../../domain/person/evidence.ts';
import type { Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import type { NewEvent } from '../events/ports.ts';
import type { Seal } from '../seal.ts';
import type { BoughtAnswer, BoughtAnswerStore, PersonSources } from '../verify/ports.ts';
import type { KeepPending } from '../verify/verify-cpf.ts';
import type { ToOrderNames } from './order-calls.ts';

export interface AwaitedAnswer extends SourceEvidence {
  readonly order?: string;
  /** Where the party calls back: until then it is not looked at, unless it has called again. */
  readonly lookAtMs?: number;
  /** The newest call of the party about the order at the last look. */
  readonly call?: string | undefined;
}

export interface PendingVerification {
  readonly query: PersonQuery;
  readonly caller: Caller;
  /** Of every source; those with an order are pending. */
  readonly answers: readonly AwaitedAnswer[];
  readonly verifiedNeeds: VerifiedNeeds | null;
  readonly askedAtMs: number;
  /** From then on nobody waits any more. */
  readonly untilMs: number;
}

export interface PendingVerifications {
  readonly keep: KeepPending;
  has(requestId: string): Promise<boolean>;
  hasDue(): Promise<boolean>;
  /** Those that were not looked at for a while, the longest waiting first. For that long they are not due again. */
  takeDue(limit: number): Promise<readonly PendingVerification[]>;
  /** With what has come meanwhile; nothing where it waits no more. */
  update(pending: PendingVerification): Promise<void>;
  /** All that wait for this order are due now: its party has called back. */
  hasten(source: string, order: string): Promise<void>;
  /** It waits no more, and these tell of it. */
  end(pending: PendingVerification, events: readonly NewEvent[]): Promise<void>;
}

interface PendingVerificationsOptions {
  readonly store: Pick<BoughtAnswerStore, 'find' | 'keep' | 'list' | 'backdate' | 'end'>;
  readonly seal: Seal;
  readonly clock: Clock;
  /** Of live keys: nobody else waits. */
  readonly sources: PersonSources;
  readonly toOrderNames: ToOrderNames;
  /** What the audit calls this person. */
  readonly toSubject: (number: string) => string;
  /** Told of what could not be kept, or opened. */
  readonly onFault: (error: unknown) => void;
}

const prefix = 'pending ';
/** Before the name of an order and the id of a request that waits for it. */
const waiterPrefix = 'waiter ';
/** Of one order, at once. */
const hastenedMax = 100;
/** Between two looks for one answer. */
const pauseMs = 5_000;
/** For a service that is off when the time ends: it has so long to tell that nothing came. */
const graceMs = 7 * 86_400_000;

export function createPendingVerifications(options: PendingVerificationsOptions): PendingVerifications {
  const { store, seal, clock, sources, toOrderNames, toSubject, onFault } = options;
  const toName = (requestId: string) => `${prefix}${requestId}`;

  async function write(pending: PendingVerification): Promise<void> {
    await keepSealed(toName(pending.caller.requestId), JSON.stringify(pending), pending);
  }

  async function keepSealed(name: string, text: string, { query, untilMs }: PendingVerification): Promise<void> {
    const sealed = seal.close(text, name);
    const times = { boughtAtMs: clock.nowMs(), expiresAtMs: untilMs + graceMs };
    await store.keep({ name, subject: toSubject(query.cpf), sealed, ...times });
  }

  /** By these a callback finds who waits for its order: of each order one, under each generation of the secret, the newest first. */
  function listWaiterNames({ answers, caller }: PendingVerification): readonly (readonly string[])[] {
    return answers.flatMap(({ source, order }) =>
      order !== undefined && sources.some(({ name, later }) => name === source && later?.pauseMs !== undefined)
        ? [toOrderNames(source, order).map((name) => `${waiterPrefix}${name} ${caller.requestId}`)]
        : [],
    );
  }

  const has = async (requestId: string) => (await store.find([toName(requestId)], clock.nowMs())) !== undefined;

  /** What was erased meanwhile must not come back. */
  async function update(pending: PendingVerification): Promise<void> {
    if (await has(pending.caller.requestId)) await write(pending);
  }

  function open({ name, sealed }: Pick<BoughtAnswer, 'name' | 'sealed'>): PendingVerification | undefined {
    try {
      return JSON.parse(seal.open(sealed, name)) as PendingVerification;
    } catch (error) {
      onFault(error);
      return undefined;
    }
  }

  return {
    async keep({ query, caller, answers, verifiedNeeds, askedAtMs }) {
      const lives = sources.flatMap(({ name, later }) =>
        later && answers.some(({ source, order }) => source === name && order !== undefined) ? later.giveUpAfterMs : [],
      );
      try {
        const untilMs = askedAtMs + Math.max(...lives);
        const pending = { query, caller, answers: answers.map(toKept), verifiedNeeds, askedAtMs, untilMs };
        await write(pending);
        for (const [name = ''] of listWaiterNames(pending)) await keepSealed(name, caller.requestId, pending);
        return true;
      } catch (error) {
        onFault(error);
        return false;
      }
    },
    has,
    hasDue: async () => (await store.list(prefix, clock.nowMs() - pauseMs, 1)).length > 0,
    async takeDue(limit) {
      const due: PendingVerification[] = [];
      for (const entry of await store.list(prefix, clock.nowMs() - pauseMs, limit)) {
        const pending = open(entry);
        // Nobody will ever open it: the answer that the caller can read stays the first one.
        if (pending === undefined) await store.end(entry.name, []);
        else {
          await update(pending);
          due.push(pending);
        }
      }
      return due;
    },
    update,
    async hasten(source, order) {
      for (const name of toOrderNames(source, order)) {
        const ofOrder = `${waiterPrefix}${name} `;
        const waiters = await store.list(ofOrder, clock.nowMs(), hastenedMax);
        const dueMs = clock.nowMs() - pauseMs;
        await Promise.all(waiters.map((each) => store.backdate(toName(each.name.slice(ofOrder.length)), dueMs)));
      }
    },
    async end(pending, events) {
      await store.end(toName(pending.caller.requestId), events);
      await Promise.all(
        listWaiterNames(pending)
          .flat()
          .map((name) => store.end(name, [])),
      );
    },
  };
}

/** Without what is of interest only to the first answer, and was paid with it. */
function toKept({ source, roles, evidence, kept, order }: AwaitedAnswer): AwaitedAnswer {
  return { source, roles, evidence, ...(kept && { kept }), ...(order !== undefined && { order }) };
}

/** As the audit keeps it. */
export function toEvidence(answers: PendingVerification['answers']): PersonEvidence {
  return answers.map(({ order: _, lookAtMs: __, call: ___, ...evidence }) => evidence);
}
