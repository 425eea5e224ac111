// What is gone from the audit, as acts of its own chain name it: a purge, a drop of months, an erasure. Each act is written before anything
// goes, and holds places and times, never anything of a person. What no act covers was taken by somebody else.

import type { ChainEnd } from '../chain.ts';
import type { ActEntry } from '../entry.ts';
import type { AuditContent } from '../record.ts';
import { createSequenceRanges, parseSequenceRanges, type SequenceRanges } from './sequence-ranges.ts';

export interface Place {
  readonly chain: string;
  readonly sequence: number;
}

export interface Cover {
  /** Records whose content was forgotten, by their chain: `1-500,503`. */
  readonly contents?: Readonly<Record<string, string>>;
  /** Evidence of records from before then was forgotten. */
  readonly evidenceBeforeMs?: number;
  /** Chains whose first records went with their months: the last that did. */
  readonly dropped?: Readonly<Record<string, { readonly sequence: number; readonly hash: string }>>;
}

/** The only acts that cover anything: their targets are made by the program alone. They are kept for as long as the chain is. */
export const coveringActs = ['audit_purged', 'privacy_erasure'] as const;

/** One act names at most this many places. */
const placesPerAct = 10_000;

interface PurgeActOptions {
  readonly actor: string;
  readonly atMs: number;
  /** `months` lists the months that go, such as `2021-03`. */
  readonly months?: readonly string[];
}

export function toPurgeAct(covers: Cover, { actor, atMs, months }: PurgeActOptions): ActEntry {
  return {
    kind: 'act',
    atMs,
    actor,
    act: 'audit_purged',
    target: JSON.stringify({ ...(months && { months }), covers }),
  };
}

/** Several where there are very many places. */
export function toErasureActs(
  erasure: string,
  places: readonly Place[],
  { actor, atMs }: PurgeActOptions,
): readonly ActEntry[] {
  const acts: ActEntry[] = [];
  for (let at = 0; at < places.length; at += placesPerAct) {
    const covers: Cover = { contents: toContents(places.slice(at, at + placesPerAct)) };
    acts.push({ kind: 'act', atMs, actor, act: 'privacy_erasure', target: JSON.stringify({ erasure, covers }) });
  }
  return acts;
}

export function toContents(places: readonly Place[]): Readonly<Record<string, string>> {
  const chains = new Map<string, SequenceRanges>();
  for (const { chain, sequence } of places) getRanges(chains, chain).add(sequence);
  return Object.fromEntries([...chains].map(([chain, ranges]) => [chain, ranges.toString()]));
}

export function toDropped(ends: readonly (ChainEnd & Pick<Place, 'chain'>)[]): NonNullable<Cover['dropped']> {
  return Object.fromEntries(ends.map(({ chain, sequence, hash }) => [chain, { sequence, hash: hash.toString('hex') }]));
}

function getRanges(chains: Map<string, SequenceRanges>, chain: string): SequenceRanges {
  const known = chains.get(chain) ?? createSequenceRanges();
  chains.set(chain, known);
  return known;
}

/** Returns undefined for an act that covers no record. */
export function readCover({ act, target }: Pick<AuditContent, 'act' | 'target'>): Cover | undefined {
  if (target === null || !target.startsWith('{') || !coveringActs.some((known) => known === act)) return undefined;
  return (JSON.parse(target) as { readonly covers?: Cover }).covers;
}

export type Coverage = ReturnType<typeof createCoverage>;

export function createCoverage() {
  const contents = new Map<string, SequenceRanges>();
  const dropped = new Set<string>();
  let evidenceBeforeMs = Number.NEGATIVE_INFINITY;
  const toKey = (chain: string, sequence: number, hash: string) => `${chain} ${sequence} ${hash}`;
  return {
    add(cover: Cover): void {
      for (const [chain, text] of Object.entries(cover.contents ?? {})) {
        for (const [first, last] of parseSequenceRanges(text).list()) getRanges(contents, chain).add(first, last);
      }
      for (const [chain, { sequence, hash }] of Object.entries(cover.dropped ?? {}))
        dropped.add(toKey(chain, sequence, hash));
      evidenceBeforeMs = Math.max(evidenceBeforeMs, cover.evidenceBeforeMs ?? evidenceBeforeMs);
    },
    /** The first of these records that an act covers, and that is there again. */
    findReturned(chain: string, [first, last]: readonly [number, number], gone: SequenceRanges): number | undefined {
      const covered = getRanges(contents, chain)
        .list()
        .filter(([from, to]) => to >= first && from <= last)
        .map(([from, to]) => [Math.max(from, first), Math.min(to, last)] as const);
      return createSequenceRanges(covered).findOutside(gone);
    },
    /** The first of these records that no act covers. */
    findUncovered: (chain: string, gone: SequenceRanges) => gone.findOutside(getRanges(contents, chain)),
    isDropped: (chain: string, { sequence, hash }: { readonly sequence: number; readonly hash: string }) =>
      dropped.has(toKey(chain, sequence, hash)),
    evidenceBeforeMs: () => evidenceBeforeMs,
  };
}
