// One question to a described party: the calls before the last one, then that one, and what status and body of each mean.
// It makes one attempt; deadlines, retries and breakers are laid around it by `with-resilience.ts`.

import type { Clock } from '../../app/clock.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { Asked } from '../answer/asked.ts';
import type { ParsedBody } from '../answer/body/body-format.ts';
import type { CallReader } from '../answer/call-values.ts';
import { laterIdName } from '../answer/later-id.ts';
import type { Ask, Reply, Subject } from '../reply.ts';
import { judgeResponse, type Understanding } from './meaning.ts';
import type { RequestBuilder } from './request.ts';
import { createSendRequest, type SendOptions } from './send-request.ts';

interface Call<Result> extends Understanding<Result> {
  readonly request: RequestBuilder;
}

/** A call that is described under `calls`. Each may use what the ones before it gave. */
export interface EarlierCall extends Call<Awaited<ReturnType<CallReader['read']>>> {
  readonly name: string;
}

interface CallOptions<Value> extends SendOptions, Call<Reply<Value>> {
  /** Made before `request`, in this order. */
  readonly calls: readonly EarlierCall[];
  readonly clock: Clock;
  /** Sees what came back before it is judged; for `sources try`. The call is null for the last one. */
  readonly onResponse?: ((call: string | null, status: number, body: ParsedBody) => void) | undefined;
}

export function createHttpCall<Value>(options: CallOptions<Value>): Ask<Subject, Value> {
  const { calls, clock, onResponse } = options;
  const send = createSendRequest(options);

  const make = async <Result>(call: Call<Result>, name: string | null, { values, onSent }: Subject, asked: Asked) => {
    const response = await send({ request: call.request, values, onSent }, asked.signal);
    if (response.kind === 'failed') return response;
    const onBody = (status: number, body: ParsedBody) => onResponse?.(name, status, body);
    return await judgeResponse(response, call, { asked, nowMs: clock.nowMs(), onBody });
  };

  return async (subject, signal) => {
    const { number, values } = subject;
    const asked: Asked = { number, laterId: values[laterIdName], today: toBrazilDay(clock.nowMs()), signal };
    // All calls are one question: the first that fails ends it, and none is made a second time.
    let next = subject;
    for (const call of calls) {
      const result = await make(call, call.name, next, asked);
      if (result.kind !== 'values') return next === subject ? result : asSent(result);
      // A party is told of once, by its first request: they have one price.
      next = { number, values: { ...next.values, ...result.values } };
    }
    const reply = await make(options, null, next, asked);
    return next === subject ? reply : asSent(reply);
  };
}

/** After the first call something was sent, whatever became of the one that failed: the question is not to be asked again. */
function asSent<Result extends { readonly kind: string }>(result: Result): Result {
  return result.kind === 'failed' ? { ...result, sent: true } : result;
}
