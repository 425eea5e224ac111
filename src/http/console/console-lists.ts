// What the screen Listas needs of the lists.

import type { ListStatus } from '../../app/screening/list-counts.ts';

export interface ConsoleList extends ListStatus {
  /** Where a person gets its file; null for a list of the operator's own. */
  readonly page: string | null;
  readonly canDownload: boolean;
}

export interface ConsoleLists {
  /** Of the settings; empty where they name none. */
  readonly reliedUpon: readonly string[];
  status(): Promise<readonly ConsoleList[]>;
}
