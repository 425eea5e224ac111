// A plan as it stands in a file: what is wrong with it, and where.

import type { Step } from './plan.ts';

/** The keys on the way to a value; an item of a list has its index. */
export type Path = readonly string[];

export interface CheckFault {
  readonly path: Path;
  readonly problem: string;
}

export interface PlacedStep {
  readonly step: Step;
  readonly path: Path;
}
