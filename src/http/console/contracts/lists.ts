// The routes of the screen Listas: which lists are on this machine, of which day, and who is on them.

import { listJudgementNames } from '../../../app/screening/lists/judge-list.ts';
import type { ListState } from '../../../app/screening/lists/list-counts.ts';
import type { ListsReport } from '../../../app/screening/lists/lists-job.ts';
import type { ScreenResponse } from '../../screening/contract.ts';
import { day, optional, someOf, text } from '../body.ts';
import type { ClearanceView } from './clearances.ts';
import { screenFields } from './screen-fields.ts';

const listName = text(64, 1);

export const listsForms = {
  'GET lists': { role: 'viewer', body: {} },
  /** Without a list every one that can be downloaded. */
  'POST lists-update': { role: 'admin', body: { list: optional(listName), force: someOf(listJudgementNames) } },
  /** The ids that the confirmation named: what was confirmed is what happens. */
  'POST list-rollback': { role: 'admin', body: { list: listName, from: text(64, 1), to: text(64, 1) } },
  'POST lists-stop': { role: 'admin', body: {} },
  /** With the lists of this machine for analysts, as a verification with real sources is; in the sandbox for all who are signed in. */
  'POST screen': { role: 'viewer', body: screenFields },
} as const;

/** Routes whose body is a file. */
export const listFileForms = {
  'list-import': {
    list: listName,
    file_name: text(255, 1),
    as_of: optional(day),
    force: someOf(listJudgementNames),
  },
} as const;

export interface ListFileAnswers {
  'list-import': ListsView;
}

export interface ListsAnswers {
  'GET lists': ListsView;
  'POST lists-update': ListsView;
  'POST list-rollback': ListsView;
  'POST lists-stop': { readonly stopped: boolean };
  /** As the API answers, in each language; and what people have judged of this customer's hits, whether it counts already or not. */
  'POST screen': {
    readonly pt: ScreenResponse;
    readonly en: ScreenResponse;
    readonly clearances: readonly ClearanceView[];
  };
}

/** The process is nobody's business. */
export type ListsJobView = Omit<ListsReport, 'pid' | 'upload'>;

export interface ListsView {
  /** What runs, or the last one. */
  readonly job: ListsJobView | null;
  readonly lists: readonly ListView[];
}

export interface ListView {
  /** As in commands and answers. */
  readonly list: string;
  readonly title: string;
  /** Null for a list of the operator's own. */
  readonly publisher: string | null;
  /** Where a person gets the file; null for a list of the operator's own. */
  readonly page: string | null;
  /** Whether a program can get the file. */
  readonly can_download: boolean;
  /** Whether nobody is clear without it. */
  readonly is_relied_upon: boolean;
  readonly state: ListState;
  /** Why it is damaged, in English. */
  readonly problem: string | null;
  readonly stale_after_days: number | null;
  /** Whether a rollback keeps updates away. */
  readonly is_held: boolean;
  /** The edition in use, and the one that a rollback would bring back. */
  readonly live_id: string | null;
  readonly previous_id: string | null;
  readonly data_as_of: string | null;
  readonly entries: number | null;
  readonly imported_at: string | null;
  /** The day of the edition that a rollback would bring back. */
  readonly previous_as_of: string | null;
  readonly last_import: LastTry | null;
  /** The last look at its publisher. */
  readonly last_update: LastTry | null;
}

export interface LastTry {
  readonly outcome: string;
  readonly at: string;
  /** Why it failed, in English. */
  readonly reason: string | null;
}
