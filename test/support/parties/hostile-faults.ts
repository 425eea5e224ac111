// What a simulated party can do to an answer in any format, and the reason that the source gives for it.

import type { Fault } from '../../../src/sim/faults.ts';

export const hostileFaults: readonly (readonly [Fault, string])[] = [
  [{ kind: 'refused' }, 'connection_failed'],
  [{ kind: 'reset' }, 'connection_failed'],
  [{ kind: 'endless_headers' }, 'response_too_large'],
  [{ kind: 'garbage' }, 'invalid_response'],
  [{ kind: 'not_http' }, 'invalid_response'],
  [{ kind: 'html' }, 'invalid_response'],
  [{ kind: 'truncated' }, 'invalid_response'],
  [{ kind: 'half_json' }, 'invalid_response'],
  [{ kind: 'wrong_types' }, 'invalid_response'],
  [{ kind: 'proto' }, 'invalid_response'],
  [{ kind: 'wrong_person' }, 'wrong_person'],
  [{ kind: 'redirect' }, 'redirect_refused'],
  [{ kind: 'huge', bytes: 50_000_000 }, 'response_too_large'],
  [{ kind: 'gzip_bomb' }, 'invalid_response'],
  [{ kind: 'status', status: 401 }, 'authentication_failed'],
  [{ kind: 'status', status: 429 }, 'rate_limited'],
  [{ kind: 'status', status: 500 }, 'upstream_error'],
  [{ kind: 'status', status: 200 }, 'invalid_response'],
];

/** For a party that has a score to spoil. */
export const hugeScore: readonly [Fault, string] = [{ kind: 'huge_score' }, 'invalid_response'];

/** What only a deadline ends. */
export const endlessFaults: readonly Fault[] = [
  { kind: 'black_hole' },
  { kind: 'drip_headers', everyMs: 50 },
  { kind: 'drip_body', everyMs: 100 },
];
