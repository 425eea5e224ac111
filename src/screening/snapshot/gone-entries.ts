// Whom the live edition names and a draft does not. The file of another list has other people, and one whose columns have moved has
// numbers or names of nobody, however many rows it has.

import type { GoneEntries } from '../../app/screening/lists/list-counts.ts';
import { foldText } from '../../domain/names/name-text.ts';
import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';

export interface EntryKeys {
  add(entry: ListEntry): void;
  /** How many of these have no name, or no number, in common with any that was added. */
  countGone(live: Iterable<ListEntry>): GoneEntries;
}

export function createEntryKeys(): EntryKeys {
  const names = new Set<string>();
  const numbers = new Set<string>();
  return {
    add(entry) {
      for (const name of entry.names) names.add(foldText(name));
      const number = toNumber(entry);
      if (number !== undefined) numbers.add(number);
    },
    countGone(live) {
      const gone = { names: { before: 0, gone: 0 }, numbers: { before: 0, gone: 0 } };
      for (const entry of live) {
        if (entry.names.length > 0) count(gone.names, !entry.names.some((name) => names.has(foldText(name))));
        const number = toNumber(entry);
        if (number !== undefined) count(gone.numbers, !numbers.has(number));
      }
      return gone;
    },
  };
}

function count(counted: { before: number; gone: number }, isGone: boolean): void {
  counted.before++;
  if (isGone) counted.gone++;
}

/** A CPF that its publisher masks from now on is another number: it finds less. */
function toNumber({ document }: ListEntry): string | undefined {
  if (document === null || document.kind === 'unusable') return undefined;
  return document.kind === 'masked_cpf' ? `***${document.digits}` : document.number;
}
