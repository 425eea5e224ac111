// What a draft makes of the live edition: whom it no longer names, and which entries are new, gone or changed. The file of another list has
// other people, and one whose columns have moved has numbers or names of nobody, however many rows it has.

import { hash } from 'node:crypto';
import type { EntryChanges, GoneEntries } from '../../app/screening/lists/list-counts.ts';
import { foldText } from '../../domain/names/name-text.ts';
import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';

interface Compared {
  readonly gone: GoneEntries;
  readonly changes: EntryChanges;
}

export interface EntryKeys {
  add(entry: ListEntry): void;
  /** How many of these have no name, or no number, in common with any that was added, and how many are not as they were. */
  compareWith(live: Iterable<ListEntry>): Compared;
}

export function createEntryKeys(): EntryKeys {
  const names = new Set<string>();
  const numbers = new Set<string>();
  const contents = new Map<string, string>();
  return {
    add(entry) {
      for (const name of entry.names) names.add(foldText(name));
      const number = toNumber(entry);
      if (number !== undefined) numbers.add(number);
      contents.set(entry.id, toContent(entry));
    },
    compareWith(live) {
      const gone = { names: { before: 0, gone: 0 }, numbers: { before: 0, gone: 0 } };
      let [removed, changed, kept] = [0, 0, 0];
      for (const entry of live) {
        if (entry.names.length > 0) count(gone.names, !entry.names.some((name) => names.has(foldText(name))));
        const number = toNumber(entry);
        if (number !== undefined) count(gone.numbers, !numbers.has(number));
        const content = contents.get(entry.id);
        if (content === undefined) removed++;
        else if (content === toContent(entry)) kept++;
        else changed++;
      }
      return { gone, changes: { added: contents.size - kept - changed, removed, changed } };
    },
  };
}

function toContent(entry: ListEntry): string {
  return hash('sha256', JSON.stringify(entry), 'base64url').slice(0, 16);
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
