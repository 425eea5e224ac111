// Does with lists what a job asks, by the tools of the command line, and tells how far it is.

import { isAsConfirmed } from '../../app/datasets/dataset-status.ts';
import {
  type ListResult,
  type ListsOrder,
  type ListsOutcome,
  type ListsProgress,
  type ListsReport,
  toImportedResult,
  toListResult,
  toRolledBack,
} from '../../app/screening/lists/lists-job.ts';
import { toFailed } from '../../app/screening/lists/update-lists.ts';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { openListTools } from '../commands/lists/lists.ts';
import { type ListsWatch, runListsUpdate } from '../commands/lists/update.ts';
import { type JobOrders, openJobFiles } from '../jobs/job-files.ts';
import { removeUpload, toUploadName } from '../jobs/list-uploads.ts';
import type { Work } from '../jobs/run-in-process.ts';
import { toListsDirectory } from '../parts/lists-directory.ts';

interface JobOptions extends JobOrders<ListsOrder> {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ListsProgress) => void;
}

export function toListsWork(orders: JobOrders): Work<ListsReport> {
  const { config, id, by, order } = orders as JobOrders<ListsOrder>;
  return {
    files: openJobFiles(toListsDirectory(config)),
    portuguese: 'as listas',
    begun: {
      id,
      kind: order.kind,
      list: order.list,
      by,
      upload: order.kind === 'import' ? toUploadName(order.path) : null,
    },
    run: (signal, onProgress) => runListsJob({ ...orders, order, signal, onProgress }),
  };
}

/** The function never throws: every failure is an outcome. */
async function runListsJob({ config, order, by, signal, onProgress }: JobOptions): Promise<ListsOutcome> {
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
  order: Extract<ListsOrder, { kind: 'rollback' }>,
  by: string,
): Promise<ListResult> {
  const { list } = order;
  const tools = await openListTools(config, by);
  const before = tools.status().find((one) => one.list === list);
  if (!isAsConfirmed(before, order))
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
