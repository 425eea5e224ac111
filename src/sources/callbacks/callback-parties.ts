// The described parties that call back, as the use case sees them: it proves them, and finds the order in what they send.

import type { CallbackParty } from '../../app/later/receive-callback.ts';
import type { BodyFormat } from '../answer/body/body-format.ts';
import type { Expression } from '../answer/expressions/expression.ts';
import { readLaterId } from '../answer/later-id.ts';
import { type CallbackProof, isProved } from './callback-proof.ts';

export interface CheckedCallback {
  readonly proof: CallbackProof;
  /** Finds the id of the order in the body. */
  readonly id: Expression;
  readonly format: BodyFormat;
  readonly perMinuteMax: number;
}

/** An expression that cannot run at once has this long. */
const readMsMax = 1_000;

export function createCallbackParty({ proof, id, format, perMinuteMax }: CheckedCallback): CallbackParty {
  return {
    perMinuteMax,
    isProved: (callback, nowMs) => isProved(proof, { ...callback, nowMs }),
    async findOrder(bytes) {
      const body = format.parse(bytes, undefined);
      return body.kind === 'tree' ? await readLaterId(id, body, AbortSignal.timeout(readMsMax)) : undefined;
    },
  };
}
