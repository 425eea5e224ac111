// The routes of the screen Listas: which lists are on this machine, of which day, and who is on them.

import { listJudgementNames } from '../../../app/screening/lists/judge-list.ts';
import type { ListState } from '../../../app/screening/lists/list-counts.ts';
import type { ListsReport } from '../../../app/screening/lists/lists-job.ts';
import { type Sensitivity, sensitivityLevels } from '../../../domain/screening/sensitivity.ts';
import type { ScreenResponse } from '../../screening/contract.ts';
import { day, oneOf, optional, someOf, text } from '../body.ts';
import type { ClearanceView } from './clearances.ts';
import { screenFields } from './screen-fields.ts';

const listName = text(64, 1);

export const listsForms = {
  'GET lists': { role: 'viewer', body: {} },
  /** An update that names no list covers every list that can be downloaded. */
  'POST lists-update': { role: 'admin', body: { list: optional(listName), force: someOf(listJudgementNames) } },
  /** The ids that the confirmation named: what was confirmed is what happens. */
  'POST list-rollback': { role: 'admin', body: { list: listName, from: text(64, 1), to: text(64, 1) } },
  'POST lists-stop': { role: 'admin', body: {} },
  /** The trial shows which hits another sensitivity of a list would have given in the last days. */
  'POST sensitivity-trial': { role: 'analyst', body: { list: listName, level: oneOf(sensitivityLevels) } },
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
  'POST sensitivity-trial': SensitivityTrialView;
  /** As the API answers, in each language; and what people have judged of this customer's hits, whether it counts already or not. */
  'POST screen': {
    readonly pt: ScreenResponse;
    readonly en: ScreenResponse;
    readonly clearances: readonly ClearanceView[];
  };
}

/** By `from`, which is in force, and by `to`. Rows as in a hit, and only those in force. */
export interface SensitivityTrialView {
  readonly days: number;
  readonly from: Sensitivity;
  readonly to: Sensitivity;
  /** `screenings` counts the screenings that the trial repeated; without `is_all`, these are the newest ones. */
  readonly screenings: number;
  readonly is_all: boolean;
  readonly with_more: number;
  readonly with_fewer: number;
  /** `now_told` and `now_silent` count the screenings that change from no row to a row, or from a row to none. */
  readonly now_told: number;
  readonly now_silent: number;
  readonly examples: readonly {
    readonly request_id: string;
    readonly at: string;
    readonly more: readonly string[];
    readonly fewer: readonly string[];
  }[];
}

/** The view leaves out the process id, which does not concern the console. */
export type ListsJobView = Omit<ListsReport, 'pid' | 'upload'>;

export interface ListsView {
  /** `job` is the running job, or the last one. */
  readonly job: ListsJobView | null;
  readonly lists: readonly ListView[];
}

export interface ListView {
  /** Commands and answers use this name of the list. */
  readonly list: string;
  readonly title: string;
  /** The publisher is null for a list of the operator's own. */
  readonly publisher: string | null;
  /** A person gets the file from this page; null marks a list of the operator's own. */
  readonly page: string | null;
  /** `can_download` tells whether a program can get the file. */
  readonly can_download: boolean;
  /** `is_relied_upon` tells whether a person can be clear only with this list. */
  readonly is_relied_upon: boolean;
  readonly state: ListState;
  /** `is_off` tells whether an update of all lists leaves this one out, because no operator has requested it yet. */
  readonly is_off: boolean;
  /** `problem` states in English why the list is damaged. */
  readonly problem: string | null;
  readonly stale_after_days: number | null;
  /** Tells whether a rollback keeps updates away. */
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
  /** `reason` states in English why the import failed. */
  readonly reason: string | null;
}
