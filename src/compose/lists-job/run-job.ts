// Does with lists what a job asks, by the tools of the command line, and tells how far it is.

import {
  type ListResult,
  type ListsOrder,
  type ListsOutcome,
  type ListsProgress,
  toImportedResult,
  toListResult,
  toRolledBack,
} from '../../app/screening/lists/lists-job.ts';
import { toFailed } from '../../app/screening/lists/update-lists.ts';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { openListTools } from '../commands/lists/lists.ts';
import { type ListsWatch, runListsUpdate } from '../commands/lists/update.ts';
import type { JobOrders } from '../jobs/job-files.ts';
import { removeUpload } from './uploads.ts';

interface JobOptions extends Omit<JobOrders<ListsOrder>, 'id'> {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ListsProgress) => void;
}

/** Never throws: whatever goes wrong is an outcome. */
export async function runListsJob({ config, order, by, signal, onProgress }: JobOptions): Promise<ListsOutcome> {
  const tell = (phase: ListsProgress['phase'], list: string, results: readonly ListResult[]) =>
    onProgress({ phase, list, total: 1, bytes: null, results });
  try {
    switch (order.kind) {
      case 'update': {
        const watch = watchUpdate(onProgress);
        const lists = order.list === null ? [] : [order.list];
        await runListsUpdate(config, { lists, isDue: false, overridden: order.overridden, signal, watch, by });
        break;
      }
      case 'import': {
        tell('importing', order.list, []);
        tell('importing', order.list, [await importFile(config, order, by, signal)]);
        break;
      }
      case 'rollback':
        tell('checking', order.list, []);
        tell('checking', order.list, [await rollBack(config, order, by)]);
    }
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    tell('importing', order.list ?? '', [toListResult(toFailed(order.list ?? '', error))]);
  } finally {
    if (order.kind === 'import') removeUpload(order.path);
  }
  return { kind: 'done' };
}

async function importFile(
  config: Config,
  { list, path, asOf, overridden }: Extract<ListsOrder, { kind: 'import' }>,
  by: string,
  signal: AbortSignal,
): Promise<ListResult> {
  const tools = await openListTools(config, by);
  const imported = await tools.importList({ list, paths: [path], asOf: asOf ?? undefined }, overridden, signal);
  return toImportedResult(imported);
}

async function rollBack(
  config: Config,
  { list, from, to }: Extract<ListsOrder, { kind: 'rollback' }>,
  by: string,
): Promise<ListResult> {
  const tools = await openListTools(config, by);
  const before = tools.status().find((one) => one.list === list);
  if (before?.live?.id !== from || before.previous?.id !== to)
    throw new OperatorError({
      en: 'The editions of the list have changed since this was confirmed: look at them again.',
      pt: 'As edições da lista mudaram depois da confirmação. Confira como estão e tente de novo.',
    });
  const { live } = await tools.rollBack(list);
  return toRolledBack(list, live?.data_as_of ?? null, live?.entries ?? null);
}

function watchUpdate(onProgress: JobOptions['onProgress']): ListsWatch {
  let progress: ListsProgress = { phase: 'downloading', list: '', total: 0, bytes: null, results: [] };
  const tell = (changes: Partial<ListsProgress>) => {
    progress = { ...progress, ...changes };
    onProgress(progress);
  };
  return {
    onPlan: (lists) => tell({ total: lists.length }),
    onBegin: (list) => tell({ list, phase: 'downloading', bytes: null }),
    onStart: (total) => tell({ phase: 'downloading', bytes: { done: 0, total } }),
    onBytes(more) {
      const { done, total } = progress.bytes ?? { done: 0, total: 0 };
      tell({ bytes: { done: done + more, total } });
    },
    onRetry: () => {},
    onEnd(update) {
      if (update !== undefined) tell({ results: [...progress.results, toListResult(update)] });
    },
  };
}
