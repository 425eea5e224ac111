// Verifications that wait for a party: each with its question, what the other sources have said, and the orders that are open. They lie
// beside those orders, sealed, so that no restart and no other node loses one or pays for it again.

import type { PersonEvidence, SourceEvidence } from '../../domain/person/evidence.ts';
import type { Clock } from '../clock.ts';
import type { NewEvent } from '../events/ports.ts';
import type { Seal } from '../seal.ts';
import type { BoughtAnswer, BoughtAnswerStore, PersonSources } from '../verify/ports.ts';
import type { KeepPending, OpenVerification } from '../verify/verify-cpf.ts';
import type { ToOrderNames } from './order-calls.ts';

export interface AwaitedAnswer extends SourceEvidence {
  readonly order?: string;
  /** Until then the party is not looked at, unless it has called back again. */
  readonly lookAtMs?: number;
  /** The party asks for no requests until this time, even if it calls back. */
  readonly restUntilMs?: number;
  /** `looks` counts the looks since the caller was told to wait. */
  readonly looks?: number;
  /** The newest call of the party about the order at the last look. */
  readonly call?: string | undefined;
}

export interface PendingVerification extends Omit<OpenVerification, 'answers'> {
  /** The list holds the answer of every source; those with an order are pending. */
  readonly answers: readonly AwaitedAnswer[];
  /** The wait for the answer ends at this time. */
  readonly untilMs: number;
  /** Under what names a callback finds it, also when the answer of that party is there. */
  readonly waiters: readonly string[];
}

export interface PendingVerifications {
  readonly keep: KeepPending;
  has(requestId: string): Promise<boolean>;
  hasDue(): Promise<boolean>;
  /** Takes the verifications that are due for a look, the longest due first. They are not due again for a while, in case this process dies. */
  takeDue(limit: number): Promise<readonly PendingVerification[]>;
  /** Stores the answers that have arrived meanwhile. The call changes nothing if the verification waits no more. */
  update(pending: PendingVerification): Promise<void>;
  /** All that wait for this order are due now: its party has called back. */
  hasten(source: string, order: string): Promise<void>;
  /** It waits no more, and these tell of it. */
  end(pending: PendingVerification, events: readonly NewEvent[]): Promise<void>;
}

interface PendingVerificationsOptions {
  readonly store: Pick<BoughtAnswerStore, 'find' | 'keep' | 'renew' | 'list' | 'backdate' | 'end'>;
  readonly seal: Seal;
  readonly clock: Clock;
  /** The sources belong to live keys, because only live keys wait. */
  readonly sources: PersonSources;
  readonly toOrderNames: ToOrderNames;
  /** Returns the audit's name of this person. */
  readonly toSubject: (number: string) => string;
  /** The store calls `onFault` with an error of a verification that could not be kept or opened. */
  readonly onFault: (error: unknown) => void;
}

const prefix = 'pending ';
/** The prefix stands before the name of an order and the id of a request that waits for it. */
const waiterPrefix = 'waiter ';
/** The service hastens at most this many waiting requests of one order at once. */
const hastenedMax = 100;
/** The first look follows this pause. Each later pause is twice the last, up to that of the party. */
export const firstPauseMs = 5_000;
/** A pause never exceeds this time, even if a party asks for more. */
export const pauseMsMax = 600_000;
/**
 * An entry counts as kept so long before it is due. So the times of all of them lie in the past, however often they are put off: an
 * erasure deletes what was kept until it began.
 */
const aheadMs = 1_800_000;
/** A service that is off when the time ends has this long to report that no answer came. */
const graceMs = 7 * 86_400_000;

export function createPendingVerifications(options: PendingVerificationsOptions): PendingVerifications {
  const { store, seal, clock, sources, toOrderNames, toSubject, onFault } = options;
  const toName = (requestId: string) => `${prefix}${requestId}`;

  const toEntry = (name: string, text: string, { query, untilMs }: PendingVerification): BoughtAnswer => ({
    ...{ name, subject: toSubject(query.cpf), sealed: seal.close(text, name) },
    ...{ boughtAtMs: clock.nowMs(), expiresAtMs: untilMs + graceMs },
  });

  const toDueEntry = (pending: PendingVerification, dueMs: number): BoughtAnswer => ({
    ...toEntry(toName(pending.caller.requestId), JSON.stringify(pending), pending),
    boughtAtMs: dueMs - aheadMs,
  });

  function toDueMs({ answers, untilMs }: PendingVerification): number {
    const soonMs = clock.nowMs() + firstPauseMs;
    const looks = answers.flatMap(({ order, lookAtMs = 0 }) => (order === undefined ? [] : lookAtMs));
    // Where all have answered, it is to be ended.
    const nextMs = looks.length === 0 ? soonMs : Math.min(...looks);
    return Math.min(Math.max(soonMs, nextMs), Math.max(soonMs, untilMs));
  }

  /** Lists the names by which a callback finds the requests that wait for its order, one name for each order. */
  function listWaiterNames({ answers, caller }: Pick<PendingVerification, 'answers' | 'caller'>): readonly string[] {
    return answers.flatMap(({ source, order }) => {
      const callsBack = sources.some(({ name, later }) => name === source && later?.callsBack);
      const [newest] = order !== undefined && callsBack ? toOrderNames(source, order) : [];
      return newest === undefined ? [] : `${waiterPrefix}${newest} ${caller.requestId}`;
    });
  }

  const has = async (requestId: string) => (await store.find([toName(requestId)], clock.nowMs())) !== undefined;

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
        const waiters = listWaiterNames({ answers, caller });
        const pending = {
          query,
          caller,
          answers: answers.map(toStoredAnswer),
          verifiedNeeds,
          askedAtMs,
          untilMs,
          waiters,
        };
        await store.keep(toDueEntry(pending, toDueMs(pending)));
        for (const name of waiters) await store.keep(toEntry(name, caller.requestId, pending));
        return true;
      } catch (error) {
        onFault(error);
        return false;
      }
    },
    has,
    hasDue: async () => (await store.list(prefix, clock.nowMs() - aheadMs, 1)).length > 0,
    async takeDue(limit) {
      const due: PendingVerification[] = [];
      for (const entry of await store.list(prefix, clock.nowMs() - aheadMs, limit)) {
        const pending = open(entry);
        // Nobody will ever open it: the answer that the caller can read stays the first one.
        if (pending === undefined) await store.end(entry.name, []);
        else {
          await store.renew(toDueEntry(pending, clock.nowMs() + firstPauseMs));
          due.push(pending);
        }
      }
      return due;
    },
    update: (pending) => store.renew(toDueEntry(pending, toDueMs(pending))),
    async hasten(source, order) {
      for (const name of toOrderNames(source, order)) {
        const ofOrder = `${waiterPrefix}${name} `;
        const waiters = await store.list(ofOrder, clock.nowMs(), hastenedMax);
        // Before all that are merely overdue, and in the order of the calls.
        const dueMs = clock.nowMs() - aheadMs - graceMs;
        await Promise.all(waiters.map((each) => store.backdate(toName(each.name.slice(ofOrder.length)), dueMs)));
      }
    },
    async end(pending, events) {
      await store.end(toName(pending.caller.requestId), events);
      await Promise.all(pending.waiters.map((name) => store.end(name, [])));
    },
  };
}

/** Without what is of interest only to the first answer, and was paid with it. */
function toStoredAnswer({ source, roles, evidence, kept, order }: AwaitedAnswer): AwaitedAnswer {
  return { source, roles, evidence, ...(kept && { kept }), ...(order !== undefined && { order }) };
}

/** Returns the evidence as the audit keeps it. */
export function toEvidence(answers: PendingVerification['answers']): PersonEvidence {
  return answers.map(({ source, roles, evidence, kept }) => ({ source, roles, evidence, ...(kept && { kept }) }));
}
