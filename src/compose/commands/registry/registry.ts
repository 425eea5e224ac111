// Opens the tools around the company registry for the command line: import, download, status, rollback, verification.

import { setTimeout as sleep } from 'node:timers/promises';
import type { DownloadWatch } from '../../../app/datasets/download-watch.ts';
import {
  type ImportedSnapshot,
  type ImportProgress,
  type ImportRules,
  importRegistry,
} from '../../../app/registry/import-registry.ts';
import type { RegistryStatus } from '../../../app/registry/registry-status.ts';
import {
  type LiveMonth,
  type PublishedMonths,
  type UpdateOutcome,
  type UpdateParts,
  updateRegistry,
} from '../../../app/registry/update-registry.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { toEngine } from '../../backend/engine.ts';
import { randomShare } from '../../parts/random-share.ts';
import { toRegistryDirectory } from '../../parts/registry/registry-directory.ts';
import { recordActIfPossible } from '../audit/operator-act.ts';

export type RegistryTools = Awaited<ReturnType<typeof openRegistryTools>>;

export interface ImportOrder {
  readonly paths: readonly string[];
  readonly rules: ImportRules;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
  /** Only what verification needs. */
  readonly factsOnly?: boolean;
  readonly municipalitiesFile?: string | undefined;
}

/** What operators do with the company registry; `actor` is whom the audit names, by default whoever is at the keyboard. */
export async function openRegistryTools(config: Config, actor?: string) {
  const [{ openImportSession }, { yieldToOthers }, maintenance] = await Promise.all([
    import('../../../registry/import/import-session.ts'),
    import('../../../registry/import/threads/priority.ts'),
    import('../../../registry/maintenance.ts'),
  ]);
  const directory = toRegistryDirectory(config);
  const clock = systemClock;
  return {
    async importDump({ paths, rules, ...order }: ImportOrder): Promise<ImportedSnapshot> {
      if (config['registry.import_priority'] === 'low') yieldToOthers();
      const session = openImportSession({
        directory,
        clock,
        needed: await toEngine(config).findNeededSnapshots(),
        ...order,
      });
      const draft = await importRegistry(session, paths, rules, order.signal);
      await recordActIfPossible(config, 'registry_imported', draft.id, actor);
      return draft;
    },
    status: (): RegistryStatus => maintenance.readRegistryStatus(directory),
    async rollBack(onProgress?: (share: number) => void): Promise<RegistryStatus> {
      const status = maintenance.rollBackRegistry(directory, clock, onProgress);
      await recordActIfPossible(config, 'registry_rolled_back', status.live?.id ?? null, actor);
      return status;
    },
    release: (): RegistryStatus => maintenance.releaseRegistry(directory, clock),
    verify: (onProgress: (share: number) => void): RegistryStatus =>
      maintenance.verifyRegistry(directory, clock, onProgress),
    /** What `registry update` must know of the live snapshot. */
    findLive(): LiveMonth | undefined {
      const dataAsOf = maintenance.readRegistryStatus(directory).live?.data_as_of ?? undefined;
      return dataAsOf === undefined ? undefined : { dataAsOf, published: maintenance.findLivePublished(directory) };
    },
    recordPublished: (...published: Parameters<UpdateParts['recordPublished']>) =>
      maintenance.recordPublished(directory, ...published),
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

export interface UpdateOrder extends Omit<DownloadOrder, 'withPartners'> {
  readonly month: string | undefined;
  readonly factsOnly: boolean;
  readonly keepFiles: boolean;
  readonly overridden: UpdateParts['overridden'];
  readonly importFolder: UpdateParts['importFolder'];
}

/** The newest month, downloaded and imported unless it is live already. */
export async function runUpdate(config: Config, tools: RegistryTools, order: UpdateOrder): Promise<UpdateOutcome> {
  const { month, factsOnly, keepFiles, overridden, importFolder, ...download } = order;
  const months = await openDownloads(config, { ...download, withPartners: !factsOnly });
  try {
    return await updateRegistry({
      months,
      live: tools.findLive(),
      held: tools.status().held,
      month,
      overridden,
      recordPublished: tools.recordPublished,
      keepFiles,
      importFolder,
    });
  } finally {
    await months.close();
  }
}
