// The routes of the screen Listas: which lists are on this machine, of which day, and who is on them.

import type { ListState } from '../../../app/screening/list-counts.ts';
import type { ScreenResponse } from '../../screening/contract.ts';
import { oneOf, optional, text } from '../body.ts';

export const listsForms = {
  'GET lists': { role: 'viewer', body: {} },
  /** With the lists of this machine for analysts, as a verification with real sources is; in the sandbox for all who are signed in. */
  'POST screen': {
    role: 'viewer',
    body: {
      with: oneOf(['sandbox', 'live']),
      purpose: optional(text(64)),
      cpf: optional(text(14)),
      name: optional(text(400)),
      birth_date: optional(text(10)),
      cnpj: optional(text(18)),
      company_name: optional(text(400)),
      partners: optional(oneOf(['included'])),
    },
  },
} as const;

export interface ListsAnswers {
  'GET lists': ListsView;
  /** As the API answers, in each language. */
  'POST screen': { readonly pt: ScreenResponse; readonly en: ScreenResponse };
}

export interface ListsView {
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
  /** Whether the settings name it: without it nobody is clear. */
  readonly is_relied_upon: boolean;
  readonly state: ListState;
  /** Why it is damaged, in English. */
  readonly problem: string | null;
  readonly stale_after_days: number | null;
  /** Whether a rollback keeps updates away. */
  readonly is_held: boolean;
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
