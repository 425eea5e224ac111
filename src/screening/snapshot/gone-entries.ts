// What a draft makes of the live edition: whom it no longer names, and which entries are new, gone or changed. The file of another list has
// other people, and one whose columns have moved has numbers or names of nobody, however many rows it has.

import { hash } from 'node:crypto';
import type { EntryChanges, GoneEntries } from '../../app/screening/lists/list-counts.ts';
import { foldText } from '../../domain/names/name-text.ts';
import { toUnnamedText } from '../../domain/screening/clearance.ts';
import type { ListEntry } from '../../domain/screening/entry/list-entry.ts';

interface Compared {
  readonly gone: GoneEntries;
  readonly changes: EntryChanges;
}

export interface EntryKeys {
  add(entry: ListEntry): void;
  /** Counts the entries that share no name, or no number, with any added entry, and the entries that have changed. */
  compareWith(live: Iterable<ListEntry>): Compared;
}

/** `latestStart`: entries that began on that day or before leave in time; undefined where the list names none. */
export function createEntryKeys(latestStart?: string): EntryKeys {
  const hasHadTime = ({ from }: ListEntry) => latestStart !== undefined && from !== null && from <= latestStart;
  const names = new Set<string>();
  const numbers = new Set<string>();
  const contents = new Map<string, Contents>();
  return {
    add(entry) {
      for (const name of entry.names) names.add(foldText(name));
      const number = findDocumentNumber(entry);
      if (number !== undefined) numbers.add(number);
      contents.set(entry.id, toContents(entry));
    },
    compareWith(live) {
      const gone = { names: { before: 0, gone: 0 }, numbers: { before: 0, gone: 0 } };
      let [changed, inTime] = [0, 0];
      const waiting = new Map(contents);
      const lost: Contents[] = [];
      for (const entry of live) {
        const number = findDocumentNumber(entry);
        const hasName = entry.names.some((name) => names.has(foldText(name)));
        const isGone = number === undefined ? !hasName : !numbers.has(number);
        if (isGone && hasHadTime(entry)) inTime++;
        else {
          if (entry.names.length > 0) count(gone.names, !hasName);
          if (number !== undefined) count(gone.numbers, isGone);
        }
        const [is, was] = [waiting.get(entry.id), toContents(entry)];
        if (is === undefined) lost.push(was);
        else if (is.whole !== was.whole) changed++;
        waiting.delete(entry.id);
      }
      const corrected = countCorrected(lost, waiting.values());
      const [added, removed] = [waiting.size - corrected, lost.length - corrected];
      const left = latestStart === undefined ? {} : { left_in_time: inTime };
      return { gone, changes: { added, removed, changed: changed + corrected, ...left } };
    },
  };
}

/** Hashes of what an entry says: all of it, and all but its name and its own number; no such one without a CPF or CNPJ. */
interface Contents {
  readonly whole: string;
  readonly unnamed: string | undefined;
}

function toContents(entry: ListEntry): Contents {
  const unnamed = findDocumentNumber(entry) === undefined ? undefined : toShortHash(toUnnamedText(entry));
  return { whole: toShortHash(JSON.stringify(entry)), unnamed };
}

function toShortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16);
}

/** A row whose number is made of what it says has another one once its name is spelt another way. */
function countCorrected(lost: readonly Contents[], come: Iterable<Contents>): number {
  const counts = new Map<string, number>();
  for (const { unnamed } of lost) if (unnamed !== undefined) counts.set(unnamed, (counts.get(unnamed) ?? 0) + 1);
  let corrected = 0;
  for (const { unnamed = '' } of come) {
    const waiting = counts.get(unnamed) ?? 0;
    if (waiting === 0) continue;
    counts.set(unnamed, waiting - 1);
    corrected++;
  }
  return corrected;
}

function count(counted: { before: number; gone: number }, isGone: boolean): void {
  counted.before++;
  if (isGone) counted.gone++;
}

/** A CPF that its publisher masks from now on is another number: it finds less. */
function findDocumentNumber({ document }: ListEntry): string | undefined {
  if (document === null || document.kind === 'unusable') return undefined;
  return document.kind === 'masked_cpf' ? `***${document.digits}` : document.number;
}
