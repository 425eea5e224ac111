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
  /** Of a purge alone: how many records it took. */
  readonly purged: number;
  /** Whether the end of the chain could be written down outside the data directory. */
  readonly isRemembered: boolean;
  /** Of an order to sign alone: how many intents nothing has completed. */
  readonly unfinished: number | null;
  /** What was sent before this generation was taken up is written, or never will be. */
  readonly generation?: number;
}
