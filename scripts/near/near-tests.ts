// Which tests tell most about a change within a minute. Those that start processes of their own are left to `npm test`.

import { countSharedWords, type Importers, measureSteps } from './import-graph.ts';

export interface NearTests {
  readonly near: readonly string[];
  readonly leftOut: number;
}

/** The nearest of each kind; more would take longer than a minute. Those beside the code are the quickest. */
const kinds = [
  { place: /^(?:src|console|packages)\//, testsMax: 14 },
  { place: /^test\/contracts\//, testsMax: 6 },
  { place: /^test\/http\//, testsMax: 5 },
];

/** The tests that changed, and of each kind those that reach what changed by the fewest imports. */
export function chooseNearTests(changed: readonly string[], importers: Importers): NearTests {
  const steps = measureSteps(changed, importers);
  const reached = [...steps]
    .filter(([path]) => path.endsWith('.test.ts'))
    .map(([path, count]) => ({ path, count, words: countSharedWords(path, changed) }))
    // All tests of a whole service are equally far from most code: among them the subject decides.
    .toSorted((a, b) => a.count - b.count || b.words - a.words)
    .map(({ path }) => path);
  const ofKinds = kinds.map(({ place, testsMax }) => {
    const all = reached.filter((path) => place.test(path));
    return { near: all.slice(0, testsMax), all };
  });
  const near = new Set([...reached.filter((path) => steps.get(path) === 0), ...ofKinds.flatMap((kind) => kind.near)]);
  return { near: [...near], leftOut: ofKinds.flatMap(({ all }) => all).filter((path) => !near.has(path)).length };
}
