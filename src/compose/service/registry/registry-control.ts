// The registry for the console: what there is, and work on it in a process of its own, one at a time for the whole installation.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OperatorAct } from '../../../app/audit/entry.ts';
import type { JobOrder } from '../../../app/registry/registry-job.ts';
import { listNames } from '../../../datasets/folder/store.ts';
import { AppError, OperatorError } from '../../../errors.ts';
import type { ConsoleRegistry, DumpFolder } from '../../../http/console/console-registry.ts';
import { readRegistryStatus, releaseRegistry } from '../../../registry/maintenance.ts';
import { launchJob, stopJob } from '../../jobs/launch-job.ts';
import { toRegistryDirectory } from '../../parts/registry/registry-directory.ts';
import { openRegistryJobs, toDownloads } from '../../registry-job/job-file.ts';
import type { RecordAct } from '../audit/record-act.ts';
import type { Core } from '../core.ts';

const entry = fileURLToPath(new URL('../../registry-job/main.ts', import.meta.url));
const foldersMax = 100;

export function openRegistryControl({ config, clock }: Core, record: RecordAct): ConsoleRegistry {
  const directory = toRegistryDirectory(config);
  const jobs = openRegistryJobs(config);

  return {
    status: () => withPlainFault(() => readRegistryStatus(directory)),
    findJob: jobs.findReport,
    listFolders: () => listFolders(toDownloads(config)),
    start: async (request, actor) => {
      if (jobs.isRunning()) throw new AppError('registry_busy');
      const order = toOrder(request, toDownloads(config));
      await record(actor, acts[request.kind], toTarget(request));
      if (!(await launchJob(entry, { config, order, by: actor }, jobs))) throw new AppError('registry_busy');
    },
    stop: async (actor) => {
      const job = jobs.findReport();
      if (job === undefined || job.outcome !== null) return false;
      await record(actor, 'registry_job_stopped', job.id);
      return stopJob(job);
    },
    release: async (actor) => {
      await record(actor, 'registry_released', readRegistryStatus(directory).live?.id ?? '');
      return withPlainFault(() => releaseRegistry(directory, clock));
    },
  };
}

const acts = {
  import: 'registry_import_started',
  update: 'registry_update_started',
  rollback: 'registry_rollback_started',
} as const satisfies Record<JobOrder['kind'], OperatorAct>;

type JobRequest = Parameters<ConsoleRegistry['start']>[0];

function toOrder(request: JobRequest, downloads: string): JobOrder {
  if (request.kind !== 'import') return request;
  // Only what was listed: no text from a browser becomes a path.
  const found = listFolders(downloads).find(({ name }) => name === request.folder);
  if (found === undefined) throw new AppError('registry_changed');
  return { ...request, folder: join(downloads, found.name) };
}

function toTarget(request: JobRequest): string {
  if (request.kind === 'rollback') return `${request.from} ${request.to}`;
  const what = request.kind === 'import' ? [request.folder] : [];
  return [...what, ...(request.overridden.length > 0 ? [`force=${request.overridden.join(',')}`] : [])].join(' ');
}

/** Folders with files in them, the newest month first. A link to a folder elsewhere counts: whoever made it has a shell on this machine. */
function listFolders(downloads: string): readonly DumpFolder[] {
  return listNames(downloads)
    .filter((name) => /^[\w][\w.-]{0,99}$/.test(name))
    .sort((a, b) => b.localeCompare(a))
    .slice(0, foldersMax)
    .flatMap((name): DumpFolder[] => {
      const sizes = listNames(join(downloads, name)).flatMap((file) => {
        const found = statSync(join(downloads, name, file), { throwIfNoEntry: false });
        return found?.isFile() === true ? [found.size] : [];
      });
      return sizes.length === 0
        ? []
        : [{ name, files: sizes.length, bytes: sizes.reduce((all, size) => all + size, 0) }];
    });
}

/** What the tools say to an operator at the command line is a fault of the registry to one at the console. */
function withPlainFault<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof OperatorError) throw new AppError('registry_unavailable', { internal: error.message });
    throw error;
  }
}
