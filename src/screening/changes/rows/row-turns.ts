// Whether a row begins or ends between two days, told by its line before it is read: of all rows of a list, hardly any does.

import { type EntryState, toEntryState } from '../../../domain/screening/entry/list-entry.ts';

export interface Days {
  /** YYYY-MM-DD */
  readonly before: string;
  readonly after: string;
}

/** Takes a line of an edition. */
export type HasTurned = (line: string) => boolean;

export function createTurnCheck({ before, after }: Days): HasTurned {
  if (before === after) return () => false;
  const [first, last] = before < after ? [before, after] : [after, before];
  return (line) => {
    const from = findValue(line, 'from":"');
    const until = findValue(line, 'until":"');
    const mayBegin = from !== undefined && from > first && from <= last;
    const mayEnd = until !== undefined && until >= first && until < last;
    return (mayBegin || mayEnd) && toState(line, before) !== toState(line, after);
  };
}

/** A quote inside of a text has a backslash before it, so that this is nothing but the name of a field. */
function findValue(line: string, name: string): string | undefined {
  const at = line.indexOf(name);
  return at === -1 ? undefined : line.slice(at + name.length, line.indexOf('"', at + name.length));
}

function toState(line: string, day: string): EntryState {
  return toEntryState(JSON.parse(line), day);
}
