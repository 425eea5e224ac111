// What lies around the calls to one party, in one list. A question passes it from the outside in, and its reply from the inside out.

import { toPending } from './call/later/later-call.ts';
import { refuseUnfit } from './call/request.ts';
import { withCoalescing } from './protect/with-coalescing.ts';
import type { CheckedParty } from './read/checked-party.ts';
import type { Ask, Attempt, Failure, Layer, Subject } from './reply.ts';

interface ChainParts<Value> {
  readonly party: CheckedParty<Value>;
  /** Two subjects with the same key are asked about with the same request. */
  readonly toKey: (subject: Subject) => string;
  /** The value is undefined if no answer of this party is kept. */
  readonly kept: Layer<Subject, Value> | undefined;
  /** Calls in flight, pauses, breaker, deadline, second tries. */
  readonly limits: Layer<Subject, Value>;
}

export function createChain<Value>(
  attempt: Attempt<Subject, Value>,
  { party, toKey, kept, limits }: ChainParts<Value>,
): Ask<Subject, Value> {
  const layers: readonly (Layer<Subject, Value> | undefined)[] = [
    // What cannot be asked says nothing about the party: it must not count as the breaker's probe.
    withRefusal(party),
    (ask) => withCoalescing(ask, toKey),
    kept,
    // The breaker, further in, knows an order that was taken from a party that answers.
    party.later && withPending,
    limits,
  ];
  return layers.reduceRight<Ask<Subject, Value>>((inner, layer) => layer?.(inner) ?? inner, attempt);
}

/** Returns undefined for a party that can be asked about every person. */
function withRefusal<Value>({
  needsBirthDate,
  calls,
  request: last,
}: CheckedParty<Value>): Layer<Subject, Value> | undefined {
  // Such as a name that a positional string has no room for.
  const requests = [...calls.map(({ request }) => request), last].filter(({ findUnfit }) => findUnfit !== undefined);
  if (!needsBirthDate && requests.length === 0) return undefined;
  const findRefusal = ({ values }: Subject): Failure | undefined => {
    if (needsBirthDate && (values['birth_date'] ?? null) === null)
      return { kind: 'failed', reason: 'birth_date_required', sent: false };
    for (const request of requests) {
      const refused = refuseUnfit(request, values);
      if (refused !== undefined) return refused;
    }
    return undefined;
  };
  return (ask) => async (subject, signal, purpose) => findRefusal(subject) ?? ask(subject, signal, purpose);
}

function withPending<Value>(ask: Ask<Subject, Value>): Ask<Subject, Value> {
  return async (subject, signal, purpose) => toPending(await ask(subject, signal, purpose));
}
