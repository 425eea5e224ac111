// Hands tasks to worker threads, one at a time each, and gathers their answers. Knows nothing of what the tasks do.

import { Worker } from 'node:worker_threads';
import { DamagedFile } from '../../../app/datasets/damaged-file.ts';
import { OperatorError } from '../../../errors.ts';
import type { ImportTask, ImportThreadData, TaskResults, ThreadAnswer } from './tasks.ts';

type TaskOf<Kind extends ImportTask['kind']> = Extract<ImportTask, { kind: Kind }>;

export class ThreadPool {
  readonly #workers: readonly Worker[];

  constructor(threads: number, data: Omit<ImportThreadData, 'thread'>) {
    this.#workers = Array.from(
      { length: threads },
      (_, thread) => new Worker(new URL('./thread.ts', import.meta.url), { workerData: { ...data, thread } }),
    );
  }

  /** Runs all tasks, in their order, on whichever thread is free. The first failure rejects and leaves the rest unstarted. */
  async run<Kind extends ImportTask['kind']>(
    tasks: readonly TaskOf<Kind>[],
    onResult: (result: TaskResults[Kind]) => void = () => {},
  ): Promise<TaskResults[Kind][]> {
    const results: TaskResults[Kind][] = [];
    let next = 0;
    const work = async (worker: Worker): Promise<void> => {
      while (next < tasks.length) {
        const task = tasks[next++] as TaskOf<Kind>;
        const result = (await askThread(worker, task)) as TaskResults[Kind];
        results.push(result);
        onResult(result);
      }
    };
    try {
      await Promise.all(this.#workers.map(work));
    } catch (error) {
      next = tasks.length;
      throw error;
    }
    return results;
  }

  /** The same task once on every thread. */
  runOnEach<Kind extends ImportTask['kind']>(task: TaskOf<Kind>): Promise<TaskResults[Kind][]> {
    return Promise.all(this.#workers.map((worker) => askThread(worker, task))) as Promise<TaskResults[Kind][]>;
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

function askThread(worker: Worker, task: ImportTask): Promise<TaskResults[keyof TaskResults]> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      act();
    };
    const onMessage = (answer: ThreadAnswer): void =>
      settle(() => {
        if (answer.kind === 'done') resolve(answer.result);
        else reject(toThreadError(answer));
      });
    const onError = (error: unknown): void => settle(() => reject(error));
    const onExit = (): void => settle(() => reject(new Error('A thread of the import ended.')));
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
    worker.postMessage(task);
  });
}

/** A full disk keeps its system code, as if the write had happened in this thread. */
function toThreadError({ reason, message, portuguese, damagedFile }: Extract<ThreadAnswer, { kind: 'failed' }>): Error {
  const said = portuguese === undefined ? message : { en: message, pt: portuguese };
  if (damagedFile !== undefined) return new DamagedFile(said, damagedFile);
  if (reason === 'operator') return new OperatorError(said);
  return Object.assign(new Error(message), reason === 'disk_full' ? { code: 'ENOSPC' } : {});
}
