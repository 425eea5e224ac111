// The reports on the parts of a chain, put together.

import type { ChainEnd } from '../chain.ts';
import { type BrokenPlace, type PartReport, toBroken } from './check-part.ts';

export interface ProvenChain {
  readonly name: string;
  readonly reports: readonly PartReport[];
  readonly end: ChainEnd;
  readonly lastSigned: number;
  readonly broken: BrokenPlace | undefined;
}

/** The parts of each chain, in their order, and whether each goes on where the one before it ended. */
export function putTogether(reports: readonly PartReport[]): readonly ProvenChain[] {
  const byChain = Map.groupBy(reports, ({ part }) => part.chain);
  return [...byChain].map(([name, own]) => {
    const [first] = own as [PartReport];
    const last = own.at(-1) as PartReport;
    return {
      name,
      reports: own,
      end: last.end,
      lastSigned: Math.max(first.part.start.sequence, ...own.map(({ lastSigned }) => lastSigned)),
      broken: own.map((report, index) => report.broken ?? judgeSeam(own[index - 1], report)).find((place) => place),
    };
  });
}

function judgeSeam(before: PartReport | undefined, { part }: PartReport): BrokenPlace | undefined {
  if (before === undefined || before.end.hash.equals(part.start.hash)) return undefined;
  const place = { chain: part.chain, sequence: part.start.sequence + 1 };
  return toBroken(place, 'the record does not follow from the one before it');
}
