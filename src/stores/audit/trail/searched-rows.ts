// What a search asks of each database: rows by what lies beside their sealed contents, and the intents that were open when a chain was last
// signed.

import { doesComplete, findBytes, readKind, readRequestMark } from '../../../app/audit/groups/find.ts';
import type { GroupOutline, KeptGroup } from '../../../app/audit/groups/group.ts';
import type { AuditPage } from '../../../app/audit/ports.ts';
import type { Place } from '../../../app/audit/proof/covers.ts';

/** Where a row lies among those of all chains, in the order in which they were written. */
export type Outline = GroupOutline & { readonly place: number };

export interface Scan {
  readonly order: AuditPage['order'];
  readonly chain?: string | undefined;
  /** The scan begins at the row that holds this record. */
  readonly from?: Place | undefined;
  /** Rows with a record of these times. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

export interface KeptIntent extends Place {
  /** As rows have it of a record, in the characters of a text. */
  readonly requestMark: string;
}

/** `SearchedRows` groups the operations that each database carries out in its own way. */
export interface SearchedRows {
  outlines(scan: Scan): AsyncIterable<readonly Outline[]> | Iterable<readonly Outline[]>;
  /** Rows that have records behind the last signed head of their chain, in the order of their places, and where that head stands. */
  unsettled(): AsyncIterable<Outline & { readonly signed: number }> | Iterable<Outline & { readonly signed: number }>;
  /** Intents that were open when the chain was last signed. */
  intents(): Promise<readonly KeptIntent[]>;
  /** Without their evidence, unless that is asked for. A row that was packed since it was listed comes as the one that it is in now. */
  read(places: readonly number[], withEvidence: boolean): Promise<readonly ReadRow[]>;
}

export interface ReadRow extends KeptGroup {
  readonly hasEvidence: boolean;
  /** The place that was asked for. */
  readonly place: number;
}

interface IntentSteps {
  readonly open: (intent: KeptIntent) => void;
  readonly complete: (requestMark: string) => void;
}

/** Reports what the records of a row behind this one do to the intents of their requests, in their order. */
export function followIntents(
  { chain, first, find }: { readonly chain: string; readonly first: number; readonly find: Buffer },
  after: number,
  { open, complete }: IntentSteps,
): void {
  for (let index = Math.max(0, after + 1 - first); index * findBytes < find.length; index++) {
    if (doesComplete(find, index)) complete(readRequestMark(find, index));
    else if (readKind(find, index) === 'intent')
      open({ chain, sequence: first + index, requestMark: readRequestMark(find, index) });
  }
}
