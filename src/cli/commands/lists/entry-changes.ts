// What an import makes of the edition before, in a few characters.

import type { EntryChanges } from '../../../app/screening/lists/list-counts.ts';
import { toCount } from '../../terminal/progress.ts';

/** `+12 −3 ~5`: new, gone, changed. */
export function describeEntryChanges({ added, removed, changed }: EntryChanges): string {
  return `+${toCount(added)} −${toCount(removed)} ~${toCount(changed)}`;
}

/** A line where some of those that are gone had had their time. */
export function describeLeft(changes: EntryChanges | undefined): readonly string[] {
  const { left_in_time: left = 0 } = changes ?? {};
  return left === 0
    ? []
    : [`Of those that are gone, ${toCount(left)} had been listed for as long as their publisher lists anybody.`];
}
