// Web pages of another origin. What is asked before the request (RFC: the Fetch standard calls it a preflight) carries no key: it is answered where any
// key is for that origin. The answer itself can be read only where the key that was sent is.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../errors.ts';

/** Callers send these headers besides those that every page may send. */
const requestHeaders = 'Authorization, Content-Type, Idempotency-Key, Prefer, Confere-Purpose, If-None-Match, Range';
/** Pages may read these headers besides those that they always may. */
const responseHeaders =
  'Request-Id, RateLimit-Policy, RateLimit, Retry-After, Location, Preference-Applied, Idempotent-Replayed, ETag, Content-Range';
const preflightSeconds = 600;

/** Name and value in turn. Never with credentials: a key is no cookie. */
export function toCrossOriginHeaders({ admission, pattern, headers }: FastifyRequest): readonly string[] {
  const origins = admission?.key.corsOrigins ?? null;
  if (origins === null || pattern === null || !pattern.startsWith('/v1/')) return [];
  const { origin } = headers;
  if (origin === undefined || !origins.includes(origin)) return ['vary', 'origin'];
  return [
    ...['vary', 'origin'],
    ...['access-control-allow-origin', origin],
    ...['access-control-expose-headers', responseHeaders],
  ];
}

/** The function handles a request that no route takes: it answers a preflight, and refuses everything else with `refusal`. */
export type AnswerPreflight = (
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: AppError,
  done: (error: Error) => void,
) => void;

export function createAnswerPreflight(isWebOrigin: (origin: string) => Promise<boolean>): AnswerPreflight {
  return (request, reply, refusal, done) => {
    const { origin, 'access-control-request-method': asked } = request.headers;
    const { allow } = refusal.headers;
    const isPreflight = request.method === 'OPTIONS' && request.url.startsWith('/v1/') && asked !== undefined;
    if (!isPreflight || origin === undefined || allow === undefined) return done(refusal);
    isWebOrigin(origin).then(
      (isListed) => {
        if (!isListed) return done(refusal);
        reply
          .code(204)
          .header('vary', 'origin')
          .header('access-control-allow-origin', origin)
          .header('access-control-allow-methods', allow)
          .header('access-control-allow-headers', requestHeaders)
          .header('access-control-max-age', String(preflightSeconds))
          .send();
      },
      () => done(refusal),
    );
  };
}
