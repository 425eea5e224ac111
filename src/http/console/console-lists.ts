// What the screen Listas needs of the lists.

import type { ListStatus } from '../../app/screening/lists/list-counts.ts';
import type { FileOrder, ListsOrder, ListsReport } from '../../app/screening/lists/lists-job.ts';

export interface ConsoleList extends ListStatus {
  /** A person gets the file from this page; null marks an operator's own list. */
  readonly page: string | null;
  readonly canDownload: boolean;
  readonly isReliedUpon: boolean;
}

/** Each of the acts is recorded in the actor's name before it happens. */
export interface ConsoleLists {
  status(): Promise<readonly ConsoleList[]>;
  findJob(): ListsReport | undefined;
  /** Throws `lists_busy` while another one runs. */
  start(request: Exclude<ListsOrder, { kind: 'import' }>, actor: string): Promise<void>;
  /** Takes the whole file before it starts. */
  importFile(
    file: FileOrder & { readonly name: string },
    body: AsyncIterable<Uint8Array>,
    actor: string,
  ): Promise<void>;
  /** Returns false if nothing was running. */
  stop(actor: string): Promise<boolean>;
}
