// Asks one described party once, with nothing around the call, and reports in a form that a person may look at.

import type { Clock } from '../app/ports.ts';
import { maskJson } from './answer/mask.ts';
import type { JsonBody } from './answer/response-body.ts';
import type { CheckedParty } from './describe/checked-party.ts';
import { createAsk } from './http-source.ts';
import { createDeadline } from './protect/deadline.ts';
import type { AnswerFault, Reply, Subject } from './reply.ts';

/** Everything in it is masked, except codes. */
export interface Trial {
  /** Null where no HTTP answer came back. */
  readonly answer: { readonly status: number; readonly body: unknown } | null;
  readonly mapped:
    | {
        readonly kind: 'answered';
        /** By the names that the mapping has for them. */
        readonly fields: Readonly<Record<string, unknown>>;
        /** The code that `codes` does not list, where it can be shown. */
        readonly unlistedCode: string | null;
      }
    | { readonly kind: 'not_found' }
    /** `fault`: which field did not fit and what was expected. */
    | { readonly kind: 'unavailable'; readonly reason: string; readonly fault: AnswerFault | null };
  readonly latencyMs: number;
}

/** Shown for a body that is no JSON, such as a page for people. */
const notJson = '(not JSON)';

export async function tryParty<Value extends object>(
  party: CheckedParty<Value>,
  subject: Subject,
  clock: Clock,
): Promise<Trial> {
  let seen: { readonly status: number; readonly body: JsonBody | undefined } | undefined;
  const { ask, close } = createAsk(party, {
    clock,
    onResponse: (status, body) => {
      seen = { status, body: body.kind === 'json' ? body : undefined };
    },
  });
  const deadline = createDeadline(party.deadlineMs, new AbortController().signal);
  const startedMs = clock.monotonicMs();
  try {
    const reply = await ask(subject, deadline.signal);
    const latencyMs = clock.monotonicMs() - startedMs;
    const code = seen?.body === undefined ? undefined : await party.reader.findUnlistedCode(seen.body, deadline.signal);
    const unlistedCode = code !== undefined && isCode(code) ? code : null;
    const harmless = new Set([...party.literals, ...(unlistedCode === null ? [] : [unlistedCode])]);
    const answer = seen && {
      status: seen.status,
      body: seen.body === undefined ? notJson : maskJson(seen.body.sent, harmless),
    };
    return { answer: answer ?? null, latencyMs, mapped: toMapped(reply, unlistedCode) };
  } finally {
    deadline.end();
    await close();
  }
}

function toMapped(reply: Reply<object>, unlistedCode: string | null): Trial['mapped'] {
  if (reply.kind === 'failed') return { kind: 'unavailable', reason: reply.reason, fault: reply.fault ?? null };
  if (reply.kind === 'not_found') return reply;
  return { kind: 'answered', fields: maskFields(reply.value), unlistedCode };
}

/** Short, one word, few digits: no name of a person in full and no number of one. */
function isCode(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,15}$/.test(text) && text.replace(/\D/g, '').length <= 4;
}

/** Our own words (a registration, a status) stay: they are what the operator wants to see. */
function maskFields(record: object): Record<string, unknown> {
  const ours = new Set(['registration', 'status']);
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      toMappingName(field),
      ours.has(field) ? value : maskJson(value, new Set()),
    ]),
  );
}

function toMappingName(field: string): string {
  if (field === 'meiOpted') return 'mei';
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
