// Shows that a storm notices: the product is broken on purpose, in a copy of the source tree, and a short storm of the faults that bring the
// break to light must find it.

import { spawn } from 'node:child_process';
import { copyTree } from '../../../reliability/prove/tree.ts';
import { writeClusterFaults } from '../page.ts';
import type { Rule } from './judge.ts';
import { type StormMutant, stormMutants } from './mutants.ts';
import { keepProof } from './results.ts';

const minutes = 2.5;

/** Gives the ids of those that were not noticed. */
export async function proveStorm(ids: readonly string[], say: (line: string) => void): Promise<readonly string[]> {
  const chosen = stormMutants.filter(({ id }) => ids.length === 0 || ids.includes(id));
  const tree = copyTree();
  const missed: string[] = [];
  try {
    for (const mutant of chosen) {
      const found = await tree.within(mutant.edits, () => look(tree.directory, mutant));
      if (found === undefined) missed.push(mutant.id);
      else keepProof(mutant.id, found.split(':')[0] as Rule);
      writeClusterFaults();
      say(`${found === undefined ? 'MISSED' : 'found '} ${mutant.id}: ${mutant.breaks}\n       ${found ?? ''}`);
    }
  } finally {
    tree.remove();
  }
  return missed;
}

/** The first violation of a rule that the mutant breaks. */
function look(directory: string, { rules, faults }: StormMutant): Promise<string | undefined> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', 'test/e2e/cluster/storm/storm.test.ts', '--reporter=dot'];
  const { VITEST: _vitest, NODE_OPTIONS: _options, ...env } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: directory,
    env: { ...env, CLUSTER_FAULTS: 'full', CLUSTER_MINUTES: String(minutes), CLUSTER_ONLY: faults.join(',') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('exit', () => {
      const lines = output.split('\n');
      // A storm that never began has missed nothing.
      if (!output.includes('CLUSTER_SEED=')) reject(new Error(`No storm was run: ${output.trim().slice(-300)}`));
      resolve(lines.find((line) => rules.some((rule) => line.startsWith(`${rule}: `))));
    });
  });
}
