// The policies that are kept beside the records: each is named by the hash of its own text, so that an edited one names itself.

import { hash } from 'node:crypto';

export interface KeptPolicy {
  readonly hash: string;
  readonly document: string;
}

/** Returns the hash by which the record of a decision names its policy. */
export function hashPolicy(document: string): string {
  return hash('sha256', document, 'base64url');
}
