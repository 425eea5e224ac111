// Work on the registry that an operator starts from the console: what is asked, how far it is, its result. It runs in a process of
// its own, so that it goes on when the page is closed and does not slow the service down; what is here travels between the two.

import type { ConfirmedRollback } from '../datasets/dataset-status.ts';
import type { ReportedJob } from '../datasets/job-report.ts';
import type { ImportPhase, ImportProgress } from './import-registry.ts';
import type { JudgementName, RegistryJudgement } from './judge-draft.ts';

export type JobOrder =
  | { readonly kind: 'import'; readonly folder: string; readonly overridden: readonly JudgementName[] }
  | { readonly kind: 'update'; readonly overridden: readonly JudgementName[] }
  /** A rollback requires that these are still the live and the previous snapshot. It therefore does exactly what the operator confirmed. */
  | ({ readonly kind: 'rollback' } & ConfirmedRollback);

export type JobPhase = 'listing' | 'downloading' | 'checking' | ImportPhase;

export interface JobProgress {
  /** The share of one core that the import had of late, where that is too little. */
  readonly starved_share?: number | undefined;
  readonly phase: JobPhase;
  /** 0 to 1: of a download alone, or of the whole import or rollback. */
  readonly share: number;
  /** `rows` counts the rows read so far. */
  readonly rows: number | null;
  readonly bytes: { readonly done: number; readonly total: number } | null;
}

export type JobOutcome =
  | {
      readonly kind: 'imported' | 'rolled_back';
      readonly snapshot: string;
      readonly data_as_of: string;
      readonly establishments: number;
      readonly companies: number;
      /** The list names the objections that the operator overrode. */
      readonly overridden: readonly JudgementName[];
    }
  | { readonly kind: 'up_to_date'; readonly month: string; readonly data_as_of: string }
  | { readonly kind: 'held'; readonly data_as_of: string | null }
  | {
      readonly kind: 'partial';
      readonly month: string;
      readonly not_published: readonly string[];
      readonly not_fetched: readonly string[];
    }
  | { readonly kind: 'refused'; readonly judgements: readonly RegistryJudgement[] }
  /** The failure has no Portuguese text if it was unforeseen. */
  | { readonly kind: 'failed'; readonly sentence: string; readonly portuguese: string | null }
  | { readonly kind: 'stopped' }
  /** The process ended without a report: it was killed, or the machine went down. */
  | { readonly kind: 'interrupted' };

export interface JobReport extends ReportedJob<JobOrder['kind'], JobProgress, JobOutcome> {
  /** The name of the folder that is imported. */
  readonly folder: string | null;
}

/** Parts of the whole time that the phases took for 4 M establishments on two cores. */
const phaseShares: Readonly<Record<ImportPhase, readonly [from: number, part: number]>> = {
  reading: [0, 0.76],
  building: [0.76, 0.18],
  verifying: [0.94, 0.06],
};

/** The share of the whole import, where the progress names its phase. */
export function toWholeShare({ phase, share }: Pick<ImportProgress, 'phase' | 'share'>): number {
  const [from, part] = phaseShares[phase];
  return from + part * share;
}
