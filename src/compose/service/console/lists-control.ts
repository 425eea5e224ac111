// The lists of this machine as the screen Listas sees them. Their code is loaded when somebody opens it.

import type { Clock } from '../../../app/clock.ts';
import type { Config } from '../../../config.ts';
import type { ConsoleLists } from '../../../http/console/console-lists.ts';
import { toListsDirectory } from '../../parts/lists-directory.ts';

export function openListsControl({ config, clock }: { readonly config: Config; readonly clock: Clock }): ConsoleLists {
  const directory = toListsDirectory(config);
  return {
    reliedUpon: config['screening.lists'],
    async status() {
      const [{ readListsStatus }, { getList }, { findDownload }] = await Promise.all([
        import('../../../screening/maintenance.ts'),
        import('../../../screening/lists/catalogue.ts'),
        import('../../../screening/download/list-download.ts'),
      ]);
      return readListsStatus(directory, clock).map((status) => ({
        ...status,
        page: getList(status.list).page,
        canDownload: findDownload(status.list) !== undefined,
      }));
    },
  };
}
