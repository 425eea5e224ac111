// Where the lists of people and companies lie, and how a record of a screening is made again with them.

import type { RepeatScreening } from '../../app/audit/read/replay.ts';
import type { Config } from '../../config.ts';
import { toDatasetDirectory } from './kept-datasets.ts';

export function toListsDirectory(config: Config): string {
  return toDatasetDirectory(config, 'lists');
}

/** Loaded when somebody looks at the record of a screening. */
export function toRepeatScreening(config: Config): RepeatScreening {
  return async (record) => {
    const [{ createRepeatScreening }, { createOpenEditions }] = await Promise.all([
      import('../../app/screening/replay-screening.ts'),
      import('../../screening/open-editions.ts'),
    ]);
    return createRepeatScreening(createOpenEditions(toListsDirectory(config)))(record);
  };
}
