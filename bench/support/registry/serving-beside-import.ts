// What an import costs those who ask at the same time: the same open loop against one service, without and beside imports that
// follow each other without a pause, in turns.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { summarize } from '../../../test/reliability/load/pace.ts';
import { runOpenLoop, toVerification } from '../load/open-loop.ts';
import { startServer } from '../servers/child.ts';

const perSecond = 100;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 8);
const cli = join(import.meta.dirname, '../../../src/cli/main.js');

export interface ServingFigures {
  /** The p99 of all rounds together, in milliseconds: one round has too few answers for a steady p99. */
  readonly alone: number;
  readonly beside: number;
  readonly imports: number;
}

export async function measureServing(folder: string, dump: string, rounds: number): Promise<ServingFigures> {
  const server = await startServer('confere-server.ts');
  const askFor = async (seed: number): Promise<readonly number[]> => {
    const { latenciesMs, outcomes } = await runOpenLoop({
      requests: [toVerification(server)],
      perSecond,
      seconds,
      // Long enough for the import to be past its own start, when it is no different from any other command.
      warmUpSeconds: 4,
      seed,
    });
    if (Object.keys(outcomes).some((outcome) => outcome !== '200'))
      throw new Error(`Not all were answered: ${JSON.stringify(outcomes)}`);
    return latenciesMs;
  };
  const alone: number[] = [];
  const beside: number[] = [];
  let imports = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      alone.push(...(await askFor(2 * round)));
      const stop = importAgainAndAgain(folder, dump);
      beside.push(...(await askFor(2 * round + 1)));
      imports += await stop();
    }
  } finally {
    server.stop();
  }
  return { alone: summarize(alone).p99, beside: summarize(beside).p99, imports };
}

/** Returns how to stop; stopping tells how many imports were begun. */
function importAgainAndAgain(folder: string, dump: string): () => Promise<number> {
  let [stopped, begun] = [false, 0];
  let child: ReturnType<typeof spawn> | undefined;
  const env = {
    ...process.env,
    CONFERE_DATA_DIR: join(folder, 'beside'),
    CONFERE_SECRETS_DIR: join(folder, 'beside-secrets'),
  };
  const running = (async () => {
    while (!stopped) {
      begun++;
      child = spawn(process.execPath, [cli, 'registry', 'import', dump, '--json'], { env, stdio: 'ignore' });
      await once(child, 'exit');
    }
  })();
  return async () => {
    stopped = true;
    child?.kill('SIGTERM');
    await running;
    return begun;
  };
}
