// What a browser is told of every page and of what belongs to one: what it may load, and that no other site may frame or read it.

import type { FastifyReply } from 'fastify';

export function withPageHeaders(reply: FastifyReply, policy: string): FastifyReply {
  return withFileHeaders(reply)
    .header('content-security-policy', policy)
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
}

/** Sets the headers of a response that is no page: a download, data for operators' tools, or a script or style that a page allows. */
export function withFileHeaders(reply: FastifyReply): FastifyReply {
  return reply.header('x-content-type-options', 'nosniff').header('cross-origin-resource-policy', 'same-origin');
}
