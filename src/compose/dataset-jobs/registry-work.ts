// Does with the registry what a job asks, by the tools of the command line, and tells how far it is.

import { basename } from 'node:path';
import { isAsConfirmed } from '../../app/datasets/dataset-status.ts';
import type { DownloadWatch } from '../../app/datasets/download-watch.ts';
import { DraftRefused } from '../../app/datasets/judgement.ts';
import type { ImportedSnapshot, ImportProgress } from '../../app/registry/import-registry.ts';
import {
  type JobOrder,
  type JobOutcome,
  type JobProgress,
  type JobReport,
  toWholeShare,
} from '../../app/registry/registry-job.ts';
import type { UpdateOutcome } from '../../app/registry/update-registry.ts';
import { OperatorError } from '../../errors.ts';
import { registryName } from '../../registry/snapshot/registry-paths.ts';
import { openRegistryTools, type RegistryTools, runUpdate } from '../commands/registry/registry.ts';
import { type JobOrders, openJobFiles } from '../jobs/job-files.ts';
import type { Work } from '../jobs/run-in-process.ts';
import { toDownloads, toRegistryDirectory } from '../parts/registry/registry-directory.ts';

interface JobOptions extends JobOrders<JobOrder> {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
}

const filesAtOnce = 4;

export function toRegistryWork(orders: JobOrders): Work<JobReport> {
  const { config, id, by, order } = orders as JobOrders<JobOrder>;
  return {
    files: openJobFiles(toRegistryDirectory(config)),
    portuguese: registryName.portuguese,
    begun: { id, kind: order.kind, folder: order.kind === 'import' ? basename(order.folder) : null, by },
    run: (signal, onProgress) => runJob({ ...orders, order, signal, onProgress }),
  };
}

/** The function never throws: every failure is an outcome. */
async function runJob(options: JobOptions): Promise<JobOutcome> {
  const { config, order, by, signal } = options;
  try {
    const tools = await openRegistryTools(config, by);
    switch (order.kind) {
      case 'import':
        return toImported(await tools.importDump({ ...toImportOptions(options), paths: [order.folder] }));
      case 'update':
        return toUpdated(await update(tools, options));
      case 'rollback':
        return await rollBack(tools, order, options);
    }
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    if (error instanceof DraftRefused) return { kind: 'refused', judgements: error.judgements };
    if (!(error instanceof OperatorError))
      return { kind: 'failed', sentence: 'An internal fault.', portuguese: 'Uma falha interna.' };
    return { kind: 'failed', sentence: error.message, portuguese: error.portuguese ?? null };
  }
}

/** Returns the options that every import of a job receives, whether it runs by hand or after a download. */
function toImportOptions({ order, signal, onProgress }: JobOptions) {
  return {
    overridden: 'overridden' in order ? order.overridden : [],
    signal,
    onProgress: (progress: ImportProgress) =>
      onProgress({
        phase: progress.phase,
        share: toWholeShare(progress),
        rows: progress.rows,
        bytes: null,
        starved_share: progress.starvedShare,
      }),
  };
}

function update(tools: RegistryTools, options: JobOptions): Promise<UpdateOutcome> {
  const { config, onProgress } = options;
  onProgress({ phase: 'listing', share: 0, rows: null, bytes: null });
  return runUpdate(config, tools, {
    ...toImportOptions(options),
    month: undefined,
    folder: toDownloads(config),
    filesAtOnce,
    factsOnly: false,
    keepFiles: false,
    watch: watchDownload(onProgress),
  });
}

function watchDownload(onProgress: JobOptions['onProgress']): DownloadWatch {
  const bytes = { done: 0, total: 0 };
  const tell = () =>
    onProgress({
      phase: 'downloading',
      share: bytes.total === 0 ? 0 : bytes.done / bytes.total,
      rows: null,
      bytes: { ...bytes },
    });
  return {
    onStart: (_files, total) => {
      bytes.total = total;
      tell();
    },
    onBytes: (more) => {
      bytes.done += more;
      tell();
    },
    onFile: tell,
    onRetry: () => {},
  };
}

async function rollBack(
  tools: RegistryTools,
  order: Extract<JobOrder, { kind: 'rollback' }>,
  { onProgress }: JobOptions,
): Promise<JobOutcome> {
  if (!isAsConfirmed(tools.status(), order))
    throw new OperatorError({
      en: 'The snapshots have changed since this was confirmed: look at them again.',
      pt: 'As versões do cadastro mudaram depois da confirmação. Confira como estão e tente de novo.',
    });
  const { live } = await tools.rollBack((share) => onProgress({ phase: 'checking', share, rows: null, bytes: null }));
  return {
    kind: 'rolled_back',
    snapshot: live?.id ?? order.to,
    data_as_of: live?.data_as_of ?? '',
    establishments: live?.establishments ?? 0,
    companies: live?.companies ?? 0,
    overridden: [],
  };
}

function toImported({ id, dataAsOf, counts, overridden }: ImportedSnapshot): JobOutcome {
  return {
    kind: 'imported',
    snapshot: id,
    data_as_of: dataAsOf,
    establishments: counts.establishments,
    companies: counts.companies,
    overridden: overridden.map(({ name }) => name),
  };
}

function toUpdated(outcome: UpdateOutcome): JobOutcome {
  switch (outcome.kind) {
    case 'updated':
      return toImported(outcome.draft);
    case 'up_to_date':
      return { kind: 'up_to_date', month: outcome.month, data_as_of: outcome.dataAsOf };
    case 'held':
      return { kind: 'held', data_as_of: outcome.dataAsOf ?? null };
    case 'partial': {
      const { month, notPublished, files } = outcome.download;
      const notFetched = files.flatMap((file) => (file.kind === 'failed' ? [basename(file.name)] : []));
      return { kind: 'partial', month, not_published: notPublished, not_fetched: notFetched };
    }
  }
}
