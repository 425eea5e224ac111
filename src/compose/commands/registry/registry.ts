// Opens the tools around the company registry for the command line: import, download, status, rollback, verification.

import { setTimeout as sleep } from 'node:timers/promises';
import type { DownloadWatch } from '../../../app/datasets/download-watch.ts';
import { importDraft, toImportTarget } from '../../../app/datasets/import-draft.ts';
import type { ImportedSnapshot, ImportProgress } from '../../../app/registry/import-registry.ts';
import type { RegistryStatus } from '../../../app/registry/registry-status.ts';
import { type PublishedMonths, type UpdateOutcome, updateRegistry } from '../../../app/registry/update-registry.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { toEngine } from '../../backend/engine.ts';
import { refuseMissingHome } from '../../parts/home.ts';
import { randomShare } from '../../parts/random-share.ts';
import { toRegistryDirectory } from '../../parts/registry/registry-directory.ts';
import { recordActIfPossible } from '../audit/operator-act.ts';

export type RegistryTools = Awaited<ReturnType<typeof openRegistryTools>>;

export interface ImportOrder {
  readonly paths: readonly string[];
  readonly rejectedShareMax?: number | undefined;
  readonly overridden: readonly string[];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
  /** The import takes only the data that verification needs. */
  readonly factsOnly?: boolean;
  readonly municipalitiesFile?: string | undefined;
}

/** Opens the operators' tools for the company registry. The audit names `actor`, by default the operator at the keyboard. */
export async function openRegistryTools(config: Config, actor?: string) {
  const [{ openImportSession }, { yieldToOthers }, maintenance] = await Promise.all([
    import('../../../registry/import/import-session.ts'),
    import('../../../registry/import/threads/priority.ts'),
    import('../../../registry/maintenance.ts'),
  ]);
  const directory = toRegistryDirectory(config);
  const clock = systemClock;
  return {
    async importDump({ overridden, ...order }: ImportOrder): Promise<ImportedSnapshot> {
      refuseMissingHome(config);
      if (config['registry.import_priority'] === 'low') yieldToOthers();
      const session = openImportSession({
        directory,
        clock,
        needed: await toEngine(config).findNeededSnapshots(),
        ...order,
        rejectedShareMax: order.rejectedShareMax ?? config['registry.rejected_share_max'],
      });
      const draft = await importDraft(session, { overridden, signal: order.signal });
      await recordActIfPossible(config, 'registry_imported', toImportTarget(draft.id, draft.overridden, []), actor);
      return draft;
    },
    status: (): RegistryStatus => maintenance.readRegistryStatus(directory),
    async rollBack(onProgress?: (share: number) => void): Promise<RegistryStatus> {
      const status = maintenance.rollBackRegistry(directory, clock, onProgress);
      await recordActIfPossible(config, 'registry_rolled_back', status.live?.id ?? null, actor);
      return status;
    },
    async release(): Promise<RegistryStatus> {
      const status = maintenance.releaseRegistry(directory, clock);
      await recordActIfPossible(config, 'registry_released', status.live?.id ?? null, actor);
      return status;
    },
    verify: (onProgress: (share: number) => void): RegistryStatus =>
      maintenance.verifyRegistry(directory, clock, onProgress),
  };
}

export interface DownloadOrder {
  readonly folder: string;
  readonly filesAtOnce: number;
  readonly withPartners: boolean;
  readonly signal: AbortSignal;
  readonly watch: DownloadWatch;
}

/** The months at the published address. Close it: it holds the lock of its folder. */
export async function openDownloads(
  config: Config,
  order: DownloadOrder,
): Promise<PublishedMonths & { close(): Promise<void> }> {
  const [{ openPublishedMonths }, { createWebdavShare }] = await Promise.all([
    import('../../../registry/download/month.ts'),
    import('../../../registry/download/webdav.ts'),
  ]);
  return openPublishedMonths({
    ...order,
    share: createWebdavShare({ url: config['registry.download_url'], connections: order.filesAtOnce }),
    clock: systemClock,
    random: randomShare,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    stallMs: 30_000,
    attemptsMax: 8,
  });
}

export interface UpdateOrder
  extends Omit<DownloadOrder, 'withPartners'>,
    Pick<ImportOrder, 'overridden' | 'onProgress'> {
  readonly month: string | undefined;
  readonly factsOnly: boolean;
  readonly keepFiles: boolean;
}

/** The newest month, downloaded and imported unless it is live already. */
export async function runUpdate(config: Config, tools: RegistryTools, order: UpdateOrder): Promise<UpdateOutcome> {
  refuseMissingHome(config);
  const { month, factsOnly, keepFiles, overridden, onProgress, ...download } = order;
  const { signal } = download;
  const { findLivePublished, recordPublished } = await import('../../../registry/maintenance.ts');
  const directory = toRegistryDirectory(config);
  const { live, held } = tools.status();
  const months = await openDownloads(config, { ...download, withPartners: !factsOnly });
  try {
    return await updateRegistry({
      months,
      live: live?.data_as_of ? { dataAsOf: live.data_as_of, published: findLivePublished(directory) } : undefined,
      held,
      month,
      overridden,
      recordPublished: (...published) => recordPublished(directory, ...published),
      keepFiles,
      importFolder: (folder) => tools.importDump({ paths: [folder], overridden, signal, onProgress, factsOnly }),
      signal,
    });
  } finally {
    await months.close();
  }
}
