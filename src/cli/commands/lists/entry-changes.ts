// What an import makes of the edition before, in a few characters.

import type { EntryChanges } from '../../../app/screening/lists/list-counts.ts';
import { toCount } from '../../terminal/progress.ts';

/** `+12 −3 ~5`: new, gone, changed. */
export function describeEntryChanges({ added, removed, changed }: EntryChanges): string {
  return `+${toCount(added)} −${toCount(removed)} ~${toCount(changed)}`;
}
