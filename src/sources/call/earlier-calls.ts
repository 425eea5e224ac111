// The calls that a party needs before its last one, in order: each may use what the ones before it gave.
// All of them are one question: the first that fails ends it, and none is made a second time.

import type { Clock } from '../../app/clock.ts';
import type { Asked } from '../answer/asked.ts';
import type { BodyFormat, ParsedBody } from '../answer/body/body-format.ts';
import type { CallReader, CallValues } from '../answer/call-values.ts';
import type { Failure, Subject } from '../reply.ts';
import { judgeResponse, type Outcome } from './meaning.ts';
import type { RequestBuilder } from './request.ts';
import type { SendRequest } from './send-request.ts';
import type { PlaceholderValues } from './template.ts';

/** A call that is described under `calls`. */
export interface EarlierCall {
  readonly name: string;
  readonly request: RequestBuilder;
  /** How its answer is written. */
  readonly response: BodyFormat;
  readonly outcomes: readonly Outcome[];
  readonly reader: CallReader;
}

interface CallTools {
  readonly send: SendRequest;
  readonly clock: Clock;
  /** Sees what came back before it is judged. */
  readonly onResponse: (status: number, body: ParsedBody) => void;
}

type CallResult = CallValues | { readonly kind: 'not_found' } | Failure;

/** Makes one call with the values at hand, and reads what it gives. */
async function makeCall(
  call: EarlierCall,
  question: { readonly values: PlaceholderValues; readonly asked: Asked; readonly onSent?: Subject['onSent'] },
  { send, clock, onResponse }: CallTools,
): Promise<CallResult> {
  const { values, asked, onSent } = question;
  const response = await send({ request: call.request, values, onSent }, asked.signal);
  if (response.kind === 'failed') return response;
  const { response: format, outcomes, reader } = call;
  return await judgeResponse({ response, format, outcomes, reader, asked, nowMs: clock.nowMs(), onBody: onResponse });
}

interface EarlierTools extends Omit<CallTools, 'onResponse'> {
  readonly onResponse?: ((call: string, status: number, body: ParsedBody) => void) | undefined;
}

/** What all of them gave together. A party is told of once, by its first request: they have one price. */
export async function makeEarlierCalls(
  calls: readonly EarlierCall[],
  subject: Subject,
  asked: Asked,
  { onResponse, ...tools }: EarlierTools,
): Promise<CallResult> {
  let gathered: CallValues['values'] = {};
  for (const [index, call] of calls.entries()) {
    const question = {
      values: { ...subject.values, ...gathered },
      asked,
      ...(index === 0 && subject.onSent !== undefined && { onSent: subject.onSent }),
    };
    const result = await makeCall(call, question, {
      ...tools,
      onResponse: (status, body) => onResponse?.(call.name, status, body),
    });
    if (result.kind !== 'values') return index === 0 ? result : asSent(result);
    gathered = { ...gathered, ...result.values };
  }
  return { kind: 'values', values: gathered };
}

/** After the first call something was sent, whatever became of the one that failed: the question is not to be asked again. */
export function asSent<Result extends { readonly kind: string }>(result: Result): Result {
  return result.kind === 'failed' ? { ...result, sent: true } : result;
}
