// A verification that waits for a party which answers later: 202, and where its answer will be.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PendingResponse } from '../../contract.ts';
import type { SendResult } from '../result.ts';

export const pendingStatus = 'pending';
/** The service itself looks this often, so a caller who asks more often learns nothing more. */
const retryAfterSeconds = '5';

export function toPendingText(requestId: string): string {
  return JSON.stringify({ request_id: requestId, status: pendingStatus } satisfies PendingResponse);
}

/** `more`: headers, name and value in turn. `body`: its text, where it is at hand. */
export function sendPending(
  sendResult: SendResult,
  request: FastifyRequest,
  reply: FastifyReply,
  { requestId, body = toPendingText(requestId) }: { readonly requestId: string; readonly body?: string },
  more: readonly string[] = [],
): void {
  request.outcome = pendingStatus;
  const place = ['location', `/v1/verifications/${requestId}`, 'retry-after', retryAfterSeconds];
  sendResult(request, reply, body, [...place, ...more], { status: 202 });
}

/** RFC 7240: one of the words of `Prefer`, in any case; what stands in quotation marks is no word. */
export function prefersAsync({ headers: { prefer } }: FastifyRequest): boolean {
  if (prefer === undefined) return false;
  const words = String(prefer)
    .replace(/"(?:[^"\\]|\\.)*"?/g, '')
    .split(',');
  return words.some((word) => /^\s*respond-async\s*(?:;|$)/i.test(word));
}
