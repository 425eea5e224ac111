// The headers that every answer carries, however it is written.

import type { FastifyRequest } from 'fastify';
import { toCrossOriginHeaders } from './cross-origin.ts';

/** Name and value in turn, as Node takes them. A service that is stopping tells the client to close the connection. */
export function toCommonHeaders(request: FastifyRequest, isStopping: boolean, caching = 'no-store'): string[] {
  const headers = ['request-id', request.id, 'cache-control', caching];
  const quota = request.admission?.quota ?? null;
  if (quota !== null) {
    headers.push('ratelimit-policy', `"default";q=${quota.limit};w=${quota.windowSeconds}`);
    headers.push('ratelimit', `"default";r=${quota.remaining};t=${quota.resetsInSeconds}`);
  }
  // Few keys are for web pages.
  if (request.admission !== null && request.admission.key.corsOrigins !== null)
    headers.push(...toCrossOriginHeaders(request));
  if (isStopping) headers.push('connection', 'close');
  return headers;
}
