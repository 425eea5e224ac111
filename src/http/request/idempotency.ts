// The header `Idempotency-Key` around an operation's execution. A request without it takes no part in any of this.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { andThen, type Eventual } from '../../app/eventual.ts';
import type { AnswerOnce, RepeatableCall } from '../../app/idempotency/answer-once.ts';
import { AppError } from '../../errors.ts';
import { pendingStatus, prefersAsync, sendPending } from '../answer/bodies/pending.ts';
import type { SendResult } from '../answer/result.ts';
import { getCaller } from './admission.ts';

export const idempotencyHeader = 'idempotency-key';

/** Sends what `execute` gives, or what it gave the first time: as the text that was sent then, byte for byte. */
export type Answer = (request: FastifyRequest, reply: FastifyReply, execute: () => Eventual<string>) => Eventual<void>;

export function createAnswer(answerOnce: AnswerOnce, sendResult: SendResult): Answer {
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { body, requestId }: { readonly body: string; readonly requestId: string },
    more: readonly string[] = [],
  ): void => {
    if (request.outcome === pendingStatus) {
      const applied = prefersAsync(request) ? ['preference-applied', 'respond-async'] : [];
      sendPending(sendResult, request, reply, { requestId, body }, [...applied, ...more]);
    } else sendResult(request, reply, body, more);
  };
  return (request, reply, execute) => {
    // The caller is gone: the service makes no call in their name, and they pay for none.
    if (!request.raw.socket.writable) return undefined;
    if (request.headers[idempotencyHeader] === undefined) {
      return andThen(execute(), (body) => send(request, reply, { body, requestId: request.id }));
    }
    return answerOnce(toCall(request), getCaller(request), async () => execute()).then(({ body, isReplayed }) => {
      if (!isReplayed) return send(request, reply, { body, requestId: request.id });
      const first = JSON.parse(body) as { readonly request_id: string; readonly status: string };
      request.outcome = first.status;
      send(request, reply, { body, requestId: first.request_id }, ['idempotent-replayed', 'true']);
    });
  };
}

/** Finds the key for operations that handle repeated calls themselves; returns null if there is none. */
export function findIdempotencyKey({ headers, raw }: FastifyRequest): string | null {
  return headers[idempotencyHeader] === undefined
    ? null
    : parseIdempotencyKey(raw.headersDistinct[idempotencyHeader] ?? []);
}

function toCall(request: FastifyRequest): RepeatableCall {
  const { bodyBytes, routeOptions, raw } = request;
  if (bodyBytes === null || routeOptions.url === undefined) throw new Error('The request was not kept for comparison');
  const url = raw.url ?? '';
  const queryAt = url.indexOf('?');
  return {
    idempotencyKey: parseIdempotencyKey(raw.headersDistinct[idempotencyHeader] ?? []),
    route: routeOptions.url,
    query: queryAt < 0 ? '' : url.slice(queryAt + 1),
    body: bodyBytes,
  };
}

/** Two headers would be joined into one value, and a proxy that drops one of them would change the key. */
function parseIdempotencyKey(values: readonly string[]): string {
  const [value] = values;
  if (values.length === 1 && value !== undefined && /^[ -~]{1,255}$/.test(value)) return value;
  throw new AppError('malformed_http', {
    detail: {
      en: 'Send the header `Idempotency-Key` once, with 1 to 255 printable ASCII characters.',
      pt: 'Envie o cabeçalho `Idempotency-Key` uma vez, com 1 a 255 caracteres ASCII imprimíveis.',
    },
  });
}
