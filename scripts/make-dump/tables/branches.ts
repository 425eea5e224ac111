// Which company owns branch b, without a table: one giant with thousands of branches, then blocks of 64 branches
// shared by 32 companies that own 1, 2, 4 or 16 of them.

import { greatestCommonDivisor, mix, modularInverse } from '../values/random.ts';

const groupSizes = [...Array(20).fill(1), ...Array(8).fill(2), ...Array(3).fill(4), 16] as number[];
const branchesPerBlock = 64;
const giantBranchesMax = 7000;

export function createBranches(options: { companies: number; branches: number; seed: number }) {
  const others = Math.max(1, options.companies - 1);
  const giant = Math.min(giantBranchesMax, Math.floor(options.branches / 20));
  const places = groupSizes.flatMap((size, group) =>
    Array.from({ length: size }, (_, ordinal) => ({ group, ordinal })),
  );
  let stride = Math.max(1, Math.floor(others * 0.618) + (mix(options.seed, 6) % 1000));
  while (greatestCommonDivisor(stride, others) !== 1) stride++;
  const inverse = modularInverse(stride, others);
  const companyOf = (group: number): number => 1 + ((group * stride) % others);
  return {
    companyOf,
    /** Companies that own branches, the giant apart. */
    groups: Math.max(1, Math.ceil((options.branches - giant) / branchesPerBlock) * groupSizes.length),
    /** Returns the company of a branch. The company's first branch has the ordinal 0. */
    at(branch: number) {
      if (branch < giant) return { company: 0, ordinal: branch };
      const rest = branch - giant;
      const place = places[rest % branchesPerBlock] as { group: number; ordinal: number };
      const group = Math.floor(rest / branchesPerBlock) * groupSizes.length + place.group;
      return { company: companyOf(group), ordinal: place.ordinal };
    },
    /** The group that a company would own; numbers of `groups` and above own none. */
    groupOf(company: number) {
      return company === 0 ? others : ((company - 1) * inverse) % others;
    },
  };
}
