// Whether acts cover all that is gone from chains that follow from their keys, and whether their policies are those that they name.

import type { ChainEnd } from '../chain.ts';
import { type BrokenPlace, type PartReport, toBroken } from './check-part.ts';
import { type Coverage, createCoverage } from './covers.ts';
import { hashPolicy, type KeptPolicy } from './kept-policy.ts';
import type { ProvenChain } from './proven-chain.ts';
import { createSequenceRanges } from './sequence-ranges.ts';

interface JudgeOptions {
  /** Each entry states the end after which a chain continues once its months were dropped. */
  readonly dropped: ReadonlyMap<string, ChainEnd>;
  readonly evidenceSinceMs: number | undefined;
}

export function judgeCovers(
  chains: readonly ProvenChain[],
  { dropped, evidenceSinceMs }: JudgeOptions,
): BrokenPlace | undefined {
  const coverage = toCoverage(chains);
  for (const chain of chains) {
    const place = judgeContents(chain, coverage);
    if (place !== undefined) return place;
  }
  const place = judgeDropped(dropped, coverage);
  return place ?? (evidenceSinceMs === undefined ? undefined : judgeEvidence(chains, coverage, evidenceSinceMs));
}

/** Records that an act covers, and that were there when they were read: the first of each chain. */
export function listReturned(chains: readonly ProvenChain[]): readonly BrokenPlace[] {
  const coverage = toCoverage(chains);
  return chains.flatMap(({ name, reports, end }) => {
    const begins = Math.min(...reports.map(({ part }) => part.start.sequence)) + 1;
    const gone = createSequenceRanges(reports.flatMap((report) => report.gone));
    const sequence = coverage.findReturned(name, [begins, end.sequence], gone);
    const fault = 'the record was erased, and its content is there again';
    return sequence === undefined ? [] : toBroken({ chain: name, sequence }, fault);
  });
}

function toCoverage(chains: readonly ProvenChain[]): Coverage {
  const coverage = createCoverage();
  for (const { covers } of chains.flatMap(({ reports }) => reports)) for (const cover of covers) coverage.add(cover);
  return coverage;
}

function judgeContents({ name, reports }: ProvenChain, coverage: Coverage): BrokenPlace | undefined {
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

/** Evidence older than its retention period may vanish at any time. Younger evidence may vanish only if an act says so. */
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
