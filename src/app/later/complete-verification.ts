// Looks for the answers that a verification waits for. When all are there, or its time is over, it is decided anew: of what was kept of the
// other sources and of what came. Nobody is asked, ordered from or paid a second time.

import type { Plan } from '../../domain/checks/plan.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { RiskPolicy } from '../../domain/risk/risk-policy.ts';
import type { AuditTrail } from '../audit/ports.ts';
import type { RecordVerification } from '../audit/write/record-verification.ts';
import type { Clock } from '../clock.ts';
import { decideAnswers } from '../verify/decide-answers.ts';
import type { ComeAnswer, LaterAnswers, PersonSources, ScreenVerified } from '../verify/ports.ts';
import { toBackoffMs } from '../waiting/backoff.ts';
import { createKeyEvents, type KeyEventsOptions } from '../webhooks/key-events.ts';
import type { OrderCalls } from './order-calls.ts';
import {
  type AwaitedAnswer,
  firstPauseMs,
  type PendingVerification,
  type PendingVerifications,
  pauseMsMax,
  toEvidence,
} from './pending-verifications.ts';

interface CompleteVerificationOptions extends KeyEventsOptions {
  readonly pending: Pick<PendingVerifications, 'has' | 'update' | 'hasten' | 'end'>;
  readonly calls: Pick<OrderCalls, 'find'>;
  readonly sources: PersonSources;
  readonly plan: Plan | undefined;
  readonly policy: RiskPolicy;
  readonly clock: Clock;
  readonly record: Pick<RecordVerification, 'person'>;
  readonly trail: Pick<AuditTrail, 'find'>;
  /** Returns the audit's name of this person. */
  readonly toSubject: (cpf: Cpf) => string;
  /** `screen` looks the result up in lists; undefined means that no list is consulted. */
  readonly screen?: ScreenVerified | undefined;
}

/** A party that calls back is otherwise looked at rarely. */
function toPauseMs({ callsBack, pauseMaxMs }: LaterAnswers, looks: number): number {
  const maxMs = Math.max(pauseMaxMs, firstPauseMs);
  return callsBack ? maxMs : toBackoffMs(looks, { firstMs: firstPauseMs, maxMs });
}

/** Resolves when there is nothing more to do for it now. */
export type CompleteVerification = (pending: PendingVerification, signal: AbortSignal) => Promise<void>;

export function createCompleteVerification(options: CompleteVerificationOptions): CompleteVerification {
  const { pending: waiting, calls, sources, policy, clock, record, trail, screen } = options;

  /** The answer as it is now: what came in place of the order, or when to look again. What came goes to `keeping`. */
  async function look(
    answer: AwaitedAnswer,
    { query, caller }: PendingVerification,
    { signal, keeping }: { readonly signal: AbortSignal; readonly keeping: ComeAnswer[] },
  ): Promise<AwaitedAnswer> {
    const { source, roles, order } = answer;
    const later = sources.find(({ name }) => name === source)?.later;
    if (order === undefined || later === undefined) return answer;
    const call = later.callsBack ? await calls.find(source, order) : undefined;
    const nowMs = clock.nowMs();
    const { lookAtMs = 0, restUntilMs = 0 } = answer;
    // A call that is forgotten by now is no other one.
    const isCalled = call !== undefined && call !== answer.call;
    if (nowMs < restUntilMs) return isCalled ? { ...answer, call, lookAtMs: restUntilMs } : answer;
    if (nowMs < lookAtMs && !isCalled) return answer;
    const found = await later.look(query, order, signal, caller.purpose);
    if (found.kind === 'come') {
      keeping.push(found);
      return { source, roles, evidence: found.evidence };
    }
    const looks = (answer.looks ?? 0) + 1;
    const restMs = Math.min(found.retryAfterMs ?? 0, pauseMsMax);
    const lookedMs = clock.nowMs();
    return {
      ...{ ...answer, ...(call !== undefined && { call }), looks },
      ...{ lookAtMs: lookedMs + Math.max(toPauseMs(later, looks), restMs), restUntilMs: lookedMs + restMs },
    };
  }

  /** Makes a verification due again if a party called during the last look, because that look then postponed it. */
  async function heedCalls(answers: PendingVerification['answers']): Promise<void> {
    for (const { source, order, call } of answers) {
      if (order === undefined || !sources.some(({ name, later }) => name === source && later?.callsBack)) continue;
      const newest = await calls.find(source, order);
      if (newest !== undefined && newest !== call) await waiting.hasten(source, order);
    }
  }

  /** Killed after the record and before the end, it would write another one. */
  async function isRecorded({ caller: { requestId, keyId } }: PendingVerification): Promise<boolean> {
    const records = await trail.find({ requestId, keyId, kind: 'cpf' }, { order: 'newest', limit: 2 });
    return records.length > 1;
  }

  async function write(pending: PendingVerification, answers: PendingVerification['answers']): Promise<void> {
    const { query, caller, verifiedNeeds, askedAtMs } = pending;
    const evidence = toEvidence(answers);
    // By the lists of now: so the answer is as new as it says.
    const screening = await screen?.person(query, evidence, caller);
    const { decision } = decideAnswers(options, { query, answers: evidence, policy, verifiedNeeds, screening });
    const processedAtMs = clock.nowMs();
    const startedAtMs = clock.monotonicMs() - Math.max(0, processedAtMs - askedAtMs);
    const decided = { query, evidence, verifiedNeeds, decision, ...(screening && { screening }) };
    await record.person({ ...decided, startedAtMs, processedAtMs }, caller);
  }

  /**
   * Whether the person is still there. An erasure that began before takes what is kept here, because it counts as old as the question. One
   * that has just deleted the question is noticed by the update, which waits for it.
   */
  async function keepAll(come: readonly ComeAnswer[], pending: PendingVerification): Promise<boolean> {
    await Promise.all(come.map((each) => each.keep(pending.askedAtMs)));
    await waiting.update(pending);
    const isThere = await waiting.has(pending.caller.requestId);
    if (isThere) for (const each of come) each.confirm();
    else await Promise.all(come.map((each) => each.discard()));
    return isThere;
  }

  return async (pending, signal) => {
    const { caller, untilMs } = pending;
    const keeping: ComeAnswer[] = [];
    const answers = await Promise.all(pending.answers.map((answer) => look(answer, pending, { signal, keeping })));
    const isOpen = answers.some(({ order }) => order !== undefined);
    if (signal.aborted) return;
    // The person may have been erased while the party was looked at.
    if (!(await waiting.has(caller.requestId))) return;
    if (keeping.length > 0 && !(await keepAll(keeping, { ...pending, answers }))) return;
    if (isOpen && clock.nowMs() < untilMs) {
      // What one party has said is not looked for again.
      if (keeping.length === 0) await waiting.update({ ...pending, answers });
      await heedCalls(answers);
      return;
    }
    if (!(await isRecorded(pending))) await write(pending, answers);
    const { keyId, requestId } = caller;
    const about = [options.toSubject(pending.query.cpf)];
    const events = await createKeyEvents(
      options,
      keyId,
      'verification.completed',
      { request_id: requestId },
      { about },
    );
    await waiting.end(pending, events);
  };
}
