// What the screen shows of the lists, and what that means for whoever relies on them.

import { toShortTitle } from '../../src/domain/screening/list-names.ts';
import { judgeList } from '../../src/domain/screening/reliance.ts';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import type { Tone } from '../design/parts.tsx';

export type Lists = ConsoleAnswer<'GET lists'>;
export type List = Lists['lists'][number];
export type Job = NonNullable<Lists['job']>;
export type Result = NonNullable<Job['progress']>['results'][number];

export function toTone({ state, is_relied_upon }: List): Tone {
  return judgeList(state, is_relied_upon);
}

/** Returns the lists whose empty answers mean nothing. */
export function findUnreliable(lists: readonly List[]): readonly List[] {
  return lists.filter((list) => ['warn', 'bad'].includes(toTone(list)));
}

/** Groups the lists: those that are present come first, then those that are missing. */
export function toGroups(lists: readonly List[]): {
  readonly there: readonly List[];
  readonly missing: readonly List[];
} {
  const isThere = ({ state, is_relied_upon }: List) => state !== 'missing' || is_relied_upon;
  return { there: lists.filter(isThere), missing: lists.filter((list) => !isThere(list)) };
}

export function toShortName({ title }: Pick<List, 'title'>): string {
  return toShortTitle(title);
}

/** A `ListNames` maps the short names of lists to their display names. */
export type ListNames = ReadonlyMap<string, string>;

export function toListName(list: string, names: ListNames): string {
  return names.get(list) ?? list.toUpperCase();
}
