// What can be switched on a simulated party while it runs, as TypeScript and as the JSON of the control port.

import { type Static, Type } from 'typebox';
import Value from 'typebox/value';
import type { Parsed } from '../domain/numbers/parsed.ts';
import { type ContractSource, contractSourceNames } from '../domain/person/contract-sources.ts';
import { faultSchema, noFault } from './faults.ts';
import { latencySchema } from './latency.ts';

const settingsSchema = Type.Object(
  {
    /** `latency` applies to every call. A few simulated people add a delay of their own. */
    latency: latencySchema,
    fault: faultSchema,
    /** The part of the calls that the fault hits, 0 to 1. */
    share: Type.Number({ minimum: 0, maximum: 1 }),
    /** `hits` selects the calls that the fault affects: questions, requests for a token, requests for a later answer, or all of them. */
    hits: Type.Enum(['questions', 'tokens', 'polls', 'all']),
    /** `plays` names the source whose answers a party about people gives. */
    plays: Type.Enum([...contractSourceNames]),
    /** A token lives this many seconds. */
    tokenSeconds: Type.Integer({ minimum: 0 }),
    /** A party that answers later takes this long. */
    laterMs: Type.Integer({ minimum: 0 }),
    /** Where it then says so, if it is a party that calls back; nowhere where this is empty. */
    callbackUrl: Type.String({ pattern: '^(http://.+)?$' }),
  },
  { additionalProperties: false },
);
export type PartySettings = Static<typeof settingsSchema>;
const changesSchema = Type.Partial(settingsSchema, { additionalProperties: false });

export function defaultSettings(plays: ContractSource): PartySettings {
  const latency = { kind: 'fixed', ms: 0 } as const;
  return {
    latency,
    fault: noFault,
    share: 1,
    hits: 'questions',
    plays,
    tokenSeconds: 3600,
    laterMs: 0,
    callbackUrl: '',
  };
}

/** Any part of the settings; what is not named stays as it is. The fault names the places that were not understood. */
export function parseSettings(text: string): Parsed<Partial<PartySettings>, string> {
  let changes: unknown;
  try {
    changes = JSON.parse(text);
  } catch {
    return { kind: 'invalid', fault: 'The body is not JSON.' };
  }
  if (Value.Check(changesSchema, changes)) return { kind: 'valid', value: changes };
  const places = new Set(Value.Errors(changesSchema, changes).map((fault) => fault.instancePath || '/'));
  return { kind: 'invalid', fault: `Not understood: ${[...places].join(', ')}.` };
}
