// The lists of this machine as the screen Listas sees them, and work on them. Their code is loaded when somebody opens it.

import { isAsConfirmed } from '../../../app/datasets/dataset-status.ts';
import type { ListsOrder, ListsReport } from '../../../app/screening/lists/lists-job.ts';
import { AppError } from '../../../errors.ts';
import type { ConsoleLists } from '../../../http/console/console-lists.ts';
import { removeAbandonedUploads, removeUpload, removeUploadOf, takeUpload } from '../../jobs/list-uploads.ts';
import { toListsDirectory } from '../../parts/lists-directory.ts';
import type { RecordAct } from '../audit/record-act.ts';
import type { Core } from '../core.ts';
import { openJobControl, toJobTarget } from './job-control.ts';

/** The limit applies to a list that no publisher offers to programs. */
const ownBytesMax = 256 << 20;

export function openListsControl({ config, clock }: Core, record: RecordAct): ConsoleLists {
  const directory = toListsDirectory(config);
  const hasToken = config['lists.eu_token'] !== null;
  const jobs = openJobControl<ListsReport, ListsOrder>({ config }, 'lists', {
    record,
    toBusy: () => new AppError('lists_busy'),
  });
  removeAbandonedUploads(config, clock.nowMs());
  findJob();

  /** Finds the job. After a killed job, no trace of a file remains, even after a restart. */
  function findJob() {
    const job = jobs.findJob();
    if (job?.outcome?.kind === 'interrupted' && job.upload) removeUploadOf(config, job.upload);
    return job;
  }

  function refuseBusy(): void {
    findJob();
    jobs.refuseBusy();
  }

  const launch = (order: ListsOrder, actor: string) => jobs.launch(order, actor, toTarget(order));

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
        if (!isAsConfirmed(now, request)) throw new AppError('lists_changed');
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
    stop: jobs.stop,
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

/** Returns the audit's target without any trace of a file, because its name may be a person's. */
function toTarget(order: ListsOrder): string {
  if (order.kind === 'rollback') return `${order.list} ${order.from} ${order.to}`;
  return toJobTarget([order.list ?? 'all'], order.overridden);
}

const namesHint = {
  en: 'A list of your own begins with own-, in small letters, digits and hyphens.',
  pt: 'O nome de uma lista própria começa com own-, em letras minúsculas, dígitos e hífens.',
};
