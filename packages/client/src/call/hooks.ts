// What somebody may hear of every call: for logs, metrics and traces. Nothing of a person, a company or a key is in it, and what a hook
// throws concerns no call.

import type { ConfereErrorCode } from './confere-error.ts';
import type { ResponseMeta } from './response-meta.ts';

export interface CallFacts {
  readonly method: string;
  /** `route` omits the query and the numbers: `/v1/companies/{id}`. */
  readonly route: string;
  /** The try, counted from 1. */
  readonly attempt: number;
}

export interface Hooks {
  /** The client calls this hook before each try. */
  onRequest?(facts: CallFacts): void;
  /** After each response, also one that is an error. */
  onResponse?(facts: CallFacts & ResponseMeta & { readonly durationMs: number }): void;
  /** The client calls this hook before each wait for another try. */
  onRetry?(facts: CallFacts & { readonly code: ConfereErrorCode; readonly afterMs: number }): void;
}

export function toRoute(path: string): string {
  const [bare = ''] = path.split('?');
  return bare.replace(/^(\/v1\/(?:companies|batches|watches|events|verifications)\/)(?!lookup$)[^/]+/, '$1{id}');
}

export function tell<Facts>(hook: ((facts: Facts) => void) | undefined, facts: Facts): void {
  try {
    hook?.(facts);
  } catch {
    // Its own trouble.
  }
}
