// Stands in for fast-check while code is mutated: the same runs every time, fewer of them, and no search for the smallest failure.
// Thousands of runs are for faults that nobody thought of; a planted one that a hundred do not show needs a case of its own.

import { createRequire } from 'node:module';
import type * as FastCheck from 'fast-check';

const { default: fc } = createRequire(import.meta.url)('fast-check') as typeof FastCheck;
const most = 100;

function assert<Values>(property: FastCheck.IRawProperty<Values>, parameters: FastCheck.Parameters<Values> = {}) {
  const numRuns = Math.min(parameters.numRuns ?? most, most);
  return fc.assert(property, { ...parameters, numRuns, seed: 1, endOnFailure: true });
}

// biome-ignore lint/style/noDefaultExport: fast-check has one, and this takes its place.
export default { ...fc, assert };
