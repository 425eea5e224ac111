// The described parties that call back, as the use case sees them: it proves them, and finds the order in what they send.

import type { CallbackParty } from '../../app/later/receive-callback.ts';
import type { BodyFormat } from '../answer/body/body-format.ts';
import type { Expression } from '../answer/expressions/expression.ts';
import { readLaterId } from '../answer/later-id.ts';
import { readBody } from '../answer/read-body.ts';
import type { AnswerThread } from '../answer/thread/answer-thread.ts';
import { type CallbackProof, isProved } from './callback-proof.ts';

export interface CheckedCallback {
  readonly proof: CallbackProof;
  /** Finds the id of the order in the body. */
  readonly id: Expression;
  readonly format: BodyFormat;
  /** The thread belongs to the party. */
  readonly thread: AnswerThread;
  readonly perMinuteMax: number;
}

/** A body that cannot be read at once has this long. */
const readMsMax = 10_000;

export function createCallbackParty({ proof, id, format, thread, perMinuteMax }: CheckedCallback): CallbackParty {
  return {
    perMinuteMax,
    isProved: (callback, nowMs) => isProved(proof, { ...callback, nowMs }),
    async findOrder(bytes) {
      const signal = AbortSignal.timeout(readMsMax);
      const body = await readBody({ body: bytes }, { format, thread, expressions: [id], signal });
      return body?.kind === 'tree' ? await readLaterId(id, body, signal) : undefined;
    },
  };
}
