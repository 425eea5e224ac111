// Makes the calls that are due. A call counts once its outcome is written down: killed in between, it is made again with the same id.
// One that is refused is tried again, later each time, until its attempts are used up; then it is dead, and an operator may resend it.

import type { Clock } from '../clock.ts';
import { findDelivered } from '../events/new-event.ts';
import type { EventType } from '../events/ports.ts';
import { toObserver } from '../observer.ts';
import type { RowSeal } from '../sealed-rows.ts';
import { toBackoffMs } from '../waiting/backoff.ts';
import { parseRetryAfter } from '../waiting/retry-after.ts';
import { writeWithRetries } from '../waiting/write-with-retries.ts';
import { openEndpoint, toSigningSecrets } from './endpoint.ts';
import type { Attempted, Delivery, SendOutcome, SendWebhook, WebhookStore } from './ports.ts';
import { toWebhookHeaders } from './webhook-message.ts';

export interface WebhookAttempt {
  readonly id: string;
  readonly event: EventType;
  readonly state: Attempted['state'];
  readonly outcome: string;
}

interface DelivererOptions {
  readonly store: WebhookStore;
  readonly seal: RowSeal;
  readonly send: SendWebhook;
  readonly clock: Clock;
  /** From 0 up to, not including, 1. */
  readonly randomShare: () => number;
  readonly attemptsMax: number;
  readonly onAttempt?: (attempt: WebhookAttempt) => void;
  /** An outcome could not be written down; it is tried again until it can be, and its endpoint is not called meanwhile. */
  readonly onStoreFault?: (error: unknown) => void;
}

export interface Deliverer {
  /**
   * Begins the calls that are due now, at most one at a time for each endpoint. When the signal aborts, in-flight calls stop and a later run
   * repeats them. `done` then rejects if an outcome could not be written down.
   */
  beginDue(signal: AbortSignal): Promise<{ readonly begun: number; readonly done: Promise<void> }>;
}

const dueAtOnce = 32;
const firstDelayMs = 5_000;
const growth = 4;
const delayMsMax = 12 * 3_600_000;
const jitter = 0.2;

export function createDeliverer(options: DelivererOptions): Deliverer {
  const { store, seal, send, clock, randomShare, attemptsMax } = options;
  const onAttempt = toObserver(options.onAttempt);
  /** The set holds the endpoints of in-flight calls, so that a slow endpoint delays no other. */
  const called = new Set<string>();

  async function attempt(delivery: Delivery, signal: AbortSignal): Promise<void> {
    const outcome = await call(delivery, signal);
    if (signal.aborted) return;
    const attempted = judge(delivery, outcome);
    const record = () => store.recordAttempt(delivery.id, attempted);
    await writeWithRetries(record, { stop: signal, onRefused: options.onStoreFault });
    onAttempt({
      id: delivery.id,
      event: delivery.event,
      state: attempted.state,
      outcome: outcome.kind === 'answered' ? 'answered' : outcome.reason,
    });
  }

  async function call(delivery: Delivery, signal: AbortSignal): Promise<SendOutcome> {
    const endpoint = await store.findEndpoint(delivery.endpointId);
    if (endpoint === undefined) return { kind: 'failed', reason: 'address_refused' };
    const opened = openEndpoint(seal, endpoint);
    const found = findDelivered(seal, delivery);
    if (found === undefined) return { kind: 'failed', reason: 'row_damaged' };
    const { text: body } = found;
    const nowMs = clock.nowMs();
    const headers = toWebhookHeaders({ id: delivery.id, body, secrets: toSigningSecrets(opened, nowMs), nowMs });
    return send({ url: opened.url, body, headers }, signal);
  }

  function judge({ attempts: before, ...delivery }: Delivery, outcome: SendOutcome): Attempted {
    const nowMs = clock.nowMs();
    const attempts = before + 1;
    const lastOutcome = outcome.kind === 'answered' ? `status ${outcome.status}` : outcome.reason;
    const settled = { attempts, lastOutcome, dueAtMs: delivery.dueAtMs, settledAtMs: nowMs };
    if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300) {
      return { ...settled, state: 'delivered' };
    }
    // 410: the receiver says that it is gone for good.
    const isOver = outcome.kind === 'answered' ? outcome.status === 410 : outcome.reason === 'row_damaged';
    // A resent one has used its attempts up before, and gets as many again.
    if (isOver || attempts % attemptsMax === 0) return { ...settled, state: 'dead' };
    const asked = outcome.kind === 'answered' ? parseRetryAfter(outcome.retryAfter, nowMs) : undefined;
    const delayMs = Math.max(toDelayMs(attempts % attemptsMax, randomShare()), Math.min(asked ?? 0, delayMsMax));
    return { state: 'pending', attempts, lastOutcome, dueAtMs: nowMs + delayMs, settledAtMs: null };
  }

  return {
    async beginDue(signal) {
      const due = await store.findDue(clock.nowMs(), dueAtOnce, [...called]);
      const calls: Promise<void>[] = [];
      for (const delivery of due) {
        if (called.has(delivery.endpointId)) continue;
        called.add(delivery.endpointId);
        calls.push(attempt(delivery, signal).finally(() => called.delete(delivery.endpointId)));
      }
      return { begun: calls.length, done: Promise.all(calls).then(() => {}) };
    },
  };
}

/** 5 s, 20 s, 80 s, 5 min, 21 min, 85 min, 6 h, 12 h, each up to a fifth shorter or longer. */
export function toDelayMs(attempts: number, random: number): number {
  const delayMs = toBackoffMs(attempts, { firstMs: firstDelayMs, maxMs: delayMsMax, growth });
  return Math.round(delayMs * (1 - jitter + 2 * jitter * random));
}
