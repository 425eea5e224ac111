// The registry for the console: what there is, and work on it.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { JobOrder, JobReport } from '../../../app/registry/registry-job.ts';
import { listFolderNames } from '../../../datasets/folder/store.ts';
import { AppError, OperatorError } from '../../../errors.ts';
import type { ConsoleRegistry, DumpFolder } from '../../../http/console/console-registry.ts';
import { readRegistryStatus, releaseRegistry } from '../../../registry/maintenance.ts';
import { toDownloads, toRegistryDirectory } from '../../parts/registry/registry-directory.ts';
import type { RecordAct } from '../audit/record-act.ts';
import type { Core } from '../core.ts';
import { openJobControl, toJobTarget } from './job-control.ts';

const foldersMax = 100;

export function openRegistryControl({ config, clock }: Core, record: RecordAct): ConsoleRegistry {
  const directory = toRegistryDirectory(config);
  const jobs = openJobControl<JobReport, JobOrder>({ config }, 'registry', {
    record,
    toBusy: () => new AppError('registry_busy'),
  });

  return {
    status: () => withPlainFault(() => readRegistryStatus(directory)),
    findJob: jobs.findJob,
    stop: jobs.stop,
    listFolders: () => listFolders(toDownloads(config)),
    start: async (request, actor) => {
      jobs.refuseBusy();
      await jobs.launch(toOrder(request, toDownloads(config)), actor, toTarget(request));
    },
    release: async (actor) => {
      await record(actor, 'registry_released', readRegistryStatus(directory).live?.id ?? '');
      return withPlainFault(() => releaseRegistry(directory, clock));
    },
  };
}

function toOrder(request: JobOrder, downloads: string): JobOrder {
  if (request.kind !== 'import') return request;
  // Only what was listed: no text from a browser becomes a path.
  const found = listFolders(downloads).find(({ name }) => name === request.folder);
  if (found === undefined) throw new AppError('registry_changed');
  return { ...request, folder: join(downloads, found.name) };
}

function toTarget(request: JobOrder): string {
  if (request.kind === 'rollback') return `${request.from} ${request.to}`;
  return toJobTarget(request.kind === 'import' ? [request.folder] : [], request.overridden);
}

/** Lists folders with files in them, the newest month first. A link to a folder elsewhere counts, because its creator has a shell on this machine. */
function listFolders(downloads: string): readonly DumpFolder[] {
  return listFolderNames(downloads)
    .filter((name) => /^[\w][\w.-]{0,99}$/.test(name))
    .sort((a, b) => b.localeCompare(a))
    .slice(0, foldersMax)
    .flatMap((name): DumpFolder[] => {
      const sizes = listFolderNames(join(downloads, name)).flatMap((file) => {
        const found = statSync(join(downloads, name, file), { throwIfNoEntry: false });
        return found?.isFile() === true ? [found.size] : [];
      });
      return sizes.length === 0
        ? []
        : [{ name, files: sizes.length, bytes: sizes.reduce((all, size) => all + size, 0) }];
    });
}

/** Turns an error for an operator at the command line into a fault of the registry for one at the console. */
function withPlainFault<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof OperatorError) throw new AppError('registry_unavailable', { internal: error.message });
    throw error;
  }
}
