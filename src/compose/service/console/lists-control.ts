// The lists of this machine as the screen Listas sees them, and work on them in a process of its own, one at a time. Their code is
// loaded when somebody opens it.

import { fileURLToPath } from 'node:url';
import type { OperatorAct } from '../../../app/audit/entry.ts';
import type { ListsOrder } from '../../../app/screening/lists/lists-job.ts';
import { AppError } from '../../../errors.ts';
import type { ConsoleLists } from '../../../http/console/console-lists.ts';
import { launchJob, stopJob } from '../../jobs/launch-job.ts';
import { openListsJobs } from '../../lists-job/job-file.ts';
import { removeAbandonedUploads, removeUpload, removeUploadOf, takeUpload } from '../../lists-job/uploads.ts';
import { toListsDirectory } from '../../parts/lists-directory.ts';
import type { RecordAct } from '../audit/record-act.ts';
import type { Core } from '../core.ts';

const entry = fileURLToPath(new URL('../../lists-job/main.ts', import.meta.url));
/** Of a list that no publisher offers to programs. */
const ownBytesMax = 256 << 20;

export function openListsControl({ config, clock }: Core, record: RecordAct): ConsoleLists {
  const directory = toListsDirectory(config);
  const hasToken = config['lists.eu_token'] !== null;
  const jobs = openListsJobs(config);
  removeAbandonedUploads(config, clock.nowMs());
  findJob();

  /** Nothing of a file outlives a job that was killed: after a restart, too. */
  function findJob() {
    const job = jobs.findReport();
    if (job?.outcome?.kind === 'interrupted' && job.upload) removeUploadOf(config, job.upload);
    return job;
  }

  function refuseBusy(): void {
    findJob();
    if (jobs.isRunning()) throw new AppError('lists_busy');
  }

  async function launch(order: ListsOrder, actor: string): Promise<void> {
    await record(actor, acts[order.kind], toTarget(order));
    if (!(await launchJob(entry, { config, order, by: actor }, jobs))) throw new AppError('lists_busy');
  }

  async function status() {
    const { readListsStatus, readReliedUpon, getList, canUpdate } = await loadLists();
    const lists = readListsStatus(directory, clock);
    const reliedUpon = readReliedUpon(directory, config['screening.lists'], lists);
    return lists.map((one) => ({
      ...one,
      page: getList(one.list).page,
      isReliedUpon: reliedUpon.includes(one.list),
      canDownload: canUpdate(one.list, hasToken),
    }));
  }

  return {
    status,
    findJob,
    async start(request, actor) {
      refuseBusy();
      const { findList } = await loadLists();
      if (request.list !== null && findList(request.list) === undefined) throw new AppError('lists_changed');
      if (request.kind === 'rollback') {
        const now = (await status()).find(({ list }) => list === request.list);
        if (now?.live?.id !== request.from || now.previous?.id !== request.to) throw new AppError('lists_changed');
      }
      await launch(request, actor);
    },
    async importFile({ list, name, asOf, overridden }, body, actor) {
      refuseBusy();
      const { findList, findDownload } = await loadLists();
      if (findList(list) === undefined)
        throw new AppError('invalid_request', {
          faults: [{ pointer: '/list', code: 'invalid_format', hint: namesHint }],
        });
      removeAbandonedUploads(config, clock.nowMs());
      const path = await takeUpload(config, { name, bytesMax: findDownload(list)?.bytesMax ?? ownBytesMax }, body);
      try {
        await launch({ kind: 'import', list, path, asOf, overridden }, actor);
      } catch (error) {
        removeUpload(path);
        throw error;
      }
    },
    async stop(actor) {
      const job = jobs.findReport();
      if (job === undefined || job.outcome !== null) return false;
      await record(actor, 'list_job_stopped', job.id);
      return stopJob(job);
    },
  };
}

async function loadLists() {
  const [{ readListsStatus, readReliedUpon }, { findList, getList }, { findDownload }, { canUpdate }] =
    await Promise.all([
      import('../../../screening/maintenance.ts'),
      import('../../../screening/lists/catalogue.ts'),
      import('../../../screening/download/list-download.ts'),
      import('../../../screening/list-updates.ts'),
    ]);
  return { readListsStatus, readReliedUpon, findList, getList, findDownload, canUpdate };
}

const acts = {
  update: 'list_update_started',
  import: 'list_import_started',
  rollback: 'list_rollback_started',
} as const satisfies Record<ListsOrder['kind'], OperatorAct>;

/** Nothing of a file: its name may be a person's. */
function toTarget(order: ListsOrder): string {
  if (order.kind === 'rollback') return `${order.list} ${order.from} ${order.to}`;
  const { list, overridden } = order;
  return [list ?? 'all', ...(overridden.length > 0 ? [`force=${overridden.join(',')}`] : [])].join(' ');
}

const namesHint = {
  en: 'A list of your own begins with own-, in small letters, digits and hyphens.',
  pt: 'O nome de uma lista própria começa com own-, em letras minúsculas, dígitos e hífens.',
};
