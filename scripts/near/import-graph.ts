// Who imports whom, and what a change reaches by it. Both `npm run quick` and the choice of the long parts stand on it.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The map lists for each file the files that import it, start it as a thread or name it as a URL. Imports of types alone change no run. */
export type Importers = ReadonlyMap<string, readonly string[]>;

const named = /^(?:import|export)\s+(?!type\b)[^'";]*?from\s*'(\.[^']+)'|(?:import|new URL)\s*\(?\s*'(\.[^']+)'/gm;

export function readImporters(root: string): Importers {
  const importers = new Map<string, string[]>();
  const files = globSync('{src,console,packages,test,scripts}/**/*.{ts,tsx,js}', {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist|\.work)(?:\/|$)/.test(path),
  });
  for (const file of files.toSorted()) {
    for (const target of findTargets(file, readFileSync(join(root, file), 'utf8'))) {
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

export function findTargets(file: string, code: string): readonly string[] {
  const targets = [...code.matchAll(named)].map(([, from, at]) => from ?? at ?? '');
  return [...new Set(targets.map((target) => normalize(join(dirname(file), target))))];
}

/** The fewest imports between a file and one that changed; a file that nothing of the change reaches is not in it. */
export function measureSteps(changed: readonly string[], importers: Importers): ReadonlyMap<string, number> {
  const steps = new Map(changed.map((path) => [path, 0]));
  // A map is walked in the order of insertion, those that come in meanwhile included.
  for (const [path, count] of steps)
    for (const importer of importers.get(path) ?? []) if (!steps.has(importer)) steps.set(importer, count + 1);
  return steps;
}

/** Counts the words that the path of a test shares with that of a file. `batch` and `batches` count as one word. */
export function countSharedWords(test: string, changed: readonly string[]): number {
  const words = toWords(test);
  return Math.max(0, ...changed.map((path) => words.intersection(toWords(path)).size));
}

/** These words name folders and endings, and say nothing about the subject of a file. */
const common = new Set(['test', 'tests', 'src', 'e2e', 'http', 'app', 'long', 'contracts', 'main', 'index', 'servi']);
const stemLength = 5;

function toWords(path: string): Set<string> {
  const words = path.split(/[^a-z0-9]+/i).filter((word) => word.length > 2);
  return new Set(words.map((word) => word.toLowerCase().slice(0, stemLength)).filter((word) => !common.has(word)));
}
