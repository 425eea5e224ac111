// One question to a described party: the calls before the last one, then that one, and what its status and body mean.
// It makes one attempt; deadlines, retries and breakers are laid around it by `with-resilience.ts`.

import type { Clock } from '../../app/clock.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { Asked } from '../answer/asked.ts';
import type { BodyFormat, ParsedBody } from '../answer/body/body-format.ts';
import { laterIdName } from '../answer/later-id.ts';
import type { AnswerReader } from '../answer/mapping.ts';
import type { Ask, Reply, Subject } from '../reply.ts';
import { asSent, type EarlierCall, makeEarlierCalls } from './earlier-calls.ts';
import type { HttpResponse } from './http-exchange.ts';
import { judgeResponse, type Outcome } from './meaning.ts';
import type { RequestBuilder } from './request.ts';
import { createSendRequest, type SendOptions } from './send-request.ts';

interface CallOptions<Value> extends SendOptions {
  /** Made before `request`, in this order. */
  readonly calls: readonly EarlierCall[];
  readonly request: RequestBuilder;
  /** How the answers are written. */
  readonly response: BodyFormat;
  readonly outcomes: readonly Outcome[];
  readonly reader: AnswerReader<Value>;
  readonly clock: Clock;
  /** Sees what came back before it is judged; for `sources try`. The call is null for the last one. */
  readonly onResponse?: ((call: string | null, status: number, body: ParsedBody) => void) | undefined;
}

export function createHttpCall<Value>(options: CallOptions<Value>): Ask<Subject, Value> {
  const { calls, request, outcomes, reader, clock, onResponse } = options;
  const send = createSendRequest(options);

  const judge = (response: HttpResponse, asked: Asked): Promise<Reply<Value>> =>
    judgeResponse({
      ...{ response, format: options.response, outcomes, reader, asked, nowMs: clock.nowMs() },
      onBody: (status, body) => onResponse?.(null, status, body),
    });

  return async (subject, signal) => {
    const { number, values } = subject;
    const asked: Asked = { number, laterId: values[laterIdName], today: toBrazilDay(clock.nowMs()), signal };
    if (calls.length === 0) {
      const response = await send({ request, values: subject.values, onSent: subject.onSent }, signal);
      return response.kind === 'failed' ? response : await judge(response, asked);
    }
    const earlier = await makeEarlierCalls(calls, subject, asked, { send, clock, onResponse });
    if (earlier.kind !== 'values') return earlier;
    const response = await send({ request, values: { ...subject.values, ...earlier.values } }, signal);
    return response.kind === 'failed' ? asSent(response) : await judge(response, asked);
  };
}
