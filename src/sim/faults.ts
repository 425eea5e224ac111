// How a simulated party misbehaves: what the faults are called and which one shows a given reason.
// How each of them looks on the wire is `misbehave.ts`.

import { type Static, type TProperties, Type } from 'typebox';
import type { UnavailableReason } from '../domain/person/evidence.ts';
import type { CallOutcome } from '../domain/prices/call-outcome.ts';

const closed = { additionalProperties: false } as const;
const everyMs = Type.Integer({ minimum: 1, maximum: 60_000 });
const plain = <const Kind extends string>(kind: Kind) => Type.Object({ kind: Type.Literal(kind) }, closed);
const fault = <const Kind extends string, Properties extends TProperties>(kind: Kind, properties: Properties) =>
  Type.Object({ kind: Type.Literal(kind), ...properties }, closed);

export const faultSchema = Type.Union([
  plain('none'),
  // The port is closed: connections are refused, open ones die.
  plain('refused'),
  // The connection is reset once the request has arrived.
  plain('reset'),
  // A connection that has served before is reset: what an idle connection looks like once the other side forgot it.
  plain('reset_reused'),
  // The request is taken and never answered.
  plain('black_hole'),
  fault('slow', { ms: Type.Integer({ minimum: 0, maximum: 600_000 }) }),
  fault('drip_headers', { everyMs }),
  fault('drip_body', { everyMs }),
  plain('endless_headers'),
  // Works for a while, resets for a while, again and again.
  fault('flapping', { upMs: everyMs, downMs: everyMs }),
  // Random bytes where JSON belongs.
  plain('garbage'),
  // Random bytes where HTTP belongs.
  plain('not_http'),
  plain('html'),
  // The connection ends in the middle of the announced body.
  plain('truncated'),
  // The body is complete by its length but only half of a JSON text.
  plain('half_json'),
  plain('wrong_types'),
  plain('huge_score'),
  plain('proto'),
  plain('wrong_person'),
  plain('redirect'),
  fault('huge', { bytes: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }) }),
  plain('gzip_bomb'),
  fault('status', {
    status: Type.Integer({ minimum: 200, maximum: 599 }),
    retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
]);
export type Fault = Static<typeof faultSchema>;

export const noFault: Fault = { kind: 'none' };

/** A party shows this fault to make its caller find this reason. An outside party cannot cause the reasons that our own service makes. */
const faultsByReason: Readonly<Record<UnavailableReason, Fault>> = {
  not_configured: { kind: 'reset' },
  timeout: { kind: 'black_hole' },
  pending: { kind: 'black_hole' },
  connection_failed: { kind: 'reset' },
  circuit_open: { kind: 'reset' },
  overloaded: { kind: 'reset' },
  rate_limited: { kind: 'status', status: 429, retryAfterSeconds: 1 },
  credit_exhausted: { kind: 'status', status: 402 },
  authentication_failed: { kind: 'status', status: 403 },
  upstream_error: { kind: 'status', status: 503 },
  request_refused: { kind: 'status', status: 400 },
  birth_date_required: { kind: 'status', status: 400 },
  minor: { kind: 'status', status: 422 },
  invalid_response: { kind: 'html' },
  response_too_large: { kind: 'huge', bytes: 50_000_000 },
  wrong_person: { kind: 'wrong_person' },
  redirect_refused: { kind: 'redirect' },
};

export function toSimulatedFault(reason: UnavailableReason): Fault {
  return faultsByReason[reason];
}

/** A party bills a call that its fault spoiled by this outcome. A party that did the work and then garbled the answer bills an answer. */
const outcomesByFault: Readonly<Record<Fault['kind'], CallOutcome>> = {
  none: 'answered',
  refused: 'error',
  reset: 'error',
  reset_reused: 'error',
  black_hole: 'timeout',
  slow: 'answered',
  drip_headers: 'timeout',
  drip_body: 'timeout',
  endless_headers: 'answered',
  flapping: 'error',
  garbage: 'answered',
  not_http: 'error',
  html: 'answered',
  truncated: 'answered',
  half_json: 'answered',
  wrong_types: 'answered',
  huge_score: 'answered',
  proto: 'answered',
  wrong_person: 'answered',
  redirect: 'error',
  huge: 'answered',
  gzip_bomb: 'answered',
  status: 'error',
};

export function toBilledOutcome({ kind }: Fault): CallOutcome {
  return outcomesByFault[kind];
}
