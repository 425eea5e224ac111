// What passes between the audit and the thread that writes it.

import type { Forgotten } from '../../app/audit/ports.ts';
import type { AuditDraft } from '../../app/audit/record.ts';

export type AuditOrder =
  | { readonly kind: 'append'; readonly id: number; readonly nowMs: number; readonly drafts: readonly AuditDraft[] }
  /** Also asks whether the audit can be written, when there is nothing to sign. */
  | { readonly kind: 'sign'; readonly id: number; readonly nowMs: number }
  | {
      readonly kind: 'purge';
      readonly id: number;
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
}
