// What keeps anybody from telling whether an entry speaks of somebody: one side has only a name, the other only a number. Pure.

import type { ListEntry } from '../entry/list-entry.ts';
import { findCpfDigits } from '../entry/listed-document.ts';
import type { Screened } from '../screened.ts';
import type { Asked } from './judge-entry.ts';
import { hasReadName, isUnreadName, listCustoms } from './name-scorer.ts';

/** Six digits are the same, one side knows no more of them, and on one side there is no name that could be read. */
export function hasOnlyDigits({ screened }: Asked, entry: ListEntry): boolean {
  if (screened.kind !== 'person') return false;
  const { cpf, maskedCpf = null } = screened;
  if (cpf !== null && entry.document?.kind === 'cpf') return false;
  const digits = cpf?.slice(3, 9) ?? maskedCpf;
  return (
    (!hasReadName(screened) || hasNoReadName(entry)) && digits !== null && digits === findCpfDigits(entry.document)
  );
}

/** Tells whether no number can find a person or company of that kind under this entry. */
export function hasOnlyNames(entry: ListEntry, kind: Screened['kind']): boolean {
  return !isNumbered(entry) && mayBe(entry, kind);
}

/** Tells whether no name can find a person or company of that kind under this entry. */
export function hasOnlyNumber(entry: ListEntry, kind: Screened['kind']): boolean {
  return isNameless(entry) && isNumbered(entry) && mayBe(entry, kind);
}

/** Tells whether this entry can be found only by the same name in the same letters. */
export function hasUnreadNames({ names, weakNames }: Pick<ListEntry, 'names' | 'weakNames'>): boolean {
  const all = [...names, ...weakNames];
  return all.length > 0 && all.every(isUnreadName);
}

function hasNoReadName(entry: ListEntry): boolean {
  return isNameless(entry) || hasUnreadNames(entry);
}

function isNameless({ names, weakNames }: ListEntry): boolean {
  return names.length === 0 && weakNames.length === 0;
}

function isNumbered({ document }: ListEntry): boolean {
  return document !== null && document.kind !== 'unusable';
}

function mayBe(entry: ListEntry, kind: Screened['kind']): boolean {
  return listCustoms(entry, kind, 'brazil').length > 0;
}
