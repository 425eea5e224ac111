// Work on a dataset that an operator starts from the console: in a process of its own, one at a time for the whole installation. Each act
// is recorded in the operator's name before it happens.

import { fileURLToPath } from 'node:url';
import type { ReportedJob } from '../../../app/datasets/job-report.ts';
import type { AppError } from '../../../errors.ts';
import { openJobFiles } from '../../jobs/job-files.ts';
import { launchJob, stopJob } from '../../jobs/launch-job.ts';
import { type KeptDataset, toDatasetAct, toDatasetDirectory } from '../../parts/kept-datasets.ts';
import type { RecordAct } from '../audit/record-act.ts';
import type { Core } from '../core.ts';

type JobKind = 'import' | 'update' | 'rollback';

const entry = fileURLToPath(new URL('../../dataset-jobs/main.ts', import.meta.url));

interface ControlParts {
  readonly record: RecordAct;
  /** Creates the error that a job throws while another one runs. */
  readonly toBusy: () => AppError;
}

export function openJobControl<Report extends ReportedJob, Order extends { readonly kind: JobKind }>(
  { config }: Pick<Core, 'config'>,
  dataset: KeptDataset,
  { record, toBusy }: ControlParts,
) {
  const jobs = openJobFiles<Report>(toDatasetDirectory(config, dataset));
  return {
    findJob: jobs.findReport,
    refuseBusy(): void {
      if (jobs.isRunning()) throw toBusy();
    },
    /** `target`: as the audit names it. */
    async launch(order: Order, actor: string, target: string): Promise<void> {
      await record(actor, toDatasetAct(dataset, `${order.kind}_started`), target);
      if (!(await launchJob(entry, { dataset, config, order, by: actor }, jobs))) throw toBusy();
    },
    /** Returns false if nothing was running. */
    async stop(actor: string): Promise<boolean> {
      const job = jobs.findReport();
      if (job === undefined || job.outcome !== null) return false;
      await record(actor, toDatasetAct(dataset, 'job_stopped'), job.id);
      return stopJob(job);
    },
  };
}

/** Returns the audit's target of a job: the parts of the dataset, and the overridden judgements. */
export function toJobTarget(what: readonly string[], overridden: readonly string[]): string {
  return [...what, ...(overridden.length > 0 ? [`force=${overridden.join(',')}`] : [])].join(' ');
}
