// The header `Idempotency-Key` around an operation's execution. A request without it takes no part in any of this.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerOnce } from '../app/answer-once.ts';
import type { Eventual } from '../app/eventual.ts';
import { AppError } from '../errors.ts';
import { getAdmittedKey } from './admission.ts';

export const idempotencyHeader = 'idempotency-key';

/** Runs `execute`, or answers with what it gave the first time: as the text that was sent then, byte for byte. */
export function createRepeatable(answerOnce: AnswerOnce) {
  async function repeat<Response extends { readonly status: string }>(
    request: FastifyRequest,
    reply: FastifyReply,
    execute: () => Eventual<Response>,
  ): Promise<string> {
    const call = toCall(request);
    const { body, isReplayed } = await answerOnce(call, async () => String(reply.serialize(await execute())));
    reply.header('content-type', 'application/json; charset=utf-8');
    if (isReplayed) {
      reply.header('idempotent-replayed', 'true');
      request.outcome = (JSON.parse(body) as Response).status;
    }
    return body;
  }

  return <Response extends { readonly status: string }>(
    request: FastifyRequest,
    reply: FastifyReply,
    execute: () => Eventual<Response>,
  ): Eventual<Response | string> =>
    request.headers[idempotencyHeader] === undefined ? execute() : repeat(request, reply, execute);
}

function toCall(request: FastifyRequest) {
  const { bodyBytes, routeOptions, raw } = request;
  if (bodyBytes === null || routeOptions.url === undefined) throw new Error('The request was not kept for comparison');
  const url = raw.url ?? '';
  const queryAt = url.indexOf('?');
  return {
    keyId: getAdmittedKey(request).id,
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
    detail: 'Send the header `Idempotency-Key` once, with 1 to 255 printable ASCII characters.',
  });
}
