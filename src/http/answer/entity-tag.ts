// The entity tag of an answer out of the registry, and whether the client has an answer already.

import type { FastifyRequest } from 'fastify';

/** Changes with the data, with what is shown of it, and with the form of the answer, which is the number in front. */
export function toEntityTag(snapshot: string, form: string): string {
  return `"1-${form}-${snapshot}"`;
}

/**
 * Tells whether the client already has this tag (RFC 9110, 13.1.2). The comparison ignores weakness, which a proxy may have added; `*` matches any
 * tag.
 */
export function isKnownTag({ headers }: FastifyRequest, etag: string): boolean {
  const given = headers['if-none-match'];
  if (given === undefined) return false;
  return given.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
