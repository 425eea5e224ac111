// What the screen shows of the lists, and what that means for whoever relies on them.

import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import type { Tone } from '../design/parts.tsx';

export type Lists = ConsoleAnswer<'GET lists'>;
export type List = Lists['lists'][number];
export type Job = NonNullable<Lists['job']>;
export type Result = NonNullable<Job['progress']>['results'][number];

/** A list without an import is no fault, unless the service relies on that list to clear people. */
export function toTone({ state, is_relied_upon }: Pick<List, 'state' | 'is_relied_upon'>): Tone {
  if (state === 'current') return 'good';
  if (state === 'stale') return 'warn';
  return state === 'damaged' || is_relied_upon ? 'bad' : 'none';
}

/** Returns the lists whose empty answers mean nothing. */
export function findUnreliable<Judged extends Pick<List, 'state' | 'is_relied_upon'>>(
  lists: readonly Judged[],
): readonly Judged[] {
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

/** `CEIS: Cadastro de Empresas…` is called CEIS. */
export function toShortName({ title }: Pick<List, 'title'>): string {
  return /^([^:]{2,12}): /.exec(title)?.[1] ?? title;
}

/** A `ListNames` maps the short names of lists to their display names. */
export type ListNames = ReadonlyMap<string, string>;

export function toListName(list: string, names: ListNames): string {
  return names.get(list) ?? list.toUpperCase();
}
