// Lists of one's own, as many as wanted: `own-NAME`. The operator's file is as new as its import.

import type { ListKind, TableList } from '../list-kind.ts';
import { type OwnKey, ownLayout } from './layout.ts';
import { mapOwn } from './mapper.ts';

const nameForm = /^own-[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;

export function findOwnList(id: string): ListKind | undefined {
  if (!nameForm.test(id)) return undefined;
  const own: TableList<OwnKey> = {
    id,
    title: `Lista própria ${id.slice('own-'.length)}`,
    weight: 'own',
    page: null,
    staleAfterDays: null,
    format: 'table',
    layout: ownLayout,
    layoutRule: 'own',
    findDay: () => undefined,
    map: mapOwn,
  };
  return own;
}
