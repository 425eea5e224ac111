// What the screen Listas needs of the lists.

import type { ListJudgementName } from '../../app/screening/lists/judge-list.ts';
import type { ListStatus } from '../../app/screening/lists/list-counts.ts';
import type { FileOrder, ListsReport } from '../../app/screening/lists/lists-job.ts';

export interface ConsoleList extends ListStatus {
  /** Where a person gets its file; null for a list of the operator's own. */
  readonly page: string | null;
  readonly canDownload: boolean;
  readonly isReliedUpon: boolean;
}

type ListsRequest =
  | { readonly kind: 'update'; readonly list: string | null; readonly overridden: readonly ListJudgementName[] }
  | { readonly kind: 'rollback'; readonly list: string; readonly from: string; readonly to: string };

/** Each of the acts is recorded in the actor's name before it happens. */
export interface ConsoleLists {
  status(): Promise<readonly ConsoleList[]>;
  findJob(): ListsReport | undefined;
  /** Throws `lists_busy` while another one runs. */
  start(request: ListsRequest, actor: string): Promise<void>;
  /** Takes the whole file before it starts. */
  importFile(
    file: FileOrder & { readonly name: string },
    body: AsyncIterable<Uint8Array>,
    actor: string,
  ): Promise<void>;
  /** False when nothing was running. */
  stop(actor: string): Promise<boolean>;
}
