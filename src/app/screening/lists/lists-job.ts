// Work on lists that an operator starts from the console: what is asked, how far it is, its result. It runs in a process of its own;
// what is here travels between the two.

import type { ConfirmedRollback } from '../../datasets/dataset-status.ts';
import type { ReportedJob } from '../../datasets/job-report.ts';
import type { Judgement } from '../../datasets/judgement.ts';
import type { ImportedList } from './import-list.ts';
import type { ListJudgementName } from './judge-list.ts';
import type { ListUpdate } from './update-lists.ts';

export type ListsOrder =
  /** An update without a list covers every list that can be downloaded. */
  | { readonly kind: 'update'; readonly list: string | null; readonly overridden: readonly ListJudgementName[] }
  | ({ readonly kind: 'import'; readonly path: string } & FileOrder)
  /** A rollback requires that these are still the live and the previous edition. It therefore does exactly what the operator confirmed. */
  | ({ readonly kind: 'rollback'; readonly list: string } & ConfirmedRollback);

export interface FileOrder {
  readonly list: string;
  /** YYYY-MM-DD; null where the file says it. */
  readonly asOf: string | null;
  readonly overridden: readonly ListJudgementName[];
}

export interface ListsProgress {
  readonly phase: 'downloading' | 'importing' | 'checking';
  /** The one in turn. */
  readonly list: string;
  /** `total` counts the items to process. */
  readonly total: number;
  readonly bytes: { readonly done: number; readonly total: number } | null;
  /** One for each list that is done, in the order of their turns. */
  readonly results: readonly ListResult[];
}

export interface ListResult {
  readonly list: string;
  /** `refused`: what speaks against it can be overridden by name. */
  readonly kind: 'updated' | 'unchanged' | 'held' | 'rolled_back' | 'refused' | 'failed';
  readonly data_as_of: string | null;
  readonly entries: number | null;
  readonly judgements: readonly Judgement<ListJudgementName>[];
  readonly overridden: readonly string[];
  /** The text states the reason for the failure. */
  readonly sentence: string | null;
  /** The Portuguese text is null for an unforeseen error. */
  readonly portuguese: string | null;
}

export type ListsOutcome = { readonly kind: 'done' | 'stopped' | 'interrupted' };

export interface ListsReport extends ReportedJob<ListsOrder['kind'], ListsProgress, ListsOutcome> {
  /** The value is null if the job covers all lists. */
  readonly list: string | null;
  /** The folder of the file that it imports; null where there is none. */
  readonly upload: string | null;
}

const nothing = {
  data_as_of: null,
  entries: null,
  judgements: [],
  overridden: [],
  sentence: null,
  portuguese: null,
} as const;

export function toListResult(update: ListUpdate): ListResult {
  const { list, kind } = update;
  switch (kind) {
    case 'updated':
      return toImportedResult(update.imported);
    case 'failed': {
      const { judgements, reason: sentence, portuguese } = update;
      return { ...nothing, list, kind: judgements.length > 0 ? 'refused' : 'failed', judgements, sentence, portuguese };
    }
    default:
      return { ...nothing, list, kind, data_as_of: update.dataAsOf ?? null };
  }
}

export function toImportedResult({ list, dataAsOf, counts, overridden }: ImportedList): ListResult {
  const names = overridden.map(({ name }) => name);
  return { ...nothing, list, kind: 'updated', data_as_of: dataAsOf, entries: counts.entries, overridden: names };
}

export function toRolledBack(list: string, data_as_of: string | null, entries: number | null): ListResult {
  return { ...nothing, list, kind: 'rolled_back', data_as_of, entries };
}
