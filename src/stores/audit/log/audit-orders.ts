// What passes between the audit and the thread that writes it.

import type { Forgotten } from '../../../app/audit/ports.ts';
import type { AuditDraft, AuditSecrets } from '../../../app/audit/record.ts';

export type AuditGenerations = readonly [AuditSecrets, ...AuditSecrets[]];

export type AuditOrder =
  /** The master secret has a new generation: other processes write with it already. */
  | { readonly kind: 'secrets'; readonly secrets: AuditGenerations }
  | { readonly kind: 'append'; readonly id: number; readonly nowMs: number; readonly drafts: readonly AuditDraft[] }
  /**
   * Counts, too, the intents from before `inWorkFromMs` that nothing has completed. `isForAll`: signs the ends of chains as well that other
   * processes are writing.
   */
  | {
      readonly kind: 'sign';
      readonly id: number;
      readonly nowMs: number;
      readonly inWorkFromMs: number;
      readonly isForAll: boolean;
    }
  /** Asks whether the audit can be written, by writing this many bytes as durably as a record. */
  | { readonly kind: 'probe'; readonly id: number; readonly bytes: number }
  | {
      readonly kind: 'purge';
      readonly id: number;
      readonly nowMs: number;
      readonly what: Forgotten;
      readonly beforeMs: number;
      readonly recordsMax: number;
    }
  | { readonly kind: 'close' };

/** `fault` is a code of the database or the system, never a value. */
export interface AuditReceipt {
  readonly ids: readonly number[];
  readonly fault: string | null;
  /** `purged` counts the records that a purge took. Other orders do not use it. */
  readonly purged: number;
  /** Tells whether the end of the chain could be written down outside the data directory. */
  readonly isRemembered: boolean;
  /** `unfinished` counts the intents that no record completed. It exists only for an order to sign. */
  readonly unfinished: number | null;
  /** Records that were sent before the process adopted this generation are written, or never will be. */
  readonly generation?: number;
}
