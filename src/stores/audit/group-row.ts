// A row of the audit by its columns, in either database, and as the use cases know it.

import type { KeptGroup } from '../../app/audit/groups/group.ts';

export interface GroupRow {
  readonly place: number;
  readonly chain: string;
  readonly first: number;
  readonly count: number;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly generation: number;
  readonly find: Buffer | null;
  readonly find_mac: Buffer | null;
  readonly parts: Buffer;
  readonly contents: Buffer | null;
  readonly evidence: Buffer | null;
}

export type PlacedKeptGroup = KeptGroup & { readonly place: number };

export function toKeptGroup({ from_ms, to_ms, find_mac, ...row }: GroupRow): PlacedKeptGroup {
  return { ...row, fromMs: from_ms, toMs: to_ms, findMac: find_mac };
}
