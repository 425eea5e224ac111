// What the lists of the Controladoria-Geral da União have in common: the names of their files, and the page where they are.

import { parseDate } from '../../../domain/dates/date-format.ts';
import { type TableList, toTableList } from '../list-kind.ts';

type CguAbout<Key extends string> = Pick<TableList<Key>, 'id' | 'title' | 'layout' | 'map'> & Partial<TableList<Key>>;

/** A sanction that is published each day, where nothing else is said. */
export function toCguList<Key extends string>(about: CguAbout<Key>): TableList<Key> {
  return toTableList({
    weight: 'sanction',
    page: toCguPage(about.id),
    staleAfterDays: 15,
    layoutRule: 'fixed',
    findDay: findFileDay,
    ...about,
  });
}

export function toCguPage(list: string): string {
  return `https://portaldatransparencia.gov.br/download-de-dados/${list}`;
}

/** `20260930_CEIS.zip`. The page's own "última atualização" is wrong. */
function findFileDay(name: string): string | undefined {
  return parseDate(/(?<!\d)(\d{8})_/.exec(name)?.[1] ?? '', 'yyyymmdd');
}
