// Asks one described party once, with nothing around its calls, and reports in a form that a person may look at.

import type { Clock } from '../app/clock.ts';
import type { BodyTree } from './answer/body/body-format.ts';
import { maskJson } from './answer/mask.ts';
import { createAttempt } from './http-source.ts';
import { createDeadline } from './protect/deadline.ts';
import type { CheckedParty } from './read/checked-party.ts';
import type { AnswerFault, Reply, Subject } from './reply.ts';

interface ShownAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Everything in it is masked, except codes. */
export interface Trial {
  /** `calls` holds the answers to the calls before the last one, as far as those calls were made. */
  readonly calls: readonly (ShownAnswer & { readonly name: string })[];
  /** `answer` is the answer to the last call. The value is null if no HTTP answer came back. */
  readonly answer: ShownAnswer | null;
  readonly mapped:
    | {
        readonly kind: 'answered';
        /** `fields` uses the names in the mapping. */
        readonly fields: Readonly<Record<string, unknown>>;
        /** The code that `codes` does not list, where it can be shown. */
        readonly unlistedCode: string | null;
      }
    | { readonly kind: 'not_found' }
    /** `fault`: which field did not fit and what was expected. */
    | { readonly kind: 'unavailable'; readonly reason: string; readonly fault: AnswerFault | null };
  readonly latencyMs: number;
  /** Requests that the party was sent and may bill. */
  readonly sent: number;
}

/** A trial of a party that answers later has this much time. It may take longer than a caller who waits for a result. */
const laterMsMax = 60_000;

export async function tryParty<Value extends object>(
  party: CheckedParty<Value>,
  subject: Subject,
  clock: Clock,
): Promise<Trial> {
  const seen: { readonly call: string | null; readonly status: number; readonly body: BodyTree | undefined }[] = [];
  const { attempt, close } = createAttempt(party, {
    clock,
    onResponse: (call, status, body) => seen.push({ call, status, body: body.kind === 'tree' ? body : undefined }),
  });
  const formatOf = (call: string | null) => party.calls.find(({ name }) => name === call)?.response ?? party.response;
  const deadlineMs = party.later === undefined ? party.deadlineMs : Math.max(party.deadlineMs, laterMsMax);
  const deadline = createDeadline(deadlineMs, new AbortController().signal);
  const startedMs = clock.monotonicMs();
  let sent = 0;
  try {
    const reply = await attempt({ ...subject, onSent: () => sent++ }, deadline.signal);
    const latencyMs = clock.monotonicMs() - startedMs;
    const last = seen.findLast(({ call }) => call === null);
    const code = last?.body === undefined ? undefined : await party.reader.findUnlistedCode(last.body, deadline.signal);
    const unlistedCode = code !== undefined && isCode(code) ? code : null;
    const harmless = new Set([...party.literals, ...(unlistedCode === null ? [] : [unlistedCode])]);
    const show = ({ call, status, body }: (typeof seen)[number]): ShownAnswer => ({
      status,
      // Such as a page for people.
      body: body === undefined ? `(not ${formatOf(call).name})` : maskJson(body.sent, harmless),
    });
    const calls = seen.flatMap((each) => (each.call === null ? [] : { name: each.call, ...show(each) }));
    const answer = last === undefined ? null : show(last);
    return { calls, sent, answer, latencyMs, mapped: toMapped(reply, unlistedCode) };
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
