// Which long parts a change reaches. A part starts the program and imports none of it, so the subject tells: what its address and that of a
// changed file have in common. What it imports itself counts as well.

import { countSharedWords, type Importers, measureSteps } from '../../scripts/near/import-graph.ts';
import type { Part } from './parts.ts';

/** Everything is reached through a test's own service; further away than this says nothing. */
const stepsMax = 2;

export function listReachedParts(
  parts: Readonly<Record<string, Part>>,
  changed: readonly string[],
  importers: Importers,
): readonly string[] {
  const steps = measureSteps(changed, importers);
  return Object.entries(parts)
    .map(([name, { file }]) => ({
      name,
      steps: Math.min(steps.get(file) ?? Number.POSITIVE_INFINITY, stepsMax + 1),
      words: countSharedWords(`${file} ${name}`, changed),
    }))
    .filter((part) => part.steps <= stepsMax || part.words > 0)
    .toSorted((a, b) => a.steps - b.steps || b.words - a.words)
    .map(({ name }) => name);
}
