// Runs rows in a copy of the source tree, sound and then broken: a row that stays green with its promise broken is a defect of the row.

import { spawn } from 'node:child_process';
import type { Row } from '../row.ts';
import type { Mutant } from './mutant.ts';
import { copyTree, type Tree } from './tree.ts';

export interface Proof {
  readonly row: string;
  /** Undefined for the sound tree, in which the row must be green. */
  readonly mutant: Mutant | undefined;
  /** `none`: it came to no verdict, which shows nothing of the row. */
  readonly colour: 'red' | 'green' | 'none';
  /** What turned it red, or kept it from a verdict. */
  readonly why: string;
}

/** Long enough for any short drive. */
const endsWithinMs = 6 * 60_000;

export async function prove(
  rows: readonly Row[],
  mutants: readonly Mutant[],
  onProof: (proof: Proof) => void,
): Promise<readonly Proof[]> {
  const tree = copyTree();
  const proofs: Proof[] = [];
  const take = (proof: Proof) => {
    proofs.push(proof);
    onProof(proof);
  };
  try {
    for (const { id } of rows) {
      const own = mutants.filter(({ row }) => row === id);
      for (const suite of new Set(own.map((mutant) => mutant.suite)))
        take({ row: id, mutant: undefined, ...(await look(tree, id, suite)) });
      for (const mutant of own)
        take({ row: id, mutant, ...(await tree.within(mutant.edits, () => look(tree, id, mutant.suite))) });
    }
  } finally {
    tree.remove();
  }
  return proofs;
}

/** Green without a mutant, red with one. */
export function isProven({ mutant, colour }: Proof): boolean {
  return colour === (mutant === undefined ? 'green' : 'red');
}

export function toLine({ row, mutant, colour, why }: Proof): string {
  const what = mutant === undefined ? 'nothing is broken' : `${mutant.id}: ${mutant.breaks}`;
  return `${colour.padEnd(5)} ${row}, ${what}${why === '' ? '' : `\n      ${why}`}`;
}

function look(tree: Tree, row: string, suite: string | undefined): Promise<Pick<Proof, 'colour' | 'why'>> {
  const args =
    suite === undefined
      ? ['test/reliability/prove/drive-row.ts', row]
      : ['node_modules/vitest/vitest.mjs', 'run', suite, '--reporter=dot', '--bail=1'];
  // Not the variables of a test run that this may be part of.
  const { VITEST: _vitest, NODE_OPTIONS: _options, ...env } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: tree.directory,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    const end = (colour: Proof['colour'], why: string) => {
      clearTimeout(timer);
      // With every process that the row has started: a drive that failed leaves them running.
      try {
        process.kill(-(child.pid as number), 'SIGKILL');
      } catch {
        // All of them have ended.
      }
      resolve({ colour, why });
    };
    const timer = setTimeout(() => end('none', 'it did not come to an end'), endsWithinMs);
    child.once('exit', (code, signal) => {
      if (code === 0) end('green', '');
      else {
        const broken = findBroken(output, suite !== undefined);
        end(broken === undefined ? 'none' : 'red', broken ?? `it ended with ${signal ?? code}: ${output.slice(-200)}`);
      }
    });
  });
}

/** What a drive found broken, or the first test that failed; undefined where neither is told: then something else ended it. */
function findBroken(output: string, isSuite: boolean): string | undefined {
  const plain = output.replaceAll(/\u001b\[[0-9;]*m/g, '');
  const last = plain.trimEnd().split('\n').at(-1) ?? '';
  const found = isSuite ? /^\s*FAIL\s.*$/m.exec(plain)?.[0] : /^\[".*"\]$/.exec(last)?.[0];
  return found?.trim().slice(0, 400);
}
