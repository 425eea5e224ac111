// The entity tag of an answer out of the registry, and whether the client has that answer already.

import type { FastifyRequest } from 'fastify';

/** Changes with the data, with what is shown of it, and with the form of the answer, which is the number in front. */
export function toEntityTag(snapshot: string, form: string): string {
  return `"1-${form}-${snapshot}"`;
}

/** RFC 9110: a weak comparison, and `*` for whatever there is. */
export function isKnownTag({ headers }: FastifyRequest, etag: string): boolean {
  const given = headers['if-none-match'];
  if (given === undefined) return false;
  return given.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
