// Whether acts cover all that is gone from chains that follow from their keys, and whether their policies are those that they name.

import type { ChainEnd } from '../chain.ts';
import { type BrokenPlace, type PartReport, toBroken } from './check-part.ts';
import { type Coverage, createCoverage } from './covers.ts';
import { hashPolicy, type KeptPolicy } from './kept-policy.ts';
import type { ProvenChain } from './proven-chain.ts';
import type { RememberedHead } from './remembered-head.ts';
import { createSequenceRanges } from './sequence-ranges.ts';

interface JudgeOptions {
  /** Where chains go on after months that were dropped. */
  readonly dropped: ReadonlyMap<string, ChainEnd>;
  readonly remembered: readonly RememberedHead[];
  readonly evidenceSinceMs: number | undefined;
}

/** Chains that were never keyed are from before acts named what they cover: only their heads vouch for them. */
export function judgeCovers(
  chains: readonly ProvenChain[],
  { dropped, remembered, evidenceSinceMs }: JudgeOptions,
): BrokenPlace | undefined {
  const coverage = createCoverage();
  for (const { covers } of chains.flatMap(({ reports }) => reports)) for (const cover of covers) coverage.add(cover);
  const hasKeyed = remembered.length > 0 || chains.some(({ isKeyed }) => isKeyed);
  for (const chain of chains) {
    const place = (hasKeyed ? judgePlain(chain) : undefined) ?? judgeContents(chain, coverage);
    if (place !== undefined) return place;
  }
  const place = hasKeyed ? judgeDropped(dropped, coverage) : undefined;
  return place ?? (evidenceSinceMs === undefined ? undefined : judgeEvidence(chains, coverage, evidenceSinceMs));
}

/** Before anything here was keyed, a service that was killed left plain records after its last head. Now anybody could have. */
function judgePlain({ name, reports, end, lastSigned, isKeyed }: ProvenChain): BrokenPlace | undefined {
  if (isKeyed || reports.every(({ records }) => records === 0) || end.sequence <= lastSigned) return undefined;
  return toBroken({ chain: name, sequence: lastSigned + 1 }, 'the record does not carry our MAC');
}

function judgeContents({ name, reports, isKeyed }: ProvenChain, coverage: Coverage): BrokenPlace | undefined {
  if (!isKeyed) return undefined;
  const gone = createSequenceRanges(reports.flatMap((report) => report.gone));
  const sequence = coverage.findUncovered(name, gone);
  return sequence === undefined
    ? undefined
    : toBroken({ chain: name, sequence }, 'its content is gone, and no act covers that');
}

function judgeDropped(dropped: ReadonlyMap<string, ChainEnd>, coverage: Coverage): BrokenPlace | undefined {
  for (const [chain, { sequence, hash }] of dropped) {
    if (!coverage.isDropped(chain, { sequence, hash: hash.toString('hex') }))
      return toBroken({ chain, sequence }, 'records up to it were dropped, and no act covers that');
  }
  return undefined;
}

/** What is older than evidence is kept may be gone at any time; what is younger only where an act says so. */
function judgeEvidence(
  chains: readonly ProvenChain[],
  coverage: Coverage,
  evidenceSinceMs: number,
): BrokenPlace | undefined {
  const sinceMs = Math.max(evidenceSinceMs, coverage.evidenceBeforeMs());
  const place = chains
    .flatMap(({ reports }) => reports.map(({ newestWithout }) => newestWithout))
    .find((newest) => newest !== undefined && newest.atMs >= sinceMs);
  return place && toBroken(place, 'the evidence of the record is gone before its time');
}

export function judgePolicies(
  reports: readonly PartReport[],
  policies: readonly KeptPolicy[],
): BrokenPlace | undefined {
  const documents = new Map(policies.map(({ hash, document }) => [hash, document]));
  for (const [hash, place] of reports.flatMap(({ policyUses }) => policyUses)) {
    const document = documents.get(hash);
    if (document === undefined) return toBroken(place, 'the policy of the record is missing');
    if (hashPolicy(document) !== hash) return toBroken(place, 'the policy of the record was changed');
  }
  return undefined;
}
