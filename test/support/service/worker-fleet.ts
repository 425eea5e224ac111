// A real service of several processes, and what its operator sees of it.

import { createKey, type Home, startProcess } from './process.ts';

interface WorkerStatus {
  readonly worker: number;
  readonly pid: number | null;
  readonly ready: boolean;
  readonly deaths: number;
  readonly connections?: number;
}

export type WorkerFleet = Awaited<ReturnType<typeof startFleet>>;

export async function startFleet(home: Home, workers = 2, ...keyArgs: string[]) {
  home.env['CONFERE_SERVER_WORKERS'] = String(workers);
  const service = await startProcess(home);
  const { key } = await createKey(home, '--mode', 'test', '--rate', 'unlimited', ...keyArgs);
  const findAdmin = () => /For operators: (http:\/\/[^/\s]+)/.exec(service.output())?.[1];
  const read = async (path: string) => {
    for (;;) {
      const admin = findAdmin();
      if (admin !== undefined) return await fetch(`${admin}${path}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const readWorkers = async () => ((await (await read('/status')).json()) as { workers: WorkerStatus[] }).workers;
  return {
    ...service,
    url: `${service.address}/v1/verify/cpf`,
    key,
    readWorkers,
    /** The pids of all that serve, once there are as many as there should be. */
    readPids: async () => (await readWorkers()).flatMap(({ pid, ready }) => (pid !== null && ready ? [pid] : [])),
    /** The sum over all labels. */
    readMetric: async (name: string) => {
      const lines = (await (await read('/metrics')).text()).split('\n');
      const own = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
      return own.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
    },
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
