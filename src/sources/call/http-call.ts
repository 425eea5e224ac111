// One question to a described party: the calls before the last one, then that one, and what status and body of each mean.
// Each is sent as us: with credentials and secrets, and once more with renewed ones after a 401. All is one attempt.

import type { Clock } from '../../app/clock.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { Asked } from '../answer/asked.ts';
import type { ParsedBody } from '../answer/body/body-format.ts';
import type { CallReader } from '../answer/call-values.ts';
import { laterIdName } from '../answer/later-id.ts';
import type { AnswerThread } from '../answer/thread/answer-thread.ts';
import type { Attempt, Failure, Reply, Subject } from '../reply.ts';
import type { Authentication } from './credentials/authentication.ts';
import type { HttpExchange, HttpResponse } from './http-exchange.ts';
import { judgeResponse, type Understanding } from './meaning.ts';
import { toMoment } from './moment-forms.ts';
import { type RequestBuilder, refuseUnfit } from './request.ts';
import type { PlaceholderValues } from './template.ts';

interface Call<Result> extends Understanding<Result> {
  readonly request: RequestBuilder;
}

/** A call that is described under `calls`. Each may use what the ones before it gave. */
export interface EarlierCall extends Call<Awaited<ReturnType<CallReader['read']>>> {
  readonly name: string;
}

interface CallOptions<Value> extends Call<Reply<Value>> {
  readonly exchange: HttpExchange;
  readonly authentication: Authentication;
  /** Path of the base address, put before every path. */
  readonly basePath: string;
  /** Values of the placeholders `secret.NAME`. */
  readonly secrets: PlaceholderValues;
  /** Returns the headers that accompany every request, so that a trace continues at the party. */
  readonly toTraceHeaders?: (() => Readonly<Record<string, string>>) | undefined;
  /** The source makes these calls before `request`, in this order. */
  readonly calls: readonly EarlierCall[];
  readonly clock: Clock;
  /** The thread belongs to the party. */
  readonly thread: AnswerThread;
  /** Sees what came back before it is judged; for `sources try`. The call is null for the last one. */
  readonly onResponse?: ((call: string | null, status: number, body: ParsedBody) => void) | undefined;
}

export function createHttpCall<Value>(options: CallOptions<Value>): Attempt<Subject, Value> {
  const { calls, clock, thread, onResponse, exchange, authentication, basePath, secrets, toTraceHeaders } = options;

  const send = async (
    builder: RequestBuilder,
    subject: Subject,
    signal: AbortSignal,
    mayRenew: boolean,
  ): Promise<HttpResponse | Failure> => {
    const authorizing = authentication.authorize(signal);
    const credentials = authorizing instanceof Promise ? await authorizing : authorizing;
    if (credentials.kind === 'failed') return credentials;
    const values = { ...subject.values, ...secrets, ...credentials.values, now: toMoment(clock.nowMs()) };
    const refused = refuseUnfit(builder, values);
    if (refused !== undefined) return refused;
    const built = builder.build(values);
    const request = { ...built, path: basePath + built.path };
    Object.assign(request.headers, credentials.toHeaders(request), toTraceHeaders?.());
    const sending = exchange.send(request, signal, subject.onSent);
    if (!mayRenew || !credentials.renew) return sending;
    const response = await sending;
    if (response.kind === 'failed' || response.status !== 401) return response;
    credentials.renew();
    return send(builder, subject, signal, false);
  };

  const make = async <Result>(call: Call<Result>, name: string | null, subject: Subject, asked: Asked) => {
    const response = await send(call.request, subject, asked.signal, true);
    if (response.kind === 'failed') return response;
    const onBody = onResponse && ((status: number, body: ParsedBody) => onResponse(name, status, body));
    return judgeResponse(response, call, { asked, clock, thread, onBody });
  };

  const makeAll = async (subject: Subject, asked: Asked): Promise<Reply<Value>> => {
    const { number } = subject;
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

  return (subject, signal) => {
    const { number, values } = subject;
    const asked: Asked = { number, laterId: values[laterIdName], today: toBrazilDay(clock.nowMs()), signal };
    return calls.length === 0 ? make(options, null, subject, asked) : makeAll(subject, asked);
  };
}

/** Marks the result as sent. After the first call, data has left, so the caller must not repeat the question even if a later call fails. */
function asSent<Result extends { readonly kind: string }>(result: Result): Result {
  return result.kind === 'failed' ? { ...result, sent: true } : result;
}
