// Asks one described party once, with nothing around the call, and reports in a form that a person may look at.

import type { Clock } from '../app/ports.ts';
import { maskJson } from './answer/mask.ts';
import type { CheckedParty } from './describe/checked-source.ts';
import { createAsk, type Subject } from './http-source.ts';
import { createDeadline } from './protect/deadline.ts';

/** Everything in it is masked. */
export interface Trial {
  /** Null where no HTTP answer came back. */
  readonly answer: { readonly status: number; readonly body: unknown } | null;
  readonly mapped:
    | { readonly kind: 'answered'; readonly fields: Readonly<Record<string, unknown>> }
    | { readonly kind: 'not_found' }
    | { readonly kind: 'unavailable'; readonly reason: string };
  readonly latencyMs: number;
}

/** Shown for a body that is no JSON, such as a page for people. */
const notJson = '(not JSON)';

export async function trySource<Value extends object>(
  party: CheckedParty<Value>,
  subject: Subject,
  clock: Clock,
): Promise<Trial> {
  let answer: Trial['answer'] = null;
  const { ask, close } = createAsk(party, clock, (status, body) => {
    answer = { status, body: body.kind === 'json' ? maskJson(body.value, party.literals) : notJson };
  });
  const deadline = createDeadline(party.deadlineMs, new AbortController().signal);
  const startedMs = clock.monotonicMs();
  try {
    const reply = await ask(subject, deadline.signal);
    const latencyMs = clock.monotonicMs() - startedMs;
    if (reply.kind === 'failed') return { answer, latencyMs, mapped: { kind: 'unavailable', reason: reply.reason } };
    if (reply.kind === 'not_found') return { answer, latencyMs, mapped: { kind: 'not_found' } };
    return { answer, latencyMs, mapped: { kind: 'answered', fields: maskFields(reply.value) } };
  } finally {
    deadline.end();
    await close();
  }
}

/** Our own words (a registration, a status) stay: they are what the operator wants to see. */
function maskFields(record: object): Record<string, unknown> {
  const ours = new Set(['registration', 'status']);
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [field, ours.has(field) ? value : maskJson(value, new Set())]),
  );
}
