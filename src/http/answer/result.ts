// The only writer of results. It goes past the framework's reply, whose listeners and header handling cost an answer of
// this size a sixth of its whole time (`npm run bench http`); problems and pages, which are rare, go through it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { toCommonHeaders } from './common-headers.ts';

export type SendResult = (
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  more?: readonly string[],
  how?: HowSent,
) => void;

interface HowSent {
  /** `Cache-Control`; `no-store` unless it is given. */
  readonly caching?: string | undefined;
  /** 200 unless it is given. */
  readonly status?: number;
}

const asUsual: HowSent = {};

interface SendResultOptions {
  /** The callback runs once the answer is on its way. */
  readonly onDone: (request: FastifyRequest, status: number) => void;
  readonly isStopping: () => boolean;
}

export function createSendResult({ onDone, isStopping }: SendResultOptions): SendResult {
  return (request, reply, body, more = [], { caching, status = 200 } = asUsual) => {
    reply.hijack();
    const length = Buffer.byteLength(body);
    const headers = toCommonHeaders(request, isStopping(), caching);
    headers.push('content-type', 'application/json; charset=utf-8', 'content-length', String(length), ...more);
    reply.raw.writeHead(status, headers);
    // Most answers are plain ASCII, which is the same in Latin-1 and is written without being measured and converted.
    reply.raw.end(body, length === body.length ? 'latin1' : 'utf8');
    onDone(request, status);
  };
}
